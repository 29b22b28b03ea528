"""Twin matches of Cave that differ in a hand, a Counterspell or a seen stack answer everybody else alike."""

from games.matches.stream.loading import load
from tests.behaviours.twins import (
    SetKey,
    _every_match_that_was_played_holds,
    masked,
    play,
    set_key,
    told,
)
from tests.behaviours.twins_of_cave import (
    AIMED,
    SEATS,
    first,
    hands,
    holds_counterspell,
    second,
    second_where_the_first_can_cast,
    starts,
    twins,
)
from tests.support.cast import STRANGER, Person, match_of, person

__all__ = ["_every_match_that_was_played_holds", "set_key"]

NAMES = ("Alice", "Bob", "Carol")


def assert_alike(matches: list[str], cast: list[Person], *, but: int) -> None:
    """All but one seat are told the same of both matches, whose states differ, and that one is not."""
    one, other = matches
    assert load(one).match.state != load(other).match.state
    others = [*(who for seat, who in enumerate(cast) if seat != but), STRANGER]
    assert told(one, others) == told(other, others)
    views = [masked(cast[but].get(f"/matches/{match_id}/view").json()) for match_id in matches]
    assert views[0] | {"match": ""} != views[1] | {"match": ""}


def test_a_spell_in_hand_is_nobody_elses(set_key: SetKey) -> None:
    one, other, seat = twins(holds_counterspell, second)
    cast = [person(name) for name in NAMES]
    matches: list[str] = []
    for key in (one, other):
        set_key(key)
        matches.append(match_of(*cast, game="cave"))
    assert_alike(matches, cast, but=seat)


def test_a_spell_in_hand_is_nobody_elses_where_public_draws_are_opened(set_key: SetKey) -> None:
    one, other, seat = twins(holds_counterspell, second)
    cast = [person(name) for name in NAMES]
    matches: list[str] = []
    for key in (one, other):
        set_key(key)
        matches.append(match_of(*cast, game="cave", open_draws=True))
    assert STRANGER.get(f"/matches/{matches[0]}/draws").json()["items"], "some draw was opened"
    assert_alike(matches, cast, but=seat)


def test_a_counterspell_that_is_not_played_is_nobody_elses(set_key: SetKey) -> None:
    one, other, seat = twins(holds_counterspell, second_where_the_first_can_cast)
    cast = [person(name) for name in NAMES]
    matches: list[str] = []
    for key in (one, other):
        set_key(key)
        match_id = match_of(*cast, game="cave")
        caster = (seat - 1) % SEATS
        mine = cast[caster].get(f"/matches/{match_id}/view").json()["state"]["your_spells"]
        (spell, *_) = sorted(AIMED & {*mine})
        play(match_id, cast, [(caster, {"type": "cast_at", "spell": spell, "target": seat})])
        matches.append(match_id)
    assert seat in load(matches[0]).match.prompts
    assert_alike(matches, cast, but=seat)


def with_the_eye() -> tuple[bytes, int]:
    """A key with which the first seat has the Eye of the Cave and nobody else has a spell."""
    for key, state in starts():
        mine = hands(state)[first(state)]
        if "Z08" in mine and sum(map(len, hands(state))) == len(mine):
            return key, first(state)
    raise AssertionError("no end of keys")


def test_cards_seen_on_a_stack_are_nobody_elses(set_key: SetKey) -> None:
    key, seat = with_the_eye()
    cast = [person(name) for name in NAMES]
    matches: list[str] = []
    for other_key in (bytes(32), bytes([1]) * 32):
        set_key(key)
        match_id = match_of(*cast, game="cave")
        play(match_id, cast, [(seat, {"type": "step", "to": "S4"})])
        set_key(other_key)
        play(match_id, cast, [(seat, {"type": "cast_on_deck", "spell": "Z08", "deck": "cave"})])
        matches.append(match_id)
    assert load(matches[0]).match.prompts[seat].kind == "eye"
    assert_alike(matches, cast, but=seat)


def test_the_order_of_a_stack_is_nobody_elses(set_key: SetKey) -> None:
    key, seat = with_the_eye()
    cast = [person(name) for name in NAMES]
    matches: list[str] = []
    for place in (0, -1):
        set_key(key)
        match_id = match_of(*cast, game="cave")
        play(match_id, cast, [(seat, {"type": "step", "to": "S4"})])
        play(match_id, cast, [(seat, {"type": "cast_on_deck", "spell": "Z08", "deck": "cave"})])
        order = load(match_id).match.prompts[seat].moves[0].legal[place]
        play(match_id, cast, [(seat, dict(order))])
        matches.append(match_id)
    assert_alike(matches, cast, but=seat)
