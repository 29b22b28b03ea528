"""Delivers to webhooks and browsers: many at once, one request at a time for each, none waiting for another.

Webhooks and browsers have a lane each, with places of its own, so that neither takes the other's. A worker claims a
webhook under a lease: when it is killed, another one finds the delivery still pending and sends it again, under the
same id.
"""

import logging
import random
import threading
import time
from collections import Counter
from collections.abc import Collection
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction

from events import outages, spans
from games.matches.accounts.players import locked
from games.matches.errors import PlayerNotFound
from games.matches.models.notices import DROPPED, PENDING, PUSH, Dispatch, Webhook
from games.matches.notices import bodies, preferences, relevance, subscriptions
from games.matches.notices.delivery import push, signatures
from games.matches.notices.delivery.http_post import Parcel, PostResult, PostSettings, post
from games.matches.notices.delivery.leases import Lease
from games.matches.notices.delivery.retries import Retries
from games.matches.status import figures

log = logging.getLogger(__name__)

# Calls of one lane.
AT_ONCE = 16
# Of these, so that receivers which hang leave room for others: those that have failed last, those that are not trusted
# yet (`TRUST_AFTER`), and those of one player. The rest of the places is for receivers that can be trusted to answer.
FAILING_AT_ONCE = UNTRIED_AT_ONCE = AT_ONCE // 3
OF_ONE_PLAYER = AT_ONCE // 4
# A receiver is trusted from its first success on, and after a failure not before so long. So one that answers and hangs
# in turn takes a place of the trusted ones for a few seconds an hour, however many calls it gets.
TRUST_AFTER = timedelta(hours=1)
# So many due deliveries of one webhook are read, until one is found that is still wanted.
AT_A_LOOK = 20
# One run takes on new work for so long; what is under way then has as long again.
RUN_SECONDS = 15.0
LOOK_SECONDS = 0.2
# As Standard Webhooks advises, three days and a bit in all.
RETRIES = Retries((5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400))
# A receiver that fails is left alone for a while, whatever else is due there, and given up after as long as a delivery.
LONGEST_PAUSE = 300
PATIENCE = timedelta(days=3)
USER_AGENT = "Tabularium-Webhooks/1"
# By these a receiver says that it will never take anything again; what a browser has forgotten is not found.
GONE = frozenset({410})
GONE_FOR_PUSH = GONE | {404}

# Trusted receivers first, then those that wait longest; of the other kinds and of one player's no more than there is
# room for beside what is under way. Sites take turns at the places of the other kinds: who has many receivers that hang
# holds up nobody else's. The conditions stand in the locking query once more, because they are what is looked at again
# when another worker was faster.
FREE = """
WITH under_way AS (
    SELECT player_id, {site} AS site FROM matches_webhook WHERE id = ANY(%(under_way)s::uuid[])
), due AS (
    SELECT id, {kind} AS kind, {site} AS site, greatest(not_before, paused_until) AS since,
        (SELECT count(*) FROM under_way WHERE under_way.player_id = matches_webhook.player_id) + row_number() OVER (
            PARTITION BY player_id ORDER BY {kind}, greatest(not_before, paused_until)) AS of_player
    FROM matches_webhook
    WHERE disabled_at IS NULL AND greatest(not_before, paused_until) <= statement_timestamp()
        AND (format = 'push') = %(push)s AND id IN (
            SELECT webhook_id FROM matches_dispatch
            WHERE state = 'pending' AND available_at <= statement_timestamp() AND webhook_id IS NOT NULL)
), turns AS (
    SELECT id, kind, since, CASE kind WHEN {trusted} THEN 0
        ELSE (SELECT count(*) FROM under_way WHERE under_way.site = due.site)
            + row_number() OVER (PARTITION BY kind, site ORDER BY since) END AS of_site
    FROM due WHERE of_player <= %(of_player)s
), fair AS (
    SELECT id, kind, row_number() OVER (PARTITION BY kind ORDER BY of_site, since) AS of_kind FROM turns
)
SELECT id FROM matches_webhook JOIN fair USING (id)
WHERE disabled_at IS NULL AND greatest(not_before, paused_until) <= statement_timestamp()
    AND (kind <> {untried} OR of_kind <= %(untried)s) AND (kind <> {failing} OR of_kind <= %(failing)s)
ORDER BY kind, of_kind
LIMIT %(limit)s FOR UPDATE OF matches_webhook SKIP LOCKED
"""
TRUSTED, UNTRIED, FAILING = 0, 1, 2
KIND = f"""CASE WHEN failures > 0 THEN {FAILING} WHEN trusted_from <= statement_timestamp() THEN {TRUSTED}
    ELSE {UNTRIED} END"""
# The last two labels of a receiver's host: whose names there are under it has made them for nothing.
SITE = "substring(rtrim(lower(substring(url FROM '://([^/:?#]*)')), '.') FROM '[^.]*[.]?[^.]*$')"
# A webhook is claimed, not a delivery: so each has one call at a time.
LEASE = Lease(
    table="matches_webhook",
    until="not_before",
    seconds=30,
    free=FREE.format(kind=KIND, site=SITE, trusted=TRUSTED, untried=UNTRIED, failing=FAILING),
)


