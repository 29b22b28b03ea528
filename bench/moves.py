"""What a move costs in a short and in a long match: loaded, judged, appended and answered, in one process."""

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from statistics import median
from unittest import mock

from events.store import new_id
from games.core.chance import Chance
from games.core.definition import GameDefinition
from games.matches.accounts.players import sign_up
from games.matches.lobby import lobby
from games.matches.lobby.lobby import NewMatch, SeatWish
from games.matches.play.moves import Sent, play
from games.matches.presentation import resources
from games.matches.stream.loading import load
from games.registry import newest
from games.rock_paper_wizard import scoring
from games.table.clocks import NONE

SEATS = 6
# Games whose matches can become long, and how many matches are taken of each: moves differ much in the Cave.
MATCHES: Mapping[str, int] = {"rock-paper-wizard": 1, "cave": 8}

# Seconds of single moves by the kind of the prompt that they answer.
Taken = Mapping[str, Sequence[float]]


def costs(slug: str, lengths: tuple[int, ...], moves: int) -> tuple[Taken, ...]:
    """What `moves` moves take in each of the game's matches, from each length in events on."""
    found = tuple(defaultdict[str, list[float]](list) for _ in lengths)
    with _without_end(slug):
        for pick in _picks(MATCHES[slug]):
            for taken, more in zip(found, _one_match(newest(slug), pick, lengths, moves), strict=True):
                for kind, seconds in more:
                    taken[kind].append(seconds)
    return found


def middle(taken: Taken) -> float:
    """The median of all moves."""
    return median(seconds for each in taken.values() for seconds in each)


def ratio(short: Taken, long: Taken) -> float:
    """How much longer a move takes that answers the same kind of prompt: the mean over the long matches' moves."""
    kinds = sorted(short.keys() & long.keys())
    weighed = [(len(long[kind]), median(long[kind]) / median(short[kind])) for kind in kinds]
    return sum(count * times for count, times in weighed) / sum(count for count, _ in weighed)


def _without_end(slug: str) -> AbstractContextManager[object]:
    """Nobody wins Rock Paper Wizard, or no match would become that long."""
    return mock.patch.object(scoring, "GOAL", 10**9) if slug == "rock-paper-wizard" else nullcontext()


def _picks(count: int) -> Iterator[Chance]:
    return (Chance(b"bench %d" % number) for number in range(count))


def _one_match(game: GameDefinition, pick: Chance, lengths: Sequence[int], moves: int) -> list[list[tuple[str, float]]]:
    """The moves from each length on of a match that lasts so long; one that does not is played in vain."""
    while True:
        match_id, people = _match(game)
        found = [_measured(match_id, people, pick, length, moves) for length in lengths]
        if len(found[-1]) == moves:
            return found


def _measured(match_id: str, people: list[str], pick: Chance, length: int, moves: int) -> list[tuple[str, float]]:
    while (match := load(match_id).match).head.version < length and not match.is_over:
        _move(match_id, people, pick)
    found: list[tuple[str, float]] = []
    while len(found) < moves and not load(match_id).match.is_over:
        found.append(_move(match_id, people, pick))
    return found


def _match(game: GameDefinition) -> tuple[str, list[str]]:
    people = [str(sign_up(f"Bench_{new_id()[-12:]}", locale="en", key=None)[0].id) for _ in range(SEATS)]
    new = NewMatch(
        game=game.slug,
        seats=SEATS,
        options={"max_rounds": 0},
        clock=NONE,
        visibility="public",
        name="",
        start="auto",
        entropy=None,
    )
    match_id, _ = lobby.create(people[0], new, key=None)
    for one in people[1:]:
        lobby.join(match_id, one, SeatWish(), key=None)
    return match_id, people


def _move(match_id: str, people: list[str], pick: Chance) -> tuple[str, float]:
    match = load(match_id).match
    seat = pick.one_of(match.waiting_for)
    prompt = match.prompts[seat]
    body = {"prompt": prompt.id, **pick.one_of([legal for asked in prompt.moves for legal in asked.legal])}
    began = time.perf_counter()
    resources.move_answer(match_id, people[seat], play(match_id, people[seat], Sent(body=body), key=None))
    return prompt.kind, time.perf_counter() - began
