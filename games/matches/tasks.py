"""Celery tasks: each makes one service call, is safe to repeat, and finds its work in PostgreSQL."""

import logging
import time
from collections.abc import Callable, Iterable

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings

from events import outages, outbox
from events.errors import ColdFileUnreadable
from games.matches.accounts import app_access, claims, seen, tokens
from games.matches.audit import audits
from games.matches.autoplay import deadlines, sweep
from games.matches.background import beacon_rounds, consumers, operations, retention
from games.matches.counts import counting
from games.matches.cups import rounds
from games.matches.heads import cosigning, log_writing, timestamping
from games.matches.lists import listings
from games.matches.lobby import fills, invitations
from games.matches.notices import channels, courier, holds, inbox, mailer, writer
from games.matches.notices.delivery.http_post import PostSettings
from games.matches.profiles import deletion
from games.matches.queue import seating
from games.matches.quotas import admission, tally
from games.matches.ratings import judging
from games.matches.status import figures
from games.matches.talk import moderation

log = logging.getLogger(__name__)

# How long a task begins new batches: in the queue of the relay, where nothing else waits; in those where others do.
RELAY_SECONDS, CLOCK_SECONDS, LIST_SECONDS, COUNT_SECONDS, LOG_SECONDS = 20.0, 0.25, 0.5, 2.0, 10.0
RELAYED_AT_ONCE, PROJECTED_AT_ONCE, LISTED_AT_ONCE = 2_000, 50, 200
# Where there was news more will come, and is looked for once more after so long: sooner than beat sends another task.
PAUSE_SECONDS = 0.1
# Lists are looked for later: a match is listed once for all that has happened in it meanwhile. Notices, which have the
# worker with them, are not looked for again: lists would wait while their task sleeps. Beat sends another soon enough.
LIST_PAUSE_SECONDS, NO_PAUSE = 0.3, 0.0

SAMPLE_LIMIT = 1000
# Well below the time limit of a task.
SAMPLE_SECONDS = 40.0
# When so many files of cold matches could not be read in one run, their storage is away. Each may wait for seconds.
UNREAD_FILES = 3


@shared_task
def relay() -> int:
    """Hand every append on to every consumer; how many appends there were."""
    figures.beat(figures.RELAY)
    return _batches(
        lambda most: outbox.relay(list(consumers.CONSUMERS), limit=most), RELAYED_AT_ONCE, RELAY_SECONDS, PAUSE_SECONDS
    )


@shared_task
def project_listings() -> int:
    """Bring the lists up to what was handed on."""
    figures.beat(figures.WORKER)
    return _caught_up(listings.LISTINGS, LISTED_AT_ONCE, LIST_SECONDS, LIST_PAUSE_SECONDS)


@shared_task
def project_deadlines() -> int:
    """Bring the deadlines up to what was handed on."""
    return _caught_up(deadlines.DEADLINES, PROJECTED_AT_ONCE, CLOCK_SECONDS, PAUSE_SECONDS)


@shared_task
def tell_notices() -> int:
    """Write the notices that what was handed on calls for."""
    return _caught_up(writer.NOTICES, LISTED_AT_ONCE, LIST_SECONDS, NO_PAUSE)


@shared_task
def remind() -> int:
    """Tell the players whose time runs short; a match that fails delays no other."""
    return sum(_reminded(match_id) for match_id in writer.to_remind())


@shared_task
def send_webhooks() -> int:
    """Bring notices to webhooks. Runs in a worker of its own, because receivers may be slow."""
    figures.beat(figures.COURIER)
    return 0 if holds.is_held() else courier.WEBHOOKS.run(PostSettings(loopback=settings.WEBHOOKS_TO_LOOPBACK))


@shared_task
def send_pushes() -> int:
    """Bring notices to browsers; in the worker of the webhooks, in a lane of its own."""
    return 0 if holds.is_held() else courier.BROWSERS.run(PostSettings(loopback=settings.WEBHOOKS_TO_LOOPBACK))


