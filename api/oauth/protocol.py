"""What of OAuth 2.1 is spoken: codes with PKCE (S256), refresh tokens that change with each use, devices, revocation.

oauthlib knows the protocol, and django-oauth-toolkit's validator where its answers are kept (decision 49). Importing
both takes 30 MB, so whatever answers a call imports this module when it is first asked.

Everything about a player's access is read and written under the lock of the player's row, as all else that they have:
a code or a refresh token is used once, and none is used after the access was taken away.
"""

import re
from typing import Any

from django.utils.crypto import constant_time_compare
from django.utils.timezone import now
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauthlib.common import Request
from oauthlib.oauth2.rfc6749 import errors
from oauthlib.oauth2.rfc6749.endpoints import AuthorizationEndpoint, RevocationEndpoint, TokenEndpoint
from oauthlib.oauth2.rfc6749.grant_types import AuthorizationCodeGrant, RefreshTokenGrant
from oauthlib.oauth2.rfc6749.grant_types.authorization_code import code_challenge_method_s256
from oauthlib.oauth2.rfc6749.tokens import BearerToken
from oauthlib.oauth2.rfc8628.grant_types import DeviceCodeGrant

from events.randomness import new_token
from games.matches.accounts import app_access, players
from games.matches.accounts.third_party_apps import digest
from games.matches.accounts.tokens import SECRET_BYTES, TOKEN_PREFIX
from games.matches.errors import PlayerNotFound
from games.matches.models.third_parties import App, AppAccess, AppCode, AppDevice, AppRefresh

DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
# It begins as access tokens do: whatever keeps those out of logs keeps these out too.
REFRESH_PREFIX = f"{TOKEN_PREFIX}r_"
CHALLENGE = re.compile("[A-Za-z0-9_-]{43}")
# A device that asks too soon waits so many seconds longer each time (RFC 8628, section 3.5).
SLOWER_SECONDS = 5


