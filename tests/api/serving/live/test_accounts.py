import re
import threading
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.core.management import call_command

from api.serving.streams import news
from games.matches.accounts import tokens
from games.matches.background import consumers
from games.matches.lobby import lobby
from games.matches.models.people import StreamTicket
from games.matches.notices import inbox, shown_positions, writer
from games.matches.play.submission import resign
from games.matches.presentation import resources as presented
from tests.support.cast import Person, create, join, person
from tests.support.streaming import PATIENCE, Running, one_move, seated


def told_of(match_id: str) -> None:
    """Let the workers tell of a match."""
    consumers.list_and_keep([match_id])
    writer.tell_now(match_id)


def of_type(messages: list[Any], name: str) -> list[Any]:
    return [one["data"] for one in messages if one["type"] == name]


def test_the_page_s_session_opens_streams_with_its_header_alone_and_ends_them_when_it_is_revoked(live: Running) -> None:
    match_id, cast = seated()
    told_of(match_id)
    cookie = {"Cookie": f"other=1; tabularium={cast[0].token}"}
    for foreign in ({}, {"Tabularium_Page": "1", "Sec_Fetch_Site": "same-site"}):
        assert live.get("/me/stream", None, **cookie, **foreign).problem() == (401, "not_authenticated")
    own = {**cookie, "Tabularium_Page": "1", "Sec_Fetch_Site": "same-origin"}
    stream = live.get("/me/stream", None, **own)
    assert stream.next()["data"]["you"] == 0
    of_match = live.get(f"/matches/{match_id}/stream", None, **own).until_status()
    assert "prompts" in {one["type"] for one in of_match}
    tokens.revoke(cast[0].id, cast[0].get("/me/tokens").json()["items"][0]["id"])
    assert stream.rest()[-1]["data"]["reason"] == "token_revoked"


def test_a_player_is_told_how_each_of_their_matches_stands_and_each_notice_once(live: Running) -> None:
    match_id, cast = seated()
    told_of(match_id)
    stream = live.get("/me/stream", cast[0])
    first = stream.next()
    listed = cast[0].get("/matches?mine=true").json()["items"][0]
    assert first["type"] == "match"
    # The server's clock goes on.
    assert {**first["data"], "now": listed["now"]} == listed
    other, bob = create(cast[1].id), cast[1]
    bob.post(f"/matches/{other}/invitations", {"player": cast[0].id})
    told = stream.until(lambda one: one["type"] == "notice")
    assert of_type(told, "notice")[0]["kind"] == "invited"
    last = told[-1]["id"]
    stream.close()
    resign(match_id, cast[1].id, key=None)
    one_move(match_id, cast)
    told_of(match_id)
    again = live.get("/me/stream", cast[0], Last_Event_ID=last)
    shown = again.until(lambda one: one["type"] == "match")
    assert of_type(shown, "match")[0]["version"] > first["data"]["version"]
    everything = cast[0].get("/me/notices").json()["items"]
    assert live.get("/me/stream?after=0", cast[0]).until(
        lambda one: one["type"] == "notice" and one["data"]["id"] == everything[0]["id"]
    )


def test_a_reader_who_comes_back_to_a_restored_copy_after_it_has_told_more_misses_nothing(live: Running) -> None:
    match_id, cast = seated()
    told_of(match_id)
    # As far as the original had come, of which the copy knows nothing.
    seen = inbox.last_position(cast[0].id) + 1_000
    call_command("hold_sending")
    call_command("resume_sending")
    other = create(cast[1].id)
    cast[1].post(f"/matches/{other}/invitations", {"player": cast[0].id})
    told_of(other)
    stream = live.get("/me/stream", cast[0], Last_Event_ID=str(shown_positions.shown(cast[0].id, seen)))
    told = stream.until(lambda one: one["type"] == "notice" and one["data"]["kind"] == "invited")
    assert told


