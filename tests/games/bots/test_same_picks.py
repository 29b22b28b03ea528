"""Picks follow from rules, bots' version, view, question and chance: the same on every Python, until a version changes."""

from collections.abc import Iterator
from hashlib import sha256

import pytest

from events.format.canon import canon
from games import registry
from games.core.bots import GRADES, HARD, RANDOM
from games.core.chance import Chance
from games.core.codec import move_to_json
from games.core.definition import GameDefinition, State
from games.table import stand_ins

# By game and the bots' version. Where a pick has changed, `BOT.version` has to change with it; an earlier version that
# can still be asked picks as it always did.
PICKED = {
    ("rock-paper-wizard", "3"): "56172f286515bce6d92b68a4241c273340d55207cdfa3eec3f598e56560f5f66",
    ("rock-paper-wizard", "4"): "56172f286515bce6d92b68a4241c273340d55207cdfa3eec3f598e56560f5f66",
    ("rock-paper-wizard", "5"): "0f8ac6d182de2f3b691222cb0a97108e62e59feaedd4ffc45a6b7c623bc32f4c",
    ("rock-paper-wizard", "6"): "70e74da2b812770782cfe7ad7b6496779492c839c518c7cd4b690fcc9f3e28b9",
    ("spell-a-spell", "1"): "55d3ec3ef1862e056b2f55c2452966c88980aa1d1bd656cfca3346b1259187f3",
    ("spell-a-spell", "2"): "55d3ec3ef1862e056b2f55c2452966c88980aa1d1bd656cfca3346b1259187f3",
    ("spell-a-spell", "3"): "55d3ec3ef1862e056b2f55c2452966c88980aa1d1bd656cfca3346b1259187f3",
    ("spell-a-spell", "4"): "4c1fb3e4b77f2d401ff7e1b1af1ea28a8b66ae9a6592ccb333e034006f4a0c54",
    ("cave", "2"): "c9c53815667fa37eec1bdaeea14a989363da885658dc9d607f50ee50f627b44b",
    ("cave", "3"): "c9c53815667fa37eec1bdaeea14a989363da885658dc9d607f50ee50f627b44b",
    ("cave", "4"): "b14e46643b16ce5d472c2e860f1b881a4c7b653b30fdb3eb42909e64481b527f",
}
# The rules that they are held to, where those are not the first.
RULES = {("cave", "4"): "2"}
# What `hard` picks where a seat of Spell-a-Spell remembers cards, by version: of a game as it begins all pick the same.
LATER = {
    "1": "263a5b54406678249f42e0b38ce02de9575379254e79623db672b345f4c9efef",
    "2": "1ef7a90d72d3a98b143bcfabd70040b418923eb2ece78332deca76c8fe03487e",
    "3": "1ef7a90d72d3a98b143bcfabd70040b418923eb2ece78332deca76c8fe03487e",
    # `easy` of this version plays another match before these questions.
    "4": "5f9bc9ec0a7dcf8ec511d852a554e12129e6ae326092f33402653483ad8b1047",
}


def picks(slug: str, version: str) -> Iterator[object]:
    """What each bot picks at some questions of one match, which goes on by what `easy` picks."""
    game = registry.find(slug, RULES.get((slug, version), "1")).with_bots(version)
    chance, state = Chance(b"same picks"), None
    for event in game.start(game.options({}), game.min_seats, chance):
        state = game.evolve(state, event)
    current: State = state
    for number in range(24):
        if game.outcome(current) is not None:
            break
        seat, prompt = min(game.prompts(current).items())
        for bot in (RANDOM, *GRADES) if number % 8 == 0 else (*GRADES[:2], RANDOM):
            luck = Chance(f"{bot} {number}".encode())
            move = stand_ins.pick(game, current, prompt, bot=bot, chance=luck)
            yield [bot, prompt.id, move_to_json(move)]
        move = stand_ins.pick(game, current, prompt, bot=GRADES[0], chance=Chance(bytes([number])))
        current = game.decide(current, seat, move, chance).state


@pytest.mark.parametrize(("slug", "version"), PICKED)
def test_the_same_bots_pick_the_same(slug: str, version: str) -> None:
    found = [*picks(slug, version)]
    assert any(HARD in str(pick) for pick in found)
    assert sha256(canon(found)).hexdigest() == PICKED[slug, version], found[:6]


def test_every_version_that_can_be_asked_is_held_to_its_picks() -> None:
    assert PICKED.keys() == {(slug, version) for slug in registry.GAMES for version in registry.newest(slug).kits}


def later_picks(game: GameDefinition) -> Iterator[object]:
    """What `hard` picks in a match that `easy` plays, from the first effect card on."""
    chance, state = Chance(b"later picks"), None
    for event in game.start(game.options({}), 3, chance):
        state = game.evolve(state, event)
    current: State = state
    for number in range(48):
        if game.outcome(current) is not None:
            break
        seat, prompt = min(game.prompts(current).items())
        if number >= 16:
            move = stand_ins.pick(game, current, prompt, bot=HARD, chance=Chance(bytes([number])))
            yield [prompt.id, move_to_json(move)]
        move = stand_ins.pick(game, current, prompt, bot=GRADES[0], chance=Chance(bytes([number])))
        current = game.decide(current, seat, move, chance).state


@pytest.mark.parametrize("version", LATER)
def test_the_bots_of_spell_a_spell_pick_the_same_where_a_seat_remembers_cards(version: str) -> None:
    found = [*later_picks(registry.GAMES["spell-a-spell"]["1"].with_bots(version))]
    assert sha256(canon(found)).hexdigest() == LATER[version], found[:6]
