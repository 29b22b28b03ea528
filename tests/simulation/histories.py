"""What has to hold of every match: a judge of what was recorded, answered, told and played by the clock.

It reads the rows that the store holds and what the players were answered, and asks no code of the service how they came
to be; for clocks it holds the folded state before each append against the append.
"""

import hashlib
import json
from collections import Counter
from datetime import datetime, timedelta
from typing import Any

import orjson

from events.envelope import EventRow, SecretRow, StoredEvent, read
from games.matches.presentation import export
from games.matches.stream import state
from games.table import clocks
from games.verify.verifier import verify_bytes
from tests.simulation.per_process import InvariantBroken
from tests.simulation.simulated_tables import ACKNOWLEDGED, REFUSED, SimulatedTable

# How late the clock may play: processes are started again within five seconds, and claims end after five.
LATE = timedelta(seconds=60)
UNDONE = {"move_taken_back", "moves_taken_back"}
DOMAIN = b"\x00\x00\x00\x12tabularium/event/1"


def broken(holds: object, said: str, table: SimulatedTable) -> None:
    if not holds:
        raise InvariantBroken(f"match {table.match} ({table.game}): {said}")


def check(world: Any, table: SimulatedTable, *, verifies: bool, is_last: bool) -> None:
    """Everything that holds of one match, at rest."""
    stream = world.postgres.streams.get(table.match)
    if stream is None or not stream.version:
        return
    envelopes = [orjson.loads(body) for _, _, body in stream.events]
    _chained(stream, envelopes, table)
    _answered(world, stream, envelopes, table)
    _told(world, stream, envelopes, table)
    events = _events(stream)
    match = _clocked(world, events, envelopes, table)
    _noticed(world, envelopes, table)
    if verifies:
        data = b"".join(export.lines(match, events, None, whole=True))
        report = verify_bytes(data)
        flaws = {name: one for name, one in report.checks.items() if not isinstance(one, str)}
        broken(not flaws, f"its file is not valid: {flaws}", table)


def _chained(stream: Any, envelopes: list[Any], table: SimulatedTable) -> None:
    """Versions are dense, times never fall, no two appends share one, and each hash is over all before it."""
    previous, at = bytes(32), ""
    for place, ((version, hash_, body), envelope) in enumerate(zip(stream.events, envelopes, strict=True), 1):
        broken(version == place == envelope["version"], f"version {version} at place {place}", table)
        broken(envelope["match"] == table.match, "an event of another match", table)
        broken(envelope["at"] >= at, f"version {version} is earlier than the one before", table)
        lengths = [len(previous).to_bytes(4, "big"), previous, len(body).to_bytes(4, "big"), body]
        computed = hashlib.sha256(DOMAIN + b"".join(lengths)).digest()
        broken(computed == hash_, f"the chain breaks at version {version}", table)
        previous, at = hash_, envelope["at"]
    broken((stream.version, stream.hash) == (len(envelopes), previous), "the head is another", table)
    due = 1
    for _, _, _, first, last in stream.commands:
        times = {envelopes[version - 1]["at"] for version in range(first, last + 1)}
        broken(first == due and len(times) == 1, f"the command at {first} is no append", table)
        broken(first == 1 or envelopes[first - 2]["at"] < envelopes[first - 1]["at"], "two appends at one time", table)
        due = last + 1
    broken(due == len(envelopes) + 1, "events without a command", table)


def _answered(world: Any, stream: Any, envelopes: list[Any], table: SimulatedTable) -> None:
    """What was acknowledged is there once and where it was said; what was refused is not, and nothing else is."""
    sent = {(call.player, call.key): call for call in table.calls}
    for (actor, key), (_, _, _, first, last) in stream.by_key.items():
        call = sent.get((actor, key))
        if call is None:
            broken(key.startswith(("join ", "auto ", "p", "pause ")), f"nobody has sent {actor} {key}", table)
            continue
        if call.kind == "move":
            sealed = [json.loads(part) for version, _, _, _, part in stream.secrets if version == first]
            moves = [part["move"] for part in sealed if "move" in part]
            broken(moves == [call.body], f"the events at {first} are of another move than {key}", table)
        else:
            # Who had agreed before brings about alone what nobody's consent is missing for any more.
            its = [
                one["seat"] == call.seat or one["type"] in ("paused", "resumed") for one in envelopes[first - 1 : last]
            ]
            broken(any(its), "another seat's events", table)
    for call in table.calls:
        recorded = stream.by_key.get((call.player, call.key))
        for attempt in call.attempts:
            if attempt.outcome == ACKNOWLEDGED:
                broken(recorded is not None, f"{call.kind} {call.key} was acknowledged and is not there", table)
                at = (recorded[3], recorded[4])
                told = (attempt.first, attempt.last)
                broken(at == told, f"{call.key} was told to be at {told} and is at {at}", table)
            elif attempt.outcome == REFUSED and recorded is not None:
                # Another delivery of the same call may have come through later, never before.
                others = [one for one in call.attempts if one is not attempt]
                later = any(one.ended is None or one.ended > attempt.began for one in others)
                broken(later, f"{call.key} was refused ({attempt.code}) and is there", table)
        replayed = sum(one.outcome == ACKNOWLEDGED and not one.replayed for one in call.attempts)
        broken(replayed <= 1, f"{call.key} was carried out {replayed} times", table)


