import asyncio
import http.client
import json
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from django.db import connection

from api.serving.admission.slots import ConnectionSlots
from api.serving.live.listener import listen
from api.serving.live.readers import Reader
from api.serving.streams import pages
from events.outbox import CHANNEL, relay
from games.matches.accounts import tokens
from games.matches.lobby import lobby
from games.matches.models.matches import Lobby
from games.matches.models.people import Token
from games.matches.profiles.deletion import delete
from games.matches.stream import quarantine
from games.matches.stream.loading import load
from tests.support.cast import RPW, SAS, STRANGER, Person, answer_first_prompt, create, join, person, play_some
from tests.support.streaming import PATIENCE, Running, events, one_move, seated

GAMES = [RPW, SAS, "cave"]


def page(who: Person, match_id: str) -> list[Any]:
    """All events as the caller is shown them."""
    items: list[Any] = []
    path: str | None = f"/matches/{match_id}/events?limit=500"
    while path:
        answer = who.get(path.removeprefix("/api/v1")).json()
        items, path = items + answer["items"], answer["next"]
    return items


def reason(messages: list[Any]) -> str:
    return str(messages[-1]["data"]["reason"])


# What is told


@pytest.mark.parametrize("game", GAMES)
def test_a_reader_is_told_what_was_missed_and_then_what_comes_as_the_pages_show_it(live: Running, game: str) -> None:
    match_id, cast = seated(game=game)
    readers = [*cast, STRANGER]
    streams = [live.get(f"/matches/{match_id}/stream", who) for who in readers]
    told = [stream.until_status() for stream in streams]
    for _ in range(3):
        head = one_move(match_id, cast)
        told = [before + stream.until_version(head) for before, stream in zip(told, streams, strict=True)]
    assert [events(one) for one in told] == [page(who, match_id) for who in readers]


def test_beside_events_it_is_told_how_the_match_stands_and_a_seat_what_it_is_asked(live: Running) -> None:
    match_id, cast = seated()
    told = {one["type"]: one["data"] for one in live.get(f"/matches/{match_id}/stream", cast[1]).until_status()}
    shown = cast[1].get(f"/matches/{match_id}").json()
    assert told["prompts"]["items"] == cast[1].get(f"/matches/{match_id}/prompts").json()["items"]
    assert (told["deadline"]["deadlines"], told["deadline"]["paused_at"]) == (shown["deadlines"], None)
    assert (told["status"]["status"], told["status"]["waiting_for"]) == ("active", shown["waiting_for"])
    strangers = live.get(f"/matches/{match_id}/stream").until_status()
    assert "prompts" not in {one["type"] for one in strangers}


def test_a_stream_ends_with_the_match_and_who_has_all_of_it_need_not_come_back(live: Running) -> None:
    match_id, cast = seated()
    stream = live.get(f"/matches/{match_id}/stream", cast[0])
    play_some(match_id, cast)
    told = stream.rest()
    assert reason(told) == "match_over"
    assert [one["version"] for one in events(told)] == list(range(1, load(match_id).match.head.version + 1))
    resume = told[-1]["data"]["resume"]
    assert live.get(f"/matches/{match_id}/stream?after={resume}", cast[0]).status == 204
    # All is open now.
    again = live.get(f"/matches/{match_id}/stream", cast[0]).rest()
    assert (events(again), reason(again)) == (page(cast[0], match_id), "match_over")


def test_the_match_names_its_stream(live: Running) -> None:
    match_id, cast = seated()
    assert cast[0].get(f"/matches/{match_id}").json()["links"]["stream"].endswith(f"/api/v1/matches/{match_id}/stream")


# Two forms


def test_a_browser_is_sent_server_sent_events(live: Running) -> None:
    match_id, cast = seated()
    stream = live.get(f"/matches/{match_id}/stream", cast[0], Accept="text/event-stream")
    headers = stream.response.headers
    assert headers["Content-Type"] == "text/event-stream"
    assert (headers["X-Accel-Buffering"], headers["Cache-Control"]) == ("no", "no-store")
    assert headers["Access-Control-Allow-Origin"] is None
    block = b""
    while b"event: status" not in block:
        block = b"".join(iter(stream.response.readline, b"\n"))
    fields = dict(line.split(b": ", 1) for line in block.splitlines())
    assert (fields[b"id"], fields[b"event"]) == (str(load(match_id).match.head.version).encode(), b"status")
    assert json.loads(fields[b"data"])["match"] == match_id


