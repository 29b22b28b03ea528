"""Long-running child processes: start them, notice their death, start them again, stop them.

Each is a program, or a copy of a template that has imported everything already (`config.local_stack.template`).
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from config.local_stack.errors import StackError
from config.local_stack.families import kill_family, kill_group
from config.local_stack.forks import Fork, Template
from config.local_stack.log_files import last_words, rotate, size
from config.local_stack.places import UnixAccount, identity, lent
from config.local_stack.probes import OURS, Probe, Pulse, Question

FIRST_PAUSE_SECONDS = 0.25
LONGEST_PAUSE_SECONDS = 10.0
# A child that has run this long counts as well: its next death is the first again.
STEADY_SECONDS = 10.0
TEMPLATE_SECONDS = 60.0
TEMPLATE_POLL_SECONDS = 0.01
# One that stops without our having asked is given so long, and then asked as we do.
LINGER_SECONDS = 30.0
PR_SET_PDEATHSIG = 1
# Set for every process of the service, so that a later start recognises what an earlier one has left behind.
HOME_VARIABLE = "TABULARIUM_HOME"


@dataclass(frozen=True, kw_only=True)
class Service:
    """What to run, under which account, and how to stop it."""

    name: str
    command: Sequence[str | Path]
    environment: Mapping[str, str]
    account: UnixAccount | None = None
    stop_signal: signal.Signals = signal.SIGTERM
    # Seconds it is given to stop by itself.
    patience: float = 10.0
    # Where it is asked whether it is well, and how; one that is not is replaced.
    probe: Path | None = None
    question: Question = OURS
    # What it touches every few seconds; one that no longer does is replaced.
    pulse: Path | None = None
    # Whether it says of itself that it is stopping, where it may do so for long.
    is_stopping: Callable[[], bool] | None = None
    # Ends what a dead one has left behind in other groups than its own, where that would keep the next from starting.
    end_remains: Callable[[], None] | None = None


class _Child:
    """A program that is run."""

    process: subprocess.Popen[bytes] | Fork

    def __init__(self, service: Service) -> None:
        self.service = service
        self.deaths = 0

    @property
    def can_begin(self) -> bool:
        return True

    def begin(self, log: Path) -> None:
        """Raises `OSError` where it cannot be started."""
        self.log, self.started = log, time.monotonic()
        # Before that stands what an earlier process has said.
        self.log_begins = size(log)
        self.process = self.spawn(log)
        self.probe = _probe(self.service, self.started)
        # None while it runs; else the moment of its next start.
        self.due: float | None = None
        self.stopping_since: float | None = None

    def spawn(self, log: Path) -> subprocess.Popen[bytes] | Fork:
        return spawn(self.service, log)

    def trouble(self, now: float) -> str:
        return self.probe.trouble(now) if self.probe is not None else ""

    def lingers(self, now: float) -> bool:
        """Whether it has been stopping for `LINGER_SECONDS`, though nobody here has asked it to; then counted anew."""
        says_so = self.service.is_stopping is not None and self.service.is_stopping()
        self.stopping_since = (self.stopping_since or now) if says_so else None
        if self.stopping_since is None or now - self.stopping_since < LINGER_SECONDS:
            return False
        self.stopping_since = now
        return True

    def leave_alone(self) -> None:
        """Ask it nothing more."""
        if self.probe is not None:
            self.probe.close()
            self.probe = None


class _Template(_Child):
    """A template: its command is given the number of the file by which it is asked for copies."""

    template: Template | None = None

    def spawn(self, log: Path) -> subprocess.Popen[bytes]:
        self.template = template = Template()
        process = spawn(self.service, log, str(template.descriptor), pass_fds=(template.descriptor,))
        template.begin()
        return process

    def leave_alone(self) -> None:
        super().leave_alone()
        if self.template is not None:
            self.template.close()
            self.template = None

    @property
    def is_ready(self) -> bool:
        return self.template is not None and self.process.poll() is None and self.template.is_ready

    def copy(self, service: Service, log: Path) -> Fork:
        """A process of this service; raises `OSError` when this one is at its end, or hangs and is ended."""
        assert self.template is not None
        own = dict(service.environment.items() - self.service.environment.items())
        try:
            with log.open("ab") as output:
                return self.template.fork(
                    service.name,
                    [*map(str, service.command)],
                    own,
                    account=service.account,
                    stop_signal=service.stop_signal,
                    log=output,
                )
        except OSError:
            self.process.kill()
            raise


class _Copy(_Child):
    """One that a template forks."""

    def __init__(self, service: Service, template: _Template) -> None:
        super().__init__(service)
        self._template = template

    @property
    def can_begin(self) -> bool:
        return self._template.is_ready

    def spawn(self, log: Path) -> Fork:
        return self._template.copy(self.service, log)


def _probe(service: Service, started: float) -> Probe | Pulse | None:
    if service.probe is not None:
        return Probe(service.probe, started, service.question)
    return None if service.pulse is None else Pulse(service.pulse, started)


class Supervisor:
    """Keeps services running; their output goes to one file each in the log folder.

    Not for use from several threads: Linux ends the children when the *thread* that started them ends.
    """

    def __init__(self, logs: Path, say: Callable[[str], None]) -> None:
        self.logs = logs
        self._say = say
        # Groups that were started together, in the order of their starts.
        self._groups: list[list[_Child]] = []

    def start(self, *services: Service) -> None:
        """Start services and keep them; they are stopped together, too."""
        self._groups.append([])
        for service in services:
            self._add(_Child(service))

    def start_copies(self, template: Service, *services: Service) -> None:
        """As `start`, but all are copies of the template, which is kept as well; come back when all run.

        Their environments have all that the template's has; what they have beyond that are settings of Django of the
        same names. Raises `StackError` when the template ends or takes too long. Elsewhere than on Linux, where a
        process cannot take in orphans, there is no template, and each service is a program.
        """
        if not sys.platform.startswith("linux"):
            return self.start(*services)
        self._groups.append([])
        common = _Template(template)
        self._add(common)
        self._wait_for(common)
        for service in services:
            self._add(_Copy(service, common))
        return None

    def _add(self, child: _Child) -> None:
        log = self.log_of(child.service.name)
        rotate(log)
        child.begin(log)
        self._groups[-1].append(child)

    def _wait_for(self, template: _Template) -> None:
        end = time.monotonic() + TEMPLATE_SECONDS
        while not template.is_ready:
            if template.process.poll() is not None or time.monotonic() > end:
                raise StackError(f"the service did not start: {self.last_words(template.service.name)}")
            time.sleep(TEMPLATE_POLL_SECONDS)

    def log_of(self, name: str) -> Path:
        return self.logs / f"{name}.log"

    def pid_of(self, name: str) -> int:
        """The process id of a service."""
        return self._child(name).process.pid

    def deaths_of(self, name: str) -> int:
        """How often in a row the service has ended soon after its start, as `watch` has seen it."""
        return self._child(name).deaths

    def has_been_well(self, name: str) -> bool:
        """Whether a service that has a probe or a pulse has shown since its start that it is well."""
        probe = self._child(name).probe
        return probe is not None and probe.has_been_well

    def last_words(self, name: str, lines: int = 3) -> str:
        """What a service has said last since its present start, in one line (`log_files.last_words`)."""
        begins = next((child.log_begins for child in self._children() if child.service.name == name), 0)
        return last_words(self.log_of(name), begins, lines)

    def watch(self) -> None:
        """Replace the dead and those that are not well, and keep the logs short; call it a few times a second."""
        now = time.monotonic()
        for child in self._children():
            if rotate(child.log):
                child.log_begins = 0
            if child.due is None and child.process.poll() is not None:
                self._bury(child, now)
            elif child.due is not None and now >= child.due and child.can_begin:
                # Its template may have ended a moment ago: then it is tried again.
                with suppress(OSError):
                    child.begin(child.log)
            elif trouble := child.trouble(now):
                self._give_up(child, trouble)
            elif child.due is None and child.lingers(now):
                self._say(f"{child.service.name} is stopping and does not end; it is told to")
                child.process.send_signal(child.service.stop_signal)

    def reap(self) -> None:
        """Bury the children of dead services: whoever has copies made takes in orphans.

        Only for a program that has no children but these services.
        """
        ours = {child.process.pid for child in self._children()}
        while (pid := _dead_child()) and pid not in ours:
            os.waitpid(pid, 0)

    def stop(self) -> None:
        """Stop all services, last started first."""
        while self._groups:
            group = self._groups.pop()
            for child in group:
                _ask_to_stop(child)
            for child in group:
                _end(child)

    def _children(self) -> Iterator[_Child]:
        return chain.from_iterable(self._groups)

    def _child(self, name: str) -> _Child:
        return next(child for child in self._children() if child.service.name == name)

    def _give_up(self, child: _Child, trouble: str) -> None:
        child.leave_alone()
        self._say(f"{child.service.name} is not well ({trouble}) and is ended")
        # What hangs heeds no other signal; it is buried when it is dead.
        kill_family(child.process.pid)

    def _bury(self, child: _Child, now: float) -> None:
        child.leave_alone()
        # Child processes that it left behind would hold its port or its queue.
        kill_group(child.process.pid)
        if child.service.end_remains is not None:
            child.service.end_remains()
        child.deaths = 1 if now - child.started > STEADY_SECONDS else child.deaths + 1
        pause = min(FIRST_PAUSE_SECONDS * 2 ** (child.deaths - 1), LONGEST_PAUSE_SECONDS)
        child.due = now + pause
        self._say(f"{self._cause_of_death(child)}; starting it again in {pause:g} s")

    def _cause_of_death(self, child: _Child) -> str:
        name, code = child.service.name, child.process.poll() or 0
        if code < 0:
            return f"{name} was ended by {signal.Signals(-code).name}"
        return f"{name} has stopped with status {code}: {self.last_words(name)} (see {self.log_of(name)})"


def _dead_child() -> int | None:
    """One that has ended and whose status nobody has asked for."""
    try:
        found = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return None
    return None if found is None else found.si_pid


def spawn(service: Service, log: Path, *arguments: str, pass_fds: Sequence[int] = ()) -> subprocess.Popen[bytes]:
    """Start a service in a session of its own, so that Ctrl-C at the terminal reaches only us."""
    with log.open("ab") as output:
        return subprocess.Popen(
            [*lent(service.account, service.command), *arguments],
            pass_fds=pass_fds,
            env=dict(service.environment),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=_stop_with_parent(service.stop_signal),
            **identity(service.account),
        )


def _ask_to_stop(child: _Child) -> None:
    child.leave_alone()
    if child.process.poll() is None:
        child.process.send_signal(child.service.stop_signal)


def _end(child: _Child) -> None:
    """Wait for a service that was asked to stop, then kill what is left of it and of its group."""
    try:
        child.process.wait(child.service.patience)
    except subprocess.TimeoutExpired:
        child.process.kill()
        child.process.wait()
    kill_group(child.process.pid)


# $0 is the mark. Each process may read the environment of those of its own account, and root not always that of others:
# in a container it may not.
KILL_MARKED = """
for found in $(grep -lsz -x -F -e "$0" /proc/[0-9]*/environ); do
    found=${found#/proc/}
    kill -9 "${found%/environ}" && echo "$found"
done
"""


def kill_orphans(home: Path, accounts: Sequence[UnixAccount | None] = ()) -> bool:
    """End what a killed supervisor of this home left running, and whether there was any; only for who holds its lock.

    Children are told to stop when their supervisor dies, but not their children in turn: these would keep the port.
    """
    found = False
    for account in filter(None, accounts):
        command = ["/bin/sh", "-c", KILL_MARKED, f"{HOME_VARIABLE}={home}"]
        environment = {"PATH": "/usr/bin:/bin"}
        done = subprocess.run(command, cwd="/", env=environment, capture_output=True, **identity(account))
        found = found or bool(done.stdout)
    mark = os.fsencode(f"{HOME_VARIABLE}={home}")
    for entry in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark in entry.read_bytes().split(b"\0"):
                os.kill(int(entry.parent.name), signal.SIGKILL)
                found = True
        except OSError:
            # Another account's process, or one that has just ended.
            continue
    return found


def _stop_with_parent(stop_signal: signal.Signals) -> Callable[[], None] | None:
    """On Linux a child is told to stop when we are killed and cannot tell it ourselves."""
    if not sys.platform.startswith("linux"):
        return None
    prctl, parent = ctypes.CDLL(None).prctl, os.getpid()

    def in_child() -> None:
        prctl(PR_SET_PDEATHSIG, stop_signal)
        if os.getppid() != parent:
            os._exit(1)

    return in_child
