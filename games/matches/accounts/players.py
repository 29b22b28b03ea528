"""Players: how they sign up and log in."""

import unicodedata
import uuid
from collections.abc import Collection
from itertools import count

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction

from events.randomness import new_key
from events.store import new_id
from games.core.prompts import Violation
from games.matches.accounts import claims, passwords, seen, silences, tokens
from games.matches.accounts.handles import handle_fault, handle_key
from games.matches.accounts.looks import is_reserved
from games.matches.errors import (
    AlreadyAccount,
    AlreadyCreated,
    HandleTaken,
    KeyReused,
    NotAllowed,
    PlayerNotFound,
    WrongCredentials,
)
from games.matches.models.people import ACCOUNT, DELETED, GUEST, WITH_PASSWORD, Player, Token
from games.matches.quotas import storage
from games.matches.stream.commands import fingerprint


def sign_up(
    handle: str,
    *,
    locale: str,
    key: str | None,
    password: str | None = None,
    email: str | None = None,
    label: str = "sign-up",
) -> tuple[Player, str]:
    """A new player, a guest unless there is a password, and a token, which is shown this once only."""
    name = unicodedata.normalize("NFC", handle)
    require_valid(handle=name, password=password, email=email)
    _refuse_reserved(name)
    player = Player(
        id=new_id(),
        handle=name,
        handle_key=handle_key(name),
        kind=GUEST if password is None else ACCOUNT,
        email=email or "",
        locale=locale,
        sign_up_key=key or "",
        seen_on=seen.today(),
    )
    if password is not None:
        # Before the password is hashed, which is slow on purpose.
        _check_free(player)
        player.password = passwords.hashed(password)
    try:
        with transaction.atomic():
            storage.admit_stored("player")
            player.save(force_insert=True)
            claims.claim(player)
            _, token = tokens.issue(player, label=label, scopes=tokens.SIGN_UP_SCOPES)
    except IntegrityError:
        _check_free(player)
        # Its holder has gone meanwhile.
        raise HandleTaken(handle=name) from None
    return player, token


def _check_free(player: Player) -> None:
    """Refuse a sign-up under a handle that a player has: a repeat says that it is one."""
    holder = Player.objects.filter(handle_key=player.handle_key).first()
    if holder is None:
        if claims.are_taken(str(player.handle)):
            raise HandleTaken(handle=player.handle) from None
        return
    if player.sign_up_key and holder.sign_up_key == player.sign_up_key:
        # Whatever else is asked for: a key is easily guessed, and what an answer compared it would confirm.
        raise AlreadyCreated from None
    raise HandleTaken(handle=player.handle) from None


def with_handle(handle: str) -> list[Player]:
    """The one player whose handle counts as this one, or none."""
    name = unicodedata.normalize("NFC", handle)
    # What cannot be a handle is not looked up: the database refuses some of it, such as NUL.
    return [] if handle_fault(name) else list(Player.objects.filter(handle_key=handle_key(name)))


def id_of_handle(handle: str) -> str:
    """The id of the player whose handle counts as this one; `PlayerNotFound`."""
    for found in with_handle(handle):
        return str(found.id)
    raise PlayerNotFound


def log_in(
    handle: str,
    password: str,
    *,
    label: str,
    scopes: Collection[str],
    key: str | None,
    is_known: bool = False,
    seconds: int | None = None,
) -> tuple[Token, str]:
    """A further token in return for an account's password, and its secret, which is shown this once only.

    It is good for so many seconds, or until it is revoked. A caller who `is_known` uses a browser that has logged in to
    this account before, or an address from which somebody did last: they do not wait behind strangers.
    `WrongCredentials` alike, and after the same work, for a handle nobody has, a guest and a wrong password.
    """
    player = next(iter(with_handle(handle)), None)
    is_right = passwords.opens(password, "" if player is None else player.password, is_known=is_known)
    if player is None or not is_right:
        raise WrongCredentials
    with transaction.atomic():
        return tokens.issue(_unchanged(player), label=label, scopes=scopes, key=key, seconds=seconds)


def _unchanged(player: Player) -> Player:
    """The player, locked; `WrongCredentials` where the password that was just checked is theirs no more."""
    try:
        now = locked(str(player.id))
    except PlayerNotFound:
        raise WrongCredentials from None
    if now.password != player.password:
        raise WrongCredentials
    return now


def find(player_id: str) -> Player:
    """The player with this id, also when deleted; `PlayerNotFound`."""
    try:
        return Player.objects.get(id=uuid.UUID(player_id))
    except (ValueError, Player.DoesNotExist):
        raise PlayerNotFound from None


def present(player_id: str) -> Player:
    """The player with this id; `PlayerNotFound` for none, and for one who was deleted."""
    found = find(player_id)
    if found.kind == DELETED:
        raise PlayerNotFound
    return found


