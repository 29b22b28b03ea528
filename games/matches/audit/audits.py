"""A stored match held against itself: the verifier over its rows, and every column against what was hashed."""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import orjson
from django.db import connection
from django.db.models.functions import Now

from events import ledger
from events.envelope import EventRow, SecretRow, read
from events.ledger import Ledger
from events.models import MatchHead
from events.sharding import is_distributed
from events.store import Head
from games.matches.audit import attribution, shard_walks
from games.matches.autoplay.awaited_rounds import chains as believed_chains
from games.matches.errors import MatchNotFound
from games.matches.models.service import Audit
from games.matches.stream import rules, snapshots
from games.matches.stream.quarantine import FROM_OUTSIDE
from games.matches.stream.serialization import thaw
from games.matches.stream.state import Match, begun, fold, kept_fields, steps
from games.table.events import LAST, MatchEnded
from games.verify.match_file import Entry, MatchFile
from games.verify.move_check import NO_SUCH_BOTS
from games.verify.report import CHAIN, CHECKS, OK, REPLAY, SEALS, Flaw, Report
from games.verify.verifier import verify

log = logging.getLogger(__name__)

# A verdict is told again for so long while the head stays. Tampering leaves the head as it is, so a longer time would
# keep it from being found here; the nightly sample looks at the rows themselves and writes its verdict over this one.
FRESH = timedelta(minutes=10)
# Which check a row belongs to.
CHECK_OF = {
    "event": CHAIN,
    "match_head": CHAIN,
    "command": CHAIN,
    "outbox": CHAIN,
    "event_secret": SEALS,
    "snapshot": REPLAY,
}


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """Each check with `ok`, `sealed`, `partial` or the first version that fails; the head (hex), how many events."""

    checks: Mapping[str, str | int]
    head: str
    events: int

    @property
    def failed(self) -> bool:
        """Whether any check found something."""
        return any(isinstance(outcome, int) for outcome in self.checks.values())


def verdict(match_id: str) -> Verdict:
    """The verdict on a match as it stands, from memory when it is fresh; `MatchNotFound`."""
    return remembered(match_id) or examine(match_id)


def remembered(match_id: str) -> Verdict | None:
    """The verdict on a match as it stands where there is a fresh one."""
    head = MatchHead.objects.filter(match_id=match_id).only("version", "hash").first()
    fresh = Audit.objects.filter(match_id=match_id, checked_at__gt=Now() - FRESH)
    kept = fresh.filter(version=head.version, hash=head.hash).first() if head else None
    if kept is None:
        return None
    return Verdict(checks=kept.checks, head=bytes(kept.hash).hex(), events=kept.version)


def examine(match_id: str) -> Verdict:
    """Audit a match from its rows and remember the verdict; operators are told of what is found. `MatchNotFound`.

    A match whose newest sound head is not in its history any more fails, also one of which nothing is left.
    """
    # Before the rows: a head that another audit finds sound meanwhile may be later than they are.
    sound = _sound(match_id)
    rows = ledger.read(match_id)
    if rows.head is None and not rows.events and sound is None:
        raise MatchNotFound
    found = _since(sound, rows, _verdict(rows))
    if rows.damage:
        log.error("audit: %s", rows.damage, extra={"match": match_id})
    for check, outcome in found.checks.items():
        if isinstance(outcome, int):
            known = {"match": match_id, "check": check, "version": outcome}
            log.error("audit: match %s fails %s at version %d", match_id, check, outcome, extra=known)
    _remember(match_id, found)
    return found


def _sound(match_id: str) -> Head | None:
    """The newest head at which nothing failed; None when there is none."""
    kept = Audit.objects.filter(match_id=match_id).first()
    if kept is None or kept.sound_version is None or kept.sound_hash is None:
        return None
    return Head(kept.sound_version, bytes(kept.sound_hash))


def _since(sound: Head | None, rows: Ledger, found: Verdict) -> Verdict:
    """The verdict, failed where the history has lost the head that was sound."""
    if sound is None:
        return found
    kept = next((row for row in rows.events if row["version"] == sound.version), None)
    if kept is not None and bytes(kept["hash"]) == sound.hash:
        return found
    # What fails earlier stays so; of a history that was cut off the first version that is missing fails.
    earliest = min(sound.version, len(rows.events) + 1)
    before = found.checks[CHAIN]
    checks = {**found.checks, CHAIN: min(before, earliest) if isinstance(before, int) else earliest}
    return replace(found, checks=checks)


def _remember(match_id: str, found: Verdict) -> None:
    head = bytes.fromhex(found.head)
    told = {"version": found.events, "hash": head, "checks": dict(found.checks), "failed": found.failed}
    sound = {} if found.failed else {"sound_version": found.events, "sound_hash": head}
    Audit.objects.update_or_create(match_id=match_id, defaults={**told, **sound, "checked_at": Now()})
    ledger.note_audited(match_id)


