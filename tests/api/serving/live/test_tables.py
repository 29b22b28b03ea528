"""The message `table`: all that a table shows of a match, for whoever wishes for it in place of the smaller messages."""

from typing import Any

import pytest

from api.serving.streams import tables
from events import hints
from games.matches.errors import MatchQuarantined
from games.matches.presentation.views import Sight
from games.matches.stream import quarantine
from games.matches.stream.loading import load
from tests.api.serving.live.test_streams import GAMES
from tests.support.cast import RPW, STRANGER, Person, create, join, person, play_some, resign_all
from tests.support.patched import Kept
from tests.support.streaming import Running, Stream, events, one_move, seated

SMALLER = {"prompts", "deadline", "status"}


def shown(who: Person, match_id: str) -> Any:
    """What the answers say that a table is made of, but for the service's clock."""
    match, view, prompts = (who.get(f"/matches/{match_id}{part}").json() for part in ("", "/view", "/prompts"))
    del match["now"]
    assert prompts == {
        "game": view["game"],
        "rules": view["rules"],
        "version": view["version"],
        "items": view["prompts"],
        "take_back": prompts["take_back"],
    }
    return {"match": match, "view": view, "take_back": prompts["take_back"]}


def heard(stream: Stream, kept: Kept, version: int) -> list[Any]:
    """Hear a stream up to the table of a version."""
    told = stream.until(lambda one: one["type"] == "table" and one["data"]["version"] >= version)
    for one in told:
        if one["type"] == "table":
            kept.hear(one["data"])
    return told


@pytest.mark.parametrize("game", GAMES)
def test_after_each_batch_of_events_it_is_what_the_answers_say(live: Running, game: str) -> None:
    match_id, cast = seated(game=game)
    readers = [*cast, STRANGER]
    streams = [live.get(f"/matches/{match_id}/stream?table=true", who) for who in readers]
    kept = [Kept() for _ in readers]
    head = load(match_id).match.head.version
    for _ in range(12):
        for who, stream, mine in zip(readers, streams, kept, strict=True):
            told = heard(stream, mine, head)
            assert mine.document == shown(who, match_id)
            assert not SMALLER & {one["type"] for one in told}
        head = one_move(match_id, cast)
        if load(match_id).match.is_over:
            break
    # The first is whole, and another where that is shorter.
    assert sum(one.patches for one in kept) > sum(one.wholes for one in kept) >= len(readers)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_is_played_to_its_end_is_told_to_its_end(live: Running, game: str) -> None:
    match_id, cast = seated(game=game)
    stream, kept = live.get(f"/matches/{match_id}/stream?table=true", cast[1]), Kept()
    if game == RPW:
        play_some(match_id, cast)
    else:
        play_some(match_id, cast, moves=20)
        resign_all(match_id, cast)
    told = stream.rest()
    for one in told:
        if one["type"] == "table":
            kept.hear(one["data"])
    assert kept.document == shown(cast[1], match_id)
    assert (told[-1]["data"]["reason"], kept.document["match"]["status"]) == ("match_over", "finished")


def test_a_player_is_told_the_tables_of_the_matches_that_they_name(live: Running) -> None:
    (one, cast), two = seated(), create(person("Dora").id)
    join(two, cast[0].id)
    stream = live.get(f"/me/stream?matches={one},{two}&table=true", cast[0])
    kept = {one: Kept(), two: Kept()}
    heads = {match_id: load(match_id).match.head.version for match_id in (one, two)}

    def has_all() -> bool:
        return all(kept[match_id].version == heads[match_id] for match_id in kept)

    def hear(message: Any) -> bool:
        if message["type"] == "table":
            kept[message["data"]["match"]].hear(message["data"])
        assert message["type"] not in SMALLER
        return has_all()

    stream.until(hear)
    for _ in range(3):
        heads[one] = one_move(one, cast)
        last = stream.until(hear)[-1]["id"]
    assert {match_id: mine.document for match_id, mine in kept.items()} == {
        match_id: shown(cast[0], match_id) for match_id in kept
    }
    # Whoever comes back is told the whole, and of events what they have missed.
    stream.close()
    before = heads[one]
    heads[one] = one_move(one, cast)
    again = live.get(f"/me/stream?matches={one},{two}&table=true", cast[0], Last_Event_ID=last)
    kept = {one: Kept(), two: Kept()}
    told = again.until(hear)
    assert [event["version"] for event in events(told)] == list(range(before + 1, heads[one] + 1))
    assert kept[one].document == shown(cast[0], one)


