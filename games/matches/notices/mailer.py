"""Sends what is due by mail: notices to confirmed addresses, and mails about accounts.

A mail is claimed under a lease, like a webhook: a worker that is killed leaves it to another one, which sends it under
the same Message-ID. A process makes one run at a time, and a run ends when the mail server fails: what else is due then
would only wait for the same server.
"""

import logging
import smtplib
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from email.errors import MessageError
from urllib.parse import urlsplit

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models.functions import Now

from events import outages
from games.matches.accounts import mails
from games.matches.models.notices import DELIVERED, DROPPED, PENDING, RESET, AccountMail, Dispatch, Notice
from games.matches.models.people import DELETED, Player
from games.matches.notices import bodies, channels, preferences, relevance, sentences
from games.matches.notices.delivery.leases import Lease
from games.matches.notices.delivery.retries import Retries
from games.matches.notices.kinds import INVITED, MOST_INVITATIONS_OUT_A_DAY
from games.matches.status import figures

log = logging.getLogger(__name__)

LEASE_SECONDS = 120
AT_A_TIME = 20
# No mail is begun later in a run.
RUN_SECONDS = 15.0
# To one address; what is beyond that stays in the inbox. Of strangers come invitations and nothing else.
MOST_NOTICES_A_DAY = 50
DAY = timedelta(days=1)
RETRIES = Retries((30, 300, 1_800, 7_200, 18_000, 36_000, 86_400))
# Claims, sends and notes one mail, by its row and the database's time; whether it was handed over.
Send = Callable[[str, datetime], bool]
# What a server says of one mail. Its other errors, and those of the connection, are the server's.
OF_ONE_MAIL = (
    smtplib.SMTPRecipientsRefused,
    smtplib.SMTPSenderRefused,
    smtplib.SMTPDataError,
    smtplib.SMTPNotSupportedError,
)

FREE_NOTICES = """
SELECT id FROM matches_dispatch
WHERE state = 'pending' AND webhook_id IS NULL AND available_at <= statement_timestamp()
ORDER BY available_at LIMIT 1 FOR UPDATE SKIP LOCKED
"""
NOTICES = Lease(table="matches_dispatch", until="available_at", seconds=LEASE_SECONDS, free=FREE_NOTICES)

FREE_ACCOUNT_MAILS = """
SELECT id FROM matches_accountmail
WHERE sent_at IS NULL AND player_id IS NOT NULL AND available_at <= statement_timestamp()
    AND expires_at > statement_timestamp() AND attempts <= %(most)s
ORDER BY available_at LIMIT 1 FOR UPDATE SKIP LOCKED
"""
ACCOUNT_MAILS = Lease(table="matches_accountmail", until="available_at", seconds=LEASE_SECONDS, free=FREE_ACCOUNT_MAILS)


class ServerFailed(Exception):
    """The mail server is away, silent or refuses the log-in, so other mails would fail too."""


_running = threading.Lock()


def run() -> int:
    """Send due mails, a few of each kind. Returns how many the server took; 0 while another run is in progress."""
    if not _running.acquire(blocking=False):
        return 0
    try:
        return _run()
    finally:
        _running.release()


def _run() -> int:
    mails.expand_wishes()
    mails.forget_expired()
    sent, until = Counter[Lease](), time.monotonic() + RUN_SECONDS
    # Somebody waits for a mail about their account.
    kinds: Sequence[tuple[Lease, Send, dict[str, object]]] = [
        (ACCOUNT_MAILS, _send_account_mail, {"most": len(RETRIES.gaps)}),
        (NOTICES, _send_notice, {}),
    ]
    with suppress(ServerFailed):
        for lease, send, values in kinds:
            for is_sent in _sent(lease, send, until, values):
                sent[lease] += is_sent
    if sent[NOTICES]:
        figures.add({(figures.DISPATCHED, "mail delivered"): sent[NOTICES]})
    return sent.total()


