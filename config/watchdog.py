"""A process tells systemd that it gets on; after `WatchdogSec` without a word it is killed and begun again."""

import asyncio
import os
import socket
from collections.abc import Callable
from contextlib import suppress

# Set by systemd, where a unit has a watchdog.
VARIABLE = "NOTIFY_SOCKET"
ALIVE = b"WATCHDOG=1"
EVERY_SECONDS = 5.0


def tell() -> None:
    """Say it once; nothing where nobody listens."""
    address = os.environ.get(VARIABLE, "")
    if not address:
        return
    # A full queue is one that systemd does not read, and says nothing about this process.
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as caller:
        caller.setblocking(False)
        # The first character of an abstract address is written so.
        caller.sendto(ALIVE, f"\0{address[1:]}" if address.startswith("@") else address)


async def tell_on(trouble: Callable[[], str]) -> None:
    """Say it every few seconds from an event loop that turns, as long as there is no trouble; never ends."""
    while True:
        if not trouble():
            tell()
        await asyncio.sleep(EVERY_SECONDS)
