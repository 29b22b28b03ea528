import pytest

from games import registry
from games.core.bots import HARD, MEDIUM, RANDOM, STEADY
from games.core.chance import Chance
from games.core.json import JSONObject
from games.core.records import replace
from games.matches.stream.state import fold
from games.table import clocks, stand_ins
from tests.games.verify.files import Scribe

SEED, MATCH = bytes(32), "01940000-0000-7000-8000-00000000dead"


@pytest.fixture
def scribe() -> Scribe:
    return Scribe(registry.newest("rock-paper-wizard"), 3)


def picked(scribe: Scribe, *, bot: str, number: int) -> object:
    prompt = scribe.game.prompts(scribe.state)[0]
    chance = Chance(number.to_bytes(32, "big"))
    return stand_ins.pick(scribe.game, scribe.state, prompt, bot=bot, chance=chance)


def test_the_steady_bot_picks_without_chance_and_the_random_one_by_its_chance_alone(scribe: Scribe) -> None:
    steady, by_chance = ([picked(scribe, bot=bot, number=n) for n in range(20)] for bot in (STEADY, RANDOM))
    assert steady == steady[:1] * 20
    assert [picked(scribe, bot=RANDOM, number=n) for n in range(20)] == by_chance
    assert any(pick != by_chance[0] for pick in by_chance)


def test_the_chance_of_a_pick_is_of_its_seed_match_and_prompt(scribe: Scribe) -> None:
    one, two, _ = scribe.game.prompts(scribe.state).values()
    drawn = [
        stand_ins.chance(seed, match, prompt).below(2**60)
        for seed, match, prompt in (
            (SEED, MATCH, one),
            (SEED, MATCH, two),
            (SEED, MATCH.replace("dead", "beef"), one),
            (bytes([1] * 32), MATCH, one),
        )
    ]
    assert len({*drawn}) == 4
    assert stand_ins.chance(SEED, MATCH, one).below(2**60) == drawn[0]


@pytest.mark.parametrize(
    ("clock", "bot", "author"),
    [
        ({"mode": "none"}, STEADY, "clock"),
        ({"mode": "per_move", "seconds": 9, "on_timeout": "default_move"}, STEADY, "clock"),
        ({"mode": "per_move", "seconds": 9, "on_timeout": "bot"}, RANDOM, "bot"),
        ({"mode": "per_move", "seconds": 9, "on_timeout": "bot", "bot": "medium"}, MEDIUM, "bot"),
    ],
)
def test_who_plays_for_the_late_and_in_whose_name_is_a_matter_of_the_clock(
    clock: object, bot: str, author: str
) -> None:
    assert isinstance(clock, dict)
    assert (stand_ins.late(clock), stand_ins.author(clock)) == (bot, author)


@pytest.mark.parametrize(
    ("more", "bot"),
    [
        ({}, STEADY),
        ({"on_timeout": "bot", "bot": "medium"}, MEDIUM),
        ({"autopilot": HARD}, HARD),
        ({"on_timeout": "bot", "bot": "easy", "autopilot": MEDIUM}, MEDIUM),
    ],
)
def test_a_bot_of_its_own_may_take_over_for_a_player_who_is_away(more: dict[str, str], bot: str) -> None:
    clock: JSONObject = {"mode": "per_move", "seconds": 9, "on_timeout": "default_move", **more}
    assert not clocks.faults(clock)
    assert not clocks.contradictions(clock)
    table = fold(SEED.hex(), Scribe(registry.newest("rock-paper-wizard"), 3, clock=clock).events).table
    away = replace(table, autopilot=frozenset({2}))
    assert stand_ins.bot_of(away, (), 2) == bot
    # Where nobody is left, all stand idle.
    assert stand_ins.bot_of(replace(table, autopilot=frozenset({0, 1, 2})), (), 2) == STEADY


def test_where_the_late_resign_no_bot_is_named_for_autopilots() -> None:
    clock: JSONObject = {"mode": "per_move", "seconds": 9, "on_timeout": "resign", "autopilot": "easy"}
    assert [one.pointer for one in clocks.contradictions(clock)] == ["/clock/autopilot"]
