"""Writers at full speed who note what they were told is recorded, and the question whether all of it is, once."""

import threading
from collections import Counter
from dataclasses import dataclass, field

from django.db import Error, connection, connections

from events import outages, store
from events.errors import Conflict, TimeWentBack
from events.store import Command, NewEvent, Part, new_id

DIGEST = bytes(32)


@dataclass
class Told:
    """What a writer was told: by match and key the version, and how often an answer was missing or refused."""

    recorded: dict[tuple[str, str], int] = field(default_factory=dict)
    doubts: int = 0
    refused: Counter[str] = field(default_factory=Counter)


class Writers:
    """So many writers, each with matches of its own; they write until `end`."""

    def __init__(self, count: int) -> None:
        self._ended = threading.Event()
        self.told = [Told() for _ in range(count)]
        self.failures: list[BaseException] = []
        self._threads = [threading.Thread(target=self._write, args=(told,)) for told in self.told]

    def begin(self) -> None:
        """Let them write."""
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """Come back when the last has its answer; raises what one has failed by."""
        self._ended.set()
        for thread in self._threads:
            thread.join()
        if self.failures:
            raise self.failures[0]

    @property
    def count(self) -> int:
        """How many appends they were told of so far."""
        return sum(len(told.recorded) for told in self.told)

    def _write(self, told: Told) -> None:
        try:
            matches = [new_id() for _ in range(4)]
            number = 0
            while not self._ended.is_set():
                number += 1
                self._append(told, matches[number % len(matches)], f"key-{number}")
        except BaseException as error:
            self.failures.append(error)
        finally:
            connections.close_all()

    def _append(self, told: Told, match: str, key: str) -> None:
        """One request, repeated with its key until it is answered, as a client's is."""
        while not self._ended.is_set():
            try:
                found = store.find_command(match, "writer", key)
                if found is not None:
                    store.confirm()
                    told.recorded[match, key] = found.last_version
                    return
                stream = store.load(match, after=store.NO_END)
                drafts = [NewEvent(type="moved", data={"key": key}, parts=(Part(audience=(0,), part={"key": key}),))]
                command = Command(actor="writer", key=key, request_hash=DIGEST)
                written = store.append(match, expected=stream.head, at=stream.now, drafts=drafts, command=command)
                told.recorded[match, key] = written[-1].version
                return
            except outages.InDoubt:
                told.doubts += 1
                connection.close()
            except (Error, Conflict, TimeWentBack) as error:
                told.refused[type(error).__name__] += 1
                connection.close()


def faults(writers: Writers) -> list[str]:
    """A line for each append that was told of and is not there, and for each that is there twice or was never asked."""
    found = []
    for told in writers.told:
        for match in sorted({match for match, _ in told.recorded}):
            stream = store.load(match)
            keys = [event.envelope["data"]["key"] for event in stream.events]
            versions = [event.version for event in stream.events]
            told_of = {key: version for (of, key), version in told.recorded.items() if of == match}
            found += [f"{match}: {key} is there {count} times" for key, count in Counter(keys).items() if count > 1]
            found += [f"{match}: {key} is lost" for key, at in told_of.items() if keys[at - 1 : at] != [key]]
            if versions != list(range(1, stream.head.version + 1)):
                found.append(f"{match}: its versions are not those up to its head's, {stream.head.version}")
            if any(len(event.openings) != 1 for event in stream.events):
                found.append(f"{match}: a sealed part is missing")
            if {one.key for one in store.commands(match, up_to=stream.head.version)} != set(keys):
                found.append(f"{match}: its commands are not those of its events")
    return found
