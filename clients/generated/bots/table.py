"""A table of guests on one service, and their matches, played to the end by a bot for each game."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from tabularium_client import AuthenticatedClient, Client
from tabularium_client.api.matches import create_match, get_match, join_match
from tabularium_client.api.players_and_tokens import sign_up
from tabularium_client.api.playing import list_events
from tabularium_client.models import (
    CaveEventPage,
    CaveMatch,
    CaveMatchWish,
    Problem,
    RockPaperWizardEventPage,
    RockPaperWizardMatch,
    RockPaperWizardMatchWish,
    SeatWish,
    SignedUp,
    SignUp,
    SpellASpellEventPage,
    SpellASpellMatch,
    SpellASpellMatchWish,
)

Match = CaveMatch | RockPaperWizardMatch | SpellASpellMatch
Wish = CaveMatchWish | RockPaperWizardMatchWish | SpellASpellMatchWish
Page = CaveEventPage | RockPaperWizardEventPage | SpellASpellEventPage
OVER = ("finished", "cancelled", "quarantined")
PAUSE_SECONDS = 0.05


class Refused(Exception):
    """The service did not answer as it should; the message says what it told."""


@dataclass(frozen=True)
class Table:
    """A match and its players, by seat."""

    match: UUID
    players: Sequence[AuthenticatedClient]

    def now(self) -> Match:
        return _match(get_match.sync(self.match, client=self.players[0]))

    def turns(self) -> Iterator[AuthenticatedClient]:
        """Each seat in turn that the match waits for, until it is over."""
        while (now := self.now()).status not in OVER:
            yield from (self.players[seat] for seat in now.waiting_for)
            time.sleep(0 if now.waiting_for else PAUSE_SECONDS)

    def history(self) -> Iterator[Page]:
        """The events of the match, page by page."""
        after = 0
        while True:
            page = list_events.sync(self.match, client=self.players[0], after=after, limit=500)
            if not isinstance(page, Page):
                raise Refused(str(page))
            yield page
            if page.next_ is None:
                return
            after = page.items[-1].version


def sit_down(url: str, wish: Wish) -> Table:
    """A new match with as many guests as it has seats."""
    players = [_guest(url, f"guest_{uuid4().hex[:12]}") for _ in range(wish.seats)]
    made = _match(create_match.sync(client=players[0], body=wish))
    for player in players[1:]:
        _match(join_match.sync(made.id, client=player, body=SeatWish()))
    return Table(made.id, players)


def _guest(url: str, handle: str) -> AuthenticatedClient:
    signed_up = sign_up.sync(client=Client(base_url=url), body=SignUp(handle=handle))
    if not isinstance(signed_up, SignedUp):
        raise Refused(str(signed_up))
    return AuthenticatedClient(base_url=url, token=signed_up.token)


def _match(answer: Match | Problem | object) -> Match:
    if not isinstance(answer, Match):
        raise Refused(str(answer))
    return answer
