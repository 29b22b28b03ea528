"""Shapes of cups: their terms, rounds, results, places, and events."""

from typing import Annotated, Any, TypedDict

from api.answers.parts import Next
from api.answers.people import Player
from api.answers.queue import TableSizes
from games.core.bots import BOTS
from games.cups.cup_events import SYSTEMS, TYPES, WAYS
from games.cups.running import STATUSES
from games.matches.presentation.shapes import ID, Count, Positive, Time, doc, words
from games.matches.queue.standard_sets import STANDS

EntrantNumber = Annotated[Count, doc("An entrant: the place in `entrants`, from 0.")]
CupName = Annotated[str, doc("Empty where its host gave it none.")]
Hash = Annotated[str, doc("SHA-256, in hex.")]


class CupSummary(TypedDict):
    """A cup in a list."""

    id: ID
    name: CupName
    game: str
    set: Annotated[str, words(*STANDS), doc("The standard set whose clock its matches have.")]
    system: Annotated[
        str,
        words(*SYSTEMS),
        doc(
            "`all_meet`: every two entrants meet once; `swiss`: so many rounds among entrants of like strength, who "
            "meet again as seldom as can be; `groups`: the best of each table go on, until one table is left."
        ),
    ]
    places: Annotated[Positive, doc("It starts when so many have entered.")]
    entered: Count
    seats: Annotated[TableSizes, doc("The sizes of its tables.")]
    rounds: Annotated[Positive | None, doc("How many rounds a `swiss` has; null for the others.")]
    round_seconds: Annotated[Positive, doc("After so long a round is over: bots play on in thought where it is not.")]
    rated: Annotated[bool, doc("Whether its matches count for ratings, those with a bot but not.")]
    bot: Annotated[
        Annotated[str, words(*BOTS)] | None, doc("The bot on places that are free at the start; null: there is none.")
    ]
    host: Player
    status: Annotated[str, words(*STATUSES)]
    made_at: Time


class CupStandingEntry(TypedDict):
    """An entrant, and how they stand."""

    entrant: EntrantNumber
    player: Annotated[Player | None, doc("Null for a bot.")]
    bot: Annotated[Annotated[str, words(*BOTS)] | None, doc("Null for a player.")]
    place: Annotated[Positive, doc("Those who are level have the same.")]
    points: Annotated[Count, doc("24 for the first place of a table, 0 for the last, even steps between.")]
    firsts: Annotated[Count, doc("Tables won; it counts where points are level.")]
    opponents: Annotated[Count, doc("The points of all whom they met; it counts where firsts are level too.")]
    last_round: Annotated[Count, doc("The last round that they sat in.")]
    withdrawn: bool


class CupTableResult(TypedDict):
    """How a table ended."""

    ranking: Annotated[list[list[int]], doc("Entrants, best first, those who are level together.")]
    by: Annotated[
        str,
        words(*WAYS),
        doc(
            "`match`: its match ended; `autopilot`: the round's time was up, and bots played on in thought; `lot`: "
            "bots alone sat there; `nobody`: it was not played, and all are level."
        ),
    ]


class CupTable(TypedDict):
    """A table of a round."""

    entrants: Annotated[list[int], doc("In the order of seats.")]
    match: Annotated[ID | None, doc("Its match, once that is made; null where bots alone sit.")]
    result: Annotated[CupTableResult | None, doc("Null while it is played.")]


class CupRound(TypedDict):
    """A round, the first first."""

    tables: list[CupTable]
    skipped: Annotated[list[int], doc("Who sat at no table; they get the points of a first place.")]


class Cup(CupSummary):
    """A cup, with all that has happened in it."""

    players: Annotated[list[Player], doc("Who has entered, in that order.")]
    standings: Annotated[list[CupStandingEntry], doc("The entrants, best first; empty before the start.")]
    played: Annotated[list[CupRound], doc("The rounds so far.")]
    round_ends_at: Annotated[Time | None, doc("When the present round is over at the latest.")]
    commitment: Annotated[Hash, doc("The hash of the seed from which all that is drawn follows.")]
    seed: Annotated[str | None, doc("The seed, in hex, once it is over.")]
    version: Annotated[Positive, doc("How many events it has.")]


class CupPage(TypedDict):
    """Cups, newest first."""

    items: list[CupSummary]
    next: Next


class CupEvent(TypedDict):
    """An event of a cup; docs/api/cups.md says what each type holds, and what the hash is over."""

    version: Positive
    at: Time
    type: Annotated[str, words(*TYPES)]
    data: dict[str, Any]
    hash: Hash


class CupEventList(TypedDict):
    """All events of a cup, as the checker reads them."""

    cup: ID
    items: list[CupEvent]
