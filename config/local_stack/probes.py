"""How it shows that a process hangs: it is asked on a Unix socket of its own, or its pulse is looked at."""

import socket
from dataclasses import dataclass
from pathlib import Path

ASK_SECONDS = 3.0
FIRST_ASK_SECONDS = 0.25
# So many questions in a row may have no answer or a bad one: some 12 s.
FAILURES = 4
# One that has never been well is still starting.
START_SECONDS = 60.0
WELL = b"ok"
# Longer than a loop of Celery stands still while the broker is away (`config.pulse`): 30 s and what one attempt takes.
LONGEST_SILENCE_SECONDS = 45.0
# Two looks are further apart only where this process, or the whole machine, stood still between them.
LONGEST_PAUSE_SECONDS = 1.0


@dataclass(frozen=True, kw_only=True)
class Question:
    """What a process is asked on each new connection: `sent`. A good answer begins as `well`, or one of these.

    It is asked every `seconds`, and replaced after `failures` questions in a row without a good answer.
    """

    sent: bytes = b""
    well: bytes | tuple[bytes, ...] = WELL
    seconds: float = ASK_SECONDS
    failures: int = FAILURES


# How our own processes are asked, who say by themselves how they are.
OURS = Question()


class Probe:
    """The questions to one process; `started` and `now` are seconds of a clock that only goes forward."""

    def __init__(self, path: Path, started: float, question: Question = OURS) -> None:
        self._path, self._started, self._asked, self._what = path, started, started, question
        self._question: socket.socket | None = None
        self.has_been_well = False
        self._failures = 0
        self._said = ""

    def trouble(self, now: float) -> str:
        """Why the process should be replaced, empty while it need not be; call it a few times a second."""
        self._listen()
        if now - self._asked >= (self._what.seconds if self.has_been_well else FIRST_ASK_SECONDS):
            if self._question is not None:
                self._judge(b"no answer")
            self._ask(now)
        patient = not self.has_been_well and now - self._started < START_SECONDS
        return "" if patient or self._failures < self._what.failures else self._said

    def close(self) -> None:
        if self._question is not None:
            self._question.close()
            self._question = None

    def _ask(self, now: float) -> None:
        self._asked, self._question = now, socket.socket(socket.AF_UNIX)
        self._question.setblocking(False)
        try:
            self._question.connect(str(self._path))
            if self._what.sent:
                self._question.send(self._what.sent)
        except OSError as error:
            self._judge(str(error.strerror).encode())

    def _listen(self) -> None:
        if self._question is None:
            return
        try:
            self._judge(self._question.recv(1000) or b"no answer")
        except BlockingIOError:
            return
        except OSError as error:
            self._judge(str(error.strerror).encode())

    def _judge(self, answer: bytes) -> None:
        self.close()
        self._said = answer.decode(errors="replace").strip()
        is_well = answer.startswith(self._what.well)
        self.has_been_well = self.has_been_well or is_well
        self._failures = 0 if is_well else self._failures + 1


class Pulse:
    """The file that one process touches while it gets on; times as those of `Probe`, which it can stand for."""

    def __init__(self, path: Path, started: float) -> None:
        self._path, self._looked, self._silence = path, started, 0.0
        # What the one before has left there.
        self._touched = self._last_touched()
        self.has_been_well = False

    def trouble(self, now: float) -> str:
        """Why the process should be replaced, empty while it need not be."""
        self._silence += min(now - self._looked, LONGEST_PAUSE_SECONDS)
        self._looked = now
        if (touched := self._last_touched()) != self._touched:
            self._touched, self._silence, self.has_been_well = touched, 0.0, True
        most = LONGEST_SILENCE_SECONDS if self.has_been_well else START_SECONDS
        return "" if self._silence < most else f"no sign of life for {self._silence:.0f} s"

    def close(self) -> None:
        """Nothing is open."""

    def _last_touched(self) -> int | None:
        # Compared and not read as a time: the machine's clock may be set.
        try:
            return self._path.stat().st_mtime_ns
        except OSError:
            return None
