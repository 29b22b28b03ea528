"""How do matches of a game end, how long are they, how many prompts do they have, and who wins?

`python -m bench.bots.balance GAME [--matches N] [--bot NAME]` plays hundreds of matches in memory, without database or
HTTP. One bot plays all seats, by default `medium`. Compare the figures with those of the rules page.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Any

from games.bots import picks
from games.core.bots import GRADES, MEDIUM, RANDOM
from games.core.chance import Chance
from games.core.codec import move_from_json, move_to_json
from games.core.definition import GameDefinition
from games.core.prompts import Prompt
from games.registry import newest

Policy = Callable[[Mapping[str, Any], Any, Chance], Mapping[str, Any]]
MOST_MOVES = 50_000


@dataclass(frozen=True, kw_only=True)
class Result:
    """One match: its end, its rounds, the moves it took, the last view of each winner, what its events tell.

    A game without rounds counts turns for them. `prompts` counts by seat what was asked, `forced` those among them that
    standing orders answer.
    """

    reason: str
    rounds: int
    moves: int
    won: tuple[int, ...]
    prompts: tuple[int, ...]
    forced: int
    winners: tuple[Mapping[str, Any], ...]
    events: Counter[str]
    crystal_round: int | None


def by_bots(game: GameDefinition, bots: Sequence[str]) -> Policy:
    """What the bots on the seats pick; the only one that would look at the state, `steady`, is none of them."""

    def policy(view: Mapping[str, Any], prompt: Prompt, chance: Chance) -> Mapping[str, Any]:
        move = picks.pick(game, view, prompt, bot=bots[prompt.seat], chance=chance)
        assert move is not None
        return move_to_json(move)

    return policy


def play(game: GameDefinition, seats: int, key: bytes, policy: Policy) -> Result:
    """One match, of which `key` decides everything."""
    chance, picker = Chance(key), picker_of(key)
    state, events = None, Counter[str]()
    moves, found = 0, None
    asked: dict[str, Prompt] = {}
    happened = game.start(game.options({}), seats, chance)
    while True:
        for event in happened:
            state = game.evolve(state, event)
            events[event.type] += 1
        view = game.view(state, None)
        if found is None and events["crystal_chamber_found"]:
            found = _rounds(view, events)
        if (outcome := game.outcome(state)) is not None or moves == MOST_MOVES:
            break
        asked |= {one.id: one for one in game.prompts(state).values()}
        seat, prompt = picker.one_of(sorted(game.prompts(state).items()))
        body = policy(game.view(state, seat), prompt, picker)
        happened = game.decide(state, seat, move_from_json(game.move_classes, body), chance).events
        moves += 1
    winners = tuple(dict(_player(view, seat)) for seat in outcome.winners) if outcome else ()
    reason = outcome.reason if outcome else "unfinished"
    return Result(
        reason=reason,
        rounds=_rounds(view, events),
        moves=moves,
        won=outcome.winners if outcome else (),
        prompts=tuple(sum(one.seat == seat for one in asked.values()) for seat in range(seats)),
        forced=sum(one.forced for one in asked.values()),
        winners=winners,
        events=events,
        crystal_round=found,
    )


def picker_of(key: bytes) -> Chance:
    """Who of those that are asked moves first, and what a policy leaves open."""
    return Chance(b"picker" + key)


def report(game: GameDefinition, matches: int, policy: Policy) -> Iterator[str]:
    """A line for each number of seats, and one for the characters of the winners, where the game has characters."""
    characters = Counter[str]()
    for seats in range(game.min_seats, game.max_seats + 1):
        results = [play(game, seats, seed.to_bytes(32, "big"), policy) for seed in range(matches)]
        yield f"{seats} seats: {', '.join(_facts(results))}"
        won = [winner for one in results for winner in one.winners]
        characters.update(str(winner["character"]) for winner in won if "character" in winner)
    if characters:
        yield "winners by character: " + ", ".join(f"{who} {count}" for who, count in sorted(characters.items()))


def _facts(results: list[Result]) -> Iterator[str]:
    ends = Counter(one.reason for one in results)
    yield from (f"{reason} {100 * count / len(results):.0f}%" for reason, count in sorted(ends.items()))
    rounds = [one.rounds for one in results]
    yield f"rounds {median(rounds):.0f} ({_most_but_a_tenth(rounds):.0f})"
    yield f"moves {median(one.moves for one in results):.0f}"
    yield from _asked(results)
    found = [one.crystal_round for one in results if one.crystal_round is not None]
    if found:
        yield f"Crystal Chamber found in {100 * len(found) / len(results):.0f}%, round {median(found):.0f}"
    deaths = sum(one.events["adventurer_died"] for one in results)
    if deaths:
        yield f"deaths {deaths / len(results):.1f}"


def _asked(results: list[Result]) -> Iterator[str]:
    """How much is asked, in the middle: of everybody and of one player in a match, and in a turn (else: a round)."""
    whole = [sum(one.prompts) for one in results]
    yield f"prompts {median(whole):.0f}, a player {median(count for one in results for count in one.prompts):.0f}"
    turns = [one.events["turn_started"] or one.rounds for one in results]
    yield f"a turn {median(count / max(1, turn) for count, turn in zip(whole, turns, strict=True)):.2f}"
    if any(one.forced for one in results):
        yield f"orders could skip {100 * sum(one.forced for one in results) / sum(whole):.1f}%"


def _most_but_a_tenth(values: list[int]) -> float:
    """What nine of ten do not exceed; of one value that."""
    return quantiles(values, n=10)[-1] if len(values) > 1 else values[0]


def _rounds(view: Mapping[str, Any], events: Mapping[str, int]) -> int:
    return int(view["round"]) if "round" in view else events["turn_started"]


def _player(view: Mapping[str, Any], seat: int) -> Mapping[str, Any]:
    players = view.get("adventurers", ())
    return players[seat] if seat < len(players) else {}


def main() -> None:
    reader = argparse.ArgumentParser(prog="python -m bench.bots.balance")
    reader.add_argument("game")
    reader.add_argument("--matches", type=int, default=300, help="for each number of seats")
    reader.add_argument("--bot", choices=[RANDOM, *GRADES], default=MEDIUM, help="who plays all seats")
    asked = reader.parse_args()
    game = newest(asked.game)
    for line in report(game, asked.matches, by_bots(game, (asked.bot,) * game.max_seats)):
        print(line, flush=True)


if __name__ == "__main__":
    main()
