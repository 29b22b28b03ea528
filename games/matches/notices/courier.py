"""Delivers what is due to webhooks and browsers: many at once, one call at a time for each, and none waits for another.

A worker claims a webhook under a lease: when it is killed, another one finds the delivery still pending and sends it
again, under the same id.
"""

import logging
import random
import time
from collections import Counter
from collections.abc import Collection
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction

from events import outages
from games.matches import figures
from games.matches.accounts.players import locked
from games.matches.errors import PlayerNotFound
from games.matches.models.notices import DROPPED, PENDING, PUSH, Dispatch, Webhook
from games.matches.notices import bodies, preferences, push, relevance, signatures, subscriptions
from games.matches.notices.http_post import Answer, Caller, Parcel, post
from games.matches.notices.leases import Lease
from games.matches.notices.retries import Retries

log = logging.getLogger(__name__)

AT_ONCE = 16
# Of these, so that receivers which hang leave room for others: those that have failed, and those of one player.
FAILING_AT_ONCE = AT_ONCE // 2
OF_ONE_PLAYER = AT_ONCE // 4
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

# Healthy receivers first, then those that wait longest; of failing ones and of one player's no more than there is room
# for beside what is under way. The conditions stand in the locking query once more, because they are what is looked at
# again when another worker was faster.
FREE = """
WITH due AS (
    SELECT id, failures > 0 AS is_failing, greatest(not_before, paused_until) AS since,
        cardinality(array_positions(%(busy)s::uuid[], player_id)) + row_number() OVER (
            PARTITION BY player_id ORDER BY failures > 0, greatest(not_before, paused_until)) AS of_player
    FROM matches_webhook
    WHERE disabled_at IS NULL AND greatest(not_before, paused_until) <= statement_timestamp() AND id IN (
        SELECT webhook_id FROM matches_dispatch
        WHERE state = 'pending' AND available_at <= statement_timestamp() AND webhook_id IS NOT NULL)
), fair AS (
    SELECT id, is_failing, row_number() OVER (PARTITION BY is_failing ORDER BY since) AS of_kind
    FROM due WHERE of_player <= %(of_player)s
)
SELECT id FROM matches_webhook JOIN fair USING (id)
WHERE disabled_at IS NULL AND greatest(not_before, paused_until) <= statement_timestamp()
    AND (NOT is_failing OR of_kind <= %(failing)s)
ORDER BY is_failing, greatest(not_before, paused_until)
LIMIT %(limit)s FOR UPDATE OF matches_webhook SKIP LOCKED
"""
# A webhook is claimed, not a delivery: so each has one call at a time.
LEASE = Lease(table="matches_webhook", until="not_before", seconds=30, free=FREE)


@dataclass(frozen=True, kw_only=True)
class Errand:
    """A delivery that has been claimed, ready to be posted; the database's clock said `now`."""

    dispatch: Dispatch
    webhook: Webhook
    parcel: Parcel
    now: datetime


def run(caller: Caller, *, seconds: float = RUN_SECONDS) -> int:
    """Post what is due, for up to `seconds`, and finish what is under way then; how many were delivered."""
    pool, started = ThreadPoolExecutor(AT_ONCE), time.monotonic()
    under_way: dict[Future[Answer], Errand] = {}
    outcomes: Counter[bool] = Counter()
    try:
        while (spent := time.monotonic() - started) < 2 * seconds:
            if spent < seconds:
                errands = claim(AT_ONCE - len(under_way), list(under_way.values()))
                under_way |= {pool.submit(post, errand.parcel, caller): errand for errand in errands}
            if not under_way:
                break
            done, _ = wait(under_way, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)
            outcomes.update(_record(under_way.pop(future), future.result()) for future in done)
    finally:
        # What is still under way by then has run out of its own time.
        pool.shutdown(wait=False, cancel_futures=True)
    # A call that still hangs has failed: never noted, it would be tried again for ever, with a thread each time.
    outcomes.update(_record(errand, _left_behind(future)) for future, errand in under_way.items())
    words = {True: "webhook delivered", False: "webhook failed"}
    figures.add({(figures.DISPATCHED, words[is_taken]): count for is_taken, count in outcomes.items()})
    return outcomes[True]


def claim(limit: int, under_way: Collection[Errand] = ()) -> list[Errand]:
    """Up to `limit` deliveries that are due and still wanted, of as many webhooks, claimed for this worker.

    Together with those `under_way` at most `FAILING_AT_ONCE` go to failing webhooks and `OF_ONE_PLAYER` to a player's.
    """
    if limit <= 0:
        return []
    claimed = LEASE.claim(
        limit=limit,
        failing=FAILING_AT_ONCE - sum(errand.webhook.failures > 0 for errand in under_way),
        of_player=OF_ONE_PLAYER,
        busy=[errand.webhook.player_id for errand in under_way],
    )
    return [errand for webhook_id, now in claimed if (errand := _guarded(webhook_id, now)) is not None]


def record(errand: Errand, answer: Answer, *, jitter: float) -> None:
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


def _record(errand: Errand, answer: Answer) -> bool:
    record(errand, answer, jitter=random.uniform(-1, 1))  # noqa: S311 (spreads load, keeps no secret)
    return answer.is_taken


def _left_behind(future: Future[Answer]) -> Answer:
    return future.result() if future.done() else Answer(error="timed_out")


def _word(answer: Answer) -> str:
    return "redirected" if answer.status is not None and 300 <= answer.status < 400 else "refused"


def _note_health(webhook: Webhook, answer: Answer, now: datetime, jitter: float) -> None:
    row = Webhook.objects.filter(id=webhook.id)
    if answer.is_taken:
        row.update(not_before=now, failures=0, failing_since=None)
        return
    failures, since = webhook.failures + 1, webhook.failing_since or now
    pause = min(RETRIES.gap(failures, jitter), timedelta(seconds=LONGEST_PAUSE))
    row.update(not_before=now, paused_until=now + pause, failures=failures, failing_since=since)
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
        headers = {"Content-Type": "application/json", **signatures.headers(webhook.secret, message, sent_at, body)}
    parcel = Parcel(url=webhook.url, headers={"User-Agent": USER_AGENT, **headers}, body=body)
    return Errand(dispatch=dispatch, webhook=webhook, parcel=parcel, now=now)


def message_id(dispatch: Dispatch) -> str:
    """The id by which a receiver knows a message: the same for every attempt, and at every webhook of the player."""
    return str(dispatch.notice_id or dispatch.id)