def _told(world: Any, stream: Any, envelopes: list[Any], table: SimulatedTable) -> None:
    """Each reader was told every event once, in order, with what its seat may open and nothing else."""
    sealed: dict[int, list[tuple[int, list[int]]]] = {}
    for version, index, audience, _, _ in stream.secrets:
        sealed.setdefault(version, []).append((index, audience))
    for reader in table.readers:
        versions = [version for version, _ in reader.events]
        broken(versions == list(range(1, len(versions) + 1)), f"a reader was told {versions[-8:]}", table)
        broken(len(versions) == stream.version, f"a reader was told {len(versions)} of {stream.version}", table)
        for version, data in reader.events:
            told, envelope = orjson.loads(data), envelopes[version - 1]
            same = all(told.get(name) == envelope[name] for name in ("version", "type", "seat", "at") if name in told)
            broken(same, f"a reader was told another event at {version}", table)
            if envelopes[-1]["type"] in ("match_ended", "match_cancelled"):
                continue
            may = {index for index, audience in sealed.get(version, ()) if reader.seat in audience}
            shown = {one["index"] for one in told.get("openings", ())}
            broken(shown <= may, f"seat {reader.seat} was shown what is sealed at {version}", table)
    broken(table.probed == sorted(table.probed), "a consumer was told an older version after a newer one", table)
    broken(not table.probed or table.probed[-1] == stream.version, "a consumer was not told of the end", table)


def _events(stream: Any) -> list[StoredEvent]:
    secrets: dict[int, list[SecretRow]] = {}
    for version, index, audience, salt, part in stream.secrets:
        secrets.setdefault(version, []).append(SecretRow(version, index, audience, salt, part))
    return [read(EventRow(version, body, hash_, secrets.get(version, ()))) for version, hash_, body in stream.events]


def _clocked(world: Any, events: list[StoredEvent], envelopes: list[Any], table: SimulatedTable) -> state.Match:
    """No clock plays before its deadline or much later, no player after it; nobody is charged what did not pass."""
    match: state.Match | None = None
    first = 0
    while first < len(events):
        at = envelopes[first]["at"]
        last = first
        while last + 1 < len(events) and envelopes[last + 1]["at"] == at:
            last += 1
        batch = events[first : last + 1]
        if match is None:
            match = state.fold(table.match, batch)
        else:
            _judged(match, envelopes[first : last + 1], datetime.fromisoformat(at), table)
            after = world.folds(match, batch)
            # After a take-back the clocks are those before a move, and have run on since then.
            if UNDONE.isdisjoint(one["type"] for one in envelopes[first : last + 1]):
                _charged(match, after, table)
            match = after
        first = last + 1
    assert match is not None
    return match


def _judged(before: state.Match, appended: list[Any], at: datetime, table: SimulatedTable) -> None:
    due = {one.prompt: one.due_at for one in before.deadlines}
    moves = {one["move"] for one in appended if one["move"] is not None}
    broken(len(moves) <= 1, "two moves in one append", table)
    paused = before.table.paused_at is not None
    for one in appended:
        if one["type"] == "timed_out":
            deadline = due.get(one["data"]["prompt"])
            broken(deadline is not None, f"version {one['version']}: time was up and no clock ran", table)
            assert deadline is not None
            broken(at >= deadline, f"version {one['version']}: the clock played {deadline - at} early", table)
            broken(at - deadline <= LATE, f"version {one['version']}: the clock played {at - deadline} late", table)
    if moves:
        broken(not paused, f"a move at version {appended[0]['version']} during a pause", table)
    author = next((one for one in appended if one["by"] == "player" and one["move"] is not None), None)
    if author is not None and author["seat"] is not None and appended[0]["type"] != "timed_out":
        mine = next((one for one in before.deadlines if one.seat == author["seat"]), None)
        is_late = mine is not None and at >= mine.due_at and author["type"] != "seat_resigned"
        # Several appends at one moment follow each other by microseconds of their own.
        broken(not is_late or at - before.at <= clocks.MOMENT, f"a late move at version {author['version']}", table)


def _charged(before: state.Match, after: state.Match, table: SimulatedTable) -> None:
    """What a clock lost by an append is no more than what has passed since the one before, nothing in a pause."""
    is_paused = before.table.paused_at is not None
    for seat, now in after.clocks.items():
        then = before.clocks.get(seat)
        if then is None or then.prompt is None:
            continue
        if now.prompt == then.prompt:
            lost = now.used - then.used
        elif now.bank is not None and then.bank is not None:
            lost = then.bank - then.used - now.bank
        else:
            continue
        charged = min(lost, then.bank - then.used) if then.bank is not None else lost
        # A clock that stands still, in a pause too, charges nothing.
        allowed = after.at - then.since if then.since is not None and not is_paused else timedelta()
        broken(charged <= allowed, f"seat {seat} was charged {charged} of {allowed} at {after.head.version}", table)


