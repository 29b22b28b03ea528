"""Notes signed by Ed25519 keys, and cosignatures of witnesses (C2SP signed-note and tlog-cosignature).

A key is told as a line, `name+id+key`. The library of the signatures is loaded with the first of them: whoever checks
a match file alone does not need it.
"""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

# Kinds of signatures: of a note's text, and of a witness, which signs a time with it.
OF_TEXT, OF_WITNESS = 1, 4
KEY_BYTES, SIGNATURE_BYTES, ID_BYTES, TIME_BYTES = 32, 64, 4, 8
MOST_NOTE_BYTES, MOST_SIGNATURES = 64 * 1024, 64
DASH = "\u2014"
NAME = re.compile(r"[^\s+\x00-\x1f]+")
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]")


class NotANote(ValueError):
    """A text that is no signed note, no key or no signature; the message says why."""


class Signature(NamedTuple):
    """A line below a note: who signed by which key, and what."""

    name: str
    key_id: bytes
    value: bytes

    def __str__(self) -> str:
        return f"{DASH} {self.name} {base64.b64encode(self.key_id + self.value).decode()}\n"


class Note(NamedTuple):
    """A text, with its last newline, and who signed it."""

    text: str
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return f"{self.text}\n{''.join(map(str, self.signatures))}"


@dataclass(frozen=True)
class PublicKey:
    """A key that checks signatures of one kind, under a name."""

    name: str
    kind: int
    public: bytes

    @classmethod
    def read(cls, line: str) -> "PublicKey":
        """The key that a line tells; raises `NotANote`."""
        name, _, rest = line.strip().partition("+")
        key_id, _, told = rest.partition("+")
        text = _from_base64(told)
        if not NAME.fullmatch(name) or len(text) != 1 + KEY_BYTES or text[0] not in (OF_TEXT, OF_WITNESS):
            raise NotANote("this is no key: name+id+key, as the log and witnesses tell it")
        found = cls(name, text[0], text[1:])
        if found.key_id.hex() != key_id:
            raise NotANote(f"the key of {name} does not have the id that is told with it")
        return found

    @cached_property
    def key_id(self) -> bytes:
        told = self.name.encode() + b"\n" + bytes([self.kind]) + self.public
        return hashlib.sha256(told).digest()[:ID_BYTES]

    def __str__(self) -> str:
        return f"{self.name}+{self.key_id.hex()}+{base64.b64encode(bytes([self.kind]) + self.public).decode()}"


@dataclass(frozen=True, repr=False)
class PrivateKey:
    """A key that signs as the log or as a witness."""

    name: str
    kind: int
    seed: bytes

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name) or len(self.seed) != KEY_BYTES:
            raise NotANote("a key has a name without spaces and plus, and 32 bytes")

    @classmethod
    def made(cls, name: str, kind: int) -> "PrivateKey":
        """A new key, by the library's own chance: it is a witness's, and not the service's."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return cls(name, kind, Ed25519PrivateKey.generate().private_bytes_raw())

    @cached_property
    def public(self) -> PublicKey:
        return PublicKey(self.name, self.kind, self._key.public_key().public_bytes_raw())

    def sign(self, text: str, *, seconds: int = 0) -> Signature:
        """Sign a note's text; a witness signs the time with it, in seconds since 1970."""
        value = self._key.sign(_signed(self.kind, text, seconds))
        time = seconds.to_bytes(TIME_BYTES) if self.kind == OF_WITNESS else b""
        return Signature(self.name, self.public.key_id, time + value)

    @cached_property
    def _key(self) -> "Ed25519PrivateKey":
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self.seed)


def read_note(told: bytes | str) -> Note:
    """A note and its signatures, of which none is checked; raises `NotANote`."""
    raw = told.encode() if isinstance(told, str) else told
    if len(raw) > MOST_NOTE_BYTES:
        raise NotANote("a signed note is shorter")
    try:
        whole = raw.decode()
    except UnicodeDecodeError:
        raise NotANote("a signed note is UTF-8") from None
    text, blank, lines = whole.rpartition("\n\n")
    if not blank or CONTROL.search(whole) or not lines.endswith("\n"):
        raise NotANote("a signed note is a text, an empty line, and a line for each signature")
    signatures = read_signatures(lines)
    if not signatures:
        raise NotANote("nobody has signed the note")
    return Note(f"{text}\n", signatures)


def read_signatures(lines: str) -> tuple[Signature, ...]:
    """Lines of signatures; raises `NotANote`."""
    # `splitlines` takes more for the end of a line than the format does.
    found = tuple(map(_signature, lines.removesuffix("\n").split("\n")))
    if len(found) > MOST_SIGNATURES:
        raise NotANote(f"a note has at most {MOST_SIGNATURES} signatures")
    return found


def signed_at(note: Note, key: PublicKey) -> int | None:
    """When the holder of a key signed the note, in seconds since 1970, 0 for a log; None where it did not sign.

    Raises `NotANote` for a signature under this key's name and id that it has not made.
    """
    found = None
    for signature in note.signatures:
        if (signature.name, signature.key_id) == (key.name, key.key_id):
            found = max(found or 0, _checked(note.text, signature, key))
    return found


def cosigners(note: Note, keys: Iterable[PublicKey]) -> Sequence[PublicKey]:
    """The witnesses among these keys that have signed the note, each public key once; raises as `signed_at`."""
    found: dict[bytes, PublicKey] = {}
    for key in keys:
        if key.kind == OF_WITNESS and signed_at(note, key) is not None:
            found.setdefault(key.public, key)
    return list(found.values())


def _checked(text: str, signature: Signature, key: PublicKey) -> int:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    skipped = TIME_BYTES if key.kind == OF_WITNESS else 0
    seconds, value = int.from_bytes(signature.value[:skipped]), signature.value[skipped:]
    try:
        Ed25519PublicKey.from_public_bytes(key.public).verify(value, _signed(key.kind, text, seconds))
    except (InvalidSignature, ValueError):
        raise NotANote(f"the signature of {key.name} is not by its key") from None
    return seconds


def _signed(kind: int, text: str, seconds: int) -> bytes:
    return (f"cosignature/v1\ntime {seconds}\n{text}" if kind == OF_WITNESS else text).encode()


def _signature(line: str) -> Signature:
    dash, name, told, *more = [*line.split(" "), "", ""]
    value = _from_base64(told)
    if dash != DASH or not NAME.fullmatch(name) or any(more) or len(value) <= ID_BYTES:
        raise NotANote("a line below a note is no signature")
    return Signature(name, value[:ID_BYTES], value[ID_BYTES:])


def _from_base64(text: str) -> bytes:
    """What a text in base64 says, empty for none: of those for the same bytes one alone is good."""
    try:
        found = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
    return found if base64.b64encode(found).decode() == text else b""
