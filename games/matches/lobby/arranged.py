"""Makes a match for players who were put together, by the queue or a cup. Repeated after a crash, it loses nothing."""

from collections.abc import Mapping

from events import store
from events.store import EMPTY
from games.matches.lobby import creation, lobby
from games.matches.lobby.lobby import Founding, NewMatch
from games.matches.models.matches import Lobby
from games.matches.stream.commands import fingerprint


def found(match_id: str, new: NewMatch, founding: Founding, *, by: str, held: Mapping[int, str]) -> None:
    """The match with its host and bots; the seats in `held` are kept for their players, so no stranger takes one.

    `by` is who has put them together, in a word: a part of the key under which the match is created.
    """
    request = fingerprint(by, match_id)
    if store.load(match_id).head == EMPTY:
        Lobby.objects.update_or_create(
            match_id=match_id,
            defaults={
                "name": new.name,
                "visibility": new.visibility,
                "start": new.start,
                "delay": new.delay,
                "rated": new.rated,
                "creator_id": founding.player,
                # A client's key holds no space.
                "creation_key": f"{by} {match_id}",
                "request_hash": request,
                "held": {str(seat): player for seat, player in held.items()},
            },
        )
    creation.append_first(match_id, founding.player, request, lobby.first_events(new, founding))
