"""What moderators have decided about a player, and the player's one appeal."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models.functions import Now

from games.matches.errors import AlreadyAppealed, SanctionNotFound
from games.matches.models.ids import as_uuid
from games.matches.models.talk import Sanction
from games.matches.talk import written_text

MOST_CHARACTERS = 1_000


def of_player(player: str) -> Sequence[Sanction]:
    """All that was decided about a player, newest first."""
    return list(Sanction.objects.filter(player_id=player).order_by("-made_at", "-id"))


def appeal(player: str, sanction: str, text: str) -> tuple[Sanction, bool]:
    """Ask moderators to think again; and whether the player had asked in the same words before.

    `SanctionNotFound`; `AlreadyAppealed` with other words; `NotAllowed` for a text of nothing that can be seen.
    """
    found, written = as_uuid(sanction), written_text.kept(text)
    written_text.require_seen(text, "An appeal")
    if found is None:
        raise SanctionNotFound
    with transaction.atomic():
        theirs = Sanction.objects.select_for_update().filter(player_id=player, id=found).first()
        if theirs is None:
            raise SanctionNotFound
        if theirs.appealed_at is not None:
            if theirs.appeal != written:
                raise AlreadyAppealed
            return theirs, True
        Sanction.objects.filter(id=theirs.id).update(appeal=written, appealed_at=Now())
    theirs.refresh_from_db()
    return theirs, False