# Those never looked at first, then those that were looked at longest ago: in time every match has its turn. Both come
# in the order of an index, however many matches there are; `match_id` alone would be the text, of which there is none.
_LONGEST_UNSEEN = """
(SELECT match_id::text FROM match_head WHERE NOT audited {warm} ORDER BY match_head.match_id LIMIT %(limit)s)
UNION ALL
(SELECT match_id::text FROM matches_audit AS audit
 WHERE EXISTS (SELECT FROM match_head WHERE match_head.match_id = audit.match_id AND audited {warm})
 ORDER BY checked_at, audit.match_id LIMIT %(limit)s)
LIMIT %(limit)s
"""
_WARM = "AND NOT EXISTS (SELECT FROM cold_match WHERE cold_match.match_id = match_head.match_id)"
LONGEST_UNSEEN, WARM_LONGEST_UNSEEN = (_LONGEST_UNSEEN.format(warm=warm) for warm in ("", _WARM))


def longest_unseen(limit: int, *, cold: bool = True) -> Sequence[str]:
    """The next matches to be audited; without `cold` those alone whose events are in the database."""
    if is_distributed():
        # There all are in the database: `move_cold` refuses to run, and `distribute` refuses a store with cold matches.
        return shard_walks.longest_unseen(limit)
    return _ids(LONGEST_UNSEEN if cold else WARM_LONGEST_UNSEEN, limit)


# A stream that has lost its head is in no list of heads. All streams are walked through by the events' key alone, a
# step of its index each: a plain DISTINCT would read the key of every event there is. Cold matches have a row each.
HEADLESS = """
WITH RECURSIVE stream AS (
    (SELECT match_id FROM event ORDER BY match_id LIMIT 1)
    UNION ALL
    SELECT later.match_id FROM stream CROSS JOIN LATERAL
        (SELECT match_id FROM event WHERE event.match_id > stream.match_id ORDER BY match_id LIMIT 1) AS later
)
SELECT match_id::text FROM (SELECT match_id FROM stream UNION SELECT match_id FROM cold_match) AS stream
LEFT JOIN matches_audit AS audit USING (match_id)
WHERE NOT EXISTS (SELECT FROM match_head WHERE match_head.match_id = stream.match_id)
ORDER BY audit.checked_at NULLS FIRST, match_id LIMIT %(limit)s
"""


def headless(limit: int) -> Sequence[str]:
    """Matches that have events and no head, which `longest_unseen` never comes to; asked once a night."""
    return shard_walks.headless(limit) if is_distributed() else _ids(HEADLESS, limit)


# A match that was sound once, and of which nothing is left, is in no list of heads or events.
GONE = """
SELECT match_id::text FROM matches_audit AS audit
WHERE sound_version IS NOT NULL
    AND NOT EXISTS (SELECT FROM match_head WHERE match_head.match_id = audit.match_id)
    AND NOT EXISTS (SELECT FROM event WHERE event.match_id = audit.match_id)
ORDER BY audit.checked_at, match_id LIMIT %(limit)s
"""


def gone(limit: int) -> Sequence[str]:
    """Matches that were deleted: their earlier verdicts stand, and nothing else of them."""
    return shard_walks.gone(limit) if is_distributed() else _ids(GONE, limit)


# A match whose verdict was deleted counts as looked at, and would be in no sample again.
UNREMEMBERED = """
SELECT match_id::text FROM match_head
WHERE audited AND NOT EXISTS (SELECT FROM matches_audit AS audit WHERE audit.match_id = match_head.match_id)
ORDER BY match_id LIMIT %(limit)s
"""


def unremembered(limit: int) -> Sequence[str]:
    """Matches that were looked at and have no verdict, which `longest_unseen` never comes to; asked once a night."""
    return shard_walks.unremembered(limit) if is_distributed() else _ids(UNREMEMBERED, limit)


# Whoever has the seed gets the same matches again. It reads every head, but none of their events.
NEWEST = "SELECT match_id::text FROM match_head ORDER BY match_head.at DESC, match_head.match_id LIMIT %(limit)s"
BY_SEED = """
SELECT match_id::text FROM match_head ORDER BY md5(match_id::text || %(seed)s), match_head.match_id LIMIT %(limit)s
"""


