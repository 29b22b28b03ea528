"""A bot's move is judged by the version of the bots that it names, where that version can still be asked."""

from dataclasses import replace

import pytest

from games import registry
from games.core.bots import EASY, BotKit, Grade
from games.core.chance import Chance
from games.core.codec import move_to_json
from games.core.definition import GameDefinition
from games.core.moves import Move
from games.rock_paper_wizard.bot import BOT
from games.rock_paper_wizard.state import State
from games.table import stand_ins
from games.verify.report import REPLAY
from games.verify.verifier import verify_bytes
from tests.games.verify.files import Scribe

# Where it slips, `easy` picks as every version does.
ATTENTIVE = replace(BOT, grades={EASY: replace(BOT.grades[EASY], slips=0)})
NEWEST = replace(registry.newest("rock-paper-wizard"), bot=ATTENTIVE)


def backwards(state: State, seat: int, grade: Grade) -> list[Move]:
    """The newest version's order from its end, so that this version picks otherwise."""
    return [*BOT.order(state, seat, grade)][::-1]


EARLIER: BotKit = replace(BOT, version="earlier", order=backwards, grades={EASY: Grade()})


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> GameDefinition:
    """The game with bots of an earlier version that can be asked still."""
    both = replace(NEWEST, earlier_bots=(EARLIER,))
    monkeypatch.setitem(registry.GAMES, both.slug, {both.rules: both})
    return both


def file_of(game: GameDefinition, *, picker: str, named: str) -> bytes:
    """A match in which bots of version `picker` have answered once for seat 2, and `named` stands beside their move."""
    of = Scribe(game, 3, bots=[2], bot=EASY)
    of.picked_by = named
    prompt = game.prompts(of.state)[2]
    chance = stand_ins.chance(of.seed, of.match, prompt)
    move = stand_ins.pick(game.with_bots(picker), of.state, prompt, bot=EASY, chance=chance)
    body = {name: value for name, value in move_to_json(move).items() if value is not None}
    of.move(2, body, "bot")
    return of.file(whole=True)


@pytest.mark.parametrize("version", ["earlier", NEWEST.bots])
def test_each_version_is_judged_by_its_own_picks(game: GameDefinition, version: str) -> None:
    report = verify_bytes(file_of(game, picker=version, named=version), bots=True)
    assert (report.flaw, report.unjudged, report.other_bots) == (None, 0, {})


@pytest.mark.parametrize(("picker", "named"), [("earlier", NEWEST.bots), (NEWEST.bots, "earlier")])
def test_a_pick_of_another_version_than_the_one_named_is_found(game: GameDefinition, picker: str, named: str) -> None:
    found = verify_bytes(file_of(game, picker=picker, named=named), bots=True).flaw
    assert found is not None
    assert (found.check, found.reason) == (REPLAY, "the bot picks another move")


def test_unless_asked_a_move_of_an_earlier_version_counts_as_not_judged(game: GameDefinition) -> None:
    report = verify_bytes(file_of(game, picker="earlier", named="earlier"))
    assert (report.flaw, report.unjudged, report.other_bots) == (None, 1, {})


def test_new_moves_are_picked_by_the_newest_version_and_others_are_had_by_name(game: GameDefinition) -> None:
    assert (game.bots, [*game.kits]) == (NEWEST.bots, [NEWEST.bots, "earlier"])
    assert game.with_bots(NEWEST.bots) is game
    assert game.with_bots("earlier").bot is EARLIER
    with pytest.raises(KeyError):
        game.with_bots("later")


def test_an_earlier_version_may_imagine_otherwise_than_the_game(game: GameDefinition) -> None:
    def own(view: object, seat: int, chance: Chance) -> None:
        raise AssertionError

    other = replace(game, earlier_bots=(replace(EARLIER, resample=own),))
    assert (other.with_bots("earlier").resample, other.resample) == (own, NEWEST.resample)
