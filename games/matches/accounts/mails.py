"""Mails about an account, and the codes in them: confirm an address, set a new password.

A code follows from its row's id and the service's key, so that no row holds one and a mail that is sent twice says the
same. A request is answered before anything looks whether there is such an account: a worker does that.
"""

import base64
import binascii
import hmac
import uuid
from contextlib import suppress
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.utils.crypto import salted_hmac

from events.store import new_id
from games.core.prompts import Violation
from games.matches.accounts import handles, mail_limits, passwords, tokens
from games.matches.accounts.players import locked
from games.matches.errors import MailTokenNotFound, NoEmail, NotAllowed, PlayerNotFound
from games.matches.models.notices import CONFIRM, RESET, AccountMail
from games.matches.models.people import WITH_PASSWORD, Player

PREFIX = {CONFIRM: "cnf_", RESET: "rst_"}
LIFE = {CONFIRM: timedelta(days=3), RESET: timedelta(hours=1)}
# Mails with codes for new passwords to one address within a day, so that strangers fill no player's mailbox.
MOST_A_DAY = 5
DAY = timedelta(days=1)


def ask_confirmation(player_id: str) -> str:
    """Send a code to the player's address, which is returned; `NoEmail`, `TooMuchMail`, `QuotaExceeded`."""
    with transaction.atomic():
        player = locked(player_id)
        if not player.email:
            raise NoEmail
        mail_limits.admit(player.email, player=player_id)
        _write(CONFIRM, player.email, player)
    return player.email


def confirm(token: str) -> None:
    """Confirm the address that the code was sent to; `MailTokenNotFound`."""
    with transaction.atomic():
        mail, player = _spent(token, CONFIRM)
        player.confirmed_email = mail.email
        player.save(update_fields=["confirmed_email"])


def ask_reset(email: str) -> None:
    """Note that somebody wants a code for this address; a worker sends it if an account has confirmed the address.

    Whoever asks and however often: the mailbox holds a code that is good for an hour from the last asking.
    """
    _write(RESET, email, None)


def expand_wishes() -> int:
    """Turn such notes into mails, one for each account that has confirmed the address; how many notes."""
    wishes = list(AccountMail.objects.filter(player=None)[:100])
    for wish in wishes:
        with transaction.atomic():
            if AccountMail.objects.select_for_update(skip_locked=True).filter(id=wish.id).exists():
                _expand(wish)
    return len(wishes)


def reset(token: str, password: str) -> None:
    """Set the password that the holder of the code wants, and revoke every token.

    Raises `MailTokenNotFound`, `NotAllowed`, `TooBusy`. The code is judged before the password is hashed, which
    is slow on purpose.
    """
    faults: list[Violation] = passwords.faults(password)
    if faults:
        raise NotAllowed(faults)
    if not _unused(token, RESET).exists():
        raise MailTokenNotFound
    kept = passwords.hashed(password)
    with transaction.atomic():
        _, player = _spent(token, RESET)
        if handles.handle_key(password) == player.handle_key:
            raise NotAllowed(
                [Violation(pointer="/password", code="password_is_handle", detail="The password is the handle.")]
            )
        player.password = kept
        player.save(update_fields=["password"])
        tokens.revoke_others(str(player.id), None)
        AccountMail.objects.filter(player=player, purpose=RESET, used_at=None).update(used_at=Now())


def token_of(mail: AccountMail) -> str:
    """The code that stands in a mail."""
    raw = uuid.UUID(str(mail.id)).bytes
    return PREFIX[mail.purpose] + base64.urlsafe_b64encode(raw + _seal(mail.purpose, raw)).decode()


def forget_expired() -> None:
    """Addresses are kept no longer than they are needed."""
    AccountMail.objects.filter(expires_at__lt=Now() - DAY).delete()
    mail_limits.forget()