def sample(limit: int, seed: str) -> Sequence[str]:
    """So many matches: half of them those with the newest events, the others drawn from all by a seed."""
    newest = _ids(NEWEST, (limit + 1) // 2)
    drawn = _ids(BY_SEED, limit, seed=seed)
    return list(dict.fromkeys([*newest, *drawn]))[:limit]


def _ids(query: str, limit: int, **given: str) -> Sequence[str]:
    with connection.cursor() as cursor:
        cursor.execute(query, {"limit": limit, **given})
        return [match_id for (match_id,) in cursor.fetchall()]


def _verdict(rows: Ledger) -> Verdict:
    bodies = [ledger.canonical(row["body"]) for row in rows.events]
    head = bytes(rows.head["hash"]).hex() if rows.head else ""
    unreadable = bodies.index(None) + 1 if None in bodies else None if bodies else 1
    if unreadable is not None:
        return Verdict(checks=dict.fromkeys(CHECKS, unreadable), head=head, events=len(bodies))
    file = _file(rows, [body for body in bodies if body is not None], head)
    judged = verify(file, outside=FROM_OUTSIDE, chains=believed_chains())
    if judged.checks[CHAIN] == OK:
        # As the chain holds, it is for a process that knows these rules to judge the match.
        rules.find(file.game, file.rules)
        replayed = judged.checks[REPLAY]
        if isinstance(replayed, Flaw) and replayed.reason == NO_SUCH_BOTS:
            raise rules.unknown_bots(file.game, file.rules)
    flaws = _flaws(rows, judged)
    public = verify(_as_a_spectator_has_it(file), outside=FROM_OUTSIDE, chains=believed_chains())
    checks: dict[str, str | int] = {}
    for check in CHECKS:
        seen = public.checks[check]
        checks[check] = flaws[check] if check in flaws else seen.version if isinstance(seen, Flaw) else seen
    return Verdict(checks=checks, head=head, events=len(bodies))


def _flaws(rows: Ledger, report: Report) -> dict[str, int]:
    """The first version that fails each check, by the verifier or by the columns."""
    found = [(CHECK_OF[difference.table], difference.version) for difference in ledger.differences(rows)]
    # Where the bodies cannot be trusted there is nothing to hold the rows against.
    if report.checks[CHAIN] == OK and (version := attribution.first_wrong(rows)) is not None:
        found.append((CHAIN, version))
    if report.checks[CHAIN] == OK:
        found += [(REPLAY, version) for version in _wrong_states(rows)]
    found += [(check, flaw.version) for check, flaw in report.checks.items() if isinstance(flaw, Flaw)]
    return {check: max(1, min(at for named, at in found if named == check)) for check, _ in found}


def _wrong_states(rows: Ledger) -> list[int]:
    """The versions whose kept state is not what the events fold to; one that other code kept is never used."""
    kept = {row["version"]: bytes(row["state"]) for row in rows.snapshots if row["code"] == snapshots.CODE}
    true: set[int] = set()
    try:
        for match in _folded(rows, kept):
            if _is(match, kept[match.head.version]):
                true.add(match.head.version)
    except FROM_OUTSIDE:
        raise
    except Exception:
        # Where the match cannot be folded any further no state stands.
        log.info("match %s cannot be folded to all its kept states", rows.match, extra={"match": rows.match})
    return [version for version in kept if version not in true]


def _folded(rows: Ledger, versions: Collection[int]) -> Iterator[Match]:
    """The match at each of these versions, folded once."""
    sealed: dict[int, list[SecretRow]] = {}
    for row in rows.secrets:
        one = SecretRow(row["version"], row["index"], row["audience"], bytes(row["salt"]), bytes(row["part"]))
        sealed.setdefault(one.version, []).append(one)
    events = [
        read(EventRow(row["version"], bytes(row["body"]), bytes(row["hash"]), sealed.get(row["version"], ())))
        for row in rows.events[: max(versions, default=0) + 1]
    ]
    if events:
        yield from (one for one in steps(begun(rows.match, events[0]), events[1:]) if one.head.version in versions)
        if events[-1].version in versions:
            yield fold(rows.match, events)


def _is(match: Match, state: bytes) -> bool:
    try:
        return bool(thaw(state) == kept_fields(match))
    except FROM_OUTSIDE:
        raise
    except Exception:
        # A state that cannot be read is none that stands.
        return False


def _file(rows: Ledger, envelopes: Sequence[dict[str, Any]], head: str) -> MatchFile:
    openings: dict[int, list[dict[str, Any]]] = {}
    for row in rows.secrets:
        opening = {"index": row["index"], "salt": bytes(row["salt"]).hex(), "part": _part(bytes(row["part"]))}
        openings.setdefault(row["version"], []).append(opening)
    data = envelopes[0].get("data")
    named = data if isinstance(data, dict) else {}
    return MatchFile(
        match=rows.match,
        game=str(named.get("game")),
        rules=str(named.get("rules")),
        redacted_for=None,
        entries=[
            Entry(envelope=envelope, hash=bytes(row["hash"]).hex(), openings=openings.get(version, []))
            for version, (row, envelope) in enumerate(zip(rows.events, envelopes, strict=True), 1)
        ],
        version=rows.head["version"] if rows.head else 0,
        head=head,
        complete=envelopes[-1].get("type") in LAST,
    )


def _part(stored: bytes) -> Any:
    # What is no object is no part that ever was sealed, and its digest will say so.
    try:
        return orjson.loads(stored)
    except ValueError:
        return None


def _as_a_spectator_has_it(file: MatchFile) -> MatchFile:
    """What is open to all: everything after the end, nothing that was sealed before."""
    if file.entries[-1].envelope.get("type") == MatchEnded.type:
        return file
    return replace(file, redacted_for="spectator", entries=[replace(entry, openings=[]) for entry in file.entries])
