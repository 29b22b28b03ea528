"""A gate for calls that compute for long: one of them at a time in a process, so that the others keep their share.

A few wait for their turn, and further ones are refused at once. Passwords have a gate of their own
(`games/matches/accounts/passwords.py`), because they are hashed in a thread of low priority.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from games.matches.concurrency.turns import Turns
from games.matches.errors import TooBusy
from games.matches.quotas import callers

# Each that waits holds a thread of the web server (`WEB_THREADS`), so only a few may, and not for long.
PATIENCE_SECONDS = 5.0
# To go through so many events anew takes some 25 ms; what is shorter needs no gate.
LONG = 500


class Gate:
    """One call in its turn, and at most `waiting` more that wait for theirs.

    One address may take all of these places while no other wants one: a full line gives up its last call for another.
    """

    def __init__(self, *, waiting: int) -> None:
        self.places = 1 + waiting
        self._turns = Turns(self.places, of_one=self.places)

    @contextmanager
    def turn(self, *, when: bool = True) -> Iterator[None]:
        """Do what is inside in turn, or at once where it is not `when` it takes long; `TooBusy`.

        Not within another turn, which would wait for itself.
        """
        if not when:
            yield
            return
        turn = self._turns.take(callers.caller_address(), patience=PATIENCE_SECONDS)
        if turn is None:
            raise TooBusy
        try:
            yield
        finally:
            self._turns.leave(turn)


# Audits take seconds, and anybody may ask for them, so they have a gate of their own and keep nobody from the other.
AUDITS = Gate(waiting=1)
CALLS = Gate(waiting=3)
# Long pages of the list of matches: some 10 ms each, so as many may wait as one address has calls at work.
LISTS = Gate(waiting=7)