def _noticed(world: Any, envelopes: list[Any], table: SimulatedTable) -> None:
    """What happened was told to each seat's player once; a turn once for each time that it was asked."""
    wanted: Counter[tuple[str, str, str]] = Counter()
    for one in envelopes:
        players = {table.players[seat] for seat in table.players}
        match one["type"]:
            case "match_started":
                wanted.update((player, "match_started", "") for player in players)
            case "match_ended":
                wanted.update((player, "match_ended", "") for player in players)
            case "timed_out":
                wanted[table.players[one["seat"]], "timed_out", one["data"]["prompt"]] += 1
            case "autopilot_on":
                wanted[table.players[one["seat"]], "seat_taken_over", f"v{one['version']}"] += 1
    keys, notices = world.postgres.notices_of.get(table.match, ()), world.postgres.rows.tables["matches_notice"]
    rows = [notices[key] for key in keys if key in notices]
    found = Counter((str(row["player_id"]), row["kind"], row["about"]) for row in rows)
    exact = {"match_started", "match_ended", "timed_out", "seat_taken_over"}
    told = {key: count for key, count in found.items() if key[1] in exact}
    broken(told == dict.fromkeys(wanted, 1), f"notices differ: {_differing(told, wanted)}", table)
    broken(all(count == 1 for count in found.values()), "a notice was told twice", table)
    is_over = envelopes[-1]["type"] in ("match_ended", "match_cancelled")
    unread = [row for row in rows if row["kind"] in ("your_turn", "deadline_near") and row["read_at"] is None]
    broken(not (is_over and unread), "a turn is told as open that is over", table)
    _sent(world, rows, table)


def _sent(world: Any, rows: list[Any], table: SimulatedTable) -> None:
    """Each notice of a player with a webhook has one delivery; its receiver knows every one that was delivered."""
    dispatches = [
        row
        for row in world.postgres.rows.tables["matches_dispatch"].values()
        if str(row["player_id"]) in table.players.values()
    ]
    notices = {str(row["id"]) for row in rows if str(row["player_id"]) in world.receivers}
    sent = Counter(str(row["notice_id"]) for row in dispatches)
    broken(sent == Counter(notices), "notices and deliveries differ", table)
    for player in table.players.values():
        received = set(world.receivers.get(player, ()))
        delivered = {
            str(row["notice_id"])
            for row in dispatches
            if str(row["player_id"]) == player and row["state"] == "delivered"
        }
        broken(delivered <= received <= notices, "a message was not received, or is of no notice", table)
        due = world.server.now() - LATE
        webhooks = [
            row for row in world.postgres.rows.tables["matches_webhook"].values() if str(row["player_id"]) == player
        ]
        # One that failed a while ago lets all its messages wait.
        is_rested = all(max(row["not_before"], row["paused_until"]) <= due for row in webhooks)
        late = [
            row
            for row in dispatches
            if row["state"] == "pending" and str(row["player_id"]) == player and row["available_at"] <= due
        ]
        broken(not (late and is_rested), "a message was never sent", table)


def _differing(told: dict[Any, int], wanted: Counter[Any]) -> Any:
    return sorted(set(told) ^ set(wanted))[:4]


def is_under_way(world: Any, table: SimulatedTable) -> bool:
    """Whether anything of a match that is over is still on its way."""
    rows = world.postgres.rows.tables
    if any(key[1] == table.match for key in rows["outbox"]) or any(key[1] == table.match for key in rows["delivery"]):
        return True
    if any(one.version < table.head for one in table.readers):
        return True
    return any(call.settled is None or any(one.ended is None for one in call.attempts) for call in table.calls) and (
        world.time.now - table.over_at < 600_000_000
    )


def check_due(world: Any) -> None:
    """Nothing is overdue by more than `LATE`: neither a clock nor what the relay hands on."""
    now = world.server.now()
    for match, row in world.postgres.rows.tables["matches_deadline"].items():
        table = world.tables.get(match)
        if table is not None and now - row["due_at"] > LATE:
            broken(False, f"its clock ran out at {row['due_at']}, and it is {now}", table)
    for match, row in world.postgres.rows.tables["matches_botturn"].items():
        table = world.tables.get(match)
        if table is not None and now - row["due_at"] > LATE:
            broken(False, f"a bot was to play at {row['due_at']}, and it is {now}", table)
    for (at, match, _), _row in world.postgres.rows.tables["outbox"].items():
        table = world.tables.get(match)
        if table is not None:
            broken(now - at <= LATE, f"an append of {at} is not handed on at {now}", table)


def check_rest(world: Any) -> None:
    """At rest nothing is left on its way."""
    for name in ("outbox", "delivery"):
        if left := list(world.postgres.rows.tables[name])[:3]:
            raise InvariantBroken(f"{name} is not empty at rest: {left}")
