"""Match files with nothing wrong: recorded ones, whole matches, running ones as each reader has them, and tables' events."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path

from games.core.bots import EASY, RANDOM, STEADY
from games.core.json import JSONObject
from games.registry import newest
from tests.games.verify.files import Scribe, played
from tests.games.verify.tables import (
    RESIGN,
    agree,
    back,
    consent,
    event,
    expire,
    paused,
    resumed,
    scribe,
    struck_out,
    take_over_first,
)
from tests.games.verify.test_bots import with_a_bot

RECORDED = sorted((Path(__file__).parents[1] / "recorded").glob("*.ndjson"))
WIZARD = "rock-paper-wizard"
BANK: JSONObject = {
    "mode": "bank",
    "bank_seconds": 90,
    "increment_seconds": 40,
    "cap_seconds": 100,
    "vacation": True,
}


def _moved(of: Scribe, seat: int) -> None:
    of.move(seat, of.legal(seat)[0])


def _taken_back(of: Scribe) -> None:
    """The seat's clock goes on from when it was asked."""
    before = of.state
    of.wait_until(of.now + timedelta(seconds=30))
    _moved(of, 1)
    of.append([event("move_taken_back", 1, taken_back=1)])
    of.state = before
    _late(of)


def _forgiven(of: Scribe) -> None:
    """A timeout that all take back is no strike."""
    before = of.state
    expire(of, 2)
    of.append([event("take_back_asked", 0, first=1, knowing=True)])
    agree(of, "take_back_agreed", 1)
    of.append([event("take_back_agreed", 2), event("moves_taken_back", by="system", first=1, knowing=True)])
    of.state = before
    expire(of, 2)


def _all_taken_back(of: Scribe) -> None:
    for seat in (0, 1):
        _moved(of, seat)
    of.append([event("take_back_asked", 0, first=1, knowing=False)])
    agree(of, "take_back_agreed", 1)
    of.append([event("take_back_agreed", 2), event("moves_taken_back", by="system", first=1, knowing=False)])


def _refused(of: Scribe) -> None:
    _moved(of, 0)
    of.append([event("take_back_asked", 1, first=1, knowing=False)])
    agree(of, "take_back_refused", 2)


def _replaced(of: Scribe) -> None:
    take_over_first(of, event("autopilot_off", 2, reason="replaced"))


def _invited(of: Scribe) -> None:
    struck_out(of)
    consent(of, 1, invited_by=1)
    consent(of, 0, invited_by=1)


def _resigned(of: Scribe) -> None:
    for seat in (2, 0):
        of.move(seat, RESIGN)


def _late(of: Scribe) -> None:
    expire(of, 1)


TOLD: Mapping[str, Callable[[Scribe], None]] = {
    "a pause": paused,
    "a pause that is over": resumed,
    "autopilot": struck_out,
    "a seat that is taken back": back("taken_back"),
    "a seat with another player": _replaced,
    "consents to another player": _invited,
    "a move that is taken back": _taken_back,
    "moves that all take back": _all_taken_back,
    "a strike that all take back": _forgiven,
    "a take-back that is refused": _refused,
    "seats that resign": _resigned,
    "a question out of time": _late,
}


def _with_bots(bot: str) -> bytes:
    return with_a_bot(other=False, bot=bot).file(whole=True)


def _round(of: Scribe) -> None:
    """All who are asked answer, until the next round."""
    begun = of.state.board.round
    while of.state.board.round == begun:
        _moved(of, min(of.game.prompts(of.state)))


def _banked() -> bytes:
    """A bank that is full, one that has run out, and one that is slow to be told so."""
    of = Scribe(newest(WIZARD), 3, clock=BANK)
    _round(of)
    of.run_out(1, early=timedelta(seconds=-10))
    of.time_out(1)
    _round(of)
    of.wait_until(of.now + timedelta(seconds=35))
    _moved(of, 0)
    of.run_out(1)
    of.time_out(1)
    return of.file(whole=True)


def _limited() -> bytes:
    of = Scribe(newest(WIZARD), 3, options={"max_rounds": 2})
    while not of.is_over:
        _moved(of, min(of.game.prompts(of.state)))
    return of.file()


def _told(step: Callable[[Scribe], None]) -> list[bytes]:
    of = scribe()
    step(of)
    return [of.file(whole=True), of.file(0)]


def honest() -> dict[str, bytes]:
    """Each by what it is of."""
    files = {path.stem: path.read_bytes() for path in RECORDED}
    for seats in (3, 4, 5, 6):
        files[f"a match of {seats}"] = played(WIZARD, seats=seats, seed=seats).file()
    for slug in (WIZARD, "cave", "spell-a-spell"):
        for told, is_open in (("", False), (" with open draws", True)):
            of = played(slug, seed=5, moves=9, open_draws=is_open)
            for seat in (None, 1):
                files[f"{slug}{told} for {seat}"] = of.file(seat)
            files[f"{slug}{told}, whole"] = of.file(whole=True)
    files |= {f"the bot {bot}": _with_bots(bot) for bot in (EASY, RANDOM, STEADY)}
    files |= {"a bank": _banked(), "a last round": _limited()}
    for name, step in TOLD.items():
        files[name], files[f"{name}, for a seat"] = _told(step)
    return files
