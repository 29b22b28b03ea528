"""The course of a cup: what its events have made of it, who is paired next, and how everybody stands."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.core.chance import Chance, derive_key
from games.core.records import replace
from games.cups import cup_events, cup_points, designs, pairing
from games.cups.cup_events import CupCreated, CupEntrant
from games.cups.pairing import RoundPairing, RoundsBefore
from games.cups.seat_order import MOST_SEATS

OPEN, RUNNING, FINISHED, CANCELLED = STATUSES = ("open", "running", "finished", "cancelled")


@dataclass(frozen=True, kw_only=True)
class TableResult:
    """How a table ended: entrants by places, and how that came about."""

    ranking: tuple[tuple[int, ...], ...]
    by: str


@dataclass(frozen=True, kw_only=True)
class PlayedTable:
    """A table of a round, in the order of seats; without a result while it is played."""

    entrants: tuple[int, ...]
    match: str | None
    result: TableResult | None = None


@dataclass(frozen=True, kw_only=True)
class PlayedRound:
    """A round that is paired."""

    tables: tuple[PlayedTable, ...]
    skipped: tuple[int, ...]

    @property
    def is_over(self) -> bool:
        """Whether each of its tables has a result."""
        return all(table.result is not None for table in self.tables)


@dataclass(frozen=True, kw_only=True)
class Cup:
    """A cup as its events have made it. `players` are those who have entered, in that order."""

    id: str
    created: CupCreated
    status: str = OPEN
    players: tuple[str, ...] = ()
    entrants: tuple[CupEntrant, ...] = ()
    withdrawn: frozenset[int] = frozenset()
    rounds: tuple[PlayedRound, ...] = ()
    places: Mapping[int, int] = field(default_factory=dict)
    seed: str | None = None

    def number_of(self, player: str) -> int | None:
        """The number of an entrant, once the cup has started."""
        return next((at for at, one in enumerate(self.entrants) if one["player"] == player), None)


@dataclass(frozen=True, kw_only=True)
class CupStanding:
    """How an entrant stands: their place, points, tables won, what their opponents have, and the last round played."""

    entrant: int
    place: int
    points: int
    firsts: int
    opponents: int
    last_round: int


def fold(cup_id: str, stored: Iterable[tuple[str, Mapping[str, Any]]]) -> Cup:
    """The cup that these events (type and data) make, the first of which creates it."""
    cup: Cup | None = None
    for type, data in stored:
        cup = after(cup, cup_id, type, data)
    assert cup is not None
    return cup


def after(cup: Cup | None, cup_id: str, type: str, data: Mapping[str, Any]) -> Cup:
    """The cup after one event more."""
    if cup is None:
        return Cup(id=cup_id, created=CupCreated(**data))  # type: ignore[typeddict-item]
    match type:
        case cup_events.ENTERED:
            return replace(cup, players=(*cup.players, data["player"]))
        case cup_events.LEFT:
            return replace(cup, players=tuple(one for one in cup.players if one != data["player"]))
        case cup_events.STARTED:
            return replace(cup, status=RUNNING, entrants=tuple(data["entrants"]))
        case cup_events.PAIRED:
            return replace(cup, rounds=(*cup.rounds, _paired(data)))
        case cup_events.SCORED:
            return _scored(cup, data)
        case cup_events.WITHDRAWN:
            number = cup.number_of(data["player"])
            return replace(cup, withdrawn=cup.withdrawn | {_known(number)})
        case cup_events.ENDED:
            places = {one["entrant"]: one["place"] for one in data["places"]}
            return replace(cup, status=FINISHED, places=places, seed=data["seed"])
        case cup_events.CANCELLED:
            return replace(cup, status=CANCELLED, seed=data["seed"])
    raise KeyError(type)


def _known(number: int | None) -> int:
    if number is None:
        raise KeyError("player")
    return number


def _paired(data: Mapping[str, Any]) -> PlayedRound:
    tables = tuple(PlayedTable(entrants=tuple(one["entrants"]), match=one["match"]) for one in data["tables"])
    return PlayedRound(tables=tables, skipped=tuple(data["skipped"]))


def _scored(cup: Cup, data: Mapping[str, Any]) -> Cup:
    result = TableResult(ranking=tuple(map(tuple, data["ranking"])), by=data["by"])
    played = cup.rounds[data["round"] - 1]
    tables = tuple(
        replace(table, result=result) if number == data["table"] else table
        for number, table in enumerate(played.tables)
    )
    return replace(cup, rounds=(*cup.rounds[: data["round"] - 1], replace(played, tables=tables)))


# ---- What comes next


def drawn(cup: Cup, seed: bytes) -> tuple[CupEntrant, ...]:
    """The entrants in the order that is drawn at the start; bots take the places that are free."""
    created, chance = cup.created, _chance(cup.id, seed, 0)
    free = created["places"] - len(cup.players) if created["bot"] is not None else 0
    entrants = [CupEntrant(player=one, bot=None) for one in cup.players]
    entrants += [CupEntrant(player=None, bot=created["bot"])] * free
    return tuple(chance.some_of(entrants, len(entrants)))


def is_last(cup: Cup) -> bool:
    """Whether no round comes after those that are played."""
    created, played = cup.created, len(cup.rounds)
    if created["system"] == cup_events.GROUPS:
        return played > 0 and (_is_final(cup.rounds[-1]) or len(_going_on(cup)) < created["seats"]["min"])
    rounds = len(designs.rounds(created["places"])) if created["system"] == cup_events.ALL_MEET else created["rounds"]
    return played == rounds or (played > 0 and len(_staying(cup)) < created["seats"]["min"])


def next_round(cup: Cup, seed: bytes) -> RoundPairing:
    """The round that comes next; all before it are over."""
    created, number = cup.created, len(cup.rounds) + 1
    if created["system"] == cup_events.ALL_MEET:
        return RoundPairing(tables=designs.rounds(created["places"])[number - 1])
    if created["system"] == cup_events.GROUPS:
        return _paired_again(cup, seed, _going_on(cup), strength=False)
    stays = _staying(cup)
    return _paired_again(cup, seed, [one.entrant for one in standings(cup) if one.entrant in stays], strength=True)


def lot(cup: Cup, seed: bytes, number: int, table: int, entrants: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The result of a table of bots alone, which is drawn: the entrants by places."""
    chance = _chance(cup.id, seed, 1000 * number + table + 1)
    return tuple((one,) for one in chance.some_of(entrants, len(entrants)))


