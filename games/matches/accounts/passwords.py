"""Passwords: which are strong enough, and how they are stored."""

import unicodedata

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.password_validation import (
    CommonPasswordValidator,
    MinimumLengthValidator,
    NumericPasswordValidator,
)
from django.core.exceptions import ValidationError

from games.core.prompts import Violation

MIN_PASSWORD = 8

_RULES = (MinimumLengthValidator(MIN_PASSWORD), NumericPasswordValidator(), CommonPasswordValidator())


def faults(password: str) -> list[Violation]:
    """Why this cannot be a password, in English and without quoting it; nothing when it can."""
    found = []
    for rule in _RULES:
        try:
            rule.validate(_normal(password))
        except ValidationError as error:
            found += [Violation(pointer="/password", code=str(error.code), detail=" ".join(error.messages))]
    return found


def hashed(password: str) -> str:
    """What is kept of a password. Slow on purpose: a few tenths of a second."""
    return make_password(_normal(password))


def opens(password: str, kept: str) -> bool:
    """Whether the password matches the stored hash `kept`. An empty hash matches none, and takes as long to refuse."""
    return check_password(_normal(password), kept)


def _normal(password: str) -> str:
    # Keyboards differ in how they write one and the same letter with its marks.
    return unicodedata.normalize("NFKC", password)
