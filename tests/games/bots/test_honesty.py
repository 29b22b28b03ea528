"""Bots know what their seat knows: a state whose secrets raise when they are read, and twins that differ in them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NoReturn

import pytest

from games import registry
from games.cave import state as cave
from games.core.bots import EASY, HARD, MEDIUM, RANDOM
from games.core.chance import Chance
from games.core.definition import GameDefinition, State
from games.core.prompts import Prompt
from games.rock_paper_wizard import state as rpw
from games.spell_a_spell import state as sas
from games.table import stand_ins

MOST_MOVES = 2000


def peeked(*_: object) -> NoReturn:
    raise AssertionError("a secret of others was read")


class Unread(tuple[Any, ...]):
    """A pile of which nobody may know more than how many cards it has."""

    __iter__ = __getitem__ = __contains__ = __add__ = peeked


class UnreadChoice(rpw.Choice):
    """A choice that nobody has seen."""

    spell = target = property(peeked)

    def __init__(self) -> None:
        pass


class UnreadGesture(rpw.Gesture):
    """A gesture whose card nobody has seen."""

    card = property(peeked)

    def __init__(self, gesture: rpw.Gesture) -> None:
        for name in ("source", "aim", "state"):
            object.__setattr__(self, name, getattr(gesture, name))


class UnreadCard(cave.Seen):
    """A card on top of a stack that only others have seen."""

    card = property(peeked)

    def __init__(self, seats: tuple[int, ...]) -> None:
        object.__setattr__(self, "seats", seats)


def sealed_rpw(state: rpw.State, seat: int) -> rpw.State:
    board = state.board
    gestures = tuple(
        UnreadGesture(one) if one.live and one.source is rpw.Source.WILD else one for one in board.gestures
    )
    sealed = replace(state, board=replace(board, deck=Unread(board.deck), gestures=gestures))
    if not isinstance(sealed, rpw.Learning):
        return sealed
    answers = [
        UnreadChoice() if isinstance(answer, rpw.Choice) and other != seat else answer
        for other, answer in enumerate(sealed.answers)
    ]
    return replace(sealed, answers=tuple(answers))


def sealed_sas(state: sas.State, seat: int) -> sas.State:
    table = state.table
    players = [
        player if other == seat else replace(player, hand=Unread(player.hand), pile=Unread(player.pile))
        for other, player in enumerate(table.players)
    ]
    return replace(state, table=replace(table, players=tuple(players), deck=Unread(table.deck)))


def sealed_cave(state: cave.State, seat: int) -> cave.State:
    board = state.board
    adventurers = [
        hero if hero is None or other == seat else replace(hero, spells=Unread(hero.spells))
        for other, hero in enumerate(board.adventurers)
    ]
    piles: dict[str, Any] = {deck: _sealed_pile(getattr(board, deck), seat) for deck in ("cave", "adventure", "spells")}
    return replace(state, board=replace(board, adventurers=tuple(adventurers), **piles))


def _sealed_pile(pile: cave.Pile, seat: int) -> cave.Pile:
    top = tuple(seen if seat in seen.seats else UnreadCard(seen.seats) for seen in pile.top)
    return replace(pile, stack=Unread(pile.stack), top=top)


SEALED: Mapping[str, Callable[[Any, int], State]] = {
    "rock-paper-wizard": sealed_rpw,
    "spell-a-spell": sealed_sas,
    "cave": sealed_cave,
}
# What a whole match is played with; Cave is long.
OPTIONS: Mapping[str, Mapping[str, Any]] = {"cave": {"max_rounds": 10}}


def frugal(game: GameDefinition) -> GameDefinition:
    """The game with grades that look as far and imagine less, so that whole matches take no minutes."""
    assert game.bot is not None
    grades = {name: replace(grade, samples=min(2, grade.samples)) for name, grade in game.bot.grades.items()}
    return replace(game, bot=replace(game.bot, grades=grades))


def picked(game: GameDefinition, state: State, prompt: Prompt, bot: str) -> object:
    return stand_ins.pick(game, state, prompt, bot=bot, chance=Chance(prompt.id.encode()))


@pytest.mark.parametrize("slug", SEALED)
def test_bots_play_a_whole_match_without_a_look_at_what_others_hide(slug: str) -> None:
    game = frugal(registry.newest(slug))
    assert game.resample is not None
    chance, state, moves = Chance(b"honest"), None, 0
    for event in game.start(game.options(OPTIONS.get(slug, {})), 3, chance):
        state = game.evolve(state, event)
    while game.outcome(state) is None and moves < MOST_MOVES:
        seat, prompt = min(game.prompts(state).items())
        bot = (EASY, RANDOM, MEDIUM, EASY, HARD)[moves % 5]
        move: Any = picked(game, SEALED[slug](state, seat), prompt, bot)
        twin = game.resample(game.view(state, seat), seat, Chance(b"twin", moves << 32))
        assert picked(game, twin, prompt, bot) == move
        state, moves = game.decide(state, seat, move, chance).state, moves + 1

    assert game.outcome(state) is not None


def test_a_bot_that_peeks_is_found() -> None:
    state: Any = rpw.Learning(
        board=rpw.Board(max_rounds=1, wizards=(rpw.Wizard(5, 3),) * 3, deck=("fear",)), answers=()
    )
    with pytest.raises(AssertionError, match="was read"):
        next(iter(sealed_rpw(state, 0).board.deck))
    with pytest.raises(AssertionError, match="was read"):
        _ = UnreadChoice().spell