@shared_task
def send_mails() -> int:
    """Send notices and account mails; in the same worker, in a third lane, because mail servers may be slow too."""
    return 0 if holds.is_held() else mailer.run()


@shared_task
def look_for_rounds() -> int:
    """Fetch the rounds of beacons that matches wait for; in the same worker, because relays may be slow too."""
    return beacon_rounds.look()


@shared_task
def sweep_deadlines() -> int:
    """Play for clocks that have run out, and fill lobbies that have waited; in how many matches."""
    figures.beat(figures.CLOCK)
    return sweep.sweep(fills.run_out)


@shared_task
def seat_players() -> int:
    """Call players who wait to tables, and make the matches of those that are complete; how many were made."""
    return _batches(lambda most: seating.seat_players(), 1, LIST_SECONDS, NO_PAUSE)


@shared_task
def rate_matches() -> int:
    """Judge rated matches that have ended, in their order; how many there were."""
    return _batches(lambda most: judging.rate(limit=most), judging.AT_ONCE, LIST_SECONDS, NO_PAUSE)


@shared_task
def run_cups() -> int:
    """Go on with the cups in which something is due; in how many. With the bots, who may have to play on for long."""
    return _batches(lambda most: rounds.run(limit=most), 1, LIST_SECONDS, NO_PAUSE)


@shared_task
def play_bots() -> int:
    """Play for bots, autopilots and standing orders, in a worker of its own: they may be more than it can do."""
    figures.beat(figures.BOTS)
    done = sweep.play_turns()
    tally.tally.flush()
    return done


def _caught_up(consumer: str, most: int, seconds: float, pause: float) -> int:
    return _batches(lambda limit: consumers.catch_up(consumer, limit=limit), most, seconds, pause)


def _batches(work: Callable[[int], int], most: int, seconds: float, pause: float) -> int:
    """Call `work` for at most so many at a time, until nothing is left or the time is up; how many were done.

    After a batch that left nothing it is called again once the pause, in seconds, is over; without a pause it is not.
    """
    until, done = time.monotonic() + seconds, 0
    while batch := work(most):
        done += batch
        if time.monotonic() > until or (batch < most and pause == NO_PAUSE):
            break
        if batch < most:
            time.sleep(pause)
    return done


def _reminded(match_id: str) -> int:
    try:
        writer.tell_now(match_id)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        if outages.is_away(error):
            raise
        # The message may quote what a seat has chosen.
        log.error("reminding in match %s failed: %s", match_id, type(error).__name__, extra={"match": match_id})
        return 0
    return 1


@shared_task
def count_matches() -> int:
    """Count public matches that have ended, for as long as one task may run; how many there were."""
    return _batches(lambda most: counting.count(limit=most), counting.AT_ONCE, COUNT_SECONDS, NO_PAUSE)


@shared_task
def log_heads() -> int:
    """Write the log of all heads: the ends of the last minute, and the days that are over; how much was written.

    Not while a restored copy holds back what it sends: its log may go another way than the one that is known.
    """
    if holds.is_held():
        return 0
    # Until nothing is left: a piece of a day may have few entries.
    return _batches(lambda most: log_writing.write(), 1, LOG_SECONDS, NO_PAUSE)


@shared_task
def cosign_heads() -> int:
    """Have witnesses cosign what the log has come to, in the worker that waits for other people's servers; how many."""
    return 0 if holds.is_held() else cosigning.run()


@shared_task
def stamp_heads() -> int:
    """Have an authority stamp what the log has come to, in the worker that waits for servers of others; how many."""
    return 0 if holds.is_held() else timestamping.run()


@shared_task
def audit_sample() -> int:
    """Audit the matches that were looked at longest ago, for as long as one task may run; how many there were.

    A match whose file is out of reach gets no verdict and stays first. So that such matches take no night from the
    others, only matches without a file are looked at once some were out of reach.
    """
    until = time.monotonic() + SAMPLE_SECONDS
    count, unread = _audit(audits.longest_unseen(SAMPLE_LIMIT), until)
    if unread >= UNREAD_FILES:
        count += _audit(audits.longest_unseen(SAMPLE_LIMIT, cold=False), until)[0]
    return count


