"""The document of a table through patches and lost connections, and the service's clock."""

from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest
from tabularium_client import AsyncTabularium
from tabularium_client.terminal.feed import Feed, first_of_holder
from tabularium_client.terminal.patches import patched
from tabularium_client.terminal.rooms.lobby import place_of
from tabularium_client.terminal.rooms.table import in_time, link_of

WHOLE = {"match": {"id": "m1"}, "view": {"version": 4, "prompts": [1, 2]}, "take_back": None}


def feed() -> Feed:
    return Feed(cast(AsyncTabularium, None), "m1")


def table(version: int, **more: Any) -> Any:
    data = {"match": "m1", "version": version, "now": "2026-11-28T12:00:00Z", "base": None, **more}
    return {"type": "table", "data": data}


def test_patches_add_replace_and_remove_and_leave_the_document_before_as_it_was() -> None:
    before = {"a": [1, 2, {"b/c": 3}], "d": None}
    changes: list[dict[str, Any]] = [
        {"op": "replace", "path": "/a/0", "value": 9},
        {"op": "remove", "path": "/a/1"},
        {"op": "replace", "path": "/a/1/b~1c", "value": 4},
        {"op": "add", "path": "/a/-", "value": "last"},
        {"op": "add", "path": "/a/0", "value": "first"},
        {"op": "add", "path": "/e", "value": {}},
    ]
    assert patched(before, changes) == {"a": ["first", 9, {"b/c": 4}, "last"], "d": None, "e": {}}
    assert before == {"a": [1, 2, {"b/c": 3}], "d": None}
    assert patched(before, [{"op": "replace", "path": "", "value": 1}]) == 1
    with pytest.raises(ValueError, match="move"):
        patched(before, [{"op": "move", "path": "/a"}])
    with pytest.raises(LookupError):
        patched(before, [{"op": "remove", "path": "/x"}])


def test_a_table_follows_from_the_one_before_it_and_one_for_another_is_left() -> None:
    one = feed()
    assert one.hear(table(4, whole=WHOLE))
    assert one.hear(table(5, base=4, patch=[{"op": "replace", "path": "/view/version", "value": 5}]))
    assert one.view == {"version": 5, "prompts": [1, 2]}
    assert not one.hear(table(8, base=7, patch=[{"op": "remove", "path": "/view"}]))
    assert one.view == {"version": 5, "prompts": [1, 2]}
    assert one.hear(table(8, whole={**WHOLE, "view": None, "take_back": 3}))
    assert one.take_back == 3
    assert not one.view


def test_events_are_kept_in_order_and_unknown_messages_are_left() -> None:
    one = feed()
    for number in (1, 2):
        assert not one.hear({"type": "event", "data": {"version": number, "type": "seat_taken", "seat": number}})
    assert not one.hear({"type": "new_in_2030", "data": {}})
    assert [event["version"] for event in one.events] == [1, 2]
    assert first_of_holder(one.events) == {1: 1, 2: 2}


def test_a_clock_counts_by_the_services_time_whatever_the_device_says() -> None:
    one = feed()
    one.hear(table(4, whole=WHOLE, now=_service_time(3600)))
    assert 55 <= one.seconds_left(_service_time(3660)) <= 61
    assert [in_time(seconds) for seconds in (7, 75, 3720, 90000)] == ["0:07", "1:15", "1h 02m", "1d 1h"]


def test_the_link_that_is_shown_is_the_one_that_is_taken() -> None:
    link = link_of("https://play.example", "m1", "inv_secret")
    assert link == "https://play.example/join/m1#inv_secret"
    assert place_of(f" {link} ") == ("m1", "inv_secret")
    assert place_of("m1") == ("m1", None)


def _service_time(ahead: float) -> str:
    return (datetime.now(UTC) + timedelta(seconds=ahead)).isoformat().replace("+00:00", "Z")
