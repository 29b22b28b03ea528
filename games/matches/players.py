"""Players: how they come, what they may change about themselves, and how they go."""

import unicodedata
import uuid
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction

from events.store import new_id
from games.core.errors import RuleBroken
from games.core.prompts import Violation
from games.matches import absences, lobby, passwords, play, selectors, tokens
from games.matches.errors import (
    AlreadyAccount,
    AlreadyCreated,
    HandleTaken,
    Invalid,
    KeyReused,
    MatchNotActive,
    MatchNotOpen,
    MatchQuarantined,
    NotSeated,
    PlayerNotFound,
    WrongCredentials,
)
from games.matches.handles import handle_fault, handle_key
from games.matches.models import ACCOUNT, DELETED, GUEST, Player, StandingOrder, Token
from games.matches.notice_models import AccountMail, MatchNotices, Notice, NoticeSettings, Webhook
from games.matches.recording import fingerprint


def sign_up(
    handle: str, *, locale: str, key: str | None, password: str | None = None, email: str | None = None
) -> tuple[Player, str]:
    """A new player, a guest unless there is a password, and his token, which is shown this once only."""
    name = unicodedata.normalize("NFC", handle)
    _check(handle=name, password=password, email=email)
    player = Player(
        id=new_id(),
        handle=name,
        handle_key=handle_key(name),
        kind=GUEST if password is None else ACCOUNT,
        password="" if password is None else passwords.hashed(password),
        email=email or "",
        locale=locale,
        sign_up_key=key or "",
    )
    try:
        with transaction.atomic():
            player.save(force_insert=True)
            _, token = tokens.issue(player, label="sign-up", scopes=tokens.SIGN_UP_SCOPES)
    except IntegrityError:
        holder = Player.objects.filter(handle_key=handle_key(name)).first()
        if holder is not None and key is not None and holder.sign_up_key == key:
            same = (holder.locale, holder.email, holder.kind) == (player.locale, player.email, player.kind)
            raise (AlreadyCreated() if same else KeyReused()) from None
        raise HandleTaken(handle=name) from None
    return player, token


def log_in(handle: str, password: str, *, label: str, scopes: Collection[str], key: str | None) -> tuple[Token, str]:
    """A further token for whoever knows an account's password, and its secret, which is shown this once only.

    `WrongCredentials` alike, and after the same work, for a handle nobody has, a guest and a wrong password.
    """
    name = unicodedata.normalize("NFC", handle)
    # What cannot be a handle is not looked up: the database refuses some of it, such as NUL.
    player = None if handle_fault(name) else Player.objects.filter(handle_key=handle_key(name)).first()
    known = passwords.opens(password, "" if player is None else player.password)
    if player is None or not known:
        raise WrongCredentials
    return tokens.issue(player, label=label, scopes=scopes, key=key)


def find(player_id: str) -> Player:
    """The player with this id, also when deleted; `PlayerNotFound`."""
    try:
        return Player.objects.get(id=uuid.UUID(player_id))
    except (ValueError, Player.DoesNotExist):
        raise PlayerNotFound from None


def change(player_id: str, wishes: Mapping[str, Any]) -> Player:
    """Change some of handle, email (None: have none), locale, quiet hours and vacation.

    Raises `Invalid`, `HandleTaken`, `QuietHoursTooSoon`, `VacationSpent`. What stops clocks counts in the player's
    running matches when they have been told; whoever is cut off before that can ask again.
    """
    _check(handle=wishes.get("handle"), email=wishes.get("email"))
    with transaction.atomic():
        player = _locked(player_id)
        if "email" in wishes:
            player.email = wishes["email"] or ""
        player.locale = wishes.get("locale") or player.locale
        _rename(player, wishes.get("handle"))
        if "quiet_hours" in wishes:
            absences.wish_quiet_hours(player, wishes["quiet_hours"])
        if "vacation" in wishes:
            absences.wish_vacation(player, wishes["vacation"])
        _save(player)
    if wishes.keys() & {"quiet_hours", "vacation"}:
        absences.tell_all(player_id)
    return player


