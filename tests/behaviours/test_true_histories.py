"""Whatever players, bots, orders and workers do, one after the other or at once, is a true history, and found to be one.

The fixture of this folder audits each match when its test is over.
"""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from dataclasses import replace as changed
from datetime import timedelta
from typing import Any

import pytest

from events import store
from events.store import Stream
from games.core.errors import RuleBroken
from games.matches.autoplay import deadlines, timeouts
from games.matches.errors import Refused
from games.matches.lobby import forks, lobby, replacements
from games.matches.lobby.forks import ForkWish
from games.matches.lobby.lobby import SeatWish
from games.matches.models.matches import Lobby
from games.matches.models.people import Player
from games.matches.play import autopilot, standing_orders, time_off
from games.matches.play.pauses import pause, resume
from games.matches.play.submission import Sent, play, resign
from games.matches.presentation import export
from games.matches.profiles import changes
from games.matches.stream import loading
from games.matches.stream.loading import load, recent
from games.verify.report import Flaw
from games.verify.verifier import verify_bytes
from tests.support.cast import RPW, SAS, Person, new_match, person
from tests.support.dealing import CAVE, begins_with_a_cast, dealt, holds_a_snowball
from tests.support.races import at_once
from tests.support.timing import CLOCKS

STEPS = 80
# In seconds: mostly short of the clocks, now and then over a night, and over the longest pause.
WAITS = (*[0] * 60, *[1, 5, 20] * 10, *[70] * 12, 40_000, 31 * 86_400)
HEEDS = {"quiet_hours": True, "vacation": True}
# How often who does what.
DEEDS = {
    "moves": 60,
    "works": 30,
    "orders": 12,
    "resumes": 12,
    "replaces": 8,
    "agrees_to_a_pause": 4,
    "comes_back": 4,
    "sleeps_at_other_hours": 4,
    "goes_on_vacation": 4,
    "forgets": 4,
    "pauses": 1,
    "resigns": 1,
}


@dataclass
class Wandering:
    """The table's clock: it is moved on, and no two readings of it agree on their last milliseconds."""

    pick: random.Random
    ahead: timedelta = timedelta()

    def load(self, match_id: str, **span: Any) -> Stream:
        stream = store.load(match_id, **span)
        return changed(stream, now=stream.now + self.ahead + timedelta(microseconds=self.pick.randrange(-3000, 3000)))

    def __getattr__(self, name: str) -> object:
        return getattr(store, name)