def upgrade(
    player_id: str, *, password: str, email: str | None, handle: str | None, key: str | None
) -> tuple[Player, bool]:
    """Make a guest an account that keeps its seats and tokens; and whether the same request had done so before.

    Raises `AlreadyAccount`, `NotAllowed`, `HandleTaken`, `KeyReused`; `Silenced` for a new handle.
    """
    player = find(player_id)
    # Before the password is hashed, which is slow on purpose.
    if player.kind in WITH_PASSWORD and (key is None or player.upgrade_key != key):
        raise AlreadyAccount
    require_valid(handle=player.handle if handle is None else handle, password=password, email=email)
    request = fingerprint("upgrade", email, handle)
    if player.kind not in WITH_PASSWORD:
        kept = passwords.hashed(password)
        with transaction.atomic():
            player = locked(player_id)
            if player.kind == GUEST:
                _become_account(player, kept, email=email, handle=handle)
                player.upgrade_key, player.upgrade_hash = key or "", request
                save(player)
                return player, False
    # Not under the lock: whatever tells the player of anything waits for that, and a password waits for its turn.
    _check_repeated(player, password, key=key, request=request)
    return player, True


def _become_account(player: Player, kept: str, *, email: str | None, handle: str | None) -> None:
    player.kind, player.password, player.revision = ACCOUNT, kept, player.revision + 1
    player.email = player.email if email is None else email
    rename(player, handle)


def is_email(text: str) -> bool:
    """Whether a text looks like an address for mail."""
    try:
        validate_email(text)
        # It has to fit into a mail as well: the validator lets names of hosts pass that cannot be written in ASCII.
        text.rpartition("@")[2].encode("idna")
    except (ValidationError, UnicodeError):
        return False
    return True


def require_valid(*, handle: str | None = None, password: str | None = None, email: str | None = None) -> None:
    wrong: list[Violation] = []
    if handle is not None and (fault := handle_fault(unicodedata.normalize("NFC", handle))):
        wrong.append(Violation(pointer="/handle", code="handle", detail=fault))
    if password is not None:
        wrong += passwords.faults(password)
        if handle is not None and handle_key(password) == handle_key(handle):
            wrong.append(
                Violation(pointer="/password", code="password_is_handle", detail="The password is the handle.")
            )
    if email is not None and not is_email(email):
        wrong.append(Violation(pointer="/email", code="email", detail="An email looks like name@example.org."))
    if wrong:
        raise NotAllowed(wrong)


def locked(player_id: str) -> Player:
    """The player's row, locked until the end of the transaction; `PlayerNotFound` once deleted.

    Whatever a player has is counted and written under this lock, which their deletion takes too: two requests at once
    find no room twice, and none leaves anything behind with a player who is gone.
    """
    # Rows that refer to the player may be written meanwhile, or two who have written one would wait for each other.
    player = Player.objects.select_for_update(no_key=True).filter(id=player_id).exclude(kind=DELETED).first()
    if player is None:
        raise PlayerNotFound
    return player


def rename(player: Player, handle: str | None) -> None:
    """Give a player another handle, in the transaction that saves it; `HandleTaken`, `Silenced`.

    `HandleTaken` also for one that a moderator has taken from this player.
    """
    name = player.handle if handle is None else unicodedata.normalize("NFC", handle)
    if name is None or name == player.handle:
        return
    silences.refuse_silenced(str(player.id))
    if handle_key(name) != player.handle_key:
        _refuse_reserved(name)
        silences.refuse_taken_away(player, name)
    _call(player, name)


def give_number(player: Player) -> None:
    """Call a player by a number that nobody has, in the transaction that saves it."""
    # Of ten digits, which nobody takes for that of a seat.
    names = (f"Player_{10**9 + int.from_bytes(new_key(4), 'big')}" for _ in count())
    _call(player, next(name for name in names if not claims.are_taken(name)))


def _call(player: Player, name: str) -> None:
    player.handle, player.handle_key, player.revision = name, handle_key(name), player.revision + 1
    claims.claim(player)


def _refuse_reserved(name: str) -> None:
    """`HandleTaken` for a handle that nobody may take; players who have one already keep it."""
    if is_reserved(name):
        raise HandleTaken(handle=name)


def save(player: Player) -> None:
    try:
        player.save(force_update=True)
    except IntegrityError:
        raise HandleTaken(handle=player.handle) from None


def _check_repeated(player: Player, password: str, *, key: str | None, request: bytes) -> None:
    if key is None or key != player.upgrade_key:
        raise AlreadyAccount
    if bytes(player.upgrade_hash) != request or not passwords.opens(password, player.password):
        raise KeyReused
