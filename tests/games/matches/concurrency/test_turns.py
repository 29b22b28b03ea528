"""Turns are dealt out fairly by address: whoever crowds the line waits behind those who come for the first time."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from games.matches.accounts import passwords
from games.matches.concurrency.turns import OF_LATE_SECONDS, Line, Turns, Wish

# What a hash takes of a core.
HASH_SECONDS = 0.5


@dataclass
class Service:
    """A line whose turns take half a second each; time goes on as it is told."""

    line: Line
    clock: float = 0.0
    turn: Wish | None = None
    ends: float = 0.0
    asked: dict[Wish, float] = field(default_factory=dict)
    waited: dict[Wish, float] = field(default_factory=dict)

    def ask(self, who: str, *, is_known: bool = False) -> Wish | None:
        wish = Wish(who, is_known)
        if not self.line.join(wish, self.clock):
            return None
        self.asked[wish] = self.clock
        return wish

    def step(self) -> None:
        """A twentieth of a second: who is done leaves, who is next begins."""
        self.clock += 0.05
        if self.turn is not None and self.clock >= self.ends:
            self.line.leave(self.turn)
            self.turn = None
        if self.turn is None:
            self.line.go_on(self.clock)
            self.turn = self.line._running
            if self.turn is not None:
                self.waited[self.turn] = self.clock - self.asked[self.turn]
                self.ends = self.clock + HASH_SECONDS


def attacked(
    service: Service, addresses: Sequence[str], honest: Sequence[tuple[float, str, bool]]
) -> list[float | None]:
    """How long each honest caller waited, who comes at a time; None for one who was refused. Attackers never rest."""
    came: list[Wish | None] = []
    end = honest[-1][0] + passwords.PATIENCE_SECONDS
    while service.clock < end:
        for address in addresses:
            while service.ask(address) is not None:
                pass
        while len(came) < len(honest) and service.clock >= honest[len(came)][0]:
            _, who, is_known = honest[len(came)]
            came.append(service.ask(who, is_known=is_known))
        service.step()
    return [None if wish is None else service.waited.get(wish) for wish in came]


def line_of_passwords() -> Service:
    return Service(Line(passwords.PLACES, of_one=passwords.PLACES_OF_ONE))


@pytest.mark.parametrize("crowd", [5, 20])
def test_addresses_that_send_password_after_password_make_no_honest_log_in_fail(crowd: int) -> None:
    honest = [(3.0 * number, f"203.0.113.{number}", False) for number in range(10)]
    waited = attacked(line_of_passwords(), [f"192.0.2.{number}" for number in range(crowd)], honest)
    assert None not in waited
    assert max(filter(None, waited)) < passwords.PATIENCE_SECONDS * 0.75
    # Once each attacker has had a turn, a newcomer waits for the one that runs.
    assert max(filter(None, waited[4:])) <= 2 * HASH_SECONDS


def test_more_addresses_than_there_are_places_keep_newcomers_out_for_their_first_turns_alone() -> None:
    honest = [(30.0 + 3.0 * number, f"203.0.113.{number}", False) for number in range(10)]
    waited = attacked(line_of_passwords(), [f"192.0.2.{number}" for number in range(50)], honest)
    assert None not in waited


def test_known_callers_are_before_strangers_from_their_own_addresses() -> None:
    honest = [(3.0 * number, f"known 192.0.2.{number}", True) for number in range(10)]
    waited = attacked(line_of_passwords(), [f"192.0.2.{number}" for number in range(20)], honest)
    assert None not in waited


def test_a_full_line_gives_up_whoever_would_be_served_last() -> None:
    line = Line(3, of_one=2)
    first, second, third = (Wish(who, is_known=False) for who in ("a", "a", "b"))
    assert all(line.join(wish, 0.0) for wish in (first, second, third))
    newcomer = Wish("c", is_known=False)
    assert line.join(newcomer, 0.0)
    assert (second.decided.is_set(), second.has_turn) == (True, False)
    assert not line.join(Wish("d", is_known=False), 0.0)
    known = Wish("e", is_known=True)
    assert line.join(known, 0.0)
    assert newcomer.decided.is_set()
    served = []
    for _ in range(3):
        line.go_on(0.0)
        served.append(line._running)
        assert line._running is not None
        line.leave(line._running)
    assert served == [known, first, third]


def test_turns_are_forgotten_after_some_minutes() -> None:
    line = Line(5, of_one=2)
    early = Wish("a", is_known=False)
    assert line.join(early, 0.0)
    line.go_on(0.0)
    line.leave(early)
    for moment, expected in ((1.0, ["b", "a"]), (OF_LATE_SECONDS + 2.0, ["a", "b"])):
        wishes = [Wish(who, is_known=False) for who in ("a", "b")]
        for wish in wishes:
            assert line.join(wish, moment)
        assert [wish.who for wish in line._in_order(moment)] == expected
        for wish in wishes:
            line.leave(wish)


class Counted(str):
    """An address that counts how often anybody looks it up."""

    looked_up = 0

    def __hash__(self) -> int:
        Counted.looked_up += 1
        return super().__hash__()


@pytest.mark.parametrize("waiting", [1, 2])
def test_a_turn_costs_the_same_however_many_there_were_of_late(waiting: int) -> None:
    line, costs = Line(3, of_one=3), []
    for number in range(1_000):
        wishes = [Wish(Counted("a"), is_known=False) for _ in range(waiting)]
        Counted.looked_up = 0
        for wish in wishes:
            assert line.join(wish, number / 1_000)
        line.go_on(number / 1_000)
        costs.append(Counted.looked_up)
        for wish in wishes:
            line.leave(wish)
    assert costs[-1] == costs[1]


def test_of_turns_that_are_forgotten_nothing_is_kept() -> None:
    line = Line(2, of_one=2)
    for number in range(100):
        wish = Wish(f"192.0.2.{number}", is_known=False)
        assert line.join(wish, 0.0)
        line.go_on(0.0)
        line.leave(wish)
    line.go_on(OF_LATE_SECONDS + 1.0)
    assert not line._had
    assert not line._turns_of


def test_whoever_waits_too_long_or_is_given_up_has_no_turn_and_leaves_none_behind() -> None:
    turns = Turns(2, of_one=1)
    turn = turns.take("a", patience=0.0)
    assert turn is not None
    assert turns.take("b", patience=0.0) is None
    assert turns.free == 1
    turns.leave(turn)
    again = turns.take("b", patience=0.0)
    assert again is not None
    turns.leave(again)
    assert turns.free == turns.places == 2
