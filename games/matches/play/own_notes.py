"""Players' private notes on a match: nobody else sees them; kept until their writer removes them or the account."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models.functions import Now

from games.matches.accounts.players import locked
from games.matches.models.people import OwnNote
from games.matches.quotas import storage

MOST_CHARACTERS = 2_000


def read(match_id: str, player: str) -> OwnNote | None:
    """The player's note on a match, if there is one."""
    return OwnNote.objects.filter(match_id=match_id, player_id=player).first()


def of_player(player: str) -> Sequence[OwnNote]:
    """All notes of a player, by match."""
    return list(OwnNote.objects.filter(player_id=player).order_by("match_id"))


def write(match_id: str, player: str, text: str) -> OwnNote | None:
    """Replace the player's note; a text of blanks alone removes it. `PlayerNotFound`, `QuotaExceeded`."""
    with transaction.atomic():
        # Nothing is left behind with a player who is gone.
        locked(player)
        if not text.strip():
            OwnNote.objects.filter(match_id=match_id, player_id=player).delete()
            return None
        storage.admit_stored("own note", player=player, texts=[text])
        OwnNote.objects.update_or_create(
            match_id=match_id, player_id=player, defaults={"text": text, "written_at": Now()}
        )
    return read(match_id, player)
