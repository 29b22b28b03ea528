"""Claims about `resample`: its states look to their seat like the real one, are drawn fairly, and can be played on."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import orjson

from games.core.chance import Chance
from games.core.codec import move_from_json
from games.core.definition import State
from games.core.errors import RuleBroken
from games.core.testing.claims import ContractBroken, difference, image, text
from games.core.testing.playing import Evidence, Pool, Position, legal_moves, waiting

PLAYED_ON = 12
COUNTED = 2
DRAWN = 400
# The square root of twice chi-square lies about a standard deviation around its middle: so far off no fair draw comes.
FAR_OUT = 6.0

Resample = Callable[[Mapping[str, Any], int, Chance], State]
Unseen = Callable[[State, int], Iterable[Pool]]


def check_samples_look_real(evidence: Evidence) -> None:
    """A sample's view, prompt and legal moves for its seat are the real ones, and so are whom else it asks, and how.

    The same view and chance give the same sample, also where the view comes back from storage, and it is a state that
    nothing can change.
    """
    for place, position, seat, resample in _samplings(evidence):
        where = f"{position}: what seat {seat} draws"
        view = evidence.game.view(position.state, seat)
        one, other = (resample(seen, seat, Chance(b"look", place << 16)) for seen in (view, _plain(view)))
        if one != other:
            raise ContractBroken(f"{where} a second time, with the same chance, differs: {difference(one, other)}")
        image(one)
        if text(again := evidence.game.view(one, seat)) != text(view):
            raise ContractBroken(f"{where} looks otherwise: {difference(_plain(again), _plain(view))}")
        _check_asked(evidence, position, seat, one, where)


def check_samples_are_fair(evidence: Evidence) -> None:
    """Samples hide the cards that are hidden really, and each lies in each place as often as counting says.

    That is held by chi-square over some hundred samples with a chance of their own, the same in each run.
    """
    unseen = evidence.terms.unseen
    if unseen is None:
        raise ContractBroken("the terms do not say what is unseen, so that nobody can count it")
    for place, position, seat, resample in _samplings(evidence):
        real = tuple(unseen(position.state, seat))
        one = tuple(unseen(resample(_view(evidence, position, seat), seat, Chance(b"fair", place << 16)), seat))
        if _counted(real) != _counted(one):
            told = difference(_counted(one), _counted(real))
            raise ContractBroken(f"{position}: what seat {seat} draws hides other cards than are hidden: {told}")
    for position, seat in _unsure(evidence, unseen):
        _check_frequencies(evidence, position, seat, unseen)


def check_samples_play_on(evidence: Evidence) -> None:
    """From a sample the match goes on to its end like any other."""
    for place, position, seat, resample in list(_samplings(evidence))[:: max(1, len(evidence.sample) // PLAYED_ON)]:
        chance = Chance(b"play on", place << 32)
        state = resample(_view(evidence, position, seat), seat, chance)
        where = f"{position}: what seat {seat} draws"
        for _ in range(evidence.terms.max_moves):
            if evidence.game.outcome(state) is not None:
                break
            state = _moved(evidence, state, chance, where)
        else:
            raise ContractBroken(f"{where} goes on for ever")


def _samplings(evidence: Evidence) -> Iterator[tuple[int, Position, int, Resample]]:
    """Reached positions, each with a seat and the function that samples."""
    for place, position in enumerate(evidence.sample):
        asked = sorted(position.prompts)
        seat = asked[place % len(asked)] if place % 3 else place % position.playout.seats
        yield place, position, seat, evidence.game.resample


def _view(evidence: Evidence, position: Position, seat: int) -> Mapping[str, Any]:
    view: Mapping[str, Any] = _plain(evidence.game.view(position.state, seat))
    return view


def _plain(view: Any) -> Any:
    """The view as it comes to a client."""
    return orjson.loads(orjson.dumps(view))


def _check_asked(evidence: Evidence, position: Position, seat: int, sample: State, where: str) -> None:
    asked = evidence.game.prompts(sample)
    shapes = [
        sorted((prompt.id, prompt.kind, prompt.optional) for prompt in prompts.values())
        for prompts in (asked, position.prompts)
    ]
    if shapes[0] != shapes[1]:
        raise ContractBroken(f"{where} asks otherwise: {difference(shapes[0], shapes[1])}")
    if seat in asked and asked[seat] != position.prompts[seat]:
        raise ContractBroken(f"{where} asks it otherwise: {difference(asked[seat], position.prompts[seat])}")


def _counted(pools: tuple[Pool, ...]) -> list[tuple[Counter[object], list[int]]]:
    """What could lie in the places of each pool, and how much lies in each of them."""
    return [(Counter(pool.cards), [len(place) for place in pool.places]) for pool in pools]


def _unsure(evidence: Evidence, unseen: Unseen) -> Iterator[tuple[Position, int]]:
    """Of each question some positions in which a seat does not know what could be otherwise, most places first."""
    found: dict[frozenset[str], list[tuple[int, Position, int]]] = {}
    for place, position in enumerate(evidence.sample):
        seat = place % position.playout.seats
        if most := max((len(_open_places(pool)) for pool in unseen(position.state, seat)), default=0):
            kinds = frozenset(prompt.kind for prompt in position.prompts.values())
            found.setdefault(kinds, []).append((most, position, seat))
    for alike in found.values():
        for _, position, seat in sorted(alike, key=lambda one: -one[0])[:COUNTED]:
            yield position, seat


def _open_places(pool: Pool) -> list[int]:
    """The places that hold some of the cards, and not all."""
    return [number for number, held in enumerate(pool.places) if 0 < len(held) < len(pool.cards)]


def _check_frequencies(evidence: Evidence, position: Position, seat: int, unseen: Unseen) -> None:
    resample, view = evidence.game.resample, _view(evidence, position, seat)
    chance = Chance(b"count", position.index << 32)
    drawn = [tuple(unseen(resample(view, seat, chance), seat)) for _ in range(DRAWN)]
    for number, pool in enumerate(drawn[0]):
        for place in _open_places(pool):
            met = Counter(card for pools in drawn for card in pools[number].places[place])
            _check_even(pool, len(pool.places[place]), met, f"{position}: seat {seat}, pool {number}, place {place}")


def _check_even(pool: Pool, held: int, met: Counter[object], where: str) -> None:
    """Chi-square of how often each card was met in a place that holds so many, where all cards are different."""
    share, freedom = held / len(pool.cards), len(pool.cards) - 1
    expected = DRAWN * share
    apart = sum((met[card] - expected) ** 2 for card in pool.cards) / (expected * (1 - share))
    chi_square = apart * freedom / len(pool.cards)
    if (2 * chi_square) ** 0.5 > (2 * freedom) ** 0.5 + FAR_OUT:
        raise ContractBroken(f"{where}: no card should differ so from {expected:.0f} of {DRAWN} samples: {dict(met)}")


def _moved(evidence: Evidence, state: State, chance: Chance, where: str) -> State:
    """The state after a listed move of a seat that is waited for."""
    game, prompts = evidence.game, evidence.game.prompts(state)
    try:
        seat = chance.one_of(waiting(prompts))
        body = chance.one_of(legal_moves(prompts[seat]))
        return game.decide(state, seat, move_from_json(game.move_classes, body), chance).state
    except (RuleBroken, ValueError, LookupError, TypeError, AssertionError) as error:
        raise ContractBroken(f"{where} cannot be played on: {error!r}") from error
