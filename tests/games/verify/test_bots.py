"""What graded bots picked is judged again on request, and else told as not judged."""

from typing import Any

from games import registry
from games.core.bots import EASY
from games.core.codec import move_to_json
from games.table import stand_ins
from games.verify.report import REPLAY
from games.verify.verifier import verify_bytes
from tests.games.verify.files import Scribe

GAME = registry.newest("rock-paper-wizard")


def with_a_graded_bot(*, other: bool) -> Scribe:
    """All have answered once; at seat 2 sits a graded bot, whose move is its own or another legal one."""
    of = Scribe(GAME, 3, bots=[2], bot=EASY)
    prompt = GAME.prompts(of.state)[2]
    chance = stand_ins.chance(of.seed, of.match, prompt)
    move: Any = move_to_json(stand_ins.pick(GAME, of.state, prompt, bot=EASY, chance=chance))
    of.move(2, next(one for one in of.legal(2) if one != move) if other else move, "bot")
    return of


def test_a_graded_bots_own_pick_is_found_again() -> None:
    report = verify_bytes(with_a_graded_bot(other=False).file(whole=True), bots=True)
    assert (report.flaw, report.unjudged) == (None, 0)


def test_another_legal_move_than_the_graded_bots_is_found_where_bots_are_asked_again() -> None:
    found = verify_bytes(with_a_graded_bot(other=True).file(whole=True), bots=True).flaw
    assert found is not None
    assert (found.check, found.reason) == (REPLAY, "the bot picks another move")


def test_unless_asked_a_graded_bots_move_is_only_found_legal_and_told_so() -> None:
    report = verify_bytes(with_a_graded_bot(other=True).file(whole=True))
    assert (report.flaw, report.unjudged) == (None, 1)
