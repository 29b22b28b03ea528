"""Registers, lists, changes and deletes the apps of a player: programs that other players may let act for them."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from events.randomness import new_id, new_token
from games.core.prompts import Violation
from games.matches.accounts import players, silences
from games.matches.accounts.looks import names_service
from games.matches.errors import AccountNeeded, AlreadyCreated, AppNotFound, KeyReused, NotAllowed, TooManyApps
from games.matches.models.people import GUEST
from games.matches.models.third_parties import App
from games.matches.quotas import storage

MOST = 10
MOST_ADDRESSES = 10
SECRET_PREFIX = "tab_s_"
SECRET_BYTES = 32

# Characters of an address behind its host: no space, no control character, no fragment, nothing that browsers mend.
_REST = "[!$%&'()*+,./0-9:;=?@A-Z_a-z~-]"
_HOST = "([A-Za-z0-9-]{1,63}\\.){0,8}[A-Za-z0-9-]{1,63}(:[0-9]{1,5})?"
# https; or this machine by its number, because a name may lead elsewhere; or a scheme that is a domain turned round, so
# that no app takes another's (RFC 8252, sections 7 and 8.3). No user stands before the host.
REDIRECT_URI = (
    f"^(https://{_HOST}([/?]{_REST}*)?"
    f"|http://(127\\.0\\.0\\.1|\\[::1\\])(:[0-9]{{1,5}})?(/{_REST}*)?"
    f"|[a-z][a-z0-9+-]*(\\.[a-z0-9+-]+)+:/({_REST.replace('/', '')}{_REST}*)?)$"
)


@dataclass(frozen=True, kw_only=True)
class NewApp:
    """What is asked for: a name, where its users come back to, by device too or not, and whether it keeps a secret."""

    name: str
    redirect_uris: Sequence[str]
    device_flow: bool
    secret: bool


def register(player_id: str, new: NewApp, *, key: str | None) -> tuple[App, str | None]:
    """A new app, and its secret where it wants one, which is shown this once only.

    `AccountNeeded` for guests; `NotAllowed` for the service's own name; `Silenced`, `TooManyApps`, `QuotaExceeded`,
    `AlreadyCreated`, `KeyReused`, `PlayerNotFound`.
    """
    with transaction.atomic():
        maker = players.locked(player_id)
        if maker.kind == GUEST:
            raise AccountNeeded
        _refuse_name(new.name)
        before = App.objects.filter(user__id=player_id, creation_key=key).first() if key is not None else None
        if before is not None:
            raise AlreadyCreated if _wish(before) == new else KeyReused
        silences.refuse_silenced(player_id)
        if App.objects.filter(user__id=player_id).count() >= MOST:
            raise TooManyApps(most=MOST)
        storage.admit_stored("app", player=player_id, texts=[new.name, *new.redirect_uris])
        secret = SECRET_PREFIX + new_token(SECRET_BYTES) if new.secret else None
        app = App.objects.create(
            client_id=new_id(),
            user=maker,
            name=new.name,
            redirect_uris=" ".join(new.redirect_uris),
            uses_device_flow=new.device_flow,
            client_type=App.CLIENT_CONFIDENTIAL if new.secret else App.CLIENT_PUBLIC,
            authorization_grant_type=App.GRANT_AUTHORIZATION_CODE,
            client_secret="" if secret is None else digest(secret),
            # 32 bytes of chance need no slow hash, which every call for a token would wait for.
            hash_client_secret=False,
            # A client's key holds no space.
            creation_key=key if key is not None else f"auto {new_id()}",
        )
    return app, secret


def of_player(player_id: str) -> list[App]:
    """The apps that a player has registered, newest first."""
    return list(App.objects.filter(user__id=player_id).order_by("-id"))


def find(player_id: str, client_id: str) -> App:
    """One of the player's own apps; `AppNotFound`."""
    found = App.objects.filter(user__id=player_id, client_id=client_id).first()
    if found is None:
        raise AppNotFound
    return found


@transaction.atomic
def change(player_id: str, client_id: str, wishes: Mapping[str, Any]) -> App:
    """Change some of name, addresses and whether devices may ask.

    `AppNotFound`, `QuotaExceeded`, `PlayerNotFound` once deleted; `Silenced` for another name or address, which users
    are shown; `NotAllowed` for a name.
    """
    players.locked(player_id)
    app = find(player_id, client_id)
    before = [app.name, app.redirect_uris]
    app.name = wishes.get("name", app.name)
    app.redirect_uris = " ".join(wishes.get("redirect_uris", app.redirect_uris.split()))
    if [app.name, app.redirect_uris] != before:
        silences.refuse_silenced(player_id)
    if app.name != before[0]:
        _refuse_name(app.name)
    app.uses_device_flow = wishes.get("device_flow", app.uses_device_flow)
    storage.admit_growth(before, [app.name, app.redirect_uris], player=player_id)
    app.save()
    return app


@transaction.atomic
def delete(player_id: str, client_id: str) -> None:
    """Delete an app, and with it all access that players have given it; `AppNotFound`."""
    players.locked(player_id)
    find(player_id, client_id).delete()


def digest(secret: str) -> str:
    """What is kept of a code and of an app's secret."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _refuse_name(name: str) -> None:
    if names_service(name):
        detail = "An app does not have the service's own name."
        raise NotAllowed([Violation(pointer="/name", code="reserved", detail=detail)])


def _wish(app: App) -> NewApp:
    return NewApp(
        name=app.name,
        redirect_uris=app.redirect_uris.split(),
        device_flow=app.uses_device_flow,
        secret=app.client_type == App.CLIENT_CONFIDENTIAL,
    )
