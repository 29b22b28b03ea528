"""Claims about how matches end, and about the moves that nobody is asked for."""

from games.core.codec import move_from_json, move_to_json
from games.core.definition import GameDefinition, Outcome
from games.core.errors import RuleBroken
from games.core.json import JSONObject
from games.core.moves import Move, Resign
from games.core.testing.claims import ContractBroken, image, text
from games.core.testing.playing import Evidence, Playout, Position, Step, advance, judge, legal_moves, set_up, waiting


def check_random_play_ends(evidence: Evidence) -> None:
    """Random play from the legal lists ends, with a complete outcome: every seat ranked once, the reason published."""
    for playout in evidence.playouts:
        if playout.stuck:
            raise ContractBroken(f"{playout}: {playout.stuck}")
        outcome = evidence.game.outcome(playout.steps[-1].after)
        assert outcome is not None
        _check_outcome(evidence.game, outcome, playout.seats, str(playout))


def check_enough_was_reached(evidence: Evidence) -> None:
    """The matches reached as many states as the other checks are promised."""
    if len(evidence.positions) < evidence.terms.states:
        raise ContractBroken(f"random play reached {len(evidence.positions)} states of {evidence.terms.states}")


def check_nothing_follows_the_end(evidence: Evidence) -> None:
    """After the end nobody is asked, and every move of every seat is refused; before it somebody is asked."""
    game = evidence.game
    for position in evidence.positions:
        if not waiting(position.prompts):
            raise ContractBroken(f"{position}: the match goes on and waits for nobody")
    for playout in _ended(evidence):
        last = playout.steps[-1]
        if asked := game.prompts(last.after):
            raise ContractBroken(f"{playout}: prompts after the end: {asked}")
        for move in {step.move for step in playout.steps[1:] if step.move} | {Resign()}:
            for seat in range(playout.seats):
                if not isinstance(judge(game, last.after, seat, move, last.chance()), RuleBroken):
                    raise ContractBroken(f"{playout}: {move} by seat {seat} is accepted after the end")


def check_default_moves(evidence: Evidence) -> None:
    """`default_move` answers every open prompt; `decide` accepts it; if clients may send it, it is listed."""
    for position in evidence.sample:
        for seat in position.prompts:
            _check_default(evidence.game, position, seat)


def check_declinable_prompts(evidence: Evidence) -> None:
    """Where a standing order may answer, the default move is listed, whatever is held; each such kind is asked once."""
    game, asked = evidence.game, set[str]()
    for position in evidence.sample:
        for seat, prompt in position.prompts.items():
            if prompt.kind not in game.declinable:
                continue
            asked.add(prompt.kind)
            body = text(move_to_json(game.default_move(position.state, seat)))
            if body not in map(text, legal_moves(prompt)):
                raise ContractBroken(f"{position}: seat {seat} may decline {prompt.kind}, and cannot: no such move")
    if strange := game.declinable - asked:
        raise ContractBroken(f"{sorted(strange)} may be declined, and nobody was asked so")


def check_skippable_prompts(evidence: Evidence) -> None:
    """What is forced may be skipped by a standing order, and lists its default; each such kind is forced once."""
    game, forced = evidence.game, set[str]()
    for position in evidence.positions:
        for seat, prompt in position.prompts.items():
            if not prompt.forced:
                continue
            forced.add(prompt.kind)
            only = game.default_move(position.state, seat)
            if text(move_to_json(only)) not in map(text, legal_moves(prompt)):
                raise ContractBroken(f"{position}: seat {seat} is forced to {only}, which is not listed")
    if strange := game.skippable ^ forced:
        raise ContractBroken(f"{sorted(strange)} may be skipped and is never forced, or the other way round")
    if strange := game.skipped - game.skippable:
        raise ContractBroken(f"{sorted(strange)} is skipped and may not be")


