"""Which apps of others act for a player: the tokens that they get, the list, and its end."""

from collections.abc import Collection
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils.timezone import now

from events.randomness import new_id
from games.matches.accounts import players, tokens
from games.matches.errors import AppNotFound
from games.matches.models.people import Token
from games.matches.models.third_parties import App, AppAccess, AppCode, AppDevice, AppRefresh
from games.matches.quotas import storage

# An access token lasts an hour, and a refresh token until nobody has used it for so long.
ACCESS_SECONDS = 3600
REFRESH_SECONDS = 60 * 24 * 3600
# A code is changed for tokens at once; a used one is remembered for a day.
CODE_SECONDS = 60
DEVICE_SECONDS = 15 * 60
KEPT = timedelta(days=1)
# A label is shorter than an app's name may be.
LABEL = 64


class Granted(NamedTuple):
    """What one app may do for a player, since when, and the day (UTC) on which it last did something."""

    app: App
    scopes: Collection[str]
    granted_at: datetime
    used_on: date


def give_token(access: AppAccess, secret: str) -> None:
    """Let the API take an app's access token, as it takes a token of the player's own with these scopes."""
    assert access.application is not None
    token_id = new_id()
    Token.objects.create(
        id=token_id,
        player_id=access.user_id,
        digest=tokens.digest(secret),
        label=access.application.name[:LABEL],
        scopes=scopes_in(access.scope),
        expires_at=access.expires,
        creation_key=f"auto {token_id}",
        access=access,
    )
    # Counted and never refused, as log-ins are.
    storage.count_stored("app token", player=str(access.user_id))


def scopes_in(text: str) -> list[str]:
    """The scopes of a text with spaces between, each once; what no app may have is left out."""
    return [scope for scope in tokens.APP_SCOPES if scope in text.split(" ")]


def of_player(player_id: str) -> list[Granted]:
    """The apps that can act for a player now, the last agreed to first."""
    living = AppRefresh.objects.filter(
        user__id=player_id,
        revoked=None,
        access_token__expires__gt=now() - timedelta(seconds=REFRESH_SECONDS),
    )
    found: dict[int, Granted] = {}
    for refresh in living.select_related("application__user", "access_token").order_by("granted_at"):
        access, app = refresh.access_token, refresh.application
        assert access is not None
        used = [one for one in access.bearers.values_list("last_used_on", flat=True) if one is not None]
        before = found.pop(app.id, Granted(app, (), refresh.granted_at, access.created.date()))
        found[app.id] = Granted(
            app,
            scopes_in(" ".join((*before.scopes, access.scope))),
            before.granted_at,
            max(before.used_on, access.created.date(), *used),
        )
    return list(reversed(found.values()))


@transaction.atomic
def remove(player_id: str, client_id: str) -> None:
    """Take all access from an app at once; `AppNotFound` where it has none, `PlayerNotFound` once deleted."""
    players.locked(player_id)
    app = None if "\0" in client_id else App.objects.filter(client_id=client_id).first()
    if app is None or not tokens.end_apps(player_id, application=app):
        raise AppNotFound


def forget() -> None:
    """Delete what nobody can use any more, and what was kept to notice a second use."""
    moment = now()
    idle = moment - timedelta(seconds=REFRESH_SECONDS)
    for model in (AppCode, AppDevice):
        model._default_manager.filter(expires__lt=moment - KEPT).delete()
    over = Q(revoked__lt=idle) | Q(revoked=None, access_token=None) | Q(revoked=None, access_token__expires__lt=idle)
    AppRefresh.objects.filter(over).delete()
    AppAccess.objects.filter(expires__lt=moment - KEPT, refresh_token=None).delete()