def test_a_reader_who_stands_ahead_of_all_notices_is_told_of_the_next(live: Running) -> None:
    """As after a backup was put back: its notices are counted on from where it was made."""
    match_id, cast = seated()
    told_of(match_id)
    stream = live.get("/me/stream", cast[0], Last_Event_ID="999999999999")
    stream.next()
    other = create(cast[1].id)
    cast[1].post(f"/matches/{other}/invitations", {"player": cast[0].id})
    told = stream.until(lambda one: one["type"] == "notice")
    assert of_type(told, "notice")[0]["kind"] == "invited"


def is_event(match_id: str, version: int, message: Any) -> bool:
    told = message["data"]
    return bool(message["type"] == "event" and told["match"] == match_id and told["version"] >= version)


def test_matches_that_are_named_are_told_in_full_and_each_goes_on_where_its_reader_stood(live: Running) -> None:
    (one, cast), told, last = seated(), [], "0"
    two = create(cast[0].id)
    path = f"/me/stream?matches={one},{two}"
    for _ in range(6):
        stream = live.get(path, cast[0], Last_Event_ID=last)
        head = one_move(one, cast)
        told += stream.until(partial(is_event, one, head))
        last = told[-1]["id"]
        assert re.fullmatch(r"\d+-\d+-\d+", last)
        stream.close()
    for match_id in (one, two):
        events = [e["version"] for e in of_type(told, "event") if e["match"] == match_id]
        assert events == list(range(1, len(events) + 1))
    assert len(of_type(told, "event")) > 6


def test_a_match_that_ends_is_the_end_of_what_is_told_of_it_and_not_of_the_stream(live: Running) -> None:
    match_id, cast = seated()
    told_of(match_id)
    stream = live.get(f"/me/stream?matches={match_id}", cast[0])
    stream.until(lambda one: one["type"] == "status")
    for who in cast[1:]:
        resign(match_id, who.id, key=None)
    ended = stream.until(lambda one: one["type"] == "match_end")[-1]
    assert ended["data"] == {"match": match_id, "reason": "match_over"}
    told_of(match_id)
    assert of_type(stream.until(lambda one: one["type"] == "notice"), "notice")


def test_a_player_is_told_of_a_match_that_they_have_left(live: Running) -> None:
    alice, bob = person("Alice"), person("Bob")
    match_id = create(alice.id)
    join(match_id, bob.id)
    told_of(match_id)
    stream = live.get("/me/stream", bob)
    stream.until(lambda one: one["type"] == "match")
    lobby.leave(match_id, bob.id, key=None)
    told_of(match_id)
    assert of_type(stream.until(lambda one: one["type"] == "left"), "left") == [{"match": match_id}]


def test_what_is_wrong_with_a_wish_is_said_before_the_stream_starts(live: Running) -> None:
    hidden, _ = seated(visibility="private")
    dora = person("Dora")
    assert live.get("/me/stream").problem() == (401, "not_authenticated")
    assert live.get(f"/me/stream?matches={hidden}", dora).problem() == (404, "match_not_found")
    twice = f"matches={hidden},{hidden.replace('-', '').upper()}"
    wrong = [live.get(f"/me/stream?{query}", dora) for query in ("after=x", "after=1-2", "matches=a,a", twice)]
    assert [one.problem() for one in wrong] == [(400, "invalid_request"), *[(422, "value_not_allowed")] * 3]


# Tickets


def ticket(who: Person, match_id: str | None = None) -> str:
    made = who.post("/me/stream-tickets", {"match": match_id})
    assert made.status_code == 201
    shown = made.json()
    assert shown["stream"].endswith(f"?ticket={shown['ticket']}")
    return str(shown["ticket"])


def test_a_ticket_opens_one_stream_once_and_says_nothing_in_the_log(
    live: Running, caplog: pytest.LogCaptureFixture
) -> None:
    match_id, cast = seated(visibility="private")
    mine, of_match = ticket(cast[0]), ticket(cast[0], match_id)
    for wrong in (f"/me/stream?ticket={of_match}", f"/matches/{match_id}/stream?ticket={mine}"):
        assert live.get(wrong).problem() == (401, "invalid_token")
    stream = live.get(f"/matches/{match_id}/stream?ticket={of_match}")
    assert "prompts" in {one["type"] for one in stream.until_status()}
    assert live.get(f"/me/stream?ticket={mine}").status == 200
    for spent in (f"/matches/{match_id}/stream?ticket={of_match}", f"/me/stream?ticket={mine}"):
        assert live.get(spent).problem() == (401, "invalid_token")
    assert "tkt_" not in caplog.text
    assert not StreamTicket.objects.filter(digest=tokens.digest(mine)).exists()


