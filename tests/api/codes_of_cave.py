"""A producer for each code of Cave; of the rules themselves where the table lets nothing such through."""

import pytest

from games.cave import GAME
from games.cave.moves import Cure, ExchangeTrophies
from games.cave.state import Finished, State
from games.core.chance import Chance
from games.core.errors import RuleBroken
from games.core.moves import Move, Resign
from tests.api.producers import Answer, Tools, move, produces, prompt
from tests.games.cave.scene import hero, play_all, scene
from tests.support.cast import Person, match_of, person

CAVE = "cave"


def picking() -> tuple[str, list[Person]]:
    """A match in which characters are picked, and its two players."""
    cast = [person(name) for name in ("Alice", "Bob")]
    return match_of(*cast, game=CAVE, options={"character_selection": "pick"}), cast


def asked(match_id: str, cast: list[Person]) -> Person:
    seat: int = cast[0].get(f"/matches/{match_id}").json()["waiting_for"][0]
    return cast[seat]


def assert_refused(state: State, seat: int, one: Move) -> RuleBroken:
    with pytest.raises(RuleBroken) as caught:
        GAME.decide(state, seat, one, Chance(bytes(32)))
    return caught.value


def resigned() -> State:
    return play_all(scene(hero(), hero("C6", "K9"), hero("C3", "K9")), (1, Resign())).state


@produces("not_asked", CAVE)
def _(tools: Tools) -> Answer:
    match_id, cast = picking()
    first = asked(match_id, cast)
    return move(match_id, first, {"prompt": prompt(match_id, first)["prompt"], "type": "cure"})


@produces("not_offered", CAVE)
def _(tools: Tools) -> Answer:
    match_id, cast = picking()
    for _ in range(2):
        who = asked(match_id, cast)
        sent = {"prompt": prompt(match_id, who)["prompt"], "type": "pick_character", "character": "C1"}
        answer = move(match_id, who, sent)
    return answer


@produces("wrong_number_of_seats", CAVE)
def _(tools: Tools) -> Answer:
    with pytest.raises(RuleBroken) as caught:
        GAME.start(GAME.options({}), 1, Chance(bytes(32)))
    return caught.value


@produces("too_few_trophy_points", CAVE)
def _(tools: Tools) -> Answer:
    return assert_refused(scene(hero(trophies=("J09",))), 0, ExchangeTrophies(cards=("J09",)))


@produces("eliminated", CAVE)
def _(tools: Tools) -> Answer:
    out = (None, "eliminated", None)
    return assert_refused(scene(hero(), None, hero("C3", "K9"), out=out, gone=(1,)), 1, Cure())


@produces("seat_resigned", CAVE)
def _(tools: Tools) -> Answer:
    return assert_refused(resigned(), 1, Resign())


@produces("no_such_seat", CAVE)
def _(tools: Tools) -> Answer:
    return assert_refused(scene(hero()), 2, Resign())


@produces("match_is_over", CAVE)
def _(tools: Tools) -> Answer:
    over = play_all(scene(hero()), (1, Resign())).state
    assert isinstance(over, Finished)
    return assert_refused(over, 0, Resign())
