"""The process that queries one database in a sitting."""

import json
import logging
import sys
from collections.abc import Mapping

from api.serving.process import collect_rarely
from bench.millions.questions import questions
from bench.millions.timing import Work


def main() -> None:
    """Answer what is asked on standard input until it ends."""
    collect_rarely()
    logging.disable(logging.CRITICAL)
    found: Mapping[str, Work] = questions()
    _answer([*found])
    for line in sys.stdin:
        name, count = json.loads(line)
        _answer(list(found[name](count)))


def _answer(told: object) -> None:
    print(json.dumps(told), flush=True)
