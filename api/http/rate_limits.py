"""How many calls one token and one address may make a minute, counted in Redis for all web processes together.

The windows are fixed and begin with the minute, so around the turn of a minute a caller may spend two quotas. A caller
who calls often is counted in batches: a process asks Redis again after a fiftieth of the quota or after a second,
whichever comes first, and for every call once the last tenth of the quota is reached. So each further process may let
through a fiftieth more than the quota. Where Redis does not answer in time, each process counts on for itself from what
Redis last said, so a caller may spend a quota in each of them: limits are no reason to stop play.

A process tells Redis how many calls it has counted in the window, not how many more: what is told twice counts once,
and what was not told in an outage is told with the next call.
"""

import hashlib
import logging
import math
import os
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, TypeVar, cast

import redis
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.crypto import salted_hmac
from redis.backoff import NoBackoff
from redis.retry import Retry
from rest_framework.exceptions import Throttled
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from api.http import known_browsers, problems, session
from api.http.call import RateLimitState, call_of
from api.http.headers import GetResponse, stored
from games.matches.models.people import Player
from games.matches.quotas.callers import called_from

WINDOW_SECONDS = 60
# How long a call waits for Redis, and how long Redis is left alone after it has failed one.
PATIENCE_SECONDS = 0.05
REST_SECONDS = 1.0
SECONDS_BETWEEN_WARNINGS = 60.0
# So many calls of a quota are counted together at most, and none of its last tenth.
BATCH, LAST = 50, 10
# How long what Redis has said of a caller is taken for true.
FRESH_SECONDS = 1.0
# How many calls a process has counted under a name, how many each process has, and when the name is to vanish, as Redis
# reads it: redis-py takes longer to write and read such commands than all else that a call is asked before its view.
# An answer that came too late may be followed by a smaller number that was sent earlier: the greatest stays (GT).
TOLD = (
    b"*5\r\n$4\r\nZADD\r\n$%d\r\n%b\r\n$2\r\nGT\r\n$%d\r\n%b\r\n$%d\r\n%b\r\n"
    b"*5\r\n$6\r\nZRANGE\r\n$%d\r\n%b\r\n$1\r\n0\r\n$2\r\n-1\r\n$10\r\nWITHSCORES\r\n"
    b"*3\r\n$6\r\nEXPIRE\r\n$%d\r\n%b\r\n$3\r\n%d\r\n"
)
HOST = socket.gethostname().encode()
# So long a place is kept for the address where somebody logged in last.
ADDRESS_SECONDS = 30 * 24 * 3600
# Of so many callers a process remembers what Redis has last counted: a few megabytes.
MOST_KNOWN = 20_000

View = TypeVar("View", bound=Callable[..., HttpResponseBase])
# Where a plain view has its bucket.
COUNTED = "counted_in"

now = time.time
log = logging.getLogger(__name__)


class RateLimits:
    """Middleware: counts each call to the API, before its token is looked up, and refuses those over a quota.

    A view names the `buckets` of its verbs. Without one a call is counted under `reads` where it reads, else `lobby`.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self._answer = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._answer(request)
        state = call_of(request).rate_limit
        if state:
            stored(response).update({name.lower(): (name, value) for name, value in _headers(state).items()})
        return response

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> HttpResponse | None:
        bucket, call = bucket_of(view, request.method or ""), call_of(request)
        # A call that waits in the live process is answered again when there is news, and counts once.
        state = call.rate_limit or (count(bucket, _counted(request, view, bucket)) if bucket else None)
        call.rate_limit = state
        return problems.plain(request, "rate_limited") if state and state.left < 0 else None


class Addresses:
    """Middleware: tells the quotas, and whatever has only so many places for one address, where a call comes from."""

    def __init__(self, get_response: GetResponse) -> None:
        self._answer = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with called_from(network(request)):
            return self._answer(request)


def counted(bucket: str) -> Callable[[View], View]:
    """Have calls to a view that is not part of the API counted in a bucket."""

    def mark(view: View) -> View:
        setattr(view, COUNTED, bucket)
        return view

    return mark


def bucket_of(view: object, method: str) -> str | None:
    """The bucket of a call to a view; None for what is not part of the API, such as health, and not `counted`."""
    cls = getattr(view, "cls", None)
    if cls is None:
        return getattr(view, COUNTED, None)
    named: Mapping[str, str] = getattr(cls, "buckets", {})
    return named.get(method) or ("reads" if method in SAFE_METHODS else "lobby")


def callers(request: HttpRequest) -> dict[str, str]:
    """The caller's names: the digest of the token if there is one, and the address."""
    found = {"address": network(request)}
    # The last word alone, because the same token may be sent with other spaces and with "bearer" in other letters.
    words = request.headers.get("Authorization", "").split()
    if token := words[-1] if words else session.secret(request):
        found["token"] = hashlib.sha256(token.encode(errors="replace")).hexdigest()[:32]
    return found