def test_a_page_of_another_origin_may_read_it_and_nothing_compresses_it(live: Running) -> None:
    match_id, _ = seated()
    stream = live.get(f"/matches/{match_id}/stream", Origin="https://elsewhere.example", Accept_Encoding="gzip")
    assert stream.response.headers["Access-Control-Allow-Origin"] == "*"
    assert stream.response.headers["Content-Encoding"] == "identity"
    assert stream.next()["type"] == "event"


# Coming back


@pytest.mark.parametrize("pages_of", [1, 7, 100])
def test_whoever_comes_back_anywhere_has_missed_nothing_and_is_told_nothing_twice(
    live: Running, monkeypatch: pytest.MonkeyPatch, pages_of: int
) -> None:
    monkeypatch.setattr(pages, "MOST", pages_of)
    match_id, cast = seated()
    pick, told, last = random.Random(pages_of), [], "0"
    while not load(match_id).match.is_over or last != str(load(match_id).match.head.version):
        stream = live.get(f"/matches/{match_id}/stream", cast[2], Last_Event_ID=last)
        for _ in range(pick.randrange(1, 12)):
            one_move(match_id, cast)
        head = load(match_id).match.head.version
        for _ in range(pick.randrange(1, 30)):
            if last == str(head):
                break
            told.append(stream.next())
            last = told[-1]["id"]
        stream.close()
    assert [one["hash"] for one in events(told)] == [one["hash"] for one in page(cast[2], match_id)]


def test_an_id_that_is_none_of_ours_is_refused(live: Running) -> None:
    match_id, _ = seated()
    path = f"/matches/{match_id}/stream"
    refused = [live.get(path, Last_Event_ID=wrong) for wrong in ("seven", "-1", "99999999999")]
    refused.append(live.get(f"{path}?after=x"))
    assert {one.problem() for one in refused} == {(400, "invalid_request")}


def test_it_is_told_by_the_relay_where_it_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    # It does not look by itself: the only news is what it is told.
    monkeypatch.setattr("api.serving.live.feeds.LOOK_SECONDS", 3600.0)
    with Running.started(listens=True) as live:
        match_id, cast = seated()
        stream = live.get(f"/matches/{match_id}/stream")
        stream.until_status()
        head = one_move(match_id, cast)
        while relay([]):
            pass
        assert stream.until_version(head)


