"""Claims about secrets: courses of one match that differ only in what a seat may not know look alike to that seat."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest

from games.core.chance import Chance
from games.core.codec import Fact, encode, move_from_json
from games.core.definition import GameDefinition, State
from games.core.errors import RuleBroken
from games.core.events import SEALED_FOR, Draws, Event
from games.core.moves import Move
from games.core.prompts import Prompt
from games.core.testing.choices import probes
from games.core.testing.claims import ContractBroken, difference, stored, text
from games.core.testing.playing import Evidence, Playout, Position, fold, judge, legal_moves, set_up, spread
from games.core.testing.stacked import SwappedChance

POSITIONS = 60
STEPS_PER_TYPE = 12
OTHER_KEYS = tuple(bytes([number]) * 32 for number in range(1, 4))
FOLLOWED = 6


@dataclass(frozen=True, kw_only=True)
class Course:
    """One of the two courses of a pair: where it stands, and the draw that comes next."""

    state: State
    next_draw: int


@dataclass(frozen=True, kw_only=True)
class Pair:
    """Two courses that are publicly the same up to here, until something public has `parted` them.

    `knowers` are the seats that may tell them apart, `kinds` the types of events whose secrets differed.
    """

    game: GameDefinition
    seats: int
    where: str
    left: Course
    right: Course
    probes: tuple[Move, ...]
    knowers: frozenset[int] = frozenset()
    kinds: frozenset[str] = frozenset()
    parted: bool = False

    def observers(self) -> list[int | None]:
        """Everybody, spectators too, to whom both courses must look alike."""
        return [None, *(seat for seat in range(self.seats) if seat not in self.knowers)]


def check_secret_choices(evidence: Evidence) -> None:
    """While others still have to answer the same question, nobody but the chooser learns anything of a choice.

    Pairs are made by two legal choices of one seat. Views, prompts, refusals and the public parts of the events must
    be alike; so must whom is asked, with which id and kind. Where choices are made at once, one pair must be real.
    A move that can be taken back tells even its own seat nothing, so it makes the same public events in both courses.
    """
    _, real = _choice_pairs(evidence)
    secret = [position for position in evidence.positions if _asked_at_once(evidence, position)]
    if secret and not real:
        raise ContractBroken(f"{secret[0]}: seats choose at once, and no two choices lead to states that differ")


def check_secret_draws(evidence: Evidence) -> None:
    """A draw whose result is sealed changes nothing for those who may not open the seal.

    Pairs are made by drawing a sealed event's numbers from another key; they are followed while publicly the same.
    """
    _draw_pairs(evidence)


def check_every_secret_was_paired(evidence: Evidence) -> None:
    """Each type of event with a sealed part was met in a pair whose full states differ."""
    classes = evidence.game.event_classes.items()
    secret = {
        name
        for name, kind in classes
        if any(SEALED_FOR in item.metadata for item in kind.__dataclass_fields__.values())
    }
    paired = _choice_pairs(evidence)[0] | _draw_pairs(evidence)
    if missed := secret - paired - evidence.terms.rare_secrets:
        raise ContractBroken(f"no two states were compared that differ in a secret of {sorted(missed)}")


@lru_cache(maxsize=4)
def _choice_pairs(evidence: Evidence) -> tuple[frozenset[str], int]:
    """Compare pairs of choices; the types of secrets that differed, and how many pairs were about one question."""
    at_once = [position for position in evidence.positions if _asked_at_once(evidence, position)]
    others = [position for position in evidence.positions if not _asked_at_once(evidence, position)]
    kinds: set[str] = set()
    real = 0
    for position in (*spread(at_once, POSITIONS), *spread(others, POSITIONS)):
        picker = Chance(b"pairs", position.index << 16)
        for seat, prompt in position.prompts.items():
            if len(moves := legal_moves(prompt)) > 1:
                one, other = (move_from_json(evidence.game.move_classes, body) for body in picker.some_of(moves, 2))
                pair, secret = _choose(evidence, position, seat, one, other)
                real += secret
                kinds |= _follow(pair, picker, evidence)
    return frozenset(kinds), real


@lru_cache(maxsize=4)
def _draw_pairs(evidence: Evidence) -> frozenset[str]:
    """Compare draws of sealed events under other keys; the types of secrets that differed."""
    kinds: set[str] = set()
    for playout, index, event in _sealed_draws(evidence):
        assert event.draws is not None
        for other in OTHER_KEYS:
            pair = _redraw(evidence, playout, index, event.draws, other)
            kinds |= _follow(pair, Chance(b"draws", index << 16), evidence)
    return frozenset(kinds)


def _sealed_draws(evidence: Evidence) -> Iterator[tuple[Playout, int, Event]]:
    met: dict[str, int] = {}
    for playout in evidence.playouts:
        for index, step in enumerate(playout.steps):
            for event in step.events:
                if event.draws and encode(event).parts and met.get(event.type, 0) < STEPS_PER_TYPE:
                    met[event.type] = met.get(event.type, 0) + 1
                    yield playout, index, event


def _question(prompt: Prompt) -> str:
    return prompt.id.split(".")[0]


def _still_asked(prompts: Sequence[Prompt], question: str, chooser: int) -> bool:
    return any(_question(prompt) == question and prompt.seat != chooser for prompt in prompts)


def _asked_at_once(evidence: Evidence, position: Position) -> bool:
    """Whether two seats are asked one question whose answers stay secret while it is open."""
    secret = [
        _question(prompt)
        for prompt in position.prompts.values()
        if any(asked.type not in evidence.terms.public_moves and len(asked.legal) > 1 for asked in prompt.moves)
    ]
    return len({*secret}) < len(secret)


def _choose(evidence: Evidence, position: Position, seat: int, one: Move, other: Move) -> tuple[Pair, bool]:
    """The pair that two choices make, and whether it is real and about a question that is still open to others."""
    game, step = evidence.game, position.step
    start = Course(state=position.state, next_draw=step.next_draw)
    pair = _pair(evidence, position.playout, start, f"{position}: seat {seat} chooses {one} or {other}")
    events = [_judged(pair, start, seat, move, step.key) for move in (one, other)]
    ends = [fold(game, position.state, found)[-1] for found in events]
    question = _question(position.prompts[seat])
    public = {one.type, other.type} & evidence.terms.public_moves
    secret = not public and all(_still_asked([*game.prompts(end).values()], question, seat) for end in ends)
    then = _book(pair, events[0], events[1], must_agree=secret)
    return then, secret and ends[0] != ends[1]


def _redraw(evidence: Evidence, playout: Playout, index: int, draws: Draws, other: bytes) -> Pair:
    """The pair that a decision makes with the chance it had, and with `draws` taken from another key."""
    game, step = evidence.game, playout.steps[index]
    chance = SwappedChance(step.key, step.first_draw, swapped=draws, other=other)
    if step.move is None or step.seat is None:
        events = set_up(game, seats=playout.seats, key=step.key, options=playout.options, chance=chance).events
    else:
        verdict = judge(game, step.before, step.seat, step.move, chance)
        if isinstance(verdict, RuleBroken):
            raise ContractBroken(f"{playout}, move {index}: {step.move} is refused when draws {draws} fall otherwise")
        events = verdict
    start = Course(state=step.before, next_draw=step.first_draw)
    last = draws.first + draws.count - 1
    pair = _pair(evidence, playout, start, f"{playout}, move {index}, draws {draws.first}..{last} drawn otherwise")
    return _book(pair, step.events, events, must_agree=False)


def _pair(evidence: Evidence, playout: Playout, start: Course, where: str) -> Pair:
    return Pair(game=evidence.game, seats=playout.seats, where=where, left=start, right=start, probes=probes(evidence))


def _follow(pair: Pair, picker: Chance, evidence: Evidence) -> frozenset[str]:
    """Let those who may not tell the courses apart move on, the same in both, as long as nothing public parts them."""
    for _ in range(FOLLOWED):
        if pair.parted or pair.left.state == pair.right.state or pair.game.outcome(pair.left.state) is not None:
            break
        prompts = pair.game.prompts(pair.left.state)
        asked = [seat for seat, prompt in sorted(prompts.items()) if seat not in pair.knowers and legal_moves(prompt)]
        if not asked:
            break
        seat = picker.one_of(asked)
        move = move_from_json(pair.game.move_classes, picker.one_of(legal_moves(prompts[seat])))
        pair = _both(pair, seat, move, public=move.type in evidence.terms.public_moves)
    return pair.kinds


def _both(pair: Pair, seat: int, move: Move, *, public: bool) -> Pair:
    """The same move by a seat that may not tell the courses apart, in both of them."""
    key = bytes(32)
    events = [_judged(pair, course, seat, move, key) for course in (pair.left, pair.right)]
    question = _question(pair.game.prompts(pair.left.state)[seat])
    courses = zip((pair.left, pair.right), events, strict=True)
    ends = [fold(pair.game, course.state, found)[-1] for course, found in courses]
    open_still = all(_still_asked([*pair.game.prompts(end).values()], question, seat) for end in ends)
    silent = any(_can_be_taken_back(pair.game, found) for found in events)
    return _book(pair, events[0], events[1], must_agree=silent or (open_still and not public))


def _can_be_taken_back(game: GameDefinition, events: Sequence[Event]) -> bool:
    """Whether a move that made these events may be taken back, so that it must have told nobody anything."""
    return all(event.type in game.retractable and event.draws is None for event in events)


def _judged(pair: Pair, course: Course, seat: int, move: Move, key: bytes) -> tuple[Event, ...]:
    verdict = judge(pair.game, course.state, seat, move, Chance(key, course.next_draw))
    if isinstance(verdict, RuleBroken):
        raise ContractBroken(f"{pair.where}: then {move}, listed for seat {seat}, is refused in one of them: {verdict}")
    return verdict


def _book(pair: Pair, left: Sequence[Event], right: Sequence[Event], *, must_agree: bool) -> Pair:
    """The pair after both lists, or where something public parts them, which is a breach if they `must_agree`.

    At each version that both courses share publicly, those who may not open the differing parts see the same.
    """
    for one, other in zip_longest(left, right):
        if one is None or other is None or (apart := _apart(encode(one), encode(other))):
            if must_agree:
                missing = "one course has more events" if one is None or other is None else f"{one.type}: {apart}"
                why = "while others are still asked, or the move can be taken back"
                raise ContractBroken(f"{pair.where}: {why}, the public events differ: {missing}")
            return replace(pair, parted=True)
        pair = _booked(pair, one, other)
        _check_views(pair, f"at {one.type}")
    _check_prompts(pair)
    _check_refusals(pair)
    _check_samples(pair)
    return pair


def _apart(one: Fact, other: Fact) -> str | None:
    """How the public parts of two events differ."""
    first, second = _public(one), _public(other)
    return difference(first, second) if first != second else None


def _public(fact: Fact) -> tuple[object, ...]:
    audiences = tuple(audience for audience, _ in fact.parts)
    return (fact.type, fact.schema, fact.seat, fact.draws, fact.data, audiences)


def _booked(pair: Pair, one: Event, other: Event) -> Pair:
    parts = zip(encode(one).parts, encode(other).parts, strict=True)
    told = [audience for (audience, part), (_, as_well) in parts if part != as_well]
    count = one.draws.count if one.draws else 0
    return replace(
        pair,
        left=_further(pair.game, pair.left, one, count),
        right=_further(pair.game, pair.right, other, count),
        knowers=pair.knowers.union(*told),
        kinds=pair.kinds | ({one.type} if told else set()),
    )


def _further(game: GameDefinition, course: Course, event: Event, draws: int) -> Course:
    return Course(state=game.evolve(course.state, event), next_draw=course.next_draw + draws)


def _check_views(pair: Pair, when: str) -> None:
    for seat in pair.observers():
        one, other = (pair.game.view(course.state, seat) for course in (pair.left, pair.right))
        if stored(one, f"{pair.where}: a view") != stored(other, f"{pair.where}: a view"):
            who = "a spectator" if seat is None else f"seat {seat}"
            raise ContractBroken(f"{pair.where}: {who} sees a secret {when}: {difference(one, other)}")


def _check_prompts(pair: Pair) -> None:
    left, right = pair.game.prompts(pair.left.state), pair.game.prompts(pair.right.state)
    shapes = [
        sorted((seat, prompt.id, prompt.kind, prompt.optional) for seat, prompt in asked.items())
        for asked in (left, right)
    ]
    if shapes[0] != shapes[1]:
        raise ContractBroken(f"{pair.where}: who is asked depends on a secret: {difference(shapes[0], shapes[1])}")
    for seat in pair.observers():
        if seat is not None and seat in left and left[seat] != right[seat]:
            told = difference(left[seat], right[seat])
            raise ContractBroken(f"{pair.where}: the prompt of seat {seat} tells a secret: {told}")


def _check_samples(pair: Pair) -> None:
    """Who may not tell the courses apart draws the same samples in both."""
    if not pair.game.prompts(pair.left.state):
        return
    for seat in pair.observers():
        if seat is not None:
            views = [pair.game.view(course.state, seat) for course in (pair.left, pair.right)]
            one, other = (pair.game.resample(view, seat, Chance(b"samples")) for view in views)
            if one != other:
                told = difference(one, other)
                raise ContractBroken(f"{pair.where}: what seat {seat} draws depends on a secret: {told}")


def _check_refusals(pair: Pair) -> None:
    """Those who may not tell the courses apart are accepted or refused alike, in the same words."""
    for seat in pair.observers():
        for move in pair.probes if seat is not None else ():
            answers = [_answer(pair.game, course, seat, move) for course in (pair.left, pair.right)]
            if answers[0] != answers[1]:
                raise ContractBroken(f"{pair.where}: the answer to {move} tells seat {seat} a secret: {answers}")


def _answer(game: GameDefinition, course: Course, seat: int | None, move: Move) -> bytes | None:
    assert seat is not None
    verdict = judge(game, course.state, seat, move, Chance(bytes(32), course.next_draw))
    return text([verdict.code, verdict.clause, verdict.params]) if isinstance(verdict, RuleBroken) else None
