"""Players and their tokens."""

import hashlib
import secrets
import unicodedata

from django.db import IntegrityError, transaction

from events.store import new_id
from games.core.prompts import Violation
from games.matches.errors import AlreadyCreated, HandleTaken, Invalid
from games.matches.models import Player, Token

TOKEN_PREFIX = "tab_"
TOKEN_BYTES = 32
MIN_HANDLE, MAX_HANDLE = 3, 24


def sign_up(handle: str, *, locale: str, key: str | None) -> tuple[Player, str]:
    """A new guest and his token, which is shown this once only."""
    name = unicodedata.normalize("NFC", handle)
    if wrong := handle_fault(name):
        raise Invalid([Violation(pointer="/handle", code="handle", detail=wrong)])
    try:
        with transaction.atomic():
            player = Player.objects.create(
                id=new_id(), handle=name, handle_key=handle_key(name), locale=locale, sign_up_key=key or ""
            )
            return player, new_token(player, label="sign-up")
    except IntegrityError:
        holder = Player.objects.filter(handle_key=handle_key(name)).first()
        if holder is not None and key is not None and holder.sign_up_key == key:
            raise AlreadyCreated from None
        raise HandleTaken(handle=name) from None


def new_token(player: Player, *, label: str) -> str:
    """A token of the player's; only its digest is kept."""
    token = TOKEN_PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
    Token.objects.create(id=new_id(), player=player, digest=_digest(token), label=label)
    return token


def holder_of(token: str) -> Player | None:
    """The player whom a bearer token stands for, if it is one of ours."""
    found = Token.objects.select_related("player").filter(digest=_digest(token)).first()
    return None if found is None else found.player


def handle_key(handle: str) -> str:
    """What is equal for two handles that count as the same."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", handle).casefold())


def handle_fault(handle: str) -> str | None:
    """Why this cannot be a handle, in English; None when it can."""
    if not MIN_HANDLE <= len(handle) <= MAX_HANDLE:
        return f"A handle has {MIN_HANDLE} to {MAX_HANDLE} characters."
    letters = [sign for sign in handle if sign not in "0123456789_"]
    if not all(sign.isalpha() for sign in letters):
        return "A handle is made of letters, digits and _."
    if len({_script(letter) for letter in letters}) > 1:
        return "The letters of a handle are of one script."
    return None


def _script(letter: str) -> str:
    # The first word of a letter's Unicode name is its script: LATIN, HEBREW, CYRILLIC, CJK …
    return unicodedata.name(letter, "UNKNOWN").split()[0]


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