@dataclass(frozen=True, kw_only=True)
class Errand:
    """A delivery that has been claimed, ready to be posted; the database's clock said `now`."""

    dispatch: Dispatch
    webhook: Webhook
    parcel: Parcel
    now: datetime

    @property
    def kind(self) -> int:
        """What was known of the receiver when it was claimed: `TRUSTED`, `UNTRIED` or `FAILING`."""
        if self.webhook.failures:
            return FAILING
        since = self.webhook.trusted_from
        return TRUSTED if since is not None and since <= self.now else UNTRIED


class Lane:
    """The calls of this process to one kind of receivers: to webhooks, or with `is_push` to browsers.

    One run at a time takes on new work. What it has begun it still waits for while the next run begins, and that one
    counts the calls that are under way.
    """

    def __init__(self, *, is_push: bool) -> None:
        self._is_push = is_push
        self._claiming = threading.Lock()
        self._under_way: dict[Future[PostResult], Errand] = {}

    def run(self, caller: PostSettings, *, seconds: float = RUN_SECONDS) -> int:
        """Post what is due, for up to `seconds`, and finish what is under way then; how many were delivered.

        Nothing is begun where another run of this lane is taking on work.
        """
        pool, started = ThreadPoolExecutor(AT_ONCE), time.monotonic()
        own: set[Future[PostResult]] = set()
        outcomes: Counter[bool] = Counter()
        try:
            if self._claiming.acquire(blocking=False):
                try:
                    while time.monotonic() - started < seconds:
                        own |= self._begun(pool, caller)
                        if not own:
                            break
                        outcomes += self._noted(own)
                finally:
                    self._claiming.release()
            while own and time.monotonic() - started < 2 * seconds:
                outcomes += self._noted(own)
        finally:
            # What is still under way by then has run out of its own time.
            pool.shutdown(wait=False, cancel_futures=True)
            # A call that still hangs has failed: never noted, it would be tried again for ever, a thread each time.
            left = [(self._under_way.pop(future), _left_behind(future)) for future in own]
        outcomes.update(_record(errand, answer) for errand, answer in left)
        words = {True: "webhook delivered", False: "webhook failed"}
        figures.add({(figures.DISPATCHED, words[is_taken]): count for is_taken, count in outcomes.items()})
        return outcomes[True]

    def claim(self, limit: int, under_way: Collection[Errand] = ()) -> list[Errand]:
        """Up to `limit` deliveries that are due and still wanted, of as many webhooks, claimed for this worker.

        Together with those `under_way` at most `FAILING_AT_ONCE` go to failing webhooks, `UNTRIED_AT_ONCE` to those
        that are not trusted yet, and `OF_ONE_PLAYER` to a player's.
        """
        if limit <= 0:
            return []
        kinds = Counter(errand.kind for errand in under_way)
        claimed = LEASE.claim(
            limit=limit,
            push=self._is_push,
            untried=UNTRIED_AT_ONCE - kinds[UNTRIED],
            failing=FAILING_AT_ONCE - kinds[FAILING],
            of_player=OF_ONE_PLAYER,
            under_way=[errand.webhook.id for errand in under_way],
        )
        return [errand for webhook_id, now in claimed if (errand := _guarded(webhook_id, now)) is not None]

    def _begun(self, pool: ThreadPoolExecutor, caller: PostSettings) -> set[Future[PostResult]]:
        # Of the run before some may end meanwhile.
        under_way = list(self._under_way.values())
        errands = self.claim(AT_ONCE - len(under_way), under_way)
        begun = {pool.submit(_post, errand, caller): errand for errand in errands}
        self._under_way |= begun
        return set(begun)

    def _noted(self, own: set[Future[PostResult]]) -> Counter[bool]:
        """Wait briefly for requests of one run, and record the results of finished ones."""
        done, _ = wait(own, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)
        own -= done
        return Counter([_record(self._under_way.pop(future), future.result()) for future in done])


WEBHOOKS, BROWSERS = Lane(is_push=False), Lane(is_push=True)


def record(errand: Errand, answer: PostResult, *, jitter: float) -> None:
    """Note the outcome of a delivery and release its webhook; `jitter` is in [-1, 1].

    410 disables the webhook at once; so do three days of failures. A browser's subscription is deleted instead, and by
    404 as well.
    """
    dispatch, webhook, now = errand.dispatch, errand.webhook, errand.now
    outcome = RETRIES.outcome(dispatch.attempts + 1, now, is_taken=answer.is_taken, jitter=jitter)
    outcome |= {
        "last_status": answer.status,
        "last_error": answer.error or ("" if answer.is_taken else _word(answer)),
    }
    # A resend that was asked for meanwhile stands: it has set the attempts back.
    Dispatch.objects.filter(id=dispatch.id, state=PENDING, attempts=dispatch.attempts).update(**outcome)
    _note_health(webhook, answer, now, jitter)


