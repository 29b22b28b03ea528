"""What players do with a cup: make it, enter, leave, start it early, call it off, and withdraw once it runs."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from events.format.chain import GENESIS
from events.randomness import new_seed
from events.store import new_id
from games.core.chance import SEED_BYTES, commitment
from games.core.prompts import Violation
from games.cups import cup_events, designs, pairing, running
from games.cups.cup_events import CupCreated
from games.cups.seat_order import MOST_SEATS
from games.matches.accounts import bot_accounts, players, silences
from games.matches.cups import book, rounds
from games.matches.cups.book import OpenCup
from games.matches.errors import (
    CupNotOpen,
    CupTooSmall,
    EntryNotFound,
    KeyReused,
    NotAllowed,
    NotCupHost,
    TooManyCups,
)
from games.matches.lobby import rated_terms
from games.matches.models.cups import CupEntry, CupRow
from games.matches.queue import standard_sets
from games.matches.quotas import storage
from games.matches.stream.commands import fingerprint

# How many cups a player may have made that still wait, and how many they may be in at once.
MOST_HOSTED, MOST_ENTERED = 3, 20
MOST_PLACES, MOST_ROUNDS = 64, 9


@dataclass(frozen=True, kw_only=True)
class CupTerms:
    """What the host of a cup asks for. `bot` takes the places that are free at the start; `rounds` are a Swiss's."""

    game: str
    set: str
    system: str
    places: int
    least: int
    most: int
    rounds: int | None
    round_seconds: int
    rated: bool
    bot: str | None
    name: str


def create(host: str, terms: CupTerms, *, key: str | None) -> tuple[CupRow, bool]:
    """Make a cup and enter it as its host; and whether the same request had made it before.

    `GameNotFound`, `SetNotFound`, `AccountNeeded`, `PeopleOnly`; `NotAllowed` for terms that contradict each other;
    `KeyReused`, `TooManyCups`, `QuotaExceeded`, `Silenced` for a cup with a name.
    """
    rated_terms.check_account(host)
    bot_accounts.check_person(host)
    _check(terms)
    request = fingerprint("cup", vars(terms))
    with transaction.atomic():
        players.locked(host)
        creation_key = key if key is not None else f"auto {new_id()}"
        known = CupRow.objects.filter(host__id=host, creation_key=creation_key).first()
        if known is not None:
            if bytes(known.request_hash) != request:
                raise KeyReused
            return known, True
        if terms.name:
            silences.refuse_silenced(host)
        if CupRow.objects.filter(host__id=host, status=running.OPEN).count() >= MOST_HOSTED:
            raise TooManyCups(most=MOST_HOSTED)
        storage.admit_stored("cup", player=host)
        opened = _created(host, terms, creation_key, request)
        _enter(opened, host)
    return opened.row, False


def enter(cup_id: str, player: str) -> CupRow:
    """Enter a cup that waits for players; who has entered stays in it. The last one starts it.

    `CupNotFound`, `CupNotOpen`, `AccountNeeded`, `PeopleOnly`, `TooManyCups`, `QuotaExceeded`.
    """
    with transaction.atomic():
        players.locked(player)
        opened = _locked(cup_id)
        rated_terms.check_account(player)
        bot_accounts.check_person(player)
        if player not in opened.cup.players:
            _check_open(opened)
            storage.admit_stored("cup entry", player=player)
            _enter(opened, player)
    return opened.row


def leave(cup_id: str, player: str) -> CupRow:
    """Leave a cup before its start, or withdraw from it once it runs; `CupNotFound`, `EntryNotFound`, `CupNotOpen`.

    The host who leaves calls it off. Who withdraws keeps their points, and bots play on for them.
    """
    with transaction.atomic():
        opened = _locked(cup_id)
        cup = opened.cup
        if cup.status == running.OPEN:
            if player not in cup.players:
                raise EntryNotFound
            if player == cup.created["host"]:
                _cancel(opened)
            else:
                opened.add(cup_events.LEFT, {"player": player})
                CupEntry.objects.filter(cup=opened.row, player__id=player).delete()
        else:
            _withdraw(opened, player)
    return opened.row


def start(cup_id: str, player: str) -> tuple[CupRow, bool]:
    """Start a cup before it is full, as its host; and whether it had started before.

    `CupNotFound`, `NotCupHost`; `CupNotOpen` once it is called off; `CupTooSmall` where too few have entered and no
    bots take the places.
    """
    with transaction.atomic():
        opened = _locked(cup_id)
        _check_host(opened, player)
        if opened.cup.status in (running.RUNNING, running.FINISHED):
            return opened.row, True
        _check_open(opened)
        least = _least(opened.cup.created)
        if len(opened.cup.players) < least:
            raise CupTooSmall(least=least)
        _start(opened)
    return opened.row, False


def cancel(cup_id: str, player: str) -> tuple[CupRow, bool]:
    """Call a cup off before its start, as its host; and whether it had been called off before.

    `CupNotFound`, `NotCupHost`; `CupNotOpen` once it has started.
    """
    with transaction.atomic():
        opened = _locked(cup_id)
        _check_host(opened, player)
        if opened.cup.status == running.CANCELLED:
            return opened.row, True
        _check_open(opened)
        _cancel(opened)
    return opened.row, False


