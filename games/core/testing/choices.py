"""Claims about prompts, legal lists and refusals."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import orjson

from games.core.chance import Chance
from games.core.codec import move_from_json, move_to_json
from games.core.definition import GameDefinition
from games.core.errors import RuleBroken
from games.core.json import JSONObject
from games.core.moves import Move, Resign
from games.core.prompts import MAX_LISTED, Prompt, PromptMove, prompt_id, violations
from games.core.testing.claims import ContractBroken, placeholders, stored, text
from games.core.testing.playing import Evidence, Playout, Position, judge, legal_moves
from games.core.testing.shapes import candidates

SNAKE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*\Z")
CANDIDATES = 40
PROBES = 4


def check_prompt_ids(evidence: Evidence) -> None:
    """A prompt's id is `p<n>.<seat>`; n never counts down; once answered or closed, an id is never open again."""
    for playout in evidence.playouts:
        _check_ids(evidence.game, playout)


def check_listed_moves(evidence: Evidence) -> None:
    """Every listed move is of its narrowed schema and of its type's, and accepted; a seat waited for has one."""
    for position in evidence.sample:
        for seat, prompt in position.prompts.items():
            if not prompt.optional and not legal_moves(prompt):
                raise ContractBroken(f"{position}: seat {seat} is waited for and has no legal move")
            for asked in prompt.moves:
                _check_list(evidence.game, position, seat, asked)


def check_narrowed_schemas(evidence: Evidence) -> None:
    """Of the moves that its type's schema admits, a narrowed schema with a complete list admits exactly the listed."""
    done: set[bytes] = set()
    for position, _, asked in _asked(evidence):
        key = text([asked.type, asked.schema, asked.legal])
        if key in done or not asked.complete:
            continue
        done.add(key)
        listed = {text(body) for body in asked.legal}
        for body in _candidates(evidence, position, asked):
            if text(body) not in listed and of_type(evidence.game, body) and not violations(asked.schema, body):
                raise ContractBroken(f"{position}: the schema of {asked.type} admits {body}, which is not listed")


def check_unlisted_moves(evidence: Evidence) -> None:
    """What means none of a complete list is refused with a code and a published clause; so is all beyond the schema."""
    for position, seat, asked in _asked(evidence):
        listed = {text(body) for body in asked.legal}
        for body in _candidates(evidence, position, asked):
            if not of_type(evidence.game, body) or text(move_to_json(_move(evidence.game, body, position))) in listed:
                continue
            accepted = _accepts(evidence.game, position, seat, body)
            if accepted and asked.complete:
                raise ContractBroken(f"{position}: {body} by seat {seat} is accepted and not listed")
            if accepted and violations(asked.schema, body):
                raise ContractBroken(f"{position}: {body} by seat {seat} is accepted and not of the narrowed schema")


def check_unasked_moves(evidence: Evidence) -> None:
    """A seat that is not asked, or not for this type of move, is refused, whatever it sends."""
    game, seen = evidence.game, seen_moves(evidence)
    for place, position in enumerate(evidence.sample):
        for seat in range(position.playout.seats):
            prompt = position.prompts.get(seat)
            types = {asked.type for asked in prompt.moves} if prompt else set()
            for type in sorted(seen.keys() - types):
                body = Chance(b"unasked", place).one_of(seen[type])
                if _accepts(game, position, seat, body):
                    raise ContractBroken(f"{position}: seat {seat} is not asked for {type}, and {body} is accepted")


@lru_cache(maxsize=4)
def probes(evidence: Evidence) -> tuple[Move, ...]:
    """Some moves of each type, listed somewhere or never, that tell what different seats are answered."""
    found: list[Move] = []
    for type, bodies in seen_moves(evidence).items():
        schema, seen = evidence.game.move_schemas[type], _seen_values(evidence)[type]
        some = [*bodies[:2], *candidates(type, schema, bodies[:1], seen, Chance(b"probes"), PROBES)]
        found += [_move(evidence.game, body, type) for body in some if of_type(evidence.game, body)]
    return (Resign(), *found)


@lru_cache(maxsize=4)
def seen_moves(evidence: Evidence) -> Mapping[str, list[JSONObject]]:
    """Per type of move the bodies that were listed somewhere, those of clients only, each once."""
    seen: dict[str, dict[bytes, JSONObject]] = {}
    for position in evidence.sample:
        for prompt in position.prompts.values():
            for body in legal_moves(prompt):
                seen.setdefault(str(body["type"]), {})[text(body)] = body
    return {type: list(bodies.values()) for type, bodies in seen.items() if type not in evidence.game.clock_only}


@lru_cache(maxsize=4)
def _seen_values(evidence: Evidence) -> Mapping[str, Mapping[str, list[Any]]]:
    values: dict[str, dict[str, dict[bytes, Any]]] = {}
    for type, bodies in seen_moves(evidence).items():
        for body in bodies:
            for name, value in body.items():
                values.setdefault(type, {}).setdefault(name, {})[text(value)] = value
    return {type: {name: list(met.values()) for name, met in names.items()} for type, names in values.items()}


