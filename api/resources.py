"""Resources as answers show them: what the table says, with people, lobby data and links put in."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.core.definition import GameDefinition
from games.matches import quarantine, seeing, selectors
from games.matches.models import Listing, Lobby, Player
from games.matches.selectors import Seen

BASE = "/api/v1"


def player(found: Player) -> dict[str, Any]:
    return {"id": str(found.id), "handle": found.handle, "kind": found.kind}


def match(seen: Seen, viewer: str | None) -> dict[str, Any]:
    """One match for one caller."""
    loaded = seen.loaded
    document = seeing.resource(loaded.match, quarantined=quarantine.is_quarantined(loaded.match.id))
    people = selectors.players(loaded.holders.values())
    return _match(document, loaded.holders, seen.lobby, people, you=loaded.seat_of(viewer))


def matches(rows: Iterable[Listing], viewer: str | None) -> list[dict[str, Any]]:
    """Matches of a list for one caller, as of their projection."""
    rows = list(rows)
    lobbies = {row.match_id: row for row in Lobby.objects.filter(match_id__in=[row.match_id for row in rows])}
    people = selectors.players({str(holder) for row in rows for holder in row.player_ids})
    return [_listed(row, lobbies[row.match_id], people, viewer) for row in rows]


def _listed(row: Listing, lobby: Lobby, people: Mapping[str, Player], viewer: str | None) -> dict[str, Any]:
    holders = {int(seat): holder for seat, holder in row.holders.items()}
    you = next((seat for seat, holder in holders.items() if holder == viewer), None)
    document = {**row.document, "status": row.status}
    return _match(document, holders, lobby, people, you=you)


def _match(
    document: dict[str, Any],
    holders: Mapping[int, str],
    lobby: Lobby,
    people: Mapping[str, Player],
    *,
    you: int | None,
) -> dict[str, Any]:
    seats = [
        {**seat, "player": player(people[holders[seat["seat"]]]) if holders.get(seat["seat"]) in people else None}
        for seat in document["seats"]
    ]
    own = f"{BASE}/matches/{document['id']}"
    links = {"self": own, **{name: f"{own}/{name}" for name in ("view", "prompts", "moves", "events")}}
    return {
        **document,
        "seats": seats,
        "name": lobby.name,
        "visibility": lobby.visibility,
        "you": you,
        "links": links,
    }


def game(versions: Mapping[str, GameDefinition]) -> dict[str, Any]:
    """A game as the list of games describes it, by its newest rules."""
    newest = list(versions.values())[-1]
    return {
        "game": newest.slug,
        "names": newest.names,
        "seats": {"min": newest.min_seats, "max": newest.max_seats},
        "rules": list(versions),
        "options_schema": newest.options_schema,
        "moves": newest.move_schemas,
        "duration_hint": newest.duration_hint,
    }