class Validator(OAuth2Validator):
    """Where codes, tokens and apps are looked up and kept. Codes come here as their digests (`digested`)."""

    def _load_application(self, client_id: str | None, request: Any) -> App | None:
        # No text in PostgreSQL holds a NUL, so nobody has this id.
        return None if client_id and "\0" in client_id else super()._load_application(client_id, request)

    def _check_secret(self, provided_secret: str, stored_secret: str) -> bool:
        # Of an app without a secret nothing is stored, which is nobody's digest.
        return constant_time_compare(digest(provided_secret), stored_secret)

    def save_authorization_code(self, client_id: str, code: Any, request: Any, *args: Any, **kwargs: Any) -> None:
        super().save_authorization_code(client_id, {**code, "code": digest(code["code"])}, request)

    def validate_code(self, client_id: str, code: str, client: App, request: Any, *args: Any, **kwargs: Any) -> bool:
        known = AppCode.objects.filter(code=code, application=client)
        if not self._holds_player(known):
            return False
        found = known.filter(used_at=None, expires__gt=now()).first()
        if found is None:
            # Who uses a code a second time has it from somebody: nobody keeps what came of it (RFC 6749, 4.1.2).
            self._end(known.exclude(family=None).values_list("family", flat=True))
            return False
        request.user, request.scopes = found.user, found.scope.split(" ")
        return True

    def invalidate_authorization_code(self, client_id: str, code: str, request: Any, *args: Any, **kwargs: Any) -> None:
        known = AppCode.objects.filter(code=code, application=request.client)
        known.update(used_at=now(), family=request.token_family)

    def validate_refresh_token(self, refresh_token: str, client: App, request: Any, *args: Any, **kwargs: Any) -> bool:
        known = AppRefresh.objects.filter(token_checksum=digest(refresh_token), application=client)
        return self._holds_player(known) and bool(super().validate_refresh_token(refresh_token, client, request))

    def validate_device_code(self, client_id: str, device_code: str, request: Any) -> str | None:
        known = AppDevice.objects.filter(device_code=device_code, application=request.client)
        holders = list(known.values_list("user_id", flat=True))
        # Before somebody has answered it is nobody's; the player's row is locked before the device's, as elsewhere.
        if not holders or (holders[0] is not None and not self._holds_player(known)):
            return None
        found = known.select_for_update().first()
        if found is None:
            return None
        if found.user_id != holders[0]:
            return str(DeviceCodeGrant.DEVICE_CODE_PENDING)
        if found.expires <= now():
            return str(DeviceCodeGrant.DEVICE_CODE_EXPIRED)
        if found.status == AppDevice.DENIED:
            return str(DeviceCodeGrant.DEVICE_CODE_DENIED)
        if found.status == AppDevice.AUTHORIZED:
            request.user, request.scopes = found.user, found.scope.split(" ")
            # It is changed for tokens in this transaction, or it stays.
            found.delete()
            return str(DeviceCodeGrant.DEVICE_CODE_AUTHORIZED)
        is_hasty = found.asked_at is not None and (now() - found.asked_at).total_seconds() < found.interval
        known.update(asked_at=now(), interval=found.interval + SLOWER_SECONDS * is_hasty)
        return str(DeviceCodeGrant.DEVICE_CODE_SLOW_DOWN if is_hasty else DeviceCodeGrant.DEVICE_CODE_PENDING)

    def revoke_token(self, token: str, token_type_hint: str, request: Any, *args: Any, **kwargs: Any) -> None:
        """Take away all that came from the same consent: whichever of its tokens is revoked, and however old."""
        checksum = {"token_checksum": digest(token), "application": request.client}
        refresh = AppRefresh.objects.filter(**checksum).first()
        if refresh is None:
            refresh = AppRefresh.objects.filter(access_token__in=AppAccess.objects.filter(**checksum)).first()
        if refresh is not None and self._holds_player(AppRefresh.objects.filter(id=refresh.id)):
            self._end([refresh.token_family])

    def save_bearer_token(self, token: Any, request: Any, *args: Any, **kwargs: Any) -> Any:
        # Whose the token is: no scope of an app's lets it ask.
        token["player"] = str(request.user.id)
        return super().save_bearer_token(token, request, *args, **kwargs)

    def _create_access_token(
        self, expires: Any, request: Any, token: Any, source_refresh_token: AppRefresh | None = None
    ) -> AppAccess:
        access = AppAccess(
            user=request.user,
            scope=" ".join(app_access.scopes_in(token["scope"])),
            expires=expires,
            application=request.client,
            source_refresh_token=source_refresh_token,
        )
        self._set_token_value(access, token["access_token"])
        access.save()
        app_access.give_token(access, token["access_token"])
        return access

    def _create_refresh_token(
        self, request: Any, code: str, access: AppAccess, before: AppRefresh | None
    ) -> AppRefresh:
        made: AppRefresh = super()._create_refresh_token(request, code, access, before)
        request.token_family = made.token_family
        if before is not None:
            AppRefresh.objects.filter(id=made.id).update(granted_at=before.granted_at)
        return made

    def _holds_player(self, rows: Any) -> bool:
        """Lock the row of the player whose these are; whether there is one, who was not deleted."""
        player = rows.values_list("user_id", flat=True).first()
        try:
            return player is not None and bool(players.locked(str(player)))
        except PlayerNotFound:
            return False

    def _end(self, families: Any) -> None:
        for family in families:
            AppRefresh.revoke_family(family)


class CodeGrant(AuthorizationCodeGrant):
    """Codes for challenges by S256 alone: `plain` is what an attacker would ask for, and none is `plain`."""

    _code_challenge_methods = {"S256": code_challenge_method_s256}  # noqa: RUF012, as it is there

    def validate_authorization_request(self, request: Any) -> Any:
        told = super().validate_authorization_request(request)
        if not CHALLENGE.fullmatch(request.code_challenge):
            raise errors.InvalidRequestError(description="code_challenge is no SHA-256 in base64url.", request=request)
        return told


class Server(AuthorizationEndpoint, TokenEndpoint, RevocationEndpoint):
    """The endpoints, with nothing else: no implicit grant, no passwords, no app for itself, no introspection."""

    def __init__(self) -> None:
        validator = Validator()
        codes = CodeGrant(validator)
        bearer = BearerToken(validator, _access_token, app_access.ACCESS_SECONDS, _refresh_token)
        self.devices = DeviceCodeGrant(validator)
        grants = {
            "authorization_code": codes,
            "refresh_token": RefreshTokenGrant(validator),
            DEVICE_GRANT: self.devices,
        }
        AuthorizationEndpoint.__init__(self, "code", bearer, {"code": codes})
        TokenEndpoint.__init__(self, "authorization_code", bearer, grants)
        RevocationEndpoint.__init__(self, validator)


def _access_token(request: Request) -> str:
    return TOKEN_PREFIX + new_token(SECRET_BYTES)


def _refresh_token(request: Request) -> str:
    return REFRESH_PREFIX + new_token(SECRET_BYTES)


# It keeps nothing of a request.
SERVER = Server()
