"""The supervisor's side of `config.local_stack.template`: it is asked for a process, and that is then our own child."""

import ctypes
import json
import os
import select
import signal
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, BinaryIO

from config.local_stack.places import UnixAccount
from config.local_stack.template import LONGEST_ANSWER, READY

PR_SET_CHILD_SUBREAPER = 36
# A fork takes some milliseconds.
FORK_SECONDS = 5.0
POLL_SECONDS = 0.02


class Fork:
    """A child that another process has forked, with what we need of `subprocess.Popen`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if pid else None
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Its status; raises `subprocess.TimeoutExpired`."""
        end = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
            time.sleep(POLL_SECONDS)
        return code

    def send_signal(self, number: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Template:
    """The connection to one template, from before its start to its end."""

    def __init__(self) -> None:
        self._ours, self._theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._has_said_ready = False
        take_in_orphans()

    @property
    def descriptor(self) -> int:
        """What the template is started with."""
        return self._theirs.fileno()

    def begin(self) -> None:
        """It has been started: its end of the connection is open there alone, so that its death closes it."""
        self._theirs.close()

    @property
    def is_ready(self) -> bool:
        """Whether it has imported everything."""
        if not self._has_said_ready and select.select([self._ours], [], [], 0)[0]:
            self._has_said_ready = self._ours.recv(len(READY)) == READY
        return self._has_said_ready

    def fork(
        self,
        name: str,
        command: Sequence[str],
        own: Mapping[str, str],
        *,
        account: UnixAccount | None,
        stop_signal: signal.Signals,
        log: BinaryIO,
    ) -> Fork:
        """Start a process by it; raises `OSError` when the template has ended or hangs."""
        order: dict[str, Any] = {"name": name, "command": [*command], "own": dict(own), "supervisor": os.getpid()}
        order |= {"account": None if account is None else asdict(account), "stop_signal": int(stop_signal)}
        self._ours.settimeout(FORK_SECONDS)
        socket.send_fds(self._ours, [json.dumps(order).encode()], [log.fileno()])
        answer = self._ours.recv(LONGEST_ANSWER)
        if not answer:
            raise ConnectionError("the template has ended")
        return Fork(int(answer))

    def close(self) -> None:
        self._ours.close()


def take_in_orphans() -> None:
    """From now on a child of our children becomes ours when its own parent ends."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
