"""What a serving process sets up for itself: open files, garbage collection, and its signs of life."""

import asyncio
import gc
import os
import resource
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress

from django.conf import settings

OPEN_FILES = 65_536
# An answer makes more objects than the seven hundred after which Python looks for garbage.
WEB_COLLECTS_AFTER = 20_000
# A collection of everything stops the loop, 0.7 s with two thousand streams: the young ones are collected in some
# milliseconds, all hardly ever. By its default Python looked through all of it every five seconds.
LIVE_COLLECTS_AFTER = 5_000, 10, 100
# Every write to a socket lets a thread that computes go on, and the loop then waits so long for its next turn: 5 ms by
# default, for each reader of a move, while others are let in.
SWITCH_SECONDS = 0.0005
# Set by systemd, where a unit has a watchdog: it kills and begins again what says nothing for `WatchdogSec`.
VARIABLE = "NOTIFY_SOCKET"
ALIVE = b"WATCHDOG=1"
EVERY_SECONDS = 5.0

# Why the process should be replaced; empty when it works.
Trouble = Callable[[], str]

now = time.monotonic
# When it was last asked on `HEALTH_SOCKET` how it is.
_asked_at: float | None = None


def allow_open_files() -> None:
    """Raise the limit of open files to the machine's maximum, so that idle connections keep nobody out."""
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    most = OPEN_FILES if allowed == resource.RLIM_INFINITY else min(allowed, OPEN_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, allowed))


def collect_rarely() -> None:
    """Let garbage collection skip imported objects, and run rarely."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(WEB_COLLECTS_AFTER)


def spare_the_loop() -> None:
    """The same for the live process, whose loop must not stand still."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()
    gc.set_threshold(*LIVE_COLLECTS_AFTER)


def tell_systemd() -> None:
    """Give systemd one sign of life; nothing where nobody listens."""
    address = os.environ.get(VARIABLE, "")
    if not address:
        return
    # A full queue is one that systemd does not read, and says nothing about this process.
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as caller:
        caller.setblocking(False)
        # The first character of an abstract address is written so.
        caller.sendto(ALIVE, f"\0{address[1:]}" if address.startswith("@") else address)


async def watched(trouble: Trouble) -> asyncio.Task[None]:
    """Answer on `HEALTH_SOCKET`, and tell systemd until the task is cancelled; a loop that hangs does neither."""

    async def tell(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        global _asked_at
        _asked_at = now()
        writer.write((trouble() or "ok").encode())
        writer.close()

    if settings.HEALTH_SOCKET:
        await asyncio.start_unix_server(tell, settings.HEALTH_SOCKET)
    return asyncio.create_task(tell_systemd_on(trouble))


def unasked_seconds() -> float:
    """How long ago this process was last asked how it is; 0 where nobody has asked yet, as systemd never does."""
    return 0.0 if _asked_at is None else now() - _asked_at


async def tell_systemd_on(trouble: Trouble) -> None:
    """Tell systemd every few seconds from an event loop that turns, as long as there is no trouble; never ends."""
    while True:
        if not trouble():
            tell_systemd()
        await asyncio.sleep(EVERY_SECONDS)
