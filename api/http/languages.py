"""In which languages a caller is answered: those of the call, else of the client, else of the player, else English."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest
from django.utils.translation.trans_real import parse_accept_lang_header

from api.http.call import call_of
from games.core.languages import LANGUAGES
from games.matches.accounts.tokens import Caller
from games.matches.models.people import Player
from games.matches.presentation.words import Words

PARAMETER = "language"


def of(request: Any) -> tuple[str, ...]:
    """The languages of the answer, the first of them in `text` and `label`; each is one of `LANGUAGES`."""
    call = call_of(request)
    if call.languages is None:
        call.languages = _wanted(getattr(request, "_request", request))
    return call.languages


def words(request: Any) -> Words:
    """What tells the caller in words."""
    return Words(of(request))


def asked(parameters: Mapping[str, str]) -> tuple[str, ...] | None:
    """The languages that an address names; None where it names none, or what is none."""
    named = tuple(parameters.get(PARAMETER, "").split(","))
    return named if set(named) <= set(LANGUAGES) and len(set(named)) == len(named) else None


def _wanted(call: HttpRequest) -> tuple[str, ...]:
    return _named(call) or (accepted(call) or _players_own(call) or LANGUAGES[0],)


def accepted(call: HttpRequest) -> str | None:
    """The first of the client's languages that is one of ours."""
    return _accepted(call.headers.get("Accept-Language", ""))


def _named(call: HttpRequest) -> tuple[str, ...] | None:
    try:
        return asked(call.GET) if PARAMETER in call.GET else None
    except SuspiciousOperation:
        # An address that cannot be read is refused, in some language.
        return None


# The longest is as long as the headers of a request.
@lru_cache(maxsize=512)
def _accepted(header: str) -> str | None:
    # Not by Django's list, which lacks languages that we may have. A region counts as its language: `pl-PL`.
    told = parse_accept_lang_header(header)
    refused = {name for name, quality in told if not quality}
    accepted = (code for name, quality in told if quality for code in _codes(name))
    return next((code for code in accepted if code in LANGUAGES and code not in refused), None)


def _codes(name: str) -> tuple[str, ...]:
    """The languages that a range of them fits, best first (RFC 4647, section 3.3.1)."""
    return LANGUAGES if name == "*" else (name, name.partition("-")[0])


def _players_own(call: HttpRequest) -> str | None:
    player = getattr(call, "user", None)
    return player.locale if isinstance(player, Player | Caller) else None
