"""Programs of others that act for players: what is registered, and which codes and tokens were given out.

The columns are those of django-oauth-toolkit (decision 49), which has no table of its own here. Of a secret only a
SHA-256 is kept: `token` is always empty, and a code or a client's secret stands in its column as a digest.
"""

import re
from typing import Any, ClassVar

from django.db import models
from django.utils.timezone import now
from oauth2_provider.models import (
    AbstractAccessToken,
    AbstractApplication,
    AbstractDeviceGrant,
    AbstractGrant,
    AbstractRefreshToken,
    ResourceJSONField,
    TokenChecksumField,
)

from games.matches.models.people import Player

# A program on the player's own machine takes whatever port is free (RFC 8252, section 7.3).
LOOPBACK = re.compile(r"(http://(?:127\.0\.0\.1|\[::1\]))(?::[0-9]{1,5})?((?:/.*)?)", re.DOTALL)


# Columns of the library that a migration makes without it: a later version of it may change them.
class Checksum(TokenChecksumField):
    """The digest of a token."""

    def deconstruct(self) -> Any:
        name, _, given, named = super().deconstruct()
        return name, "django.db.models.CharField", given, named


class Resources(ResourceJSONField):
    """For which servers a token is; always empty, for there is one."""

    def deconstruct(self) -> Any:
        name, _, given, named = super().deconstruct()
        return name, "django.db.models.JSONField", given, named


class App(AbstractApplication):
    """A program of somebody else's that players may let act for them: a client, in the words of RFC 6749."""

    client_id = models.CharField(max_length=255, unique=True)
    # A SHA-256 (`accounts/third_party_apps.py`), empty where it has none.
    client_secret = models.CharField(max_length=64, default="")
    # Who registered it. It goes with their account.
    user = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="apps")
    # Whether it may ask for access by a code that its user types on the page (RFC 8628).
    uses_device_flow = models.BooleanField(default=False)
    creation_key = models.CharField(max_length=128)

    class Meta(AbstractApplication.Meta):
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "creation_key"], name="app_creation_once")]

    def allows_grant_type(self, *grant_types: str) -> bool:
        """Whether it may get tokens in one of these ways."""
        allowed = {self.GRANT_AUTHORIZATION_CODE} | ({self.GRANT_DEVICE_CODE} if self.uses_device_flow else set())
        return not allowed.isdisjoint(grant_types)

    def redirect_uri_allowed(self, uri: str) -> bool:
        """Whether it is one of the registered addresses, letter by letter (RFC 9700, section 2.1) but for the port."""
        return _portless(uri) in map(_portless, self.redirect_uris.split())


class AppCode(AbstractGrant):
    """What an app gets from the consent page and changes for tokens. A used one is kept: a second use is noticed."""

    user = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="app_codes")
    resource = Resources(default=list)
    used_at = models.DateTimeField(null=True)
    # The tokens that it was changed for.
    family = models.UUIDField(null=True)

    class Meta(AbstractGrant.Meta):
        indexes: ClassVar = [models.Index(fields=["expires"], name="app_code_expiry")]


class AppAccess(AbstractAccessToken):
    """An app's access token; what the API looks at is the row of `Token` beside it, which goes with this one."""

    user = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="app_accesses")
    token_checksum = Checksum(max_length=64, unique=True)
    resource = Resources(default=list)
    # There is no OpenID Connect here.
    id_token = None

    class Meta(AbstractAccessToken.Meta):
        indexes: ClassVar = [models.Index(fields=["expires"], name="app_access_expiry")]


class AppRefresh(AbstractRefreshToken):
    """An app's refresh token. One that was changed for another is kept to notice a second use."""

    user = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="app_refreshes")
    token_checksum = Checksum(max_length=64)
    resource = Resources(default=list)
    # When the player has agreed; the same for the whole family.
    granted_at = models.DateTimeField(default=now)

    class Meta(AbstractRefreshToken.Meta):
        pass


class AppDevice(AbstractDeviceGrant):
    """A device that waits for its user to type a code on the page."""

    user = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="app_devices")
    application = models.ForeignKey(App, on_delete=models.CASCADE)
    # A device that asks again sooner than `interval` seconds later has to wait longer from then on.
    asked_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["device_code"], name="app_device_code_once"),
            models.UniqueConstraint(fields=["user_code"], name="app_user_code_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["expires"], name="app_device_expiry")]


def _portless(uri: str) -> str:
    """The address; of one on the caller's own machine without its port."""
    found = LOOPBACK.fullmatch(uri)
    return uri if found is None else "".join(found.groups())
