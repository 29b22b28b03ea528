"""A player's settings for notices outside the inbox: kinds for mail, and exceptions for single matches."""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from django.core import signing
from django.db import transaction

from games.core.prompts import Violation
from games.matches.accounts.players import locked
from games.matches.errors import NotAllowed, PlayerNotFound
from games.matches.models.notices import MatchNotices, Notice, NoticeSettings
from games.matches.notices.kinds import KINDS
from games.matches.quotas import storage

MAX_EXCEPTIONS = 200
SALT = "tabularium.unsubscribe"


@dataclass(frozen=True, kw_only=True)
class Preferences:
    """The kinds that come by mail, and by match the kinds that leave the inbox at all."""

    mail: tuple[str, ...] = KINDS
    matches: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def leaves_inbox(self, notice: Notice) -> bool:
        """Whether this notice may go out by mail or to webhooks."""
        return notice.kind in self.matches.get(str(notice.match_id), KINDS)

    def mails(self, notice: Notice) -> bool:
        """Whether this notice may go out by mail."""
        return notice.kind in self.mail and self.leaves_inbox(notice)


def of_players(player_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, Preferences]:
    """The preferences of each of these players."""
    mail = {row.player_id: row.mail_kinds for row in NoticeSettings.objects.filter(player_id__in=player_ids)}
    matches: dict[uuid.UUID, dict[str, tuple[str, ...]]] = {player: {} for player in player_ids}
    for row in MatchNotices.objects.filter(player_id__in=player_ids).order_by("match_id"):
        matches[row.player_id][str(row.match_id)] = tuple(row.kinds)
    return {player: Preferences(mail=tuple(mail.get(player, KINDS)), matches=matches[player]) for player in player_ids}


def of_player(player_id: str) -> Preferences:
    """One player's preferences."""
    player = uuid.UUID(player_id)
    return of_players([player])[player]


@transaction.atomic
def change(player_id: str, *, mail: Sequence[str] | None, matches: Mapping[str, Sequence[str] | None]) -> Preferences:
    """Set the kinds that come by mail (None: leave them), and exceptions by match (None takes one back).

    Of matches that the player may know of: whoever calls has seen to that. `NotAllowed` for too many, `QuotaExceeded`.
    """
    locked(player_id)
    if mail is not None:
        _set_mail(player_id, mail)
    _set_exceptions(player_id, matches)
    if MatchNotices.objects.filter(player_id=player_id).count() > MAX_EXCEPTIONS:
        detail = f"There may be {MAX_EXCEPTIONS} matches with settings of their own."
        raise NotAllowed([Violation(pointer="/matches", code="maxItems", detail=detail)])
    return of_player(player_id)


def unsubscribe_token(player_id: str) -> str:
    """A token for a mail's link, which stops the notices by mail; it never expires and is good for nothing else."""
    return signing.Signer(salt=SALT, sep=".").sign(player_id)


def unsubscribe(token: str) -> bool:
    """Stop all notices by mail to the token's player; whether it is a token of ours."""
    player_id = player_of(token)
    if player_id is not None:
        with suppress(PlayerNotFound), transaction.atomic():
            locked(player_id)
            _set_mail(player_id, ())
    return player_id is not None


def player_of(token: str) -> str | None:
    """The player whose mails a token stops."""
    try:
        return signing.Signer(salt=SALT, sep=".").unsign(token)
    except signing.BadSignature:
        return None


def _set_mail(player_id: str, kinds: Iterable[str]) -> None:
    wanted = [kind for kind in KINDS if kind in set(kinds)]
    NoticeSettings.objects.update_or_create(player_id=player_id, defaults={"mail_kinds": wanted})


def _set_exceptions(player_id: str, matches: Mapping[str, Sequence[str] | None]) -> None:
    """In a few statements, however many matches there are."""
    taken_back = [match_id for match_id, kinds in matches.items() if kinds is None]
    MatchNotices.objects.filter(player_id=player_id, match_id__in=taken_back).delete()
    made = {match_id for match_id, kinds in matches.items() if kinds is not None}
    there = MatchNotices.objects.filter(player_id=player_id, match_id__in=made).count()
    storage.admit_stored("exception", len(made) - there, player=player_id)
    MatchNotices.objects.bulk_create(
        [
            MatchNotices(player_id=player_id, match_id=match_id, kinds=[kind for kind in KINDS if kind in kinds])
            for match_id, kinds in matches.items()
            if kinds is not None
        ],
        update_conflicts=True,
        unique_fields=["player", "match_id"],
        update_fields=["kinds"],
    )
