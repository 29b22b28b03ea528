"""The codes that people type from a device: short, of letters that are not taken for each other and make no words."""

import re
from datetime import timedelta

from django.db.models import QuerySet
from django.utils.crypto import salted_hmac
from django.utils.timezone import now

from events.randomness import new_key
from games.matches.accounts.app_access import DEVICE_SECONDS
from games.matches.models.third_parties import App, AppDevice

# As RFC 8628 has it in section 6.1: eight of them are 34 bits.
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
LENGTH = 8
# How much one may type besides.
BETWEEN = re.compile(r"[\s-]")


def begin(app: App, scope: str, *, device_digest: str, interval: int) -> str:
    """Have a device wait for its user; the code that it shows them."""
    number = int.from_bytes(new_key(16))
    code = "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(LENGTH))
    AppDevice.objects.create(
        application=app,
        client_id=app.client_id,
        device_code=device_digest,
        user_code=kept(code),
        scope=scope,
        interval=interval,
        expires=now() + timedelta(seconds=DEVICE_SECONDS),
    )
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"


def waiting(typed: str) -> QuerySet[AppDevice]:
    """The device that waits for what somebody has typed; none once somebody has answered, or it is too late."""
    devices = AppDevice.objects.filter(user_code=kept(typed), status=AppDevice.AUTHORIZATION_PENDING)
    return devices.filter(expires__gt=now()).select_related("application__user")


def kept(typed: str) -> str:
    """What is kept of a code: it is short, and without the service's key nobody finds it by trying all there are."""
    code = BETWEEN.sub("", typed).upper()
    return salted_hmac("tabularium.user_code", code, algorithm="sha256").hexdigest()
