"""`python -m config.live --port 8010` runs one live process; run one for each processor that streams may have."""

import argparse
import asyncio
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from api.serving import process  # noqa: E402 (they need Django set up)
from api.serving.live.server import serve  # noqa: E402
from config import rights  # noqa: E402
from config.telemetry import hooks  # noqa: E402
from events.patience import patience  # noqa: E402


def main(arguments: list[str]) -> None:
    """Serve until told to stop."""
    parser = argparse.ArgumentParser(prog="config.live", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, required=True)
    options = parser.parse_args(arguments)
    rights.refuse_to_start()
    hooks.begin()
    process.allow_open_files()
    process.spare_the_loop()
    patience.look_after()
    asyncio.run(serve(options.host, options.port))


if __name__ == "__main__":
    main(sys.argv[1:])