@shared_task
def forget_quotas() -> None:
    """Forget what counted before today, addresses with it; expired invitations and tokens, old tables of the queue.

    And addresses of accounts of a month ago, and rounds of beacons that nobody waits for.
    """
    admission.forget()
    invitations.forget()
    tokens.forget()
    seen.forget()
    seating.forget()
    beacon_rounds.forget()


@shared_task
def forget_app_tokens() -> None:
    """Forget codes and tokens of apps that nobody can use any more."""
    app_access.forget()


@shared_task
def claim_looks() -> int:
    """Mend the looks of handles that an older node gave while an upgrade rolled; how many players there were."""
    return claims.fill()


@shared_task
def forget_notices() -> int:
    """Forget notices that are older than the settings say, as far as one task comes; how many there were.

    And what was arranged for matches that ended longer ago, and what became of sending notices some days ago.
    """
    channels.forget(seconds=SAMPLE_SECONDS / 3)
    days = settings.NOTICES_DAYS
    if not days:
        return 0
    count = inbox.forget(days=days, seconds=SAMPLE_SECONDS / 3)
    retention.forget(days=days, seconds=SAMPLE_SECONDS / 3)
    return count


@shared_task
def forget_talk() -> int:
    """Forget the chat of matches that ended some time ago, and reports and decisions of long ago; how many rows."""
    moderation.forget()
    days = settings.CHAT_DAYS
    return retention.forget(days=days, seconds=SAMPLE_SECONDS, tables=retention.CHAT) if days else 0


@shared_task
def expire_guests() -> int:
    """Delete guests who have not come back for as many days as the settings say, as far as one task comes; how many."""
    return deletion.expire_guests(days=settings.GUEST_DAYS, seconds=SAMPLE_SECONDS) if settings.GUEST_DAYS else 0


@shared_task
def audit_headless() -> int:
    """Audit the matches that have lost head, verdict or all they were, and so are in no sample; how many there were."""
    lost = (audits.headless, audits.gone, audits.unremembered)
    matches = [match_id for found in lost for match_id in found(SAMPLE_LIMIT)]
    return _audit(matches, time.monotonic() + SAMPLE_SECONDS)[0]


@shared_task
def lift_quarantines() -> int:
    """Let the matches go on that were set aside and no longer fail, as far as one task comes; how many go on."""
    until, count = time.monotonic() + SAMPLE_SECONDS, 0
    for match_id in operations.to_recheck():
        if time.monotonic() > until:
            break
        count += _rechecked(match_id)
    return count


def _rechecked(match_id: str) -> bool:
    try:
        goes_on = operations.recheck(match_id)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        if outages.is_away(error):
            raise
        log.error("match %s could not be rechecked: %s", match_id, type(error).__name__, extra={"match": match_id})
        return False
    if goes_on:
        log.warning("match %s no longer fails and goes on", match_id, extra={"match": match_id})
    return goes_on


def _audit(match_ids: Iterable[str], until: float) -> tuple[int, int]:
    """Audit matches until a time, or until several files are out of reach; how many got a verdict, how many files."""
    count = unread = 0
    for match_id in match_ids:
        if time.monotonic() > until or unread >= UNREAD_FILES:
            break
        try:
            count += _audited(match_id)
        except ColdFileUnreadable:
            unread += 1
    return count, unread


def _audited(match_id: str) -> bool:
    try:
        audits.examine(match_id)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        if outages.is_away(error):
            raise
        # The message may quote what is sealed.
        log.error("the audit of match %s failed: %s", match_id, type(error).__name__, extra={"match": match_id})
        if isinstance(error, ColdFileUnreadable):
            raise
        return False
    return True
