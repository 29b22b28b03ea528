"""What graded bots picked is judged again on request, and else told as not judged."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from games import registry
from games.core.bots import EASY, RANDOM, STEADY
from games.core.codec import move_to_json
from games.table import stand_ins
from games.verify.__main__ import _told, main
from games.verify.report import PARTIAL, REPLAY
from games.verify.verifier import verify_bytes
from tests.games.verify.files import Scribe, mended, values

GAME = registry.newest("rock-paper-wizard")
# Its code is gone.
RETIRED = "1"


def with_a_bot(*, other: bool, bot: str = EASY, version: str | None = GAME.bots) -> Scribe:
    """At seat 2 sits a bot of this version, which has answered; its move is its own or another legal one."""
    of = Scribe(GAME, 3, bots=[2], bot=bot)
    of.picked_by = version
    prompt = GAME.prompts(of.state)[2]
    chance = stand_ins.chance(of.seed, of.match, prompt)
    move: Any = move_to_json(stand_ins.pick(GAME, of.state, prompt, bot=bot, chance=chance))
    of.move(2, next(one for one in of.legal(2) if one != move) if other else move, "bot")
    return of


def answer(of: Scribe, seat: int) -> None:
    """The bot of a seat answers what it picks."""
    prompt = GAME.prompts(of.state)[seat]
    chance = stand_ins.chance(of.seed, of.match, prompt)
    of.move(seat, move_to_json(stand_ins.pick(GAME, of.state, prompt, bot=RANDOM, chance=chance)), "bot")


@pytest.mark.parametrize("move", [None, {"type": "resign"}])
def test_no_player_plays_from_the_seat_of_a_bot(move: Any) -> None:
    of = Scribe(GAME, 3, bots=[2])
    of.move(2, move or of.legal(2)[0])
    found = verify_bytes(of.file(whole=True)).flaw
    assert found is not None
    assert (found.check, found.reason) == (REPLAY, "no player sits there")


def test_bots_answer_in_the_order_of_their_seats() -> None:
    of = Scribe(GAME, 3, bots=[1, 2])
    answer(of, 1)
    answer(of, 2)
    assert verify_bytes(of.file(whole=True)).flaw is None
    of = Scribe(GAME, 3, bots=[1, 2])
    answer(of, 2)
    found = verify_bytes(of.file(whole=True)).flaw
    assert found is not None
    assert "another seat answers first" in found.reason


@pytest.mark.parametrize(("bots", "early", "holds"), [([2], 0, True), ([2], 1, False), ([1, 2], 2000, True)])
def test_a_bot_pauses_for_as_long_as_the_match_says_and_those_who_are_asked_at_once_share_that(
    bots: list[int], early: int, holds: bool
) -> None:
    of = Scribe(GAME, 3, bots=bots)
    of.wait_until(of.now + timedelta(seconds=4) - early * timedelta(milliseconds=1))
    answer(of, bots[0])
    lines = values(of.file(whole=True))
    lines[1]["envelope"]["data"]["pace"] = 4
    found = verify_bytes(mended(lines)).flaw
    assert (found and found.reason) == (None if holds else "bots pause for longer in this match")


def test_a_graded_bots_own_pick_is_found_again() -> None:
    report = verify_bytes(with_a_bot(other=False).file(whole=True), bots=True)
    assert (report.flaw, report.unjudged) == (None, 0)


def test_another_legal_move_than_the_graded_bots_is_found_where_bots_are_asked_again() -> None:
    found = verify_bytes(with_a_bot(other=True).file(whole=True), bots=True).flaw
    assert found is not None
    assert (found.check, found.reason) == (REPLAY, "the bot picks another move")


def test_unless_asked_a_graded_bots_move_is_only_found_legal_and_told_so() -> None:
    report = verify_bytes(with_a_bot(other=True).file(whole=True))
    assert (report.flaw, report.unjudged) == (None, 1)


@pytest.mark.parametrize("bot", [EASY, RANDOM])
@pytest.mark.parametrize("version", [RETIRED, None])
def test_what_bots_of_a_version_that_is_gone_picked_makes_a_file_valid_in_part(bot: str, version: str | None) -> None:
    file = with_a_bot(other=True, bot=bot, version=version).file(whole=True)
    for asked in (True, False):
        report = verify_bytes(file, bots=asked)
        assert (report.flaw, report.unjudged, report.other_bots) == (None, 0, {version or "unknown": 1})
        assert report.checks[REPLAY] == PARTIAL


@pytest.mark.parametrize("bot", [EASY, RANDOM, STEADY])
@pytest.mark.parametrize("version", ["0", "99", "", "3\n"])
def test_a_version_of_the_bots_that_there_never_was_frees_no_move_from_being_judged(bot: str, version: str) -> None:
    for other in (False, True):
        found = verify_bytes(with_a_bot(other=other, bot=bot, version=version).file(whole=True)).flaw
        assert found is not None
        assert (found.check, found.reason) == (REPLAY, "there is no such version of the bots")


def test_what_the_steady_bot_plays_is_of_the_rules_and_judged_whatever_version_of_the_bots_is_named() -> None:
    found = verify_bytes(with_a_bot(other=True, bot=STEADY, version=RETIRED).file(whole=True)).flaw
    assert found is not None
    assert found.reason == "the bot picks another move"


def test_a_version_of_the_bots_beside_a_players_move_or_in_no_text_is_found() -> None:
    of = with_a_bot(other=False)
    of.move(0, of.legal(0)[0])
    for by, version in (("player", GAME.bots), ("bot", 1)):
        lines = values(of.file(whole=True))
        entry = next(one for one in lines[1:-1] if one["envelope"]["by"] == by and one["envelope"]["move"])
        entry["openings"][0]["part"]["bots"] = version
        found = verify_bytes(mended(lines)).flaw
        assert found is not None
        assert (found.check, "version of the bots" in found.reason) == (REPLAY, True)


def test_the_command_says_first_that_a_file_is_valid_in_part_and_why_last() -> None:
    report = verify_bytes(with_a_bot(other=True, version=RETIRED).file(whole=True), bots=True)
    first, *_, checked, told = _told(report, kept=False).splitlines()
    assert (first, checked) == ("valid in part: some moves are only found legal", "checked chain, seals, chance")
    assert told == "bots    1 moves not re-judged: legal, picked by version 1 of the bots (gone)"


def test_the_command_does_not_call_the_bots_of_a_move_that_names_no_version_gone() -> None:
    report = verify_bytes(with_a_bot(other=True, version=None).file(whole=True), bots=True)
    *_, told = _told(report, kept=False).splitlines()
    assert told == "bots    1 moves not re-judged: legal, picked by bots that name no version"


def test_the_command_has_an_exit_status_of_its_own_for_a_file_that_is_valid_in_part(tmp_path: Path) -> None:
    path = tmp_path / "match.ndjson"
    path.write_bytes(with_a_bot(other=True, version=RETIRED).file(whole=True))
    assert main([str(path)]) == 3
    path.write_bytes(with_a_bot(other=False).file(whole=True))
    assert main([str(path)]) == 0


def test_no_version_of_a_games_bots_is_at_once_the_one_there_is_and_retired() -> None:
    for versions in registry.GAMES.values():
        for game in versions.values():
            assert game.bot is None or game.bots not in game.bot.retired