def test_while_it_is_told_nothing_it_sleeps(monkeypatch: pytest.MonkeyPatch, owner: psycopg.Connection) -> None:
    looks: list[float] = []
    wait = psycopg.AsyncConnection.wait

    async def waiting(self: Any, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        looks.append(interval)
        return await wait(self, gen, interval, timeout)

    def tell(match_id: str | None, version: int) -> None:
        if match_id is not None:
            raise KeyError(match_id, version)
        owner.execute("SELECT pg_notify(%s, 'it 7')", [CHANNEL])

    monkeypatch.setattr(psycopg.AsyncConnection, "wait", waiting)
    with pytest.raises(KeyError, match="'it', 7"):
        asyncio.run(listen(tell, lambda: None))
    assert min(looks) >= 60


# Who may listen


def test_whoever_may_not_know_of_a_match_is_told_what_the_pages_tell(live: Running) -> None:
    match_id, cast = seated(visibility="private")
    for who, path in ((STRANGER, match_id), (person("Dora"), match_id), (cast[0], "nowhere"), (cast[0], cast[0].id)):
        there = who.get(f"/matches/{path}/events").json()
        assert live.get(f"/matches/{path}/stream", who).problem() == (404, there["code"]) == (404, "match_not_found")
    assert live.get(f"/matches/{match_id}/stream", cast[0]).next()["type"] == "event"


def test_a_token_that_is_none_opens_nothing(live: Running) -> None:
    match_id, _ = seated()
    wrong = Person(id="", handle="", token="tab_wrong")
    assert live.get(f"/matches/{match_id}/stream", wrong).problem() == (401, "invalid_token")


def test_a_revoked_token_and_a_deleted_player_end_their_streams_and_no_others(live: Running) -> None:
    match_id, cast = seated()
    streams = [live.get(f"/matches/{match_id}/stream", who) for who in cast]
    for stream in streams:
        stream.until_status()
    tokens.revoke(cast[0].id, str(Token.objects.get(player_id=cast[0].id).id))
    assert reason(streams[0].rest()) == "token_revoked"
    delete(cast[1].id)
    assert reason(streams[1].rest()) == "token_revoked"
    answer_first_prompt(match_id, cast[2], 2)
    streams[2].until_version(load(match_id).match.head.version)


def test_a_match_that_is_made_private_ends_the_streams_of_strangers(live: Running) -> None:
    match_id, cast = seated()
    theirs, mine = live.get(f"/matches/{match_id}/stream"), live.get(f"/matches/{match_id}/stream", cast[0])
    for stream in (theirs, mine):
        stream.until_status()
    Lobby.objects.filter(match_id=match_id).update(visibility="private")
    assert reason(theirs.rest()) == "not_visible"
    mine.until_version(one_move(match_id, cast))


def test_whoever_leaves_a_private_match_is_told_no_more_of_it(live: Running) -> None:
    alice, bob = person("Alice"), person("Bob")
    match_id = create(alice.id, visibility="unlisted")
    join(match_id, bob.id)
    Lobby.objects.filter(match_id=match_id).update(visibility="private")
    stream = live.get(f"/matches/{match_id}/stream", bob)
    before = stream.until_status()
    lobby.leave(match_id, bob.id, key=None)
    assert reason(rest := stream.rest()) == "not_visible"
    assert len(events(before + rest)) == load(match_id).match.head.version - 1


def test_a_match_that_is_set_aside_says_so(live: Running) -> None:
    match_id, cast = seated()
    stream = live.get(f"/matches/{match_id}/stream", cast[0])
    stream.until_status()
    quarantine.set_aside(match_id, 1, "for a test")
    told = stream.until(lambda one: one["type"] == "status")
    assert told[-1]["data"]["status"] == "quarantined"


def test_news_that_the_others_were_told_while_a_reader_came_in_reaches_the_reader_at_once(
    live: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id, cast = seated()
    other = live.get(f"/matches/{match_id}/stream")
    other.until_status()
    follow = live.live.feeds.follow

    async def late(*given: Any) -> None:
        # The first page is read, and only then the others are told of a move.
        head = await live.live.in_thread(one_move, match_id, cast)
        while all(one.position < head for one in live.live.feeds.followers()):
            await asyncio.sleep(0.01)
        await follow(*given)

    monkeypatch.setattr(live.live.feeds, "follow", late)
    stream = live.get(f"/matches/{match_id}/stream")
    stream.until_version(load(match_id).match.head.version)


def test_a_page_that_begins_behind_what_a_reader_was_told_is_not_told_to_that_reader(
    live: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id, cast = seated()
    path, feeds, is_read = f"/matches/{match_id}/stream", live.live.feeds, asyncio.Event()
    live.get(path).until_status()
    follow, look_up = feeds.follow, feeds._in_thread
    heads: list[int] = []

    async def late(*given: Any) -> None:
        # After the first page was read the other is told of a move, and then the next page is on its way.
        heads.append(await live.live.in_thread(one_move, match_id, cast))
        while all(one.position < heads[0] for one in feeds.followers()):
            await asyncio.sleep(0.01)
        heads.append(await live.live.in_thread(one_move, match_id, cast))
        await is_read.wait()
        await follow(*given)

    async def slow(ask: Any, *given: Any) -> Any:
        found = await look_up(ask, *given)
        if ask is pages.read and heads[:1] == list(given[1].values()):
            is_read.set()
            while len(feeds.followers()) < 2 or any(one.is_behind for one in feeds.followers()):
                await asyncio.sleep(0.01)
        return found

    monkeypatch.setattr(feeds, "_in_thread", slow)
    monkeypatch.setattr(feeds, "follow", late)
    told = live.get(path).until(lambda one: one["type"] == "event" and int(one["id"]) >= heads[-1])
    assert [one["version"] for one in events(told)] == list(range(1, heads[-1] + 1))


# How many


def test_beyond_the_places_of_a_player_and_of_an_address_streams_are_refused_before_they_start() -> None:
    with Running.started(slots=ConnectionSlots(most=5, of_address=4, of_player=2)) as live:
        match_id, cast = seated()
        mine = [live.get(f"/matches/{match_id}/stream", cast[0]) for _ in range(3)]
        assert [one.status for one in mine] == [200, 200, 429]
        assert mine[2].response.headers["Retry-After"]
        assert mine[2].problem() == (429, "too_many_streams")
        others = [live.get(f"/matches/{match_id}/stream", who) for who in (cast[1], cast[2], STRANGER)]
        assert [one.status for one in others] == [200, 200, 429]
        # Who leaves makes room.
        mine[0].close()
        live.until_there(lambda: live.live.slots.taken == 3)
        assert live.get(f"/matches/{match_id}/stream").status == 200


def test_whoever_is_put_off_is_told_so_later_and_others_at_once(
    live: Running, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    put_off: list[int] = []

    async def pause() -> None:
        # The place is free meanwhile.
        put_off.append(live.live.slots.taken)

    monkeypatch.setattr("api.serving.live.server.pause", pause)
    match_id, _ = seated()
    path = f"/matches/{match_id}/stream"
    live.get(path).until_status()
    assert [live.get(wrong).status for wrong in ("/matches/nowhere/stream", f"{path}?after=x")] == [404, 400]
    assert put_off == []
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "streams": {"token": 0, "address": 0}}
    assert live.get(path).problem() == (429, "rate_limited")
    live.live.slots = ConnectionSlots(most=0)
    assert live.get(path).problem() == (503, "too_busy")
    assert put_off == [1, 0]


def test_behind_a_proxy_an_address_is_the_clients_and_not_the_proxys(settings: Any) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    with Running.started(slots=ConnectionSlots(of_address=1)) as live:
        match_id, _ = seated()
        path = f"/matches/{match_id}/stream"
        # The last two are of one customer.
        addresses = ("192.0.2.1", "192.0.2.2", "192.0.2.1", "2001:db8::1", "2001:db8::2")
        opened = [live.get(path, X_Forwarded_For=address).status for address in addresses]
    assert opened == [200, 200, 429, 200, 429]


def test_of_one_address_one_call_is_answered_at_a_time_and_others_do_not_wait_for_it(
    live: Running, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    match_id, _ = seated()
    path, begun, go_on = f"/matches/{match_id}/stream", list[str](), threading.Event()
    respond = live.live.handler.respond

    def slowly(scope: Any, request: Any) -> Any:
        address = request.headers["X-Forwarded-For"]
        begun.append(address)
        assert address != "192.0.2.1" or go_on.wait(PATIENCE)
        return respond(scope, request)

    monkeypatch.setattr(live.live.handler, "respond", slowly)
    with ThreadPoolExecutor(20) as pool:
        crowd = [pool.submit(live.get, path, X_Forwarded_For="192.0.2.1") for _ in range(10)]
        # A thread may have taken a call and not come to it yet.
        live.until_there(lambda: live.live.slots.taken == len(crowd) and begun == ["192.0.2.1"])
        assert live.get(path, X_Forwarded_For="192.0.2.2").status == 200
        assert begun == ["192.0.2.1", "192.0.2.2"]
        go_on.set()
        assert {one.result().status for one in crowd} == {200}


def test_a_process_with_no_room_says_when_to_come_back() -> None:
    with Running.started(slots=ConnectionSlots(most=0)) as live:
        match_id, _ = seated()
        for path in ("stream", "events?after=99&wait=30"):
            refused = live.get(f"/matches/{match_id}/{path}")
            assert refused.response.headers["Retry-After"]
            assert refused.problem() == (503, "too_busy")


def test_a_move_is_rendered_once_for_each_class_of_readers_however_many_there_are(live: Running) -> None:
    match_id, cast = seated()
    audience = [*cast, *cast, *[STRANGER] * 6]
    streams = [live.get(f"/matches/{match_id}/stream", who) for who in audience]
    for stream in streams:
        stream.until_status()
    before = live.live.metrics.rendered
    head = one_move(match_id, cast)
    for stream in streams:
        stream.until_version(head)
    assert live.live.metrics.rendered - before == len(cast) + 1


def test_a_reader_who_does_not_read_is_ended_and_costs_the_others_nothing(
    live: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.serving.live.readers.MOST_BEHIND_BYTES", 2_000)
    monkeypatch.setattr("api.serving.live.clients.SEND_BYTES", 2_000)
    match_id, cast = seated(game="cave")
    slow = live.get_slowly(f"/matches/{match_id}/stream")
    slow.until(b'"type":"status"')
    quick = live.get(f"/matches/{match_id}/stream")
    told = quick.until_status()
    while not live.live.metrics.ended.get("overflow"):
        told += quick.until_version(one_move(match_id, cast))
    assert [one["version"] for one in events(told)] == list(range(1, load(match_id).match.head.version + 1))
    last = [json.loads(line) for line in slow.rest().splitlines() if line.startswith(b"{")][-1]
    assert (last["type"], last["data"]["reason"], last["id"]) == ("end", "overflow", last["data"]["resume"])


def test_where_all_readers_together_leave_too_much_unread_the_slowest_is_ended(
    live: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.serving.live.clients.SEND_BYTES", 2_000)
    match_id, cast = seated(game="cave")
    slow = live.get_slowly(f"/matches/{match_id}/stream")
    slow.until(b'"type":"status"')
    quick = live.get(f"/matches/{match_id}/stream")
    quick.until_status()
    live.until_there(lambda: len(live.live.feeds.followers()) == 2)

    async def behind() -> list[int]:
        return sorted(one.reader.behind for one in live.live.feeds.followers())

    while live.do(behind())[-1] < 4_000:
        quick.until_version(one_move(match_id, cast))
    monkeypatch.setattr("api.serving.live.clients.MOST_BEHIND_IN_ALL", 3_000)
    quick.until_version(one_move(match_id, cast))
    live.until_there(lambda: live.live.metrics.ended.get("overflow") == 1 and len(live.live.feeds.followers()) == 1)
    # It is cut off without a word, which would wait as all else does.
    with pytest.raises(ConnectionResetError):
        slow.rest()
    quick.until_version(one_move(match_id, cast))


def test_who_never_reads_the_first_page_is_cut_off_in_time_and_leaves_nothing(
    live: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.serving.live.clients.SEND_BYTES", 2_000)
    match_id, cast = seated(game="cave")
    while load(match_id).match.head.version < 150:
        one_move(match_id, cast)
    for path in ("stream?after=0", "events?after=0&limit=500&wait=1"):
        deaf = live.get_slowly(f"/matches/{match_id}/{path}")
        live.until_there(lambda: live.live.unread.bytes > 0)
        # An answer counts as a stream does, as long as it is not taken.
        assert live.live.slots.taken == 1
        deaf.close()
        live.until_there(lambda: live.live.slots.taken == 0)
        assert live.live.unread.bytes == 0
    monkeypatch.setattr("api.serving.live.clients.PAGE_SECONDS", 0.5)
    for path in ("stream?after=0", "events?after=0&limit=500&wait=1"):
        deaf = live.get_slowly(f"/matches/{match_id}/{path}")
        with pytest.raises(ConnectionResetError):
            deaf.until_its_end()
    live.until_there(lambda: live.live.slots.taken == 0)
    assert live.live.unread.bytes == 0


# The end of the process


def test_at_its_end_a_process_tells_every_reader_when_to_come_back() -> None:
    with Running.started() as live:
        match_id, cast = seated()
        streams = [live.get(f"/matches/{match_id}/stream", who) for who in cast]
        for stream in streams:
            stream.until_status()
        live.stop()
        ends = [stream.rest()[-1]["data"] for stream in streams]
    assert {one["reason"] for one in ends} == {"restart"}
    assert sorted(one["retry_ms"] for one in ends) == [0, 1666, 3333]


def test_whoever_is_still_taking_a_page_when_the_stream_ends_goes_on_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = Reader.taken

    async def never_taken(self: Reader) -> None:
        await taken(self)
        await self.ended

    monkeypatch.setattr(Reader, "taken", never_taken)
    with Running.started() as live:
        match_id, cast = seated()
        streams = [live.get(f"/matches/{match_id}/stream"), live.get(f"/me/stream?matches={match_id}", cast[0])]
        told = [stream.until_status() for stream in streams]
        live.stop()
        ends = [stream.rest()[-1] for stream in streams]
    # What was handed over is not told once more.
    assert [one["id"] for one in ends] == [one[-1]["id"] for one in told]


def test_other_addresses_are_not_here(live: Running) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", live.port)
    for method, path in (("GET", "/api/v1/games"), ("POST", "/api/v1/players"), ("GET", "/")):
        connection.request(method, path)
        answer = connection.getresponse()
        assert (answer.status, json.loads(answer.read())["code"]) == (404, "not_found")
    connection.request("GET", "/healthz")
    answer = connection.getresponse()
    assert (answer.status, answer.read()) == (200, b"ok\n")
    connection.close()


def test_after_the_server_has_cut_its_connections_news_and_calls_go_on(live: Running) -> None:
    match_id, cast = seated()
    stream = live.get(f"/matches/{match_id}/stream")
    stream.until_status()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pid) FROM unnest(%s::integer[]) AS pid", [live.backends()])
    stream.until_version(one_move(match_id, cast))
    # Each thread may have had to find out, once, whichever call it came to.
    statuses = [live.get(f"/matches/{match_id}/events").status for _ in range(6)]
    assert statuses.count(200) >= 4
