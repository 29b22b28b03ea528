"""Passwords: which are strong enough, and how they are stored.

A hash (PBKDF2 with SHA-256, Django's first) takes about half a second of one core, on purpose, and lets go of the GIL.
Each process hashes one password at a time, below everything else it does; some callers may wait for that, in turn by
address (`games/matches/concurrency/turns.py`), and further ones are refused at once. So players go on playing however
many try to log in, and whoever comes for the first time goes before addresses that send password after password.
"""

import os
import threading
import time
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.password_validation import (
    CommonPasswordValidator,
    MinimumLengthValidator,
    NumericPasswordValidator,
)
from django.core.exceptions import ValidationError

from games.core.prompts import Violation
from games.matches.concurrency.turns import Turns
from games.matches.errors import TooBusy
from games.matches.quotas import callers

MIN_PASSWORD = 8
# Each that waits holds a thread of the web server, so only some may: with the gates of `api/http/gate.py` they leave
# four threads free. Where the machine has no time to spare, a hash, which steps back behind moves, takes many times as
# long. Twenty-two addresses fill the line at once.
PLACES = 22
# An address may take so many of them: fewer than it may have calls at work (`SHARE` of the web), so that those who play
# behind it go on. A full line gives up whoever would be served last, so one address keeps no other out.
PLACES_OF_ONE = 6
PATIENCE_SECONDS = 30.0
NICENESS = 5

T = TypeVar("T")


def _step_back() -> None:
    # Linux has a priority for each thread. Elsewhere hashes compete with moves.
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


_turns = Turns(PLACES, of_one=PLACES_OF_ONE)
_hasher = ThreadPoolExecutor(1, thread_name_prefix="passwords", initializer=_step_back)

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
    """What is kept of a password. Slow on purpose; `TooBusy`."""
    return _in_turn(lambda: make_password(_normal(password)))


def opens(password: str, kept: str, *, is_known: bool = False) -> bool:
    """Whether the password matches the stored hash `kept`; `TooBusy`.

    An empty hash matches none, and takes as long to refuse. A caller who `is_known` has a line of their own for their
    address, so that no stranger from there is before them.
    """
    return _in_turn(lambda: check_password(_normal(password), kept), is_known=is_known)


def _in_turn(hash_one: Callable[[], T], *, is_known: bool = False) -> T:
    deadline = time.monotonic() + PATIENCE_SECONDS
    address = callers.caller_address()
    turn = _turns.take(f"known {address}" if is_known else address, patience=PATIENCE_SECONDS, is_known=is_known)
    if turn is None:
        raise TooBusy
    try:
        hashing = _hasher.submit(hash_one)
    except BaseException:
        _turns.leave(turn)
        raise
    hashing.add_done_callback(lambda _: _turns.leave(turn))
    try:
        return hashing.result(deadline - time.monotonic())
    except TimeoutError:
        hashing.cancel()
        raise TooBusy from None


def _normal(password: str) -> str:
    # Keyboards differ in how they write one and the same letter with its marks.
    return unicodedata.normalize("NFKC", password)