def upgrade(
    player_id: str, *, password: str, email: str | None, handle: str | None, key: str | None
) -> tuple[Player, bool]:
    """Make a guest an account, with his seats and tokens; and whether the same request had done so before.

    Raises `AlreadyAccount`, `Invalid`, `HandleTaken`, `KeyReused`.
    """
    player = find(player_id)
    # Before the password is hashed, which is slow on purpose.
    if player.kind == ACCOUNT and (key is None or player.upgrade_key != key):
        raise AlreadyAccount
    _check(handle=player.handle if handle is None else handle, password=password, email=email)
    request, kept = fingerprint("upgrade", email, handle), passwords.hashed(password)
    with transaction.atomic():
        player = _locked(player_id)
        if player.kind != GUEST:
            _check_repeated(player, password, key=key, request=request)
            return player, True
        player.kind, player.password, player.revision = ACCOUNT, kept, player.revision + 1
        player.email = player.email if email is None else email
        player.upgrade_key, player.upgrade_hash = key or "", request
        _rename(player, handle)
        _save(player)
    return player, False


def delete(player_id: str) -> None:
    """Empty the player behind the seats: open lobbies are left, running matches resigned, the handle is free again.

    A seat in a quarantined match is neither left nor resigned.
    """
    # Seats first: whoever is cut off here can ask again.
    _give_up_seats(player_id)
    with transaction.atomic():
        player = _locked(player_id)
        # Whatever a player has besides is empty by default.
        kept = {"id": player.id, "created_at": player.created_at, "revision": player.revision + 1}
        Player(**kept, handle=None, handle_key=None, kind=DELETED).save(force_update=True)
        player.tokens.all().delete()
        for model in (Notice, NoticeSettings, MatchNotices, Webhook, AccountMail, StandingOrder):
            model._default_manager.filter(player=player).delete()
        player.vacations.all().delete()
    # Once more: a request that came in before may have taken a seat meanwhile. From here on none can.
    _give_up_seats(player_id)


def is_email(text: str) -> bool:
    """Whether a text looks like an address for mail."""
    try:
        validate_email(text)
        # It has to fit into a mail as well: the validator lets names of hosts pass that cannot be written in ASCII.
        text.rpartition("@")[2].encode("idna")
    except (ValidationError, UnicodeError):
        return False
    return True


def _check(*, handle: str | None = None, password: str | None = None, email: str | None = None) -> None:
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
        raise Invalid(wrong)


def _locked(player_id: str) -> Player:
    """The player's row, until the end of the transaction nobody else's to write; `PlayerNotFound` once deleted."""
    player = Player.objects.select_for_update().filter(id=player_id).exclude(kind=DELETED).first()
    if player is None:
        raise PlayerNotFound
    return player


def _rename(player: Player, handle: str | None) -> None:
    name = player.handle if handle is None else unicodedata.normalize("NFC", handle)
    if name is not None and name != player.handle:
        player.handle, player.handle_key, player.revision = name, handle_key(name), player.revision + 1


def _save(player: Player) -> None:
    try:
        player.save(force_update=True)
    except IntegrityError:
        raise HandleTaken(handle=player.handle) from None


def _check_repeated(player: Player, password: str, *, key: str | None, request: bytes) -> None:
    if key is None or key != player.upgrade_key:
        raise AlreadyAccount
    if bytes(player.upgrade_hash) != request or not passwords.opens(password, player.password):
        raise KeyReused


def _give_up_seats(player_id: str) -> None:
    for match_id in selectors.unfinished_matches_of(player_id):
        _give_up_seat(match_id, player_id)


def _give_up_seat(match_id: str, player_id: str) -> None:
    # The match may start or end at any time, so both calls are tried; who may do neither holds nobody up.
    for give_up in (lobby.leave, play.resign):
        with suppress(NotSeated, MatchNotOpen, MatchNotActive, MatchQuarantined, RuleBroken):
            give_up(match_id, player_id, key=None)
