"""Marks of browsers that have logged in to an account before, so that strangers' guesses keep no owner out.

A mark is a text that the browser keeps. It names nobody: it holds a number of its own, a digest that fits one account
and its password of then, and a seal of the service's. A new password makes all marks of before worth nothing.
"""

import binascii
import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode

from django.utils.crypto import salted_hmac

from events.randomness import new_key

# Players on the page, and logins of operators.
PLAYER, OPERATOR = "player", "operator"
PART = 16


def new_mark(kind: str, who: str, password: str) -> str:
    """A mark for an account, given by its id and what is kept of its password."""
    number = new_key(PART)
    body = number + _fitting(kind, number, who, password)
    return urlsafe_b64encode(body + _seal(kind, body)).decode()


def is_mark(kind: str, text: str) -> bool:
    """Whether the service has made this mark, whomever it fits."""
    return _body(kind, text) is not None


def fits(kind: str, text: str, who: str, password: str) -> bool:
    """Whether a mark was made for this account with the password that it has now; none fits one without."""
    body = _body(kind, text)
    if body is None or not password:
        return False
    return hmac.compare_digest(body[PART:], _fitting(kind, body[:PART], who, password))


def _body(kind: str, text: str) -> bytes | None:
    try:
        raw = urlsafe_b64decode(text.encode("ascii"))
    except (binascii.Error, ValueError):
        return None
    # In one way of writing alone, because what a mark has used is counted by its text.
    if urlsafe_b64encode(raw).decode() != text:
        return None
    body = raw[: 2 * PART]
    return body if hmac.compare_digest(raw[2 * PART :], _seal(kind, body)) else None


def _fitting(kind: str, number: bytes, who: str, password: str) -> bytes:
    said = b"\0".join((number.hex().encode(), who.encode(), password.encode()))
    return salted_hmac(f"tabularium.mark.{kind}", said, algorithm="sha256").digest()[:PART]


def _seal(kind: str, body: bytes) -> bytes:
    return salted_hmac(f"tabularium.mark.{kind}.seal", body, algorithm="sha256").digest()[:PART]
