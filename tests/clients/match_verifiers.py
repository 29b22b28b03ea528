"""The command's verifier and the kit's over the same files, and what both claim (docs/format.md, "Verdict")."""

import json
import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from games.verify.match_file import NotAMatchFile
from games.verify.report import CHAIN, CHANCE, CHECKS, REPLAY, SEALED, SEALS, Flaw
from games.verify.verifier import verify_bytes
from tests.web.verifiers import Case

DRIVER = Path(__file__).parent / "verify_files.mjs"
JUDGED = ("rock-paper-wizard",)
AT_ONCE = 200
# Nobody can tell a round's signature without pairings.
OF_PAIRINGS = "the signature is not that of the beacon's round"
# What is told without the rules of a game, in the words of the command; the rest needs them.
OF_THE_RULES = re.compile(
    r"by (?:the )?rules .*|by rules and draws .*|the rules .*|the draws are others|.* should follow|"
    r"the match has ended, and no event says so|match_ended comes next, at the same time|"
    r"other seats may look than by the rules|"
    r"the event is of another (?:seat or schema|move)|one move has two times|"
    r"the move .*|the first sealed part is no move|a move is sealed for .*|a version of the bots .*|"
    r"a signature is .*|a signature stands .*|the seat signs .*|the signature of the move .*|"
    r"there is no such version of the bots|no player sits there|a resignation says nothing else|"
    r"only (?:a player resigns|the clock makes this move)|the clock plays .*|.*bot.*|"
    r"a move is made by a player, a bot or the clock|the match is paused|"
    r"by the clock's rule the seat resigns|a move ends autopilot|a player comes back by a move|"
    r"nobody comes back by resigning|autopilot comes with the last strike.*|there were not so many strikes|"
    r"the table says nothing here|the seat was not asked this|the (?:clock|time) of .*|"
    r"a question's time was up before|so much cannot be taken back|"
    r"whether something was opened since is said otherwise|the last move cannot be taken back.*|"
    r"the game has no such options|options are not written out in full|"
    r"others (?:had resigned|were eliminated) where the fork begins|the older keys are for other draws|"
    r"the match cannot be followed to this draw|by the table .* comes next in the same append|"
    r"two appends have one time|move \d+ comes next|draw \d+ comes next|by the rules the match ends otherwise"
)


class Findings(NamedTuple):
    """What a verifier finds, by version: None where it finds nothing. `refused`: the bytes are no match file."""

    refused: int | None
    chain: int | None
    seals: int | None
    played: int | None


def kits(cases: Sequence[Case], kit: Path, folder: Path) -> list[dict[str, Any]]:
    """What the kit's verifier finds of each, by one process of node for some hundred."""
    found: list[dict[str, Any]] = []
    for begun in range(0, len(cases), AT_ONCE):
        asked = []
        for number, (data, head) in enumerate(cases[begun : begun + AT_ONCE]):
            path = folder / f"{number}.ndjson"
            path.write_bytes(data)
            asked.append({"file": str(path), "head": head})
        command = ["node", str(DRIVER), str(kit)]
        ran = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, timeout=600, check=False)
        assert ran.returncode == 0, ran.stderr
        found += json.loads(ran.stdout)
    return found


def disagreement(case: Case, kit: Mapping[str, Any]) -> str | None:
    """In what the two contradict each other; None where all that both claim is the same."""
    try:
        report = verify_bytes(case.data, head=case.head)
    except NotAMatchFile as refused:
        where = kit.get("refused")
        return (
            None if where == refused.flaw.version else f"refused at {refused.flaw.version} or {where}: {refused.flaw}"
        )
    if "refused" in kit:
        return f"the kit alone refuses: {kit['reason']}"
    command = {check: _version(report.checks[check]) for check in CHECKS}
    for check in (CHAIN, SEALS):
        if kit[check] != command[check]:
            return f"{check}: {command[check]} or {kit[check]}: {report.flaw} or {kit['reason']}"
    if report.flaw is None and [report.seals, report.opened] != kit["parts"]:
        return f"parts: {report.seals}, {report.opened} or {kit['parts']}"
    return _of_play(report.checks, report, kit, is_judged=_game_of(case.data) in JUDGED)


def _game_of(data: bytes) -> Any:
    """The game of event 1: what the first line says of it is for the chain to check."""
    told = orjson.loads(data.split(b"\n")[1])["envelope"].get("data")
    return told.get("game") if isinstance(told, dict) else None


def _of_play(checks: Mapping[str, str | Flaw], report: Any, kit: Mapping[str, Any], *, is_judged: bool) -> str | None:
    """The first fault of chance and replay; a verifier without the rules finds it where it can, and none before it."""
    flaws = [found for check in (REPLAY, CHANCE) if isinstance(found := checks[check], Flaw)]
    flaw = min(flaws, key=lambda one: one.version, default=None)
    here, there = kit["played"], None if flaw is None else flaw.version
    told = f"{there} or {here}: {flaw} or {kit['reason']}"
    if flaw is None:
        if here is not None:
            return f"the kit finds what is not there: {told}"
        return None if report.flaw else _of_statuses(checks, report, kit, is_judged=is_judged)
    if here is not None and here < flaw.version:
        return f"the kit finds something earlier: {told}"
    if flaw.reason == OF_PAIRINGS:
        return None
    claims = is_judged or OF_THE_RULES.fullmatch(flaw.reason) is None
    return f"the kit passes over what it claims: {told}" if claims and here != there else None


def _of_statuses(
    checks: Mapping[str, str | Flaw], report: Any, kit: Mapping[str, Any], *, is_judged: bool
) -> str | None:
    """Where nothing is wrong: what is sealed, what is judged in part, and by which bots."""
    if is_judged:
        if (
            kit["replay"] != checks[REPLAY]
            or dict(report.other_bots) != kit["otherBots"]
            or report.unjudged != kit["unjudged"]
        ):
            return f"replay: {checks[REPLAY]}, {report.other_bots}, {report.unjudged} or {kit}"
        signed = [one for one in kit["unchecked"] if one.startswith("the BLS signature")]
        wanted = "partial" if signed else checks[CHANCE]
        return None if kit["chance"] == wanted else f"chance: {wanted} or {kit['chance']}"
    sealed = checks[CHANCE] == SEALED
    if (kit["chance"] == SEALED) != sealed or not (sealed or kit["verdict"] == "in part"):
        return f"a full mark for rules that nobody checked: {kit}"
    return None


def _version(found: str | Flaw) -> str | int:
    return found if isinstance(found, str) else found.version
