"""A small authority of timestamps (RFC 3161) with real signatures: a root, a signer under it, and answers in DER."""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cached_property

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

BEGINS = datetime(2020, 1, 1, tzinfo=UTC)
SIGNED_DATA, TST_INFO = "1.2.840.113549.1.7.2", "1.2.840.113549.1.9.16.1.4"
CONTENT_TYPE, MESSAGE_DIGEST = "1.2.840.113549.1.9.3", "1.2.840.113549.1.9.4"
SIGNING_CERTIFICATE = "1.2.840.113549.1.9.16.2.47"
SHA_256, ECDSA_SHA_256 = "2.16.840.1.101.3.4.2.1", "1.2.840.10045.4.3.2"
POLICY = "1.3.6.1.4.1.99999.1"
SEQUENCE, SET, INTEGER, OCTETS, OID, TIME = 0x30, 0x31, 0x02, 0x04, 0x06, 0x18


def der(tag: int, *parts: bytes) -> bytes:
    """A value of DER."""
    body = b"".join(parts)
    length = len(body)
    if length < 128:
        return bytes([tag, length]) + body
    size = length.to_bytes((length.bit_length() + 7) // 8)
    return bytes([tag, 0x80 | len(size)]) + size + body


def number(value: int) -> bytes:
    return der(INTEGER, value.to_bytes(value.bit_length() // 8 + 1))


def oid(dotted: str) -> bytes:
    first, second, *more = map(int, dotted.split("."))
    return der(OID, bytes([40 * first + second]), *map(_base128, more))


def _base128(value: int) -> bytes:
    digits = [value & 127]
    while value := value >> 7:
        digits.append(128 | value & 127)
    return bytes(reversed(digits))


class SmallAuthority:
    """An authority of this name; its root is what others believe. `now` gives the time that it stamps."""

    def __init__(
        self, name: str = "authority.example", now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self.name, self.now = name, now
        self._root_key, self._key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))

    @cached_property
    def root(self) -> x509.Certificate:
        return self._certificate("root", self._root_key, serial=1, is_root=True)

    @cached_property
    def signer(self) -> x509.Certificate:
        return self._certificate("signer", self._key, serial=2, is_root=False)

    @property
    def pem(self) -> bytes:
        return self.root.public_bytes(Encoding.PEM)

    def answer(self, query: bytes) -> bytes:
        """The answer to a request: an imprint by SHA-256 and perhaps a nonce."""
        imprint, nonce = _imprint_of(query)
        return self.stamped(imprint, nonce)

    def stamped(self, imprint: bytes, nonce: bytes = b"", at: datetime | None = None) -> bytes:
        """A granted answer for an imprint, given as it stands in the request."""
        when = (at or self.now()).strftime("%Y%m%d%H%M%SZ").encode()
        info = der(SEQUENCE, number(1), oid(POLICY), imprint, number(7), der(TIME, when), nonce)
        return der(SEQUENCE, der(SEQUENCE, number(0)), self._signed(info))

    def refusal(self) -> bytes:
        """An answer that stamps nothing."""
        return der(SEQUENCE, der(SEQUENCE, number(2)))

    def _signed(self, info: bytes) -> bytes:
        algorithm = der(SEQUENCE, oid(SHA_256))
        certificate = self.signer.public_bytes(Encoding.DER)
        attributes = b"".join(
            sorted(
                (
                    der(SEQUENCE, oid(CONTENT_TYPE), der(SET, oid(TST_INFO))),
                    der(SEQUENCE, oid(MESSAGE_DIGEST), der(SET, der(OCTETS, hashlib.sha256(info).digest()))),
                    der(SEQUENCE, oid(SIGNING_CERTIFICATE), der(SET, _certificate_id(certificate))),
                )
            )
        )
        signer = der(
            SEQUENCE,
            number(1),
            der(SEQUENCE, self.signer.issuer.public_bytes(), number(self.signer.serial_number)),
            algorithm,
            der(0xA0, attributes),
            der(SEQUENCE, oid(ECDSA_SHA_256)),
            der(OCTETS, self._key.sign(der(SET, attributes), ec.ECDSA(SHA256()))),
        )
        content = der(SEQUENCE, oid(TST_INFO), der(0xA0, der(OCTETS, info)))
        data = der(SEQUENCE, number(3), der(SET, algorithm), content, der(0xA0, certificate), der(SET, signer))
        return der(SEQUENCE, oid(SIGNED_DATA), der(0xA0, data))

    def _certificate(
        self, role: str, key: ec.EllipticCurvePrivateKey, *, serial: int, is_root: bool
    ) -> x509.Certificate:
        def named(part: str) -> x509.Name:
            return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"{part} of {self.name}")])

        made = (
            x509.CertificateBuilder()
            .subject_name(named(role))
            .issuer_name(named("root"))
            .public_key(key.public_key())
            .serial_number(serial)
            .not_valid_before(BEGINS)
            .not_valid_after(BEGINS + timedelta(days=20 * 365))
            .add_extension(x509.BasicConstraints(ca=is_root, path_length=None), critical=True)
        )
        if not is_root:
            made = made.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING]), critical=True)
        return made.sign(self._root_key, SHA256())


def _certificate_id(certificate: bytes) -> bytes:
    """ESSCertIDv2 of a certificate, by SHA-256."""
    one = der(SEQUENCE, der(OCTETS, hashlib.sha256(certificate).digest()))
    return der(SEQUENCE, der(SEQUENCE, one))


def _imprint_of(query: bytes) -> tuple[bytes, bytes]:
    """The imprint and the nonce of a request, as they stand in it."""
    parts, at = [], 2 if query[1] < 128 else 2 + query[1] - 128
    while at < len(query):
        end = at + 2 + query[at + 1]
        parts.append(query[at:end])
        at = end
    return parts[1], next((one for one in parts[2:] if one[0] == INTEGER), b"")