def notice_mail(notice: Notice, player: Player) -> EmailMessage:
    """The mail of a notice, which its reader can stop with one click (RFC 8058)."""
    language = sentences.known(player.locale)
    said = sentences.sentence(notice, language)
    stop = f"{settings.PUBLIC_URL}/api/mail/unsubscribe/{preferences.unsubscribe_token(str(player.id))}"
    foot = sentences.foot(language, match=bodies.address(notice), link=stop)
    headers = {
        **_headers(str(notice.id)),
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return EmailMessage(said, f"{said}\n\n{foot}\n", to=[player.mail_address], headers=headers)


def account_mail(mail: AccountMail, player: Player) -> EmailMessage:
    """The mail with a code; the link carries it behind #, where it reaches no server and no log."""
    token = mails.token_of(mail)
    page = "reset" if mail.purpose == RESET else "confirm"
    link = f"{settings.PUBLIC_URL}/api/mail/{page}#{token}"
    language = sentences.known(player.locale)
    subject, body = sentences.account_mail(mail.purpose, language, link=link, token=token, handle=player.handle)
    # A code that is sent again is another mail, or programs would hide it as the same.
    return EmailMessage(subject, f"{body}\n", to=[mail.email], headers=_headers(f"{mail.id}.{mail.sends}"))


def _headers(own_id: str) -> dict[str, str]:
    host = urlsplit(settings.PUBLIC_URL).hostname or "localhost"
    return {"Message-ID": f"<{own_id}@{host}>", "Auto-Submitted": "auto-generated"}


def _sent(lease: Lease, send: Send, until: float, values: Mapping[str, object]) -> Iterator[bool]:
    """Whether each mail was handed over, as they are sent, until the run's time is up."""
    for _ in range(AT_A_TIME):
        if time.monotonic() > until or not (claimed := lease.claim(**values)):
            break
        for row_id, now in claimed:
            yield _guarded(send, row_id, now)


def _guarded(send: Send, row_id: str, now: datetime) -> bool:
    try:
        return send(row_id, now)
    except (SoftTimeLimitExceeded, ServerFailed):
        raise
    except Exception as error:
        if outages.is_away(error):
            raise
        # It is tried again when its lease ends; the others go on.
        log.error("a mail could not be written: %s", type(error).__name__)
        return False


def _send_notice(dispatch_id: str, now: datetime) -> bool:
    dispatch = Dispatch.objects.select_related("notice", "player").get(id=dispatch_id)
    row = Dispatch.objects.filter(id=dispatch_id, state=PENDING)
    notice = dispatch.notice
    if notice is None or not _is_wanted(notice, dispatch.player):
        row.update(state=DROPPED, done_at=now)
        return False
    if _is_enough(notice, dispatch.player):
        row.update(state=DROPPED, done_at=now, last_error="too_much_mail")
        return False

    def note(is_taken: bool) -> None:
        outcome = RETRIES.outcome(dispatch.attempts + 1, now, is_taken=is_taken)
        row.update(**outcome, last_error="" if is_taken else "mail_failed")

    return _handed_over(notice_mail(notice, dispatch.player), note)


def _is_enough(notice: Notice, player: Player) -> bool:
    """Whether the address has had its maximum of notices within a day, whoever caused them."""
    sent = Dispatch.objects.filter(
        # Most mailboxes are the same however they are capitalized, and several players may have one.
        player__confirmed_email__iexact=player.mail_address,
        channel=channels.MAIL,
        state=DELIVERED,
        done_at__gt=Now() - DAY,
    )
    if notice.kind == INVITED and sent.filter(notice__kind=INVITED).count() >= MOST_INVITATIONS_OUT_A_DAY:
        return True
    return sent.count() >= MOST_NOTICES_A_DAY


def _is_wanted(notice: Notice, player: Player) -> bool:
    wishes = preferences.of_player(str(player.id))
    return bool(player.mail_address) and wishes.mails(notice) and relevance.is_open(notice)


def _send_account_mail(mail_id: str, now: datetime) -> bool:
    mail = AccountMail.objects.select_related("player").get(id=mail_id)
    row = AccountMail.objects.filter(id=mail_id)
    player = mail.player
    if player is None or player.kind == DELETED or player.email != mail.email:
        row.delete()
        return False

    def note(is_taken: bool) -> None:
        if is_taken:
            row.update(sent_at=now, sends=mail.sends + 1)
        else:
            row.update(attempts=mail.attempts + 1, available_at=now + RETRIES.gap(mail.attempts + 1))

    return _handed_over(account_mail(mail, player), note)


def _handed_over(message: EmailMessage, note: Callable[[bool], object]) -> bool:
    """Whether the mail server took a mail, as was noted then; `ServerFailed` where the fault is the server's."""
    fault = _fault(message)
    note(fault is None)
    if fault is not None:
        # smtplib's words quote the address.
        log.warning("a mail could not be handed over: %s", type(fault).__name__)
        if isinstance(fault, OSError) and not isinstance(fault, OF_ONE_MAIL):
            raise ServerFailed
    return fault is None


def _fault(message: EmailMessage) -> Exception | None:
    try:
        message.send()
    except (OSError, ValueError, MessageError) as error:
        # smtplib's errors are OSErrors, and an address that cannot be written into a mail is a ValueError.
        return error
    return None
