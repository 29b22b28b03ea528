"""Who may know of a match, and what one statement tells of a call to it: whose it is, and how the match stands."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple
from uuid import UUID

import orjson

from events import sharding, store
from events.store import Recorded
from games.matches.accounts import tokens
from games.matches.accounts.tokens import HOLDERS, Caller
from games.matches.errors import MatchNotFound
from games.matches.lists import queries
from games.matches.lobby import invitations
from games.matches.models.ids import as_uuid
from games.matches.models.matches import PRIVATE, Lobby, LobbyData
from games.matches.models.people import Player
from games.matches.models.service import Listing
from games.matches.presentation import delays
from games.matches.stream import loading
from games.matches.stream.history import load_at
from games.matches.stream.loading import Loaded, Reading, load
from games.matches.stream.quarantine import IS_SET_ASIDE
from games.table.state import OPEN

# What `tokens.find`, `_lobby` and `store.find_command` ask for, in the statement that reads the stream. An actor is
# compared as bytes, or the index of the commands would be of no use.
_CALL = f"""
SELECT ({IS_SET_ASIDE}) AS is_set_aside, {{command}},
    token.player_id, token.scopes, player.locale, player.seen_on,
    lobby.match_id, lobby.name, lobby.visibility, lobby.held::text, lobby.delay::text, lobby.rated,
    (SELECT match_id::text FROM matches_lobby WHERE rematch_of = %(match)s::uuid) AS rematch,
    (SELECT json_agg(json_build_array(id, handle, kind, revision))::text FROM matches_player
      WHERE id = ANY(%(people)s::uuid[])) AS people
FROM (SELECT) AS one
LEFT JOIN ({HOLDERS}) ON token.digest = %(digest)s::bytea
LEFT JOIN matches_lobby AS lobby ON lobby.match_id = %(match)s::uuid
{{joined}}"""  # noqa: S608, all of it is constant
CALL = _CALL.format(
    command="command.actor, command.key, command.request_hash, command.first_version, command.last_version",
    joined="""LEFT JOIN command ON command.match_id = %(match)s::uuid AND command.key = %(key)s::text
    AND command.actor = token.player_id::text COLLATE "C"