def check_default_play_ends(evidence: Evidence) -> None:
    """Playing nothing but default moves ends the match, for every number of seats."""
    game = evidence.game
    for options, seats in _tables(evidence):
        steps = [set_up(game, seats=seats, key=bytes(32), options=options)]
        where = f"{seats} seats, options {dict(options)}"
        while game.outcome(steps[-1].after) is None:
            if len(steps) > evidence.terms.max_moves:
                raise ContractBroken(f"{where}: default moves alone have not ended the match in {len(steps)} moves")
            seat = waiting(game.prompts(steps[-1].after))[0]
            steps.append(_must(game, steps[-1], seat, game.default_move(steps[-1].after, seat), where))
        outcome = game.outcome(steps[-1].after)
        assert outcome is not None
        _check_outcome(game, outcome, seats, where)


def check_resigning(evidence: Evidence) -> None:
    """A seat may resign at any time, but once; it is not asked again; when all have resigned, the match is over."""
    for position in evidence.sample:
        for seat in range(position.playout.seats):
            verdict = judge(evidence.game, position.state, seat, Resign(), position.step.chance())
            if isinstance(verdict, RuleBroken) != (seat in position.step.resigned):
                did = "is refused" if isinstance(verdict, RuleBroken) else "is accepted a second time"
                raise ContractBroken(f"{position}: resigning {did} for seat {seat}")
        if gone := position.step.resigned & {*position.prompts}:
            raise ContractBroken(f"{position}: seats {sorted(gone)} have resigned and are asked")
    for position in evidence.sample[::5]:
        _check_all_resign(evidence.game, position)


def _check_outcome(game: GameDefinition, outcome: Outcome, seats: int, where: str) -> None:
    ranked = sorted(seat for place in outcome.ranking for seat in place)
    if ranked != list(range(seats)) or not all(outcome.ranking):
        raise ContractBroken(f"{where}: the ranking {outcome.ranking} does not hold each of {seats} seats once")
    if len({*outcome.winners}) != len(outcome.winners) or not {*outcome.winners} <= {*ranked}:
        raise ContractBroken(f"{where}: the winners {outcome.winners} are not seats of the ranking")
    if outcome.reason not in game.reasons:
        raise ContractBroken(f"{where}: the reason {outcome.reason!r} is not in game.reasons")


def _check_default(game: GameDefinition, position: Position, seat: int) -> None:
    move = game.default_move(position.state, seat)
    verdict = judge(game, position.state, seat, move, position.step.chance())
    if isinstance(verdict, RuleBroken):
        raise ContractBroken(f"{position}: the default move {move} of seat {seat} is refused: {verdict}")
    if move.type in game.clock_only:
        return
    asked = [one for one in position.prompts[seat].moves if one.type == move.type]
    listed = [move_from_json(game.move_classes, body) for one in asked for body in one.legal]
    if not asked or (all(one.complete for one in asked) and move not in listed):
        raise ContractBroken(f"{position}: the default move {move} of seat {seat} is not in its prompt")


def _check_all_resign(game: GameDefinition, position: Position) -> None:
    step = position.step
    for seat in range(position.playout.seats):
        if seat not in step.resigned and game.outcome(step.after) is None:
            step = _must(game, step, seat, Resign(), str(position))
    if (outcome := game.outcome(step.after)) is None:
        raise ContractBroken(f"{position}: the match goes on although all seats have resigned")
    _check_outcome(game, outcome, position.playout.seats, f"{position}, all resigned")


def _must(game: GameDefinition, last: Step, seat: int, move: Move, where: str) -> Step:
    image(last.after)
    try:
        return advance(game, last, seat, move)
    except RuleBroken as refusal:
        raise ContractBroken(f"{where}: {move} by seat {seat} is refused: {refusal}") from refusal


def _ended(evidence: Evidence) -> list[Playout]:
    return [playout for playout in evidence.playouts if playout.stuck is None]


def _tables(evidence: Evidence) -> list[tuple[JSONObject, int]]:
    seats = range(evidence.game.min_seats, evidence.game.max_seats + 1)
    return [(options, count) for options in evidence.terms.options for count in seats]
