"""Events and moves as they are stored, and the bytes that are hashed."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, ClassVar, TypedDict

import orjson
import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from events.format.canon import canon
from games.core.codec import _with_objects, canonical, decode, encode, frozen, move_from_json, move_to_json
from games.core.events import SERVER, Draws, Event, sealed
from games.core.json import JSON
from games.core.moves import Move

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "vectors/format.json").read_text(encoding="utf-8")
)["canon"]
WIDEST = 2**53 - 1

texts = st.text(st.characters(exclude_categories=["Cs"]))
ascii_texts = st.text(st.characters(max_codepoint=127))
leaves = st.none() | st.booleans() | st.integers(-WIDEST, WIDEST) | texts
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ascii_texts, inner, max_size=4), max_leaves=25
)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["bytes_hex"][:12])
def test_vector_canon(vector: dict[str, Any]) -> None:
    assert canon(vector["value"]).hex() == vector["bytes_hex"]


@given(values)
def test_canon_gives_the_bytes_of_the_reference_library(value: Any) -> None:
    assert canon(value) == rfc8785.dumps(value)


@given(values)
def test_canon_is_read_back_as_what_it_was(value: Any) -> None:
    assert orjson.loads(canon(value)) == value


@given(st.lists(leaves, max_size=5))
def test_canon_writes_tuples_as_lists(items: list[JSON]) -> None:
    assert canon({"a": tuple(items)}) == canon({"a": items})


@pytest.mark.parametrize(
    "value",
    [
        1.5,
        1.0,
        [1.0],
        {"a": {"b": (0.5,)}},
        float("nan"),
        WIDEST + 1,
        -WIDEST - 1,
        {"ключ": 1},
        {1: 1},
        "\ud800",
        b"bytes",
        {1, 2},
        date(2026, 11, 21),
        object(),
    ],
    ids=lambda value: "object()" if type(value) is object else repr(value),
)
def test_canon_refuses_what_history_cannot_hold(value: object) -> None:
    with pytest.raises(TypeError):
        canon(value)


@dataclass(frozen=True, kw_only=True)
class Swapped(Event):
    """Two seats change a card each; a third card is known to nobody."""

    type: ClassVar[str] = "swapped"
    schema: ClassVar[int] = 2
    between: tuple[int, ...]
    note: JSON = None
    given: str = sealed("seat")
    kept: tuple[str, ...] = sealed("seat")
    seen: str = sealed("between")
    left: int = sealed(SERVER)


SWAPPED = Swapped(
    rules=("T-1", "T-2"),
    seat=2,
    draws=Draws(first=4, count=1),
    between=(2, 0),
    note={"words": ("קוף", "ł")},
    given="a",
    kept=("b", "c"),
    seen="d",
    left=7,
)


def test_encode_puts_only_public_fields_into_the_data() -> None:
    fact = encode(SWAPPED)

    assert (fact.type, fact.schema, fact.seat, fact.draws) == ("swapped", 2, 2, Draws(first=4, count=1))
    assert fact.data == {"rules": ("T-1", "T-2"), "between": (2, 0), "note": {"words": ("קוף", "ł")}}


def test_encode_makes_one_part_for_each_audience_seats_in_rising_order() -> None:
    assert encode(SWAPPED).parts == (
        ((2,), {"given": "a", "kept": ("b", "c")}),
        ((0, 2), {"seen": "d"}),
        ((), {"left": 7}),
    )


def test_decode_undoes_encode_also_through_stored_bytes() -> None:
    fact = encode(SWAPPED)
    stored = encode(SWAPPED).__class__(
        type=fact.type,
        schema=fact.schema,
        seat=fact.seat,
        draws=fact.draws,
        data=orjson.loads(canon(fact.data)),
        parts=tuple((audience, orjson.loads(canon(part))) for audience, part in fact.parts),
    )

    assert decode({"swapped": Swapped}, fact) == SWAPPED
    assert decode({"swapped": Swapped}, stored) == SWAPPED


class Change(TypedDict):
    seat: int
    by: int


Named = Mapping[str, JSON]


@dataclass(frozen=True, kw_only=True)
class Nested(Event):
    type: ClassVar[str] = "nested"
    plain: tuple[tuple[int, str | None], ...] = ()
    changes: tuple[Change | None, ...] = ()
    named: Named | None = None
    anything: Any = None


def test_objects_come_out_in_the_order_in_which_they_come_back_wherever_they_may_stand() -> None:
    made = Nested(
        rules=(),
        plain=((1, "b"), (2, None)),
        changes=({"seat": 1, "by": 2}, None),
        named={"b": {"d": 1, "c": 2}, "a": ()},
        anything=({"b": 1, "a": 2},),
    )
    stored = replace(encode(made), data=orjson.loads(canon(encode(made).data)))
    assert repr(canonical(made)) == repr(decode({"nested": Nested}, stored))
    assert canonical(made) == made


def test_what_is_declared_to_hold_no_object_is_not_looked_through() -> None:
    assert _with_objects(Nested) == ("changes", "named", "anything")
    assert _with_objects(Swapped) == ("note",)


def test_decode_of_an_unknown_type_is_an_error() -> None:
    with pytest.raises(KeyError):
        decode({}, encode(SWAPPED))


@dataclass(frozen=True, kw_only=True)
class PlayWord(Move):
    type: ClassVar[str] = "play_word"
    cards: tuple[str, ...]
    times: int


def test_a_move_is_its_type_and_its_fields() -> None:
    assert move_to_json(PlayWord(cards=("a", "b"), times=2)) == {"type": "play_word", "cards": ["a", "b"], "times": 2}


@given(st.lists(texts, max_size=4), st.integers(-WIDEST, WIDEST))
def test_a_move_survives_storage(cards: list[str], times: int) -> None:
    move = PlayWord(cards=tuple(cards), times=times)

    assert move_from_json({"play_word": PlayWord}, orjson.loads(canon(move_to_json(move)))) == move


@given(values)
def test_frozen_has_tuples_for_lists_and_the_same_bytes(value: Any) -> None:
    assert canon(frozen(value)) == canon(value)
    assert frozen(frozen(value)) == frozen(value)


def test_frozen_goes_all_the_way_down() -> None:
    assert frozen([1, [2, {"a": [3]}]]) == (1, (2, {"a": (3,)}))
