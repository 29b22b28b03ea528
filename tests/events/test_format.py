import json
from datetime import UTC, datetime, timedelta, timezone
from enum import IntEnum
from pathlib import Path
from typing import Any

import orjson
import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from events.envelope import NewEvent, Part, read, write
from events.format.canon import NotCanonical, canon, canon_checking, canonical
from events.format.chain import GENESIS, event_hash, length_prefixed, timestamp
from events.format.seal import seal_digest
from tests.events.streams import MOVED

VECTORS: dict[str, list[Any]] = json.loads((Path(__file__).parents[1] / "vectors/format.json").read_text("utf-8"))
MATCH = "01940000-0000-7000-8000-000000000001"
STAMP = "2026-11-21T00:00:01.250000Z"
WIDEST = 2**53 - 1

texts = st.text(st.characters(exclude_categories=["Cs"]))
leaves = st.none() | st.booleans() | st.integers(-WIDEST, WIDEST) | texts
keys = st.text(st.characters(max_codepoint=127))
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.tuples(inner, inner) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=25,
)


class Colour(IntEnum):
    RED = 1


@pytest.mark.parametrize("vector", VECTORS["canon"])
def test_canon_vectors(vector: dict[str, Any]) -> None:
    assert canon(vector["value"]).hex() == vector["bytes_hex"]


@pytest.mark.parametrize("vector", VECTORS["seal"])
def test_seal_vectors(vector: dict[str, Any]) -> None:
    content = canon([vector[name] for name in ("match", "version", "index", "audience", "part")])
    assert seal_digest(bytes.fromhex(vector["salt_hex"]), content) == vector["digest_hex"]


@pytest.mark.parametrize("vector", VECTORS["event"])
def test_event_vectors(vector: dict[str, Any]) -> None:
    previous = bytes.fromhex(vector["previous_hex"])
    assert event_hash(previous, canon(vector["envelope"])).hex() == vector["hash_hex"]


def test_before_version_1_stand_32_zero_bytes() -> None:
    assert GENESIS.hex() == VECTORS["event"][0]["previous_hex"] == "00" * 32


def test_a_length_stands_before_its_bytes_in_four_bytes_big_endian() -> None:
    assert length_prefixed(b"x" * 258) == b"\x00\x00\x01\x02" + b"x" * 258


@given(values)
def test_canonical_bytes_are_those_of_rfc_8785(value: Any) -> None:
    assert canon(value) == rfc8785.dumps(value)


@given(values)
def test_a_canonical_value_is_what_its_bytes_are_read_as_in_the_same_order(value: Any) -> None:
    assert orjson.dumps(canonical(value)) == canon(value)
    assert canonical(value) == orjson.loads(canon(value))


@pytest.mark.parametrize("foreign", [1.0, 0.5, float("nan"), 2**53, -(2**53), b"x", {1}, Colour.RED, datetime.now(UTC)])
@pytest.mark.parametrize("place", [lambda value: value, lambda value: {"a": [value]}, lambda value: ((), (value,))])
def test_canon_refuses_what_the_format_does_not_hold(place: Any, foreign: Any) -> None:
    with pytest.raises(NotCanonical):
        canon(place(foreign))
    with pytest.raises(NotCanonical):
        canon_checking(canonical(place(foreign)))


@pytest.mark.parametrize("key", [1, None, True, "ł", "\ud800"])
def test_canon_refuses_keys_that_are_not_ascii_strings(key: Any) -> None:
    for refusing in (canon, canonical):
        with pytest.raises(NotCanonical):
            refusing({"deep": [{key: 1}]})


def test_canon_refuses_half_a_character() -> None:
    with pytest.raises(NotCanonical):
        canon("\ud800")


def test_a_refusal_does_not_repeat_the_value() -> None:
    with pytest.raises(NotCanonical) as refused:
        canon({"seed": [b"0123456789"], "x": 3})
    assert "0123456789" not in str(refused.value)


def test_times_are_utc_with_six_digits_and_z() -> None:
    warsaw = timezone(timedelta(hours=1))
    assert timestamp(datetime(2026, 11, 21, 1, 0, 1, tzinfo=warsaw)) == "2026-11-21T00:00:01.000000Z"


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        timestamp(datetime(2026, 11, 21))


