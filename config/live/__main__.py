"""`python -m config.live --port 8010` runs one live process; run one for each processor that streams may have."""

import argparse
import asyncio
import gc
import os
import signal
import sys

import django
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from config import rights, watchdog  # noqa: E402 (they need Django set up)
from config.live.server import Live  # noqa: E402
from config.postgresql.patience import patience  # noqa: E402
from config.web import allow_open_files  # noqa: E402

# Every write to a socket lets a thread that computes go on, and the loop then waits so long for its next turn: 5 ms by
# default, for each reader of a move, while others are let in.
SWITCH_SECONDS = 0.0005
# A collection of everything stops the loop, 0.7 s with two thousand streams: the young ones are collected in some
# milliseconds, all hardly ever. By its default Python looked through all of it every five seconds.
COLLECT_AFTER = 5_000, 10, 100


def main(arguments: list[str]) -> None:
    """Serve until told to stop."""
    parser = argparse.ArgumentParser(prog="config.live", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, required=True)
    options = parser.parse_args(arguments)
    rights.refuse_to_start()
    allow_open_files()
    sys.setswitchinterval(SWITCH_SECONDS)
    patience.look_after()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    asyncio.run(_run(options.host, options.port))


async def _run(host: str, port: int) -> None:
    live, ending = Live(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, ending.set)
    await live.start(host=host, port=port, path=settings.LIVE_SOCKET)
    if settings.HEALTH_SOCKET:
        await asyncio.start_unix_server(_tell_health, settings.HEALTH_SOCKET)
    # A loop that hangs does not come to it.
    telling = asyncio.create_task(watchdog.tell_on(lambda: ""))
    await ending.wait()
    telling.cancel()
    await live.stop()


async def _tell_health(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    # A loop that hangs does not answer.
    writer.write(b"ok")
    writer.close()


if __name__ == "__main__":
    main(sys.argv[1:])
