"""Bearer tokens: named, revocable, good for some scopes; of the secret only the SHA-256 is kept."""

import hashlib
import uuid
from collections.abc import Collection
from datetime import date, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.utils.timezone import now

from events.randomness import new_id, new_token
from events.statements import fetch
from games.matches.errors import AlreadyCreated, KeyReused, NotOperator, TokenNotFound
from games.matches.models.people import Player, Token
from games.matches.models.third_parties import AppAccess, AppCode, AppDevice, AppRefresh
from games.matches.quotas import storage

TOKEN_PREFIX = "tab_"
SECRET_BYTES = 32
OPERATE = "operate"
SIGN_UP_SCOPES = ("read", "play", "host", "account")
SCOPES = (*SIGN_UP_SCOPES, OPERATE)
# What an app of somebody else's may be given: nothing that reads or changes the account.
APP_SCOPES = ("read", "play", "host")


class Caller(NamedTuple):
    """The player who calls: by id, what the token is good for, their language and when they were last here."""

    id: uuid.UUID
    scopes: Collection[str]
    locale: str
    seen_on: date | None


# The tokens that are worth something, and their players. One that was being made while its player was deleted is
# nobody's.
HOLDERS = """matches_token AS token JOIN matches_player AS player ON player.id = token.player_id
    AND player.handle IS NOT NULL AND (token.expires_at IS NULL OR token.expires_at > statement_timestamp())"""
# What `find` asks for, in statements that read more than the caller.
CALLER = f"""
SELECT token.player_id, token.scopes, player.locale, player.seen_on
FROM {HOLDERS}
WHERE token.digest = %(digest)s::bytea
"""  # noqa: S608, of constants


def issue(
    player: Player, *, label: str, scopes: Collection[str], key: str | None = None, seconds: int | None = None
) -> tuple[Token, str]:
    """A token of the player's and its secret, which is shown this once only; good for so many seconds, or for ever.

    Raises `NotOperator`, `AlreadyCreated` for a repeat under the same key, `KeyReused` for another wish under it.
    """
    if OPERATE in scopes and not player.is_operator:
        raise NotOperator
    wanted = [scope for scope in SCOPES if scope in scopes]
    secret = TOKEN_PREFIX + new_token(SECRET_BYTES)
    with transaction.atomic():
        token, fresh = Token.objects.get_or_create(
            player=player,
            # A client's key holds no space.
            creation_key=key if key is not None else f"auto {new_id()}",
            defaults={
                "id": new_id(),
                "digest": digest(secret),
                "label": label,
                "scopes": wanted,
                "expires_at": None if seconds is None else now() + timedelta(seconds=seconds),
            },
        )
        if fresh:
            # Counted and never refused: nobody is kept from logging in by what they have stored, nor by what strangers
            # behind their address have. The rate of log-ins bounds what tokens store.
            storage.count_stored("token", player=str(player.id))
    if not fresh:
        raise AlreadyCreated if (token.label, token.scopes, _seconds(token)) == (label, wanted, seconds) else KeyReused
    return token, secret


def _seconds(token: Token) -> int | None:
    """For how long it was made: both times are of one call and one clock."""
    return None if token.expires_at is None else round((token.expires_at - token.created_at).total_seconds())


def find(secret: str) -> Token | None:
    """The token with this secret, and with it its player, if it is one of ours."""
    return good().filter(digest=digest(secret)).first()


def good() -> QuerySet[Token]:
    """The tokens that are worth something (`HOLDERS`), with their players."""
    lasts = Q(expires_at=None) | Q(expires_at__gt=Now())
    return Token.objects.select_related("player").filter(lasts, player__handle__isnull=False)


def forget() -> None:
    """Delete the tokens that have been worth nothing for a day."""
    Token.objects.filter(expires_at__lt=Now() - timedelta(days=1)).delete()


def caller(digest: bytes | None) -> Caller | None:
    """The player who calls, by what is kept of their token, if it is one of ours: a sixth of what `find` costs."""
    found = [] if digest is None else fetch(CALLER, {"digest": digest})
    return Caller(*found[0]) if found else None


def of_player(player_id: str, *, before: str | None, limit: int) -> list[Token]:
    """Up to `limit` tokens of a player's own, newest first; `before` is the last id of the page before."""
    rows = Token.objects.filter(player_id=player_id, access=None).order_by("-id")
    return list((rows if before is None else rows.filter(id__lt=before))[:limit])


def revoke(player_id: str, token_id: str) -> None:
    """Make one of the player's own tokens worthless at once; `TokenNotFound` when they have no such token."""
    try:
        gone, _ = Token.objects.filter(player_id=player_id, access=None, id=uuid.UUID(token_id)).delete()
    except ValueError:
        raise TokenNotFound from None
    if not gone:
        raise TokenNotFound


@transaction.atomic
def revoke_others(player_id: str, token_id: str | None) -> None:
    """Make all of the player's tokens but this one worthless at once, and all that apps of others hold."""
    # Apps get their tokens under this lock.
    Player.objects.select_for_update(no_key=True).filter(id=player_id).first()
    end_apps(player_id)
    others = Token.objects.filter(player_id=player_id)
    (others if token_id is None else others.exclude(id=token_id)).delete()


def end_apps(player_id: str, **of_app: object) -> int:
    """Take from apps all access to a player, whose row is locked, and all codes for it; how many tokens there were."""
    for model in (AppCode, AppDevice, AppRefresh):
        model._default_manager.filter(user__id=player_id, **of_app).delete()
    # With them go the tokens that the API looks at.
    gone, _ = AppAccess.objects.filter(user__id=player_id, **of_app).delete()
    return gone


def revoke_secret(secret: str) -> None:
    """Make the token with this secret worthless at once, if it is one of ours."""
    Token.objects.filter(digest=digest(secret)).delete()


def digest(secret: str) -> bytes:
    """What is kept of a token's secret."""
    return hashlib.sha256(secret.encode()).digest()