def test_an_envelope_holds_what_the_format_lists() -> None:
    body = write(MOVED, match=MATCH, version=2, at=STAMP, previous=GENESIS).row.body
    envelope = orjson.loads(body)
    seals = envelope.pop("seals")
    assert envelope == {
        "match": MATCH,
        "version": 2,
        "type": "spell_chosen",
        "schema": 1,
        "seat": 1,
        "by": "player",
        "at": STAMP,
        "move": 1,
        "draws": {"first": 0, "count": 2},
        "data": {"rules": ["RPW-18"], "name": "קוף"},
    }
    assert [seal["audience"] for seal in seals] == [[1], [0, 2]]
    assert body == rfc8785.dumps({**envelope, "seals": seals})


@given(st.dictionaries(keys, values, max_size=4), st.dictionaries(keys, values, max_size=4))
def test_a_written_event_is_what_a_reader_of_its_row_gets(data: Any, part: Any) -> None:
    draft = NewEvent(type="dealt", data=data, draws={"first": 0, "count": 2}, parts=(Part(audience=(0, 2), part=part),))
    row, event = write(draft, match=MATCH, version=2, at=STAMP, previous=GENESIS)
    assert event == read(row)
    # In the same order, in which answers show it.
    assert orjson.dumps(event.envelope) == row.body
    assert orjson.dumps(event.openings[0].part) == row.secrets[0].part


def test_every_seal_is_the_digest_of_its_opening() -> None:
    event = write(MOVED, match=MATCH, version=2, at=STAMP, previous=GENESIS).event
    for opening, seal in zip(event.openings, event.envelope["seals"], strict=True):
        content = rfc8785.dumps([MATCH, 2, opening.index, list(opening.audience), opening.part])
        assert seal == {"audience": list(opening.audience), "digest": seal_digest(opening.salt, content)}


def test_a_salt_is_sixteen_bytes_and_never_the_same() -> None:
    salts = {
        opening.salt
        for _ in range(50)
        for opening in write(MOVED, match=MATCH, version=2, at=STAMP, previous=GENESIS).event.openings
    }
    assert len(salts) == 100
    assert {len(salt) for salt in salts} == {16}


@given(st.integers(0), st.integers(1, 255))
def test_any_byte_changed_in_a_body_changes_the_hash(place: int, change: int) -> None:
    row = write(MOVED, match=MATCH, version=2, at=STAMP, previous=GENESIS).row
    body = bytearray(row.body)
    body[place % len(body)] ^= change
    assert event_hash(GENESIS, row.body) == row.hash
    assert event_hash(GENESIS, bytes(body)) != row.hash


@pytest.mark.parametrize(
    "draft",
    [
        NewEvent(type="SpellChosen", data={}),
        NewEvent(type="spell chosen", data={}),
        NewEvent(type="spell_chosen", data={}, by="alice"),
        NewEvent(type="spell_chosen", data={}, parts=(Part(audience=(2, 0), part={}),)),
        NewEvent(type="spell_chosen", data={}, parts=(Part(audience=(1, 1), part={}),)),
    ],
)
def test_a_draft_outside_the_format_is_refused(draft: NewEvent) -> None:
    with pytest.raises(ValueError):
        write(draft, match=MATCH, version=2, at=STAMP, previous=GENESIS)


@pytest.mark.parametrize("field", ["schema", "seat", "move", "draws", "data", "parts"])
def test_every_field_of_a_draft_is_held_to_the_format(field: str) -> None:
    foreign: dict[str, Any] = {
        "schema": 1.5,
        "seat": 0.5,
        "move": 0.5,
        "draws": {"first": 0.0},
        "data": {"deep": [{"x": 1.0}]},
        "parts": (Part(audience=(0,), part={"x": {1: 2}}),),  # type: ignore[dict-item]
    }
    given: dict[str, Any] = {"type": "spell_chosen", "data": {}, field: foreign[field]}
    with pytest.raises(NotCanonical):
        write(NewEvent(**given), match=MATCH, version=2, at=STAMP, previous=GENESIS)


def test_an_audience_is_of_integers() -> None:
    seats: Any = (0.0, 1.0)
    with pytest.raises(NotCanonical):
        write(
            NewEvent(type="dealt", data={}, parts=(Part(audience=seats, part={}),)),
            match=MATCH,
            version=2,
            at=STAMP,
            previous=GENESIS,
        )
