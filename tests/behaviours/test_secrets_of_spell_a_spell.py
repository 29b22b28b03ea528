"""Twin matches of Spell-a-Spell that differ in a hand, a draw, a theft or a vote answer everybody else alike."""

from collections.abc import Callable
from itertools import count

import pytest

from games.core.chance import Chance
from games.matches.stream.loading import load
from games.spell_a_spell.components.cards import faces
from games.spell_a_spell.components.spelling import LETTERS
from games.spell_a_spell.lexicon.entries import lexicon, newest
from games.spell_a_spell.state import Turn
from tests.behaviours.twins import (
    SetKey,
    _every_match_that_was_played_holds,
    masked,
    play,
    set_key,
    told,
)
from tests.behaviours.twins_of_spell_a_spell import HAND, SEATS, begun, held, key_of, key_where
from tests.support.cast import SAS, STRANGER, Person, match_of, person

__all__ = ["_every_match_that_was_played_holds", "set_key"]

NAMES = ("Alice", "Bob", "Carol")
# Draw 0 is the dealer; then every seat is dealt its hand. What the last seat is dealt changes no other hand.
DEALT_LAST = range(1 + (SEATS - 1) * HAND, 1 + SEATS * HAND)
LAST = SEATS - 1
END = {"type": "end_turn"}
DECLINE = {"type": "decline"}
SNOWBALL = {"type": "play_effect", "effect": "snowball"}
Deal = Callable[[int], None]


@pytest.fixture
def deal(set_key: SetKey, monkeypatch: pytest.MonkeyPatch) -> Deal:
    """The last seat is dealt its cards by the key of this number, all else comes from the key that is set."""
    word, other = Chance._word, Chance(bytes(32))

    def mixed(self: Chance, k: int, j: int) -> int:
        return word(other if k in DEALT_LAST else self, k, j)

    monkeypatch.setattr(Chance, "_word", mixed)

    def by(number: int) -> None:
        nonlocal other
        other = Chance(key_of(number))

    return by


def last_hand(match_id: str) -> tuple[str, ...]:
    state = load(match_id).match.state
    assert isinstance(state, Turn)
    return faces(state.table.players[LAST].hand)


def assert_alike(matches: list[str], cast: list[Person], *, but: set[int]) -> None:
    """Those who may not know are told the same of both matches, whose states differ; the others are not."""
    one, other = matches
    assert load(one).match.state != load(other).match.state
    others = [*(who for seat, who in enumerate(cast) if seat not in but), STRANGER]
    assert told(one, others) == told(other, others)
    for seat in but:
        views = [masked(cast[seat].get(f"/matches/{match_id}/view").json()) for match_id in matches]
        assert views[0] | {"match": ""} != views[1] | {"match": ""}


def people() -> list[Person]:
    return [person(name) for name in NAMES]


def test_a_hand_is_nobody_elses(set_key: SetKey, deal: Deal) -> None:
    cast = people()
    matches = []
    for number in (1, 2):
        deal(number)
        matches.append(match_of(*cast, game=SAS))
    assert_alike(matches, cast, but={LAST})


def test_a_firewall_that_is_held_is_nobody_elses_while_its_window_is_open(set_key: SetKey, deal: Deal) -> None:
    thief = LAST - 1
    set_key(key_of(key_where(thief, "snowball")))
    cast, matches = people(), dict[bool, str]()
    for number in count():
        deal(number)
        match_id = match_of(*cast, game=SAS)
        matches.setdefault("firewall" in last_hand(match_id), match_id)
        if len(matches) == 2:
            break
    for match_id in matches.values():
        play(match_id, cast, [(thief, SNOWBALL)])
        assert load(match_id).match.prompts[LAST].kind == "snowball_defence"
    assert_alike([matches[True], matches[False]], cast, but={LAST})


def test_a_drawn_card_is_nobody_elses(set_key: SetKey) -> None:
    cast, first = people(), begun(0).seat
    matches = []
    for number in (1, 2):
        set_key(key_of(0))
        match_id = match_of(*cast, game=SAS)
        set_key(key_of(number))
        play(match_id, cast, [(first, END)])
        matches.append(match_id)
    assert_alike(matches, cast, but={first})


def keys_that_steal_differently() -> list[int]:
    """Two keys whose first draw after the deal takes another card of six."""
    place = {Chance(key_of(number), DEALT_LAST.stop).below(HAND): number for number in range(1, 20)}
    return list(place.values())[:2]


def test_a_stolen_card_is_known_to_thief_and_target_alone(set_key: SetKey) -> None:
    thief, target = 0, 1
    cast = people()
    matches = []
    for number in keys_that_steal_differently():
        set_key(key_of(key_where(thief, "snowball")))
        match_id = match_of(*cast, game=SAS)
        play(match_id, cast, [(thief, SNOWBALL)])
        set_key(key_of(number))
        play(match_id, cast, [(target, DECLINE)])
        matches.append(match_id)
    assert_alike(matches, cast, but={thief, target})


def test_a_vote_is_nobody_elses_before_all_have_voted(set_key: SetKey) -> None:
    set_key(key_of(0))
    cast, state = people(), begun(0)
    word = unlisted(state)
    voter = (state.seat + 1) % SEATS
    matches = []
    for vote in ("accept", "challenge"):
        match_id = match_of(*cast, game=SAS, options={"adjudication": "lexicon_vote"})
        play(
            match_id, cast, [(state.seat, {"type": "cast_word", "word": word}), (voter, {"type": "vote", "vote": vote})]
        )
        matches.append(match_id)
    assert_alike(matches, cast, but={voter})


def unlisted(state: Turn) -> str:
    """Two letters in the hand of the seat on turn that the lexicon does not list as a word."""
    letters = [face for face in held(state, state.seat) if face in LETTERS]
    pairs = [one + two for place, one in enumerate(letters) for two in letters[place + 1 :]]
    return next(pair for pair in pairs if not lexicon(newest()).accepts(pair))