def _write(purpose: str, email: str, player: Player | None) -> None:
    AccountMail.objects.create(
        id=new_id(),
        purpose=purpose,
        email=email,
        player=player,
        available_at=Now(),
        expires_at=Now() + LIFE[purpose],
    )


def _expand(wish: AccountMail) -> None:
    # To the address that was confirmed, not to the one that was typed: letters of some scripts count as equal.
    # In one order, or two of them at once could wait for each other.
    for player in sorted(_holders(wish.email), key=lambda one: one.id):
        with suppress(PlayerNotFound):
            _write_reset(locked(str(player.id)))
    wish.delete()


def _write_reset(player: Player) -> None:
    # The address may have been changed since it was looked for.
    if player.mail_address and not _sent_again(player):
        _write(RESET, player.mail_address, player)


def _sent_again(player: Player) -> bool:
    """Whether the player has an open code: it is good for its whole life again, and sent again a few times a day.

    So strangers who ask neither fill the mailbox nor leave its owner without a code. After a day comes another one.
    """
    codes = AccountMail.objects.filter(player=player, purpose=RESET, email=player.mail_address, used_at=None)
    code = codes.filter(expires_at__gt=Now(), created_at__gt=Now() - DAY).order_by("created_at").last()
    if code is None:
        return False
    this = AccountMail.objects.filter(id=code.id, used_at=None)
    this.update(expires_at=Now() + LIFE[RESET])
    if _sent_lately(code.email) < MOST_A_DAY:
        this.exclude(sent_at=None).update(sent_at=None, attempts=0, available_at=Now())
    return True


def _holders(email: str) -> list[Player]:
    found = Player.objects.filter(confirmed_email__iexact=email, kind__in=WITH_PASSWORD)[:MOST_A_DAY]
    return [player for player in found if player.mail_address]


def _sent_lately(email: str) -> int:
    # Confirmations are counted apart (`mail_limits`): by asking for them a stranger must not keep the owner from a new
    # password. Most mailboxes are the same however they are capitalized.
    mails: QuerySet[AccountMail] = AccountMail.objects.filter(email__iexact=email, created_at__gt=Now() - DAY)
    ours = mails.filter(purpose=RESET).exclude(player=None)
    # What has not been sent yet will be.
    return sum(max(sends, 1) for sends in ours.values_list("sends", flat=True))


def _spent(token: str, purpose: str) -> tuple[AccountMail, Player]:
    """The row and the player of a code that is still good, from now on used; inside a transaction."""
    sent = AccountMail.objects.filter(id=_id_in(token, purpose), purpose=purpose)
    player = _owner(sent.first())
    # Looked at once more: a code is spent, and goes with a deleted player, under the lock of its player.
    mail = _unused(token, purpose).first()
    if mail is None or player.email != mail.email:
        raise MailTokenNotFound
    AccountMail.objects.filter(id=mail.id).update(used_at=Now())
    return mail, player


def _unused(token: str, purpose: str) -> QuerySet[AccountMail]:
    rows: QuerySet[AccountMail] = AccountMail.objects.filter(used_at=None, expires_at__gt=Now(), purpose=purpose)
    return rows.filter(id=_id_in(token, purpose))


def _owner(mail: AccountMail | None) -> Player:
    if mail is None or mail.player_id is None:
        raise MailTokenNotFound
    try:
        return locked(str(mail.player_id))
    except PlayerNotFound:
        raise MailTokenNotFound from None


def _id_in(token: str, purpose: str) -> uuid.UUID:
    try:
        raw = base64.b64decode(token.removeprefix(PREFIX[purpose]), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise MailTokenNotFound from None
    if not hmac.compare_digest(raw[16:], _seal(purpose, raw[:16])):
        raise MailTokenNotFound
    return uuid.UUID(bytes=raw[:16])


def _seal(purpose: str, raw: bytes) -> bytes:
    return salted_hmac(f"tabularium.mail.{purpose}", raw, algorithm="sha256").digest()