""",
)
# Where commands lie on other nodes they are asked for once the caller is known.
CALL_BESIDE_SHARDS = _CALL.format(command="NULL, NULL, NULL, NULL, NULL", joined="")


class Person(NamedTuple):
    """What everybody may know of a player."""

    id: str
    handle: str | None
    kind: str
    revision: int


@dataclass(frozen=True, kw_only=True)
class MatchCall:
    """What one statement tells of a call to a match: whose it is, what it did before by its key, how the match stands.

    `lobby` is None where there is no such match; who may know of it is asked by `known`. `rematch` is the match that is
    played for it once more; `people` are those who sat there when this process last looked, where they were asked for.
    """

    match: str
    caller: Caller | None
    lobby: LobbyData | None
    reading: Reading
    rematch: str | None
    people: Mapping[str, Person]


def call(
    match_id: str,
    secret: str | None,
    *,
    key: str | None = None,
    page: tuple[int, int] | None = None,
    people: bool = False,
) -> MatchCall:
    """What is known of a call by the holder of a token's secret to the match with this id.

    With a `page` the events between those two versions are read too, with `people` those who sit there.
    """
    given = {
        "digest": None if secret is None else tokens.digest(secret),
        "key": key,
        "people": list(loading.holders(match_id)) if people else [],
    }
    distributed = sharding.is_distributed()
    reading = loading.read(match_id, beside=CALL_BESIDE_SHARDS if distributed else CALL, given=given, page=page)
    _, actor, of_key, request_hash, first, last, *token, rematch, found = reading.stream.beside
    called = None if actor is None else Recorded(actor, of_key, request_hash, first, last)
    if distributed and key is not None and token[0] is not None:
        called = store.find_command(match_id, str(token[0]), key)
        if called is not None and called.last_version > reading.stream.head.version:
            # It was recorded between the two statements.
            reading = loading.read(match_id, beside=CALL_BESIDE_SHARDS, given=given, page=page)
    return MatchCall(
        match=match_id,
        caller=None if token[0] is None else Caller(*token[:4]),
        lobby=_lobby_data(*token[4:]),
        reading=reading if called is None else replace(reading, called=called),
        rematch=rematch,
        people={} if found is None else {one[0]: Person(*one) for one in orjson.loads(found)},
    )


def _lobby_data(
    match_id: UUID | None, name: str, visibility: str, held: str, delay: str | None, rated: bool
) -> LobbyData | None:
    if match_id is None:
        return None
    delayed = None if delay is None else orjson.loads(delay)
    return LobbyData(match_id, name, visibility, orjson.loads(held), delayed, rated)


@dataclass(frozen=True, kw_only=True)
class Known:
    """A match that a caller may know of, with its lobby data; only this module makes one.

    `until` is the version that the caller may know it up to, None to its end: a player who repeats a call of theirs
    to a private match, and may not know that match any more, is told what they could be told then. `call` is what was
    read with the caller's token, if that is how the match was found.
    """

    id: str
    lobby: LobbyData
    viewer: str | None
    until: int | None = None
    call: MatchCall | None = field(default=None, repr=False)

    def load(self) -> Loaded:
        """The match as its stream stands now, or stood when the call was read, or as it stood at `until`."""
        if self.until is not None:
            return load_at(self.id, self.until)
        whole = self.whole()
        return delays.seen(whole, self.lobby.delay) if self.is_seen_later(whole) else whole  # type: ignore[arg-type]

    def whole(self) -> Loaded:
        """The match without the delay that is for those who have no seat: for what is not shown."""
        return load(self.id) if self.call is None else self.call.reading.loaded

    def is_seen_later(self, whole: Loaded) -> bool:
        """Whether the viewer has no seat in a match that is told to those later."""
        return self.lobby.delay is not None and whole.seat_of(self.viewer) is None

    @property
    def reading(self) -> Reading | None:
        """What was read of the match when the call came in."""
        return None if self.call is None else self.call.reading

    def people(self, holders: Collection[str]) -> Mapping[str, Player | Person]:
        """The players with these ids."""
        if self.call is None or not self.call.people.keys() >= set(holders):
            return queries.players(holders)
        return {one: self.call.people[one] for one in holders}

    def rematch(self) -> str | None:
        """The match that is played for it once more, if there is one."""
        return queries.rematches_of([self.id]).get(self.id) if self.call is None else self.call.rematch


def known(match_id: str, viewer: str | None, *, invitation: str | None = None, key: str | None = None) -> Known:
    """The match with this id, however it is written; `MatchNotFound` where there is none that the viewer may know of.

    A private match is known to those who sit there or have a seat kept for them, to the holder of an invitation, and up
    to their own call to a caller who repeats one that came through under its key.
    """
    return _known(_lobby(match_id), None, viewer, invitation, key)


def known_by(call: MatchCall, viewer: str | None, *, invitation: str | None = None, key: str | None = None) -> Known:
    """`known`, of the match that a call was read for; what was read is not asked again."""
    return _known(call.lobby, call, viewer, invitation, key)


def _known(
    lobby: LobbyData | None, call: MatchCall | None, viewer: str | None, invitation: str | None, key: str | None
) -> Known:
    if lobby is None:
        raise MatchNotFound
    found = Known(id=str(lobby.match_id), lobby=lobby, viewer=viewer, call=call)
    if _may_know(found, viewer) or _is_invited(found.id, viewer, invitation):
        return found
    called = None if viewer is None or key is None else _called(found, viewer, key)
    if called is None:
        raise MatchNotFound
    return replace(found, until=called.last_version)


def unknown(match_ids: Collection[str], viewer: str) -> list[str]:
    """Those of these matches that are not there, or that the viewer may not know of."""
    there = {
        str(one): how for one, how in Lobby.objects.filter(match_id__in=match_ids).values_list("match_id", "visibility")
    }
    own = Listing.objects.filter(match_id__in=match_ids, player_ids__contains=[viewer])
    listed = {str(one) for one in own.values_list("match_id", flat=True)}
    # A private match whose seats the lists do not have yet is looked at itself.
    return [
        one
        for one in match_ids
        if one not in there or (there[one] == PRIVATE and one not in listed and not _is_known(one, viewer))
    ]


def _is_known(match_id: str, viewer: str) -> bool:
    try:
        known(match_id, viewer)
    except MatchNotFound:
        return False
    return True


def after(before: Known, viewer: str, version: int) -> Known:
    """What a viewer may know of a match once a call of theirs that ends at `version` is in it.

    By the call they may have left a private match, at once or long ago: then nothing later is for them.
    """
    # What was read before the call is not true any more.
    now = replace(before, call=None, until=None)
    return replace(now, until=None if _may_know(now, viewer) else version)


def _may_know(match: Known, viewer: str | None) -> bool:
    # Before it is loaded: the answer that it cannot be folded would tell a stranger that there is such a match.
    if match.lobby.visibility != PRIVATE:
        return True
    return viewer is not None and _has_a_place(match, viewer)


def _is_invited(match_id: str, viewer: str | None, invitation: str | None) -> bool:
    return invitation is not None and invitations.find(match_id, invitation, viewer) is not None


def _called(match: Known, viewer: str, key: str) -> Recorded | None:
    return store.find_command(match.id, viewer, key) if match.call is None else match.call.reading.called


def _lobby(match_id: str) -> LobbyData | None:
    found = as_uuid(match_id)
    row = None if found is None else Lobby.objects.filter(match_id=found).values_list(*LobbyData._fields).first()
    return None if row is None else LobbyData(*row)


def _has_a_place(match: Known, viewer: str) -> bool:
    """Whether the viewer sits there or may still take a seat that is kept for them.

    Who sits there, as far as the lists know, where the match cannot be folded any more.
    """
    try:
        loaded = match.whole()
        kept = {int(seat) for seat, holder in match.lobby.held.items() if holder == viewer}
        table = loaded.match.table
        return loaded.seat_of(viewer) is not None or (table.status == OPEN and not kept.isdisjoint(table.free))
    except Exception:
        # Whatever is wrong with a private match is not for strangers to know.
        return Listing.objects.filter(match_id=match.id, player_ids__contains=[viewer]).exists()