def _counted(request: HttpRequest, view: object, bucket: str) -> dict[str, str]:
    """The names under which a call is counted: at a log-in known browsers of an address apart from strangers there."""
    found = callers(request)
    is_log_in = bucket == "sign_up" and getattr(getattr(view, "cls", None), "knows_browsers", False)
    if is_log_in and known_browsers.is_known(request):
        found["known_address"] = found.pop("address")
    return found


def network(request: HttpRequest) -> str:
    """The caller's address as calls are counted: of IPv6 its network."""
    call = call_of(request)
    if call.network is None:
        # Of what DRF calls a request it reads META and headers, and these two Django's own has.
        call.network = network_of(BaseThrottle().get_ident(cast(Request, request)))
    return call.network


def count_handle(request: Request, key: str, *, mark: str | None = None) -> bool:
    """Count a log-in under a handle, given by its key, beside its token and address; `Throttled`.

    Whether it comes from where the account is known: then it need not wait behind strangers either.

    Guesses come from many addresses; but one alone must not keep the owner out, so each has fewer, and what is refused
    to one counts for no other. A browser with a `mark` of this account is counted by itself, and the address where the
    last log-in succeeded not beside all others: whatever strangers guess, the owner logs in where they have before.
    """
    at_address = f"{key} {network(request._request)}"
    is_known = mark is not None or _logged_in_last_at(at_address, key)
    guesses = [("handle", at_address)] if is_known else [("handle", at_address), ("handle_anywhere", key)]
    if mark is not None:
        guesses = [("known", mark)]
    for kind, guess in guesses:
        state = count("sign_up", {kind: _digest(guess)})
        if state is not None and state.left < 0:
            call_of(request).rate_limit = state
            raise Throttled
    return is_known


def remember_address(request: Request, key: str, player: str) -> None:
    """Keep a place for the address where a player has just logged in under a handle, instead of the one before."""
    place = f"{_hidden(f'{key} {network(request._request)}')} {_hidden(player)}"
    _counters(settings.RATE_LIMIT_REDIS_URL).keep(_last_address(key), place, seconds=ADDRESS_SECONDS)


def _logged_in_last_at(at_address: str, key: str) -> bool:
    """Whether the player whose handle this is now logged in last at the address.

    A handle may have passed to another player since. Who has it is looked up for callers at that address alone: to
    others no handle takes longer than any other.
    """
    kept = _counters(settings.RATE_LIMIT_REDIS_URL).text_of(_last_address(key)) or ""
    address, _, player = kept.partition(" ")
    if address != _hidden(at_address):
        return False
    return player in map(_hidden, map(str, Player.objects.filter(handle_key=key).values_list("id", flat=True)))


def _last_address(key: str) -> str:
    return f"rate:last_address:{_hidden(key)}"


def _hidden(text: str) -> str:
    # Kept for long: without the key nobody finds an address by trying all there are.
    return salted_hmac("tabularium.last_address", text, algorithm="sha256").hexdigest()[:32]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:32]


