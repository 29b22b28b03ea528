"""`python -m events.cold FILE`: the match file that a cold file stands for, on standard output, without a database."""

import sys
from pathlib import Path

from events.cold import contents, files


def main(arguments: list[str]) -> int:
    """Unpack one file; the exit status is 1 where that cannot be."""
    if len(arguments) != 1:
        print("usage: python -m events.cold FILE", file=sys.stderr)
        return 2
    try:
        text = files.decompress(Path(arguments[0]).read_bytes())
        sys.stdout.buffer.write(contents.match_file(contents.unpack(text)))
    except (ArithmeticError, LookupError, OSError, TypeError, ValueError) as error:
        print(f"{arguments[0]} is no cold file: {type(error).__name__}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
