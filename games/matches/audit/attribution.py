"""Who did what: the command rows of a match against each other and against what was hashed.

Events know seats, never players, so no hash holds a player's id. It stands in the row that each append leaves; here
these rows are held against the seats, the moves and the lobby, and each against its own digest.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from events.ledger import Ledger, canonical
from events.store import Recorded
from games.core.moves import Resign
from games.matches.models.matches import NOBODY, Lobby
from games.matches.stream import commands
from games.matches.stream.commands import fingerprint
from games.table.events import CLOCK, MOVE, SIGNED, SeatLeft, SeatTaken
from games.table.registry import BY_HOLDER, REWINDING

Envelope = Mapping[str, Any]
REWOUND_BY = frozenset(made.type for made in REWINDING)


def first_wrong(rows: Ledger) -> int | None:
    """The first version whose command row cannot be the one that led to it; None where all fit."""
    lobby = Lobby.objects.filter(match_id=rows.match).first()
    if lobby is not None and lobby.creator_id == NOBODY:
        return rows.commands[0]["first_version"] if rows.commands else None
    envelopes = {row["version"]: canonical(row["body"]) or {} for row in rows.events}
    moves = {row["version"]: row["part"] for row in rows.secrets if row["index"] == 0}
    holders: dict[int, str] = {}
    rewinds = 0
    for command in map(_recorded, rows.commands):
        # Only versions that there are: a row that was tampered with may claim two thousand million of them.
        known = range(max(1, command.first_version), min(command.last_version, len(rows.events)) + 1)
        events = [envelopes.get(version, {}) for version in known]
        part = _part(moves.get(command.first_version)) if events and events[0].get("move") else None
        fits = commands.is_tied(rows.match, command) and _fits(command, events, part, holders, rewinds=rewinds)
        rewinds += sum(event.get("type") in REWOUND_BY for event in events)
        if not fits or (command.first_version == 1 and lobby is not None and not _is_creation(command, lobby)):
            return max(1, command.first_version)
    return None if rows.commands else 1


def _recorded(row: Mapping[str, Any]) -> Recorded:
    return Recorded(
        actor=row["actor"],
        key=row["key"],
        request_hash=bytes(row["request_hash"]),
        first_version=row["first_version"],
        last_version=row["last_version"],
    )


def _is_creation(command: Recorded, lobby: Lobby) -> bool:
    # A player who calls for a rematch completes it where the first caller's creation was cut short.
    known = command.actor == str(lobby.creator_id) or lobby.creation_key.startswith("rematch ")
    return known and commands.request_of(command) == bytes(lobby.request_hash)


def _fits(command: Recorded, events: Sequence[Envelope], part: Any, holders: dict[int, str], *, rewinds: int) -> bool:
    """Whether this actor could do this, after so many take-backs by consent; books who sits where.

    `part` is what is sealed of a move.
    """
    if part is not None:
        return _is_move(command, events[0], part, holders, rewinds)
    first = events[0] if events else {}
    if first.get("type") in BY_HOLDER and holders.get(first["seat"]) != command.actor:
        return False
    for event in events:
        seat = event.get("seat")
        if event.get("type") == SeatTaken.type and isinstance(seat, int) and "bot" not in event["data"]:
            holders[seat] = command.actor
        elif event.get("type") == SeatLeft.type and (
            not isinstance(seat, int) or holders.pop(seat, "") != command.actor
        ):
            return False
    return True


def _is_move(command: Recorded, first: Envelope, part: Any, holders: Mapping[int, str], rewinds: int) -> bool:
    request, move = commands.request_of(command), part[MOVE]
    audience = first["seals"][0]["audience"] if first["seals"] else []
    if first["by"] != "player":
        # The clock and bots answer each prompt once: the prompt is their key. Where it is asked again after a take-back
        # by consent, how many there were is in the key too; before 28 November 2026 it was not.
        name = CLOCK if first["by"] == "clock" else f"bot:{audience[0] if audience else None}"
        prompt = move.get("prompt")
        keys = (prompt, f"{prompt} again {rewinds}") if rewinds else (prompt,)
        return command.actor == name and command.key in keys and request == fingerprint("automatic", command.key)
    holder = holders.get(audience[0]) if audience else None
    return (command.actor, request) == (holder, _sent(move, part.get(SIGNED)))


def _sent(move: Any, signed: Any) -> bytes:
    """The fingerprint of a player's request that led to this move."""
    if move == {"type": Resign.type}:
        return fingerprint("resign") if signed is None else fingerprint("resign", signed)
    return fingerprint("move", move if signed is None else [move, signed])


def _part(stored: bytes | None) -> Any:
    """What is sealed of a move; an empty move where there is none."""
    try:
        found = orjson.loads(bytes(stored or b"{}"))
    except ValueError:
        found = None
    return found if isinstance(found, dict) and isinstance(found.get(MOVE), dict) else {MOVE: {}}