def count(bucket: str, callers: Mapping[str, str]) -> RateLimitState | None:
    """Count one call for each caller; the tightest of their states, or None without any Redis."""
    moment, quotas = now(), settings.RATE_LIMITS[bucket]
    window = int(moment // WINDOW_SECONDS)
    counts = _counters(settings.RATE_LIMIT_REDIS_URL).add(
        [f"calls:{bucket}:{kind}:{who}:{window}" for kind, who in callers.items()],
        [quotas[kind] for kind in callers],
    )
    if counts is None:
        return None
    seconds = max(1, math.ceil((window + 1) * WINDOW_SECONDS - moment))
    states = [
        RateLimitState(bucket=bucket, quota=quotas[kind], left=quotas[kind] - used, seconds=seconds)
        for kind, used in zip(callers, counts, strict=True)
    ]
    return min(states, key=lambda state: state.left)


def _headers(state: RateLimitState) -> dict[str, str]:
    """As draft-ietf-httpapi-ratelimit-headers-11 has it, and Retry-After (RFC 9110) for a refused call."""
    headers = {
        "RateLimit-Policy": f'"{state.bucket}";q={state.quota};w={WINDOW_SECONDS}',
        "RateLimit": f'"{state.bucket}";r={max(state.left, 0)};t={state.seconds}',
    }
    return headers if state.left >= 0 else {**headers, "Retry-After": str(state.seconds)}


@dataclass(slots=True)
class _Known:
    """How many calls this process has counted and told Redis of, and how many the others had at a moment.

    `part` is the name under which Redis keeps what this process has counted since it began to remember the caller.
    """

    here: int = 0
    told: int = 0
    elsewhere: int = 0
    at: float = -math.inf
    part: bytes = field(default_factory=lambda: b"%b %d %d" % (HOST, os.getpid(), time.time_ns()))

    def is_enough(self, quota: int, moment: float) -> bool:
        """Whether a call can be counted without Redis."""
        few = quota - self.here - self.elsewhere <= quota // LAST
        return not few and self.here - self.told <= quota // BATCH and moment - self.at < FRESH_SECONDS


class Counters:
    """Counters in Redis that vanish after their window."""

    def __init__(self, url: str) -> None:
        # Its own retries would take seconds.
        self._redis = url and redis.Redis.from_url(
            url,
            socket_timeout=PATIENCE_SECONDS,
            socket_connect_timeout=PATIENCE_SECONDS,
            retry=Retry(NoBackoff(), 0),
            # Its answers are lists of bytes.
            protocol=2,
        )
        # Connections that no call uses now; a list is popped and appended to by one thread at a time.
        self._idle: list[Any] = []
        self._resting_until = -math.inf
        self._silent_until = -math.inf
        self._known: dict[str, _Known] = {}
        self._lock = threading.Lock()

    def add(self, names: Sequence[str], quotas: Sequence[int] | None = None) -> list[int] | None:
        """One more for each name, and how many there are now, as far as this process knows; None without any Redis.

        Where the names have `quotas`, Redis is not asked for every call.
        """
        if not self._redis:
            return None
        moment = time.monotonic()
        with self._lock:
            known = [self._remembered(name) for name in names]
            for one in known:
                one.here += 1
            counts = [one.here + one.elsewhere for one in known]
            if quotas and all(one.is_enough(quota, moment) for one, quota in zip(known, quotas, strict=True)):
                return counts
            here = [one.here for one in known]
            for one in known:
                # Whoever calls meanwhile does not wait for the same answer.
                one.told = one.here
        return self._told(names, here, known) or counts

    def _remembered(self, name: str) -> _Known:
        if name not in self._known:
            if len(self._known) >= MOST_KNOWN:
                del self._known[next(iter(self._known))]
            self._known[name] = _Known()
        return self._known[name]

    def _told(self, names: Sequence[str], here: Sequence[int], known: Sequence[_Known]) -> list[int] | None:
        """Tell Redis how many this process has counted; how many there are in all, or None where it does not answer."""
        packed = [_packed(name, count, one.part) for name, count, one in zip(names, here, known, strict=True)]
        answers = self._ask(lambda server: self._exchanged(server.connection_pool, packed))
        if answers is None:
            return None
        moment = time.monotonic()
        with self._lock:
            for one, parts in zip(known, answers, strict=True):
                # A name holds a minute, in which none of them counts less: a Redis that comes back empty knows less.
                one.elsewhere, one.at = max(one.elsewhere, _elsewhere(parts, one.part)), moment
            return [count + one.elsewhere for count, one in zip(here, known, strict=True)]

    def keep(self, name: str, text: str, *, seconds: int) -> None:
        """Keep a text for so long, if Redis answers."""
        self._ask(lambda server: server.set(name, text, ex=seconds))

    def text_of(self, name: str) -> str | None:
        """The text that is kept under a name; None without any, and without Redis."""
        kept = self._ask(lambda server: server.get(name))
        return None if kept is None else str(kept, "ascii")

    def _ask(self, question: Callable[[Any], Any]) -> Any:
        if not self._redis or time.monotonic() < self._resting_until:
            return None
        try:
            return question(self._redis)
        except redis.RedisError as error:
            self._rest(error)
            return None

    def _exchanged(self, pool: Any, packed: Sequence[bytes]) -> list[list[bytes]]:
        """All that is asked in one packet, over a connection that was kept, or a new one if that was closed since."""
        try:
            connection = self._idle.pop()
        except IndexError:
            return self._over(pool.make_connection(), packed)
        try:
            return self._over(connection, packed)
        except redis.ConnectionError:
            # The others were most likely closed with it.
            self._idle.clear()
            return self._over(pool.make_connection(), packed)

    def _over(self, connection: Any, packed: Sequence[bytes]) -> list[list[bytes]]:
        try:
            connection.send_packed_command([b"".join(packed)])
            answers = [connection.read_response() for _ in range(3 * len(packed))]
        except BaseException:
            # What is still to be read of it would be taken for the answer to the next call.
            connection.disconnect()
            raise
        self._idle.append(connection)
        return answers[1::3]

    def _rest(self, error: redis.RedisError) -> None:
        moment = time.monotonic()
        self._resting_until = moment + REST_SECONDS
        if moment >= self._silent_until:
            self._silent_until = moment + SECONDS_BETWEEN_WARNINGS
            log.warning(
                "calls are counted by each process for itself because Redis does not answer: %s", type(error).__name__
            )


def _packed(name: str, count: int, part: bytes) -> bytes:
    """What a process has counted under a name, as Redis reads it."""
    key, score = name.encode(), b"%d" % count
    at = len(key), key
    return TOLD % (*at, len(score), score, len(part), part, *at, *at, 2 * WINDOW_SECONDS)


def _elsewhere(parts: Sequence[bytes], own: bytes) -> int:
    """What all other processes have counted, of parts and counts by turns."""
    return sum(int(count) for part, count in zip(parts[::2], parts[1::2], strict=True) if part != own)


@lru_cache(maxsize=4)
def _counters(url: str) -> Counters:
    return Counters(url)


# The longest is as long as the headers of a request.
@lru_cache(maxsize=512)
def network_of(address: str) -> str:
    """An IPv4 address as it is, of an IPv6 address the first 64 bits: a customer gets that many addresses at once."""
    try:
        found = ip_address(address)
    except ValueError:
        return "unknown"
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False).network_address)