@dataclass
class Walk:
    """A match that people go through by chance."""

    match_id: str
    people: list[Person]
    pick: random.Random

    def step(self) -> Callable[[], object]:
        """Something that somebody does, or is refused."""
        (deed,) = self.pick.choices([*DEEDS], [*DEEDS.values()])
        who, pick = self.pick.choice(self.people), random.Random(self.pick.random())

        def do() -> None:
            with suppress(Refused, RuleBroken):
                getattr(self, deed)(who, pick)

        return do

    def moves(self, who: Person, pick: random.Random) -> None:
        loaded = load(self.match_id)
        asked = [(seat, prompt) for seat, prompt in loaded.match.prompts.items() if seat in loaded.holders]
        if not asked:
            return
        seat, prompt = pick.choice(asked)
        sent = Sent(body={"prompt": prompt.id, **pick.choice([move for form in prompt.moves for move in form.legal])})
        key = str(pick.random())
        # Perhaps once more, as after a lost answer.
        for _ in range(pick.randint(1, 2)):
            play(self.match_id, loaded.holders[seat], sent, key=key)

    def works(self, who: Person, pick: random.Random) -> None:
        timeouts.expire(self.match_id)
        deadlines.project_deadlines([self.match_id])

    def orders(self, who: Person, pick: random.Random) -> None:
        game = load(self.match_id).match.game
        every, skips = sorted(game.declinable), sorted(game.skippable)
        standing_orders.give(self.match_id, who.id, pick.choice([every, every, []]), pick.choice([skips, []]))

    def agrees_to_a_pause(self, who: Person, pick: random.Random) -> None:
        pause(self.match_id, who.id, key=None)

    def pauses(self, who: Person, pick: random.Random) -> None:
        for one in self.people:
            with suppress(Refused):
                pause(self.match_id, one.id, key=None)

    def resumes(self, who: Person, pick: random.Random) -> None:
        for one in self.people:
            with suppress(Refused):
                resume(self.match_id, one.id, key=None)

    def comes_back(self, who: Person, pick: random.Random) -> None:
        seat = load(self.match_id).seat_of(who.id)
        autopilot.end_autopilot(self.match_id, who.id, -1 if seat is None else seat, key=None)

    def resigns(self, who: Person, pick: random.Random) -> None:
        resign(self.match_id, who.id, key=None)

    def replaces(self, who: Person, pick: random.Random) -> None:
        for seat in sorted(load(self.match_id).match.table.autopilot):
            newcomer = person("Charlie")
            _, secret = replacements.invite(self.match_id, who.id, seat, seconds=600, key=None)
            self.consents_to(load(self.match_id).seat_of(who.id), seat, pick)
            lobby.join(self.match_id, newcomer.id, SeatWish(invitation=secret), key=None)
            self.people.append(newcomer)

    def consents_to(self, invited_by: int | None, seat: int, pick: random.Random) -> None:
        """Mostly all, which some may be asked for twice or in vain."""
        assert invited_by is not None
        for one in pick.sample(self.people, pick.choice([len(self.people)] * 3 + [1])):
            with suppress(Refused):
                replacements.consent(self.match_id, one.id, seat, invited_by=invited_by, key=None)

    def sleeps_at_other_hours(self, who: Person, pick: random.Random) -> None:
        Player.objects.filter(id=who.id).update(quiet_hours_set_at=None)
        begins, zone = pick.randrange(24), pick.choice(["Asia/Tokyo", "Europe/Warsaw", "America/St_Johns"])
        hours = {"zone": zone, "from": f"{begins:02}:00", "to": f"{(begins + pick.randrange(1, 12)) % 24:02}:30"}
        changes.change(who.id, {"quiet_hours": pick.choice([None, hours, hours])})

    def goes_on_vacation(self, who: Person, pick: random.Random) -> None:
        starts = time_off.now() + timedelta(seconds=pick.choice([1, 60]))
        ends = starts + timedelta(seconds=pick.choice([30, 600, 90_000]))
        span = {"starts_at": starts.isoformat(), "ends_at": ends.isoformat()}
        changes.change(who.id, {"vacation": pick.choice([None, span, span])})

    def forgets(self, who: Person, pick: random.Random) -> None:
        loading.keep_snapshot(load(self.match_id).match)
        recent.clear()

    def fork(self) -> "Walk | None":
        """The same people go on from somewhere in the match that has ended, with bots where they do not sit."""
        parent = load(self.match_id)
        at, clock = self.pick.randint(1, parent.match.head.version), {**CLOCKS[self.pick.choice([*CLOCKS])], **HEEDS}
        wish = ForkWish(at=at, seat=None, clock=clock, visibility=None, name="", start="auto", entropy=None)
        try:
            made, _ = forks.fork(parent, Lobby.objects.get(match_id=self.match_id), self.people[0].id, wish, key=None)
        except Refused:
            # Nobody had been asked anything yet.
            return None
        with suppress(Refused):
            lobby.join(made, self.people[1].id, SeatWish(), key=None)
        while load(made).match.table.free:
            lobby.seat_bot(made, self.people[0].id, seat=None, bot="random", key=None)
        return Walk(made, self.people[:2], self.pick)


def begun(game: str, clock: str, *, bots: int) -> Walk:
    """A match, with reactions where the game has any."""
    heeding = {**CLOCKS[clock], **HEEDS}
    people = [person(name) for name in ("Alice", "Bob", "Carol")][: 2 if game == SAS else 3]
    if game != RPW:
        wanted = begins_with_a_cast if game == CAVE else holds_a_snowball
        return Walk(dealt(wanted, *people, game=game, clock=heeding), people, random.Random(f"{game} {clock}"))
    match_id, _ = lobby.create(people[0].id, new_match(seats=3 + bots, clock=heeding), key=None)
    for _ in range(bots):
        lobby.seat_bot(match_id, people[0].id, seat=None, bot="random", key=None)
    for one in people[1:]:
        lobby.join(match_id, one.id, SeatWish(), key=None)
    return Walk(match_id, people, random.Random(f"{game} {clock}"))


@pytest.mark.parametrize(
    ("game", "clock", "at_a_time"),
    [
        (RPW, "per_move", 1),
        (RPW, "bot", 1),
        (SAS, "bank", 1),
        (SAS, "resign", 1),
        (CAVE, "bank", 1),
        (SAS, "per_move", 3),
    ],
)
def test_whatever_is_done_at_a_table_is_a_history_that_holds_for_everybody(
    game: str, clock: str, at_a_time: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    walk = begun(game, clock, bots=1)
    first, wandering = walk.match_id, Wandering(walk.pick)
    monkeypatch.setattr(loading, "store", wandering)
    for _ in range(STEPS):
        wandering.ahead += timedelta(seconds=walk.pick.choice(WAITS))
        steps = [walk.step() for _ in range(at_a_time)]
        if at_a_time == 1:
            steps[0]()
        else:
            at_once(*steps)
        if load(walk.match_id).match.is_over:
            fork = walk.fork() if walk.match_id == first else None
            if fork is None:
                break
            walk = fork
    assert load(first).match.moves
    for match_id in {first, walk.match_id}:
        assert flaws(match_id) == []


def flaws(match_id: str) -> list[Any]:
    """What a spectator and the seats find in their files."""
    loaded = load(match_id)
    files = [b"".join(export.lines(loaded.match, loaded.events, seat)) for seat in (None, 0, 1)]
    return [flaw for file in files for flaw in verify_bytes(file).checks.values() if isinstance(flaw, Flaw)]
