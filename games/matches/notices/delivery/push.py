"""Push messages (RFC 8030): encrypted for one browser (RFC 8291), signed with the service's own key (VAPID, RFC 8292).

Whoever carries them to the browser sees when there is one and how long it is, and nothing of what it says. The library
takes eight megabytes, so a process loads it with the first message that it has to do with.
"""

import base64
import struct
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

import orjson
from django.conf import settings

from events.randomness import new_key
from games.matches.models.notices import Notice
from games.matches.notices.delivery.addresses import place_of

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric import ec

# Of P-256, the order of its base point: a private key is a number below it.
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
PRIVATE_BYTES, POINT_BYTES, AUTH_BYTES, SALT_BYTES = 32, 65, 16, 16
# So much more than a private key that what is left of a division has no bias.
DRAWN_BYTES = PRIVATE_BYTES + 8
RECORD_BYTES = 4096
# A browser that is away for longer finds the notice in the inbox.
LONGEST_KEPT = timedelta(days=1)
# At most a day, says RFC 8292.
SIGNED_FOR = timedelta(hours=12)


class KeyRefused(Exception):
    """What was given is no key of a browser's."""


@dataclass(frozen=True, kw_only=True)
class Keys:
    """What a browser gives to encrypt for it: its public point, and a secret of its own."""

    point: bytes
    auth: bytes

    @classmethod
    def read(cls, p256dh: str, auth: str) -> "Keys":
        """The keys as browsers write them; raises `KeyRefused`."""
        try:
            found = cls(point=decoded(p256dh), auth=decoded(auth))
            _point(found.point)
        except ValueError:
            raise KeyRefused from None
        if len(found.auth) != AUTH_BYTES:
            raise KeyRefused
        return found

    @property
    def text(self) -> str:
        """Both in one text, as they are kept."""
        return f"{encoded(self.point)}.{encoded(self.auth)}"

    @classmethod
    def kept(cls, text: str) -> "Keys":
        """The keys of such a text."""
        point, auth = text.split(".")
        return cls(point=decoded(point), auth=decoded(auth))


def service_key() -> str | None:
    """The service's public key, which browsers are given to subscribe with; None where push is not offered."""
    return _public_text(settings.VAPID_KEY) if settings.VAPID_KEY else None


def headers(url: str, notice: Notice | None, now: datetime) -> dict[str, str]:
    """What goes with a message: how long it is kept for a browser that is away, what it replaces, and our name."""
    left = LONGEST_KEPT if notice is None or notice.due_at is None else min(LONGEST_KEPT, notice.due_at - now)
    return {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(max(int(left.total_seconds()), 0)),
        **({} if notice is None else {"Topic": notice.match_id.hex}),
        "Authorization": authorization(url, now, settings.VAPID_KEY, settings.VAPID_SUBJECT),
    }


def authorization(url: str, now: datetime, key: str, subject: str) -> str:
    """Our signature over whom the message is handed to, until when, and who is to be asked about it."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    place = place_of(url, loopback=True)
    claims = {
        "aud": f"{'https' if place.is_tls else 'http'}://{place.authority}",
        "exp": int((now + SIGNED_FOR).timestamp()),
        "sub": subject,
    }
    signed = ".".join(encoded(orjson.dumps(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    # Deterministic (RFC 6979), because nothing here draws chance of its own.
    manner = ec.ECDSA(hashes.SHA256(), deterministic_signing=True)
    r, s = decode_dss_signature(_private(decoded(key)).sign(signed.encode(), manner))
    signature = r.to_bytes(PRIVATE_BYTES) + s.to_bytes(PRIVATE_BYTES)
    return f"vapid t={signed}.{encoded(signature)}, k={_public_text(key)}"


def encrypted(text: bytes, keys: Keys) -> bytes:
    """A message that only this browser reads, with a key that is never used again."""
    own = (1 + int.from_bytes(new_key(DRAWN_BYTES)) % (ORDER - 1)).to_bytes(PRIVATE_BYTES)
    return sealed(text, keys, own=own, salt=new_key(SALT_BYTES))


def sealed(text: bytes, keys: Keys, *, own: bytes, salt: bytes) -> bytes:
    """One record of `aes128gcm` (RFC 8188): salt, size, our point, and what is encrypted with what both sides know."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    private = _private(own)
    point = _point_of(private)
    shared = private.exchange(ec.ECDH(), _point(keys.point))
    secret = _derived(shared, keys.auth, b"WebPush: info\0" + keys.point + point, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + struct.pack(">IB", RECORD_BYTES, len(point)) + point
    # The byte after the text says that this record is the last.
    return head + AESGCM(key).encrypt(nonce, text + b"\2", None)


def encoded(data: bytes) -> str:
    """Base64 as addresses have it, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of such a text; ValueError where it is none."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@cache
def _public_text(key: str) -> str:
    return encoded(_point_of(_private(decoded(key))))


def _derived(secret: bytes, salt: bytes, info: bytes, size: int) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(algorithm=hashes.SHA256(), length=size, salt=salt, info=info).derive(secret)


def _private(key: bytes) -> "ec.EllipticCurvePrivateKey":
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(key), ec.SECP256R1())


def _point(data: bytes) -> "ec.EllipticCurvePublicKey":
    from cryptography.hazmat.primitives.asymmetric import ec

    if len(data) != POINT_BYTES:
        raise ValueError("no uncompressed point")
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data)


def _point_of(private: Any) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    found: bytes = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return found