def forget(player: str) -> None:
    """Take a player out of all cups that wait or run, as they would do it themselves."""
    for cup_id in CupEntry.objects.filter(player__id=player).values_list("cup_id", flat=True):
        try:
            leave(str(cup_id), player)
        except (EntryNotFound, CupNotOpen):
            CupEntry.objects.filter(cup=cup_id, player__id=player).delete()


# ---- One step each, under the lock of the cup's row


def _created(host: str, terms: CupTerms, creation_key: str, request: bytes) -> OpenCup:
    seed, now = new_seed(SEED_BYTES), book.now()
    created: CupCreated = {
        "game": terms.game,
        "system": terms.system,
        "places": terms.places,
        "seats": {"min": terms.least, "max": terms.most},
        "rounds": terms.rounds,
        "set": terms.set,
        "round_seconds": terms.round_seconds,
        "rated": terms.rated,
        "bot": terms.bot,
        "host": host,
        "commitment": commitment(seed),
    }
    row = CupRow(
        id=UUID(new_id()),
        host_id=host,
        creation_key=creation_key,
        request_hash=request,
        name=terms.name,
        seed=seed,
        game=terms.game,
        terms=created,
        status=running.OPEN,
        version=0,
        head=GENESIS,
        made_at=now,
    )
    book.write(row, now, cup_events.CREATED, created)
    return OpenCup(row=row, cup=running.fold(str(row.id), [(cup_events.CREATED, created)]), now=now)


def _enter(opened: OpenCup, player: str) -> None:
    if CupEntry.objects.filter(player__id=player).count() >= MOST_ENTERED:
        raise TooManyCups(most=MOST_ENTERED)
    CupEntry.objects.create(cup=opened.row, player_id=player)
    opened.add(cup_events.ENTERED, {"player": player})
    if len(opened.cup.players) == opened.cup.created["places"]:
        _start(opened)


def _start(opened: OpenCup) -> None:
    opened.add(cup_events.STARTED, {"entrants": list(running.drawn(opened.cup, opened.seed))})
    rounds.pair(opened)


def _cancel(opened: OpenCup) -> None:
    opened.add(cup_events.CANCELLED, {"seed": opened.seed.hex()})
    CupEntry.objects.filter(cup=opened.row).delete()


def _withdraw(opened: OpenCup, player: str) -> None:
    number = opened.cup.number_of(player)
    if number is None or number in opened.cup.withdrawn:
        raise EntryNotFound
    if opened.cup.status != running.RUNNING:
        raise CupNotOpen(status=opened.cup.status)
    opened.add(cup_events.WITHDRAWN, {"player": player})
    CupEntry.objects.filter(cup=opened.row, player__id=player).delete()


# ---- What is refused


def _locked(cup_id: str) -> OpenCup:
    opened = book.locked(cup_id, book.now())
    assert opened is not None
    return opened


def _check_open(opened: OpenCup) -> None:
    if opened.cup.status != running.OPEN:
        raise CupNotOpen(status=opened.cup.status)


def _check_host(opened: OpenCup, player: str) -> None:
    if player != opened.cup.created["host"]:
        raise NotCupHost


def _least(created: CupCreated) -> int:
    """How many have to have entered before the host may start."""
    if created["bot"] is not None:
        return 1
    return created["places"] if created["system"] == cup_events.ALL_MEET else created["seats"]["min"]


def _check(terms: CupTerms) -> None:
    chosen = standard_sets.queued(terms.game, terms.set)
    wrong = [*_wrong_seats(terms, chosen.least, min(chosen.most, MOST_SEATS)), *_contradictions(terms)]
    if wrong:
        raise NotAllowed(wrong)


def _wrong_seats(terms: CupTerms, least: int, most: int) -> list[Violation]:
    if not least <= terms.least <= terms.most <= most:
        return [_wrong("seats", "range", f"Tables have from {least} to {most} seats here.")]
    if not pairing.sizes(terms.places, terms.least, terms.most):
        return [_wrong("places", "minimum", "There is no table for so few players.")]
    return []


def _contradictions(terms: CupTerms) -> list[Violation]:
    wrong = []
    if terms.system == cup_events.ALL_MEET:
        size = designs.SIZES.get(terms.places)
        if size is None or not terms.least <= size <= terms.most:
            wrong.append(
                _wrong(
                    "places", "enum", "Everybody can meet everybody once where 9, 16 or 25 play at tables of 3, 4 or 5."
                )
            )
    if (terms.rounds is not None) != (terms.system == cup_events.SWISS):
        wrong.append(_wrong("rounds", "const", "`rounds` are chosen for `swiss`, and for that alone."))
    if terms.rated and terms.bot is not None:
        wrong.append(_wrong("bot", "const", "Rated matches are played by people alone."))
    return wrong


def _wrong(field: str, code: str, detail: str) -> Violation:
    return Violation(pointer=f"/{field}", code=code, detail=detail)
