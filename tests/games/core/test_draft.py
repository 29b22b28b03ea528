from dataclasses import dataclass
from typing import ClassVar

from games.core.chance import Chance
from games.core.draft import Draft
from games.core.events import Event


@dataclass(frozen=True, kw_only=True)
class Added(Event):
    type: ClassVar[str] = "added"
    number: int


def added(number: int) -> Added:
    return Added(rules=("T-1",), number=number)


def test_an_event_is_folded_once_the_moment_it_is_written() -> None:
    folded: list[Event] = []

    def evolve(total: int | None, event: Event) -> int:
        assert isinstance(event, Added)
        folded.append(event)
        return (total or 0) + event.number

    draft = Draft(10, Chance(bytes(32)), evolve)
    draft.write(added(1))
    assert draft.state == 11
    draft.write(added(2))

    assert draft.state == 13
    assert draft.events == folded == [added(1), added(2)]