def _post(errand: Errand, caller: PostSettings) -> PostResult:
    with spans.call("push" if errand.webhook.format == PUSH else "webhook") as span:
        answer = post(errand.parcel, caller)
        span.note("tabularium.outcome", answer.error or str(answer.status))
        if errand.dispatch.notice_id is not None:
            spans.go_on("sent", [spans.of_notice(str(errand.dispatch.notice_id))])
        return answer


def _record(errand: Errand, answer: PostResult) -> bool:
    record(errand, answer, jitter=random.uniform(-1, 1))  # noqa: S311 (spreads load, keeps no secret)
    return answer.is_taken


def _left_behind(future: Future[PostResult]) -> PostResult:
    return future.result() if future.done() else PostResult(error="timed_out")


def _word(answer: PostResult) -> str:
    return "redirected" if answer.status is not None and 300 <= answer.status < 400 else "refused"


def _note_health(webhook: Webhook, answer: PostResult, now: datetime, jitter: float) -> None:
    row = Webhook.objects.filter(id=webhook.id)
    if answer.is_taken:
        row.update(not_before=now, failures=0, failing_since=None, trusted_from=webhook.trusted_from or now)
        return
    failures, since = webhook.failures + 1, webhook.failing_since or now
    pause = min(RETRIES.gap(failures, jitter), timedelta(seconds=LONGEST_PAUSE))
    trusted_from = None if webhook.trusted_from is None else now + TRUST_AFTER
    row.update(
        not_before=now, paused_until=now + pause, failures=failures, failing_since=since, trusted_from=trusted_from
    )
    if answer.status in (GONE_FOR_PUSH if webhook.format == PUSH else GONE):
        _disable(webhook, "gone", now)
    elif now - since >= PATIENCE:
        _disable(webhook, "failing", now)


def _disable(webhook: Webhook, reason: str, now: datetime) -> None:
    if webhook.format == PUSH:
        _forget(webhook)
        return
    Webhook.objects.filter(id=webhook.id).update(disabled_at=now, disabled_for=reason)
    Dispatch.objects.filter(webhook=webhook, state=PENDING).update(state=DROPPED, done_at=now)
    log.info("webhook %s disabled: %s", webhook.id, reason)


def _forget(subscription: Webhook) -> None:
    """Nobody could do anything about it but subscribe anew."""
    with suppress(PlayerNotFound), transaction.atomic():
        locked(str(subscription.player_id))
        Webhook.objects.filter(id=subscription.id).delete()


def _guarded(webhook_id: str, now: datetime) -> Errand | None:
    try:
        return _errand(webhook_id, now)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        if outages.is_away(error):
            raise
        # It is tried again when its lease ends; the others go on.
        log.error("nothing could be packed for webhook %s: %s", webhook_id, type(error).__name__)
        return None


def _errand(webhook_id: str, now: datetime) -> Errand | None:
    """The oldest due delivery of a claimed webhook that is still wanted; without one the webhook is released."""
    due = _due(webhook_id, now)
    webhook = due[0].webhook if due else None
    if webhook is not None and webhook.format == PUSH and not subscriptions.holds(webhook):
        _forget(webhook)
        return None
    for dispatch in due:
        if dispatch.webhook is not None and _is_wanted(dispatch):
            return _packed(dispatch, dispatch.webhook, now)
        Dispatch.objects.filter(id=dispatch.id, state=PENDING).update(state=DROPPED, done_at=now)
    Webhook.objects.filter(id=webhook_id).update(not_before=now)
    return None


def _due(webhook_id: str, now: datetime) -> list[Dispatch]:
    rows = Dispatch.objects.filter(webhook_id=webhook_id, state=PENDING, available_at__lte=now)
    return list(rows.select_related("notice", "webhook", "player").order_by("available_at", "id")[:AT_A_LOOK])


def _is_wanted(dispatch: Dispatch) -> bool:
    notice = dispatch.notice
    if notice is None:
        return True
    return preferences.of_player(str(dispatch.player_id)).leaves_inbox(notice) and relevance.is_open(notice)


def _packed(dispatch: Dispatch, webhook: Webhook, now: datetime) -> Errand:
    message, sent_at = message_id(dispatch), int(now.timestamp())
    body = bodies.body(dispatch, dispatch.player, webhook.format, at=dispatch.created_at)
    if webhook.format == PUSH:
        headers = push.headers(webhook.url, dispatch.notice, now)
        body = push.encrypted(body, push.Keys.kept(webhook.secret))
    else:
        previous = webhook.previous_secret if webhook.previous_until and webhook.previous_until > now else ""
        signed = signatures.headers(webhook.secret, message, sent_at, body, previous=previous)
        headers = {"Content-Type": "application/json", **signed}
    parcel = Parcel(url=webhook.url, headers={"User-Agent": USER_AGENT, **headers}, body=body)
    return Errand(dispatch=dispatch, webhook=webhook, parcel=parcel, now=now)


def message_id(dispatch: Dispatch) -> str:
    """The id by which a receiver knows a message: the same for every attempt, and at every webhook of the player."""
    return str(dispatch.notice_id or dispatch.id)