def _asked(evidence: Evidence) -> Iterator[tuple[Position, int, PromptMove]]:
    for position in evidence.sample:
        for seat, prompt in position.prompts.items():
            for asked in prompt.moves:
                yield position, seat, asked


def _candidates(evidence: Evidence, position: Position, asked: PromptMove) -> list[dict[str, Any]]:
    seen = _seen_values(evidence).get(asked.type, {})
    picker = Chance(b"candidates" + position.playout.seed.to_bytes(8, "big"), position.index << 16)
    return candidates(asked.type, evidence.game.move_schemas[asked.type], asked.legal, seen, picker, CANDIDATES)


def of_type(game: GameDefinition, body: Mapping[str, Any]) -> bool:
    """Whether the type's schema admits the body, as the table asks before it makes a move of it."""
    return _admits(text(game.move_schemas[body["type"]]), text(body))


# The same few bodies come up in every state of a match.
@lru_cache(maxsize=20_000)
def _admits(schema: bytes, body: bytes) -> bool:
    return not violations(orjson.loads(schema), orjson.loads(body))


def _move(game: GameDefinition, body: Mapping[str, Any], where: object) -> Move:
    try:
        return move_from_json(game.move_classes, body)
    except TypeError as error:
        raise ContractBroken(
            f"{where}: the schema of {body['type']} admits {body}, the move does not: {error}"
        ) from error


def _accepts(game: GameDefinition, position: Position, seat: int, body: Mapping[str, Any]) -> bool:
    move = _move(game, body, position)
    verdict = judge(game, position.state, seat, move, position.step.chance())
    if isinstance(verdict, RuleBroken):
        check_refusal(game, verdict, f"{position}: the refusal of {body} by seat {seat}")
        return False
    return True


def check_refusal(game: GameDefinition, refusal: RuleBroken, what: str) -> None:
    """A refusal has a code in snake_case, is published with its clause, and has the params its texts want, sendable."""
    if not SNAKE.match(refusal.code):
        raise ContractBroken(f"{what} has the code {refusal.code!r}")
    if refusal.clause not in game.clauses:
        raise ContractBroken(f"{what} names {refusal.clause!r}, which is not in game.clauses")
    published = game.refusals.get(refusal.code)
    if published is None or published.clause != refusal.clause:
        raise ContractBroken(f"{what} is {refusal}, which is not in game.refusals")
    if missing := placeholders(published.texts["en"]) - refusal.params.keys():
        raise ContractBroken(f"{what} is {refusal} without {sorted(missing)}, which its text wants")
    stored(refusal.params, f"{what}: its params")


def _check_ids(game: GameDefinition, playout: Playout) -> None:
    highest, before, closed = 0, dict[str, Prompt](), set[str]()
    for index, step in enumerate(playout.steps):
        prompts = game.prompts(step.after)
        now = {prompt.id: prompt for prompt in prompts.values()}
        where = f"{playout}, after move {index}"
        for seat, prompt in prompts.items():
            number = _number(prompt.id)
            if prompt.seat != seat or number < 1 or prompt.id != prompt_id(number, seat):
                raise ContractBroken(f"{where}: the prompt of seat {seat} has the id {prompt.id!r}, seat {prompt.seat}")
            if prompt.id in closed:
                raise ContractBroken(f"{where}: the prompt {prompt.id} was closed and is open again")
            if prompt.id not in before and number < highest:
                raise ContractBroken(f"{where}: the prompt {prompt.id} is new, and p{highest} was asked before")
        answered = {prompt.id for prompt in before.values() if prompt.seat == step.seat}
        if again := answered & now.keys():
            raise ContractBroken(f"{where}: {sorted(again)} was answered by {step.move} and is still open")
        closed |= before.keys() - now.keys()
        highest = max([highest, *map(_number, now)])
        before = now


def _number(id: str) -> int:
    found = re.match(r"p([0-9]+)\.", id)
    return int(found[1]) if found else 0


def _check_list(game: GameDefinition, position: Position, seat: int, asked: PromptMove) -> None:
    where = f"{position}: the {asked.type} of seat {seat}"
    if asked.type not in game.move_schemas or asked.type in game.clock_only or asked.type == "resign":
        raise ContractBroken(f"{where} cannot stand in a prompt: no schema, clock only, or resign")
    if len(asked.legal) > MAX_LISTED or len({text(body) for body in asked.legal}) != len(asked.legal):
        raise ContractBroken(f"{where} lists a move twice, or more than {MAX_LISTED}")
    for body in asked.legal:
        stored(body, where)
        if body.get("type") != asked.type:
            raise ContractBroken(f"{where} lists {body}, which is of another type")
        if wrong := violations(asked.schema, body):
            raise ContractBroken(f"{where} lists {body}, which is not of the narrowed schema: {wrong[0].detail}")
        if not of_type(game, body):
            raise ContractBroken(f"{where} lists {body}, which is not of the type's schema")
        verdict = judge(game, position.state, seat, _move(game, body, position), position.step.chance())
        if isinstance(verdict, RuleBroken):
            raise ContractBroken(f"{where} lists {body}, which is refused: {verdict}")
