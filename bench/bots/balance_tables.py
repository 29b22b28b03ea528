"""The tables of `make balance`: a line of facts for each size of table, then shares with intervals of 95 %."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import median, quantiles

from bench.bots import intervals
from bench.bots.match_results import Result


def told(found: Mapping[int, Sequence[Result]]) -> Iterator[str]:
    """All tables, of results by number of seats."""
    for seats, results in found.items():
        yield f"- {seats} seats, {len(results)} matches: {', '.join(facts(results))}"
    yield from ("", "| seats | what | share | 95 % | fair |", "| --- | --- | --- | --- | --- |")
    for seats, results in found.items():
        rows = (*places(results, seats), *characters(results, seats), *alike(results, seats))
        yield from (f"| {seats} | {row} |" for row in rows)
    if any(one.at_once for results in found.values() for one in results):
        yield from ("", "| seats | card | picked | 95 % | who picks it wins | 95 % | fair |")
        yield "| --- | --- | --- | --- | --- | --- | --- |"
        for seats, results in found.items():
            yield from (f"| {seats} | {row} |" for row in cards(results, seats))


def facts(results: Sequence[Result]) -> Iterator[str]:
    """How matches end, how long they are, and what they ask; in brackets what nine of ten do not exceed."""
    ends = Counter(one.reason for one in results)
    yield from (f"{reason} {100 * count / len(results):.0f} %" for reason, count in sorted(ends.items()))
    rounds = [one.rounds for one in results]
    yield f"rounds {_usual(rounds)}"
    yield f"moves {median(one.moves for one in results):.0f}"
    yield from _asked(results)
    found = [one.crystal_round for one in results if one.crystal_round is not None]
    if found:
        yield f"Crystal Chamber found in {100 * len(found) / len(results):.0f} %, round {median(found):.0f}"
    yield from _eliminated(results)


def _asked(results: Sequence[Result]) -> Iterator[str]:
    """How much is asked: of everybody and of one player in a match, and in a turn (else: a round)."""
    whole = [sum(one.prompts) for one in results]
    yield f"questions {median(whole):.0f}, a player {_usual([count for one in results for count in one.prompts])}"
    turns = [one.events["turn_started"] or one.rounds for one in results]
    yield f"a turn {median(count / max(1, turn) for count, turn in zip(whole, turns, strict=True)):.2f}"
    for name, counts in (
        ("one answer alone", [one.single for one in results]),
        ("orders could skip", [one.forced for one in results]),
        ("one sensible answer", [one.sensible for one in results]),
    ):
        if any(counts):
            part, low, high = intervals.ratio(zip(counts, whole, strict=True))
            yield f"{name} {100 * part:.0f} % ({100 * low:.0f}–{100 * high:.0f})"


def _eliminated(results: Sequence[Result]) -> Iterator[str]:
    """How often a character dies or a player is out, when the first one is, and for how many rounds each watches."""
    if deaths := sum(one.events["adventurer_died"] for one in results):
        yield f"deaths {deaths / len(results):.1f}"
    if early := [one for one in results if any(round < one.rounds for _, round in one.out)]:
        low, high = intervals.wilson(len(early), len(results))
        yield f"somebody out in {100 * len(early) / len(results):.0f} % ({100 * low:.0f}–{100 * high:.0f})"
        yield f"the first at round {median(min(round for _, round in one.out) for one in early):.0f}"
        watched = [one.rounds - round for one in early for _, round in one.out if round < one.rounds]
        yield f"who watches {_usual(watched)} rounds"


def places(results: Sequence[Result], seats: int) -> Iterator[str]:
    """What each place wins, counted from the seat that began."""
    known = [one for one in results if one.first is not None]
    for place in range(seats) if known else ():
        won = sum(one.share(((one.first or 0) + place) % seats) for one in known)
        yield _row(f"seat {place + 1} from the first", won, len(known), seats)


def characters(results: Sequence[Result], seats: int) -> Iterator[str]:
    """What who played each character to the end has won."""
    won: dict[str, list[float]] = {}
    for one in results:
        for seat, character in enumerate(one.characters):
            if character:
                won.setdefault(character, []).append(one.share(seat))
    for character, shares in sorted(won.items()):
        yield _row(f"{character}, played {len(shares)} times", sum(shares), len(shares), seats)


def alike(results: Sequence[Result], seats: int) -> Iterator[str]:
    """How often all seats show the same card; fair is what as many players do who pick any of the book's cards."""
    if any(one.at_once for one in results):
        part = intervals.ratio((one.alike, one.at_once) for one in results)
        yield f"all show the same card | {intervals.told(*part)} | {100 / min(5, seats) ** (seats - 1):.0f} %"


def cards(results: Sequence[Result], seats: int) -> Iterator[str]:
    """How often each card is shown among all that are, and what those have won who showed it."""
    for card in sorted({card for one in results for shown in one.cards for card in shown}):
        picked = [([shown.get(card, 0) for shown in one.cards], one) for one in results]
        of_all = intervals.ratio(
            (sum(counts), sum(sum(shown.values()) for shown in one.cards)) for counts, one in picked
        )
        won = intervals.ratio(
            (sum(count * one.share(seat) for seat, count in enumerate(counts)), sum(counts)) for counts, one in picked
        )
        yield f"{card} | {intervals.told(*of_all)} | {intervals.told(*won)} | {100 / seats:.0f} %"


def _row(what: str, won: float, matches: int, seats: int) -> str:
    return f"{what} | {intervals.told(won / matches, *intervals.wilson(won, matches))} | {100 / seats:.0f} %"


def _usual(values: Iterable[int]) -> str:
    """The middle one, and what nine of ten do not exceed; of one value that."""
    known = [*values]
    return f"{median(known):.0f} ({quantiles(known, n=10, method='inclusive')[-1] if len(known) > 1 else known[0]:.0f})"