def _paired_again(cup: Cup, seed: bytes, players: Sequence[int], *, strength: bool) -> RoundPairing:
    seats, number = cup.created["seats"], len(cup.rounds) + 1
    points = {one.entrant: one.points for one in standings(cup)} if strength else {}
    return pairing.paired(
        players, _before(cup, points), least=seats["min"], most=seats["max"], chance=_chance(cup.id, seed, number)
    )


def _staying(cup: Cup) -> frozenset[int]:
    return frozenset(range(len(cup.entrants))) - cup.withdrawn


def _going_on(cup: Cup) -> list[int]:
    """Of a cup whose tables' best go on: who plays the next round, best first.

    As many as one table takes, where the winners fit at one; else the first two of each table.
    """
    if not cup.rounds:
        return list(range(len(cup.entrants)))
    before, most = cup.rounds[-1], cup.created["seats"]["max"]
    found = _of_last_round(cup)
    # Who sat at no table goes on as the winner of one.
    winners = len(before.tables) + len(before.skipped)
    count = min(2 * winners, most) if winners <= most else 2 * winners
    return [one for one in found if one not in cup.withdrawn][: count if count < len(found) else winners]


def _is_final(played: PlayedRound) -> bool:
    return len(played.tables) == 1 and not played.skipped


def _of_last_round(cup: Cup) -> list[int]:
    """Who played the last round, best first: by the place there, then by all points, then by lot."""
    last, tallies = cup.rounds[-1], _tallies(cup)
    here = {one: place for table in last.tables for one, place in _places_at(table).items()}
    here |= dict.fromkeys(last.skipped, 1)
    return sorted(here, key=lambda one: (here[one], -tallies[one].points, one))


def _places_at(table: PlayedTable) -> dict[int, int]:
    return {} if table.result is None else cup_points.places(table.result.ranking)


def _before(cup: Cup, points: Mapping[int, int]) -> RoundsBefore:
    met: Counter[frozenset[int]] = Counter()
    counts = {one: [0] * MOST_SEATS for one in range(len(cup.entrants))}
    skipped: Counter[int] = Counter()
    for played in cup.rounds:
        met.update(pairing.meetings([table.entrants for table in played.tables]))
        skipped.update(played.skipped)
        for table in played.tables:
            for seat, one in enumerate(table.entrants):
                counts[one][seat] += 1
    return RoundsBefore(points=points, met=met, counts=counts, skipped=skipped)


def _chance(cup_id: str, seed: bytes, purpose: int) -> Chance:
    """Chance of its own for each purpose: 0 the order of entrants, then the rounds, and from 1000 on lots."""
    return Chance(derive_key(seed, cup_id, [str(purpose)]))


# ---- How everybody stands


@dataclass
class _Tally:
    points: int = 0
    firsts: int = 0
    last_round: int = 0


def standings(cup: Cup) -> list[CupStanding]:
    """How the entrants stand, best first: by points, tables won, and what their opponents have; then they are level.

    Where tables' best go on, who came further is before who did not; there by place.
    """
    tallies = _tallies(cup)
    opponents = _opponents(cup, tallies)
    keys = [(one, _key(cup, one, tally, opponents[one])) for one, tally in tallies.items()]
    return [
        CupStanding(
            entrant=one,
            place=place,
            points=tallies[one].points,
            firsts=tallies[one].firsts,
            opponents=opponents[one],
            last_round=tallies[one].last_round,
        )
        for one, place in cup_points.levels(keys)
    ]


def _key(cup: Cup, one: int, tally: _Tally, opponents: int) -> tuple[int, ...]:
    strength = (tally.points, tally.firsts, opponents)
    if cup.created["system"] != cup_events.GROUPS or not tally.last_round:
        return strength
    last = next(table for table in cup.rounds[tally.last_round - 1].tables if one in table.entrants)
    return (tally.last_round, -_places_at(last).get(one, 0), *strength)


def _tallies(cup: Cup) -> dict[int, _Tally]:
    tallies = {one: _Tally() for one in range(len(cup.entrants))}
    for number, played in enumerate(cup.rounds, 1):
        for one in played.skipped:
            tallies[one].points += cup_points.MOST_POINTS
        for table in played.tables:
            for one in table.entrants:
                tallies[one].last_round = number
            if table.result is not None:
                _count(table.result, tallies)
    return tallies


def _count(result: TableResult, tallies: Mapping[int, _Tally]) -> None:
    seats = sum(map(len, result.ranking))
    for one, given in cup_points.points(result.ranking, seats).items():
        tallies[one].points += given
    for one in result.ranking[0]:
        tallies[one].firsts += 1


def _opponents(cup: Cup, tallies: Mapping[int, _Tally]) -> dict[int, int]:
    """What those have together whom each entrant has met, each counted as often as they met."""
    found = dict.fromkeys(range(len(cup.entrants)), 0)
    for played in cup.rounds:
        for pair in pairing.meetings([table.entrants for table in played.tables]):
            one, other = sorted(pair)
            found[one] += tallies[other].points
            found[other] += tallies[one].points
    return found