def test_a_place_without_a_number_for_the_notices_begins_with_the_notices_from_now_on(live: Running) -> None:
    match_id, cast = seated()
    head = load(match_id).match.head.version
    stream = live.get(f"/me/stream?matches={match_id}&table=true&after=-{head}", cast[0])
    told = stream.until(lambda one: one["type"] == "table")
    assert events(told) == []
    assert not [one for one in told if one["type"] == "notice"]
    for wrong in ("-", "--1", "1-", ""):
        assert live.get(f"/me/stream?matches={match_id}&after={wrong}", cast[0]).problem() == (400, "invalid_request")


def test_a_reader_who_has_missed_pages_is_told_the_table_after_the_last(
    live: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.serving.streams.pages.MOST", 2)
    match_id, cast = seated()
    head = one_move(match_id, cast)
    stream, kept = live.get(f"/matches/{match_id}/stream?table=true", cast[0]), Kept()
    told = heard(stream, kept, head)
    assert [one["type"] for one in told] == ["event"] * head + ["table"]
    assert kept.document == shown(cast[0], match_id)


def test_what_changes_without_an_event_is_told_too(live: Running) -> None:
    match_id, cast = seated()
    stream, kept = live.get(f"/matches/{match_id}/stream?table=true", cast[0]), Kept()
    head = load(match_id).match.head.version
    heard(stream, kept, head)
    quarantine.set_aside(match_id, head, "failed")
    heard(stream, kept, head)
    assert (kept.document["match"]["status"], kept.document["view"]["status"]) == ("quarantined", "quarantined")


def test_of_a_match_whose_view_fails_the_view_is_null_and_the_stream_goes_on(
    live: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id, cast = seated()

    def broken(*given: Any, **named: Any) -> Any:
        raise MatchQuarantined

    monkeypatch.setattr(Sight, "view", broken)
    stream, kept = live.get(f"/matches/{match_id}/stream?table=true", cast[0]), Kept()
    heard(stream, kept, load(match_id).match.head.version)
    assert (kept.document["view"], kept.document["take_back"]) == (None, None)


def test_a_table_whose_document_is_forgotten_is_told_whole(live: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id, cast = seated()
    stream, kept = live.get(f"/matches/{match_id}/stream?table=true", cast[0]), Kept()
    heard(stream, kept, load(match_id).match.head.version)
    monkeypatch.setattr(tables.documents, "get", lambda key: None)
    heard(stream, kept, one_move(match_id, cast))
    assert (kept.wholes, kept.document) == (2, shown(cast[0], match_id))


def test_a_move_is_rendered_once_for_each_class_whatever_the_audience(
    live: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id, cast = seated()
    readers = [*cast, STRANGER] * 3
    streams = [live.get(f"/matches/{match_id}/stream?table=true", who) for who in readers]
    kept = [Kept() for _ in readers]
    head = load(match_id).match.head.version
    for stream, mine in zip(streams, kept, strict=True):
        heard(stream, mine, head)
    rendered, view = list[Any](), Sight.view

    def counted(sight: Sight, *given: Any) -> Any:
        rendered.append(sight.seat)
        return view(sight, *given)

    monkeypatch.setattr(Sight, "view", counted)
    head = one_move(match_id, cast)
    hints.send({match_id: head})
    for stream, mine in zip(streams, kept, strict=True):
        heard(stream, mine, head)
    assert sorted(rendered, key=str) == [0, 1, 2, None]


def test_a_wish_that_is_neither_true_nor_false_is_refused(live: Running) -> None:
    match_id, cast = seated()
    for path in (f"/matches/{match_id}/stream", "/me/stream"):
        assert live.get(f"{path}?table=yes", cast[0]).problem() == (400, "invalid_request")
