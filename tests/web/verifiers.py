"""The page's verifier and the command line's over the same files, and what both claim."""

import json
import re
import subprocess
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from games.verify.match_file import NotAMatchFile
from games.verify.report import CHAIN, CHANCE, CHECKS, OK, PARTIAL, REPLAY, SEALED, SEALS, Flaw
from games.verify.verifier import verify_bytes

HERE = Path(__file__).parent
UNCHECKED = "unchecked"
NAMES = ("match", "game", "rules", "version", "head", "complete", "seals", "opened")
# What the page says of some draws alone, or of a later event: the rules would be needed for more.
OTHER_RESULT = "by rules and draws the event says something else"
OTHER_DRAWS = "the draws are others"
IN_PART = (OTHER_RESULT, OTHER_DRAWS, "the older keys are for other draws", "the match cannot be followed to this draw")
Found = dict[str, Any]


class Case(NamedTuple):
    """A file, and the head that was kept of it."""

    data: bytes
    head: str | None = None


def browsers(cases: Sequence[Case], folder: Path) -> list[Found]:
    """What the page finds of each, by one process of node."""
    return asked_of_node("verify.mjs", [(data, {"head": head}) for data, head in cases], folder)


def asked_of_node(script: str, cases: Sequence[tuple[bytes, Mapping[str, Any]]], folder: Path) -> list[Any]:
    """What a script beside this module answers of files, each with what else it is told of it."""
    asked = []
    for number, (data, told) in enumerate(cases):
        path = folder / f"{number}.ndjson"
        path.write_bytes(data)
        asked.append({"file": str(path), **told})
    command = ["node", str(HERE / script)]
    ran = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, timeout=600, check=False)
    assert ran.returncode == 0, ran.stderr
    found: list[Any] = json.loads(ran.stdout)
    return found


def command_lines(case: Case) -> Found:
    """What the command line finds, in the page's form."""
    try:
        report = verify_bytes(case.data, head=case.head)
    except NotAMatchFile as refused:
        return {"refused": told(refused.flaw)}
    return {
        "checks": {check: told(report.checks[check]) for check in CHECKS},
        **{name: getattr(report, name) for name in NAMES},
    }


def told(found: str | Flaw) -> Any:
    return found if isinstance(found, str) else [found.version, found.reason]


def disagreement(page: Found, command: Found, *, also: Collection[str] = ()) -> str | None:
    """In what the two contradict each other; None where all that both claim is the same.

    - What is no match file is refused at the same place, with the same reason.
    - Chain and seals are the same, to the version and the reason.
    - The page marks chance as whole only where the command line finds no fault in it.
    - The page never finds a fault that the command line has not found at that event or before.
    - What the page can tell without the rules it finds at the very event where the command line does. Reasons in `also` are those
      that it can tell of some events alone, and of the one in this file.
    """
    if "refused" in page or "refused" in command:
        return None if _folded(page) == _folded(command) else "refused"
    here, there = page["checks"], command["checks"]
    same = all(page[name] == command[name] for name in NAMES)
    if not same or any(here[check] != there[check] for check in (CHAIN, SEALS)):
        return "chain or seals"
    mine, theirs = first_flaw(here), first_flaw(there)
    if CHANCE in page["whole"] and there[CHANCE] != OK:
        return "the page's mark says that all of chance holds"
    if theirs is None:
        holds = here[CHANCE] == there[CHANCE] and here[REPLAY] == UNCHECKED
        return None if mine is None and holds else "the page finds what is not there"
    if mine is not None and mine[0] < theirs[0]:
        return "the page finds something earlier"
    claimed = _is_claimed(theirs[1]) or theirs[1] in also
    if claimed and (mine is None or mine[0] != theirs[0]):
        return "the page passes over what it claims to check"
    return None


def first_flaw(checks: Found) -> tuple[int, str] | None:
    """The first flaw of chance and replay; of two at one event the one that was found, not what follows from it."""
    flaws = [checks[check] for check in (REPLAY, CHANCE) if isinstance(checks[check], list)]
    assert all(isinstance(one, list) or one in (OK, SEALED, PARTIAL, UNCHECKED) for one in checks.values())
    version, reason = min(flaws, key=lambda flaw: flaw[0], default=(0, ""))
    return (version, reason) if flaws else None


def _is_claimed(reason: str) -> bool:
    return reason not in IN_PART and any(pattern.fullmatch(reason) for pattern in _claims())


@cache
def _claims() -> list[re.Pattern[str]]:
    """All that the page can find, in the words that it has for it."""
    reasons = orjson.loads((HERE.parents[1] / "web/texts/en.json").read_bytes())["reasons"].values()
    return [re.compile(re.escape(reason).replace(r"\{value\}", ".*")) for reason in reasons]


def _folded(found: Found) -> Any:
    """JavaScript has one kind of number: it reads 1.0 as 1, and finds only that it is written otherwise."""
    if "refused" not in found:
        return None
    version, reason = found["refused"]
    return [version, reason.replace("is not in its canonical form", "is not canonical JSON")]