def test_a_ticket_is_worth_nothing_after_its_time_nor_without_its_token(live: Running) -> None:
    cast = seated()[1]
    late = ticket(cast[0])
    StreamTicket.objects.filter(digest=tokens.digest(late)).update(expires_at="2020-01-01T00:00:00Z")
    gone = ticket(cast[1])
    cast[1].delete("/me")
    for one in (late, gone):
        assert live.get(f"/me/stream?ticket={one}").problem() == (401, "invalid_token")


def test_a_stream_by_a_ticket_ends_with_the_token_that_made_it(live: Running) -> None:
    alice = person("Alice")
    stream = live.get(f"/me/stream?ticket={ticket(alice)}")
    alice.delete(f"/me/tokens/{alice.get('/me/tokens').json()['items'][0]['id']}")
    assert stream.rest()[-1]["data"]["reason"] == "token_revoked"


def test_a_player_is_told_once_of_each_clock_that_runs_out_within_half_a_minute(live: Running) -> None:
    match_id, cast = seated(clock={"mode": "per_move", "seconds": 3600})
    told_of(match_id)
    mover = next(who for who in cast if who.get(f"/matches/{match_id}/prompts").json()["items"])
    stream = live.get("/me/stream", mover)
    shown = stream.next()["data"]
    (deadline,) = [one for one in shown["deadlines"] if one["seat"] == shown["you"]]
    live.until_there(lambda: any(one.told for one in live.live.accounts.open))
    (account,) = live.live.accounts.open

    async def warn() -> None:
        due = datetime.fromisoformat(deadline["due_at"])
        # Nothing yet, then once, and nothing of one that has run out.
        for seconds in (31, 30, 29):
            account.warn(due - timedelta(seconds=seconds))
        account.warned.clear()
        account.warn(due)

    live.do(warn())
    resign(match_id, mover.id, key=None)
    told_of(match_id)
    told = stream.until(lambda one: one["type"] == "match")
    (clock,) = of_type(told, "clock")
    assert clock == {
        "match": match_id,
        "seat": shown["you"],
        "due_at": deadline["due_at"],
        "now": presented.time(datetime.fromisoformat(deadline["due_at"]) - timedelta(seconds=30)),
    }
    assert account.clocks == {}


def test_a_short_clock_is_told_of_as_soon_as_it_runs(live: Running) -> None:
    match_id, cast = seated(clock={"mode": "per_move", "seconds": 25})
    told_of(match_id)
    mover = next(who for who in cast if who.get(f"/matches/{match_id}/prompts").json()["items"])
    told = live.get("/me/stream", mover).until(lambda one: one["type"] == "clock")
    assert told[-1]["data"]["match"] == match_id
    assert [one["type"] for one in told].count("clock") == 1


def test_a_revoked_token_ends_its_streams_however_long_it_takes_to_tell_the_others(
    live: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id, cast = seated()
    told_of(match_id)
    alice, bob = (live.get("/me/stream", who) for who in cast[:2])
    for stream in (alice, bob):
        stream.next()
    live.until_there(lambda: len(live.live.accounts.open) == 2)
    read, is_read, go_on = news.read, threading.Event(), threading.Event()

    def slowly(*given: Any) -> Any:
        is_read.set()
        assert go_on.wait(PATIENCE)
        return read(*given)

    monkeypatch.setattr(news, "read", slowly)
    resign(match_id, cast[2].id, key=None)
    told_of(match_id)
    assert is_read.wait(PATIENCE)
    tokens.revoke(cast[1].id, cast[1].get("/me/tokens").json()["items"][0]["id"])
    try:
        assert bob.rest()[-1]["data"]["reason"] == "token_revoked"
    finally:
        go_on.set()
