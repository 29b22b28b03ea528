import re
from pathlib import Path

from bench.web import worst
from tests.support.described import DOCUMENT


def test_every_operation_is_asked_at_its_worst() -> None:
    asked = set(re.findall(r'"([a-zA-Z]+)"', Path(worst.__file__).read_text()))
    known = {said["operationId"] for verbs in DOCUMENT["paths"].values() for said in verbs.values()}
    assert known <= asked
