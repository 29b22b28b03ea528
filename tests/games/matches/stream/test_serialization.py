import re
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum, IntEnum
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from games.matches.stream.serialization import NotFrozen, freeze, thaw
from tests.games.evidence import VERSIONS, evidence_of


class Suit(Enum):
    RED = "red"


class Rank(IntEnum):
    LOW = 1


class Pair(NamedTuple):
    left: int
    right: int


@dataclass(frozen=True)
class Card:
    suit: Suit
    rank: Rank


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    cards: tuple[Card, ...]
    seen: frozenset[str] = frozenset()


HAND = Hand(cards=(Card(Suit.RED, Rank.LOW),), seen=frozenset({"b", "a", "c"}))


def named(value: object) -> str:
    """What a value is called in a test's name: the same in every process, unlike addresses and the order of a set."""
    return re.sub(r" at 0x[0-9a-f]+|(?<=frozenset\({)'[^}]*", "", repr(value))


@pytest.mark.parametrize(
    "value",
    [
        *(None, True, 1, 0, -(2**60), "כישוף", b"\x00\xff", (), [], {}, frozenset()),
        *((1, "a", None), [1, [2, (3,)]], {1: "one", "two": (2,)}, frozenset({(1, 2), (3, 4)})),
        *(
            timedelta(days=-2, seconds=3, microseconds=4),
            MappingProxyType({"a": 1}),
            datetime(2026, 11, 21, 12, 0, 0, 5, tzinfo=UTC),
            HAND,
            {"hand": HAND, 0: [HAND]},
        ),
    ],
    ids=named,
)
def test_a_value_comes_back_as_it_was(value: Any) -> None:
    again = thaw(freeze(value))

    assert again == value
    assert type(again) is type(value)


def test_a_truth_value_does_not_come_back_as_a_number() -> None:
    assert [type(one) for one in thaw(freeze((True, 1, False, 0)))] == [bool, int, bool, int]


def test_enums_come_back_as_themselves() -> None:
    assert thaw(freeze((Suit.RED, Rank.LOW)))[0] is Suit.RED
    assert thaw(freeze(Rank.LOW)) is Rank.LOW


class Text(str):
    pass


@pytest.mark.parametrize(
    "value", [1.5, {1, 2}, object(), lambda: 0, Pair(1, 2), Text("a"), Suit, ([{2.0}],)], ids=named
)
def test_what_would_come_back_changed_is_refused(value: Any) -> None:
    with pytest.raises(NotFrozen):
        freeze(value)


def test_a_refusal_names_the_type_and_not_the_value() -> None:
    with pytest.raises(NotFrozen, match="a set cannot be kept"):
        freeze({"hand": {"fireball"}})


@pytest.mark.parametrize("name", ["os:system", "builtins:print", "subprocess:Popen"])
def test_nothing_but_frozen_classes_is_made_of_bytes(name: str) -> None:
    with pytest.raises(NotFrozen):
        thaw(freeze(HAND).replace(b"%s:Hand" % __name__.encode(), name.encode()))


def test_the_bytes_hang_on_no_hashes() -> None:
    code = "from games.matches.stream.serialization import freeze; print(freeze(frozenset('abcdefgh')))"
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3")
    }

    assert len(texts) == 1


@pytest.mark.parametrize(("slug", "rules"), VERSIONS)
def test_the_states_of_every_game_come_back_as_they_were(slug: str, rules: str) -> None:
    states = [
        state for playout in evidence_of(slug, rules).playouts[:6] for step in playout.steps for state in step.states
    ]

    assert len({type(state) for state in states}) >= 1
    for state in states[:: max(1, len(states) // 300)]:
        assert thaw(freeze(state)) == state
