"""How do matches of a game end, how long are they, what do they ask, and who wins?

`python -m bench.bots.balance GAME [--matches N] [--seats N …] [--bot NAME] [--processes N] [--rules VERSION]
[--options JSON]`, or `make balance GAME=…`, plays hundreds of matches in memory, without database or HTTP. One bot
plays all seats, by default `medium`. It prints the tables of `balance_tables.py`. Each match is a line under
.data/balance, so a stopped run goes on where it was; a commit that changes games/ begins again. Compare the figures
with those of the rules page.
"""

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any

from bench.bots import balance_tables, noted_matches
from bench.bots.match_results import Result
from config.local_stack.places import PROJECT
from games.bots import picks
from games.core.bots import GRADES, MEDIUM, RANDOM
from games.core.chance import Chance
from games.core.codec import move_from_json, move_to_json
from games.core.definition import GameDefinition
from games.core.events import Event
from games.core.prompts import Prompt
from games.registry import find, newest

RESULTS = PROJECT / ".data" / "balance"
Policy = Callable[[Mapping[str, Any], Any, Chance], Mapping[str, Any]]
MOST_MOVES = 50_000
# A newcomer, who takes the first answer that is listed.
LISTED = "listed"


def by_bots(game: GameDefinition, bots: Sequence[str]) -> Policy:
    """What the bots on the seats pick; the only one that would look at the state, `steady`, is none of them."""

    def policy(view: Mapping[str, Any], prompt: Prompt, chance: Chance) -> Mapping[str, Any]:
        if bots[prompt.seat] == LISTED and (listed := [move for asked in prompt.moves for move in asked.legal]):
            return listed[0]
        move = picks.pick(game, view, prompt, bot=bots[prompt.seat], chance=chance)
        assert move is not None
        return move_to_json(move)

    return policy


@dataclass
class _Seen:
    """What is noted while a match is played."""

    seats: int
    events: Counter[str] = field(default_factory=Counter)
    asked: dict[str, Prompt] = field(default_factory=dict)
    characters: list[str] = field(default_factory=list)
    out: list[tuple[int, int]] = field(default_factory=list)
    first: int | None = None
    crystal_round: int | None = None
    at_once: int = 0
    alike: int = 0

    def __post_init__(self) -> None:
        self.characters = [""] * self.seats
        self.cards = [Counter[str]() for _ in range(self.seats)]

    def happened(self, events: Iterable[Event], view: Mapping[str, Any]) -> None:
        """The events of one append, and the public view after them."""
        for event in events:
            self.events[event.type] += 1
            if self.first is None and event.type in ("first_player_drawn", "turn_started"):
                self.first = getattr(event, "first_player", event.seat)
            if event.type == "gestures_revealed":
                self._revealed(getattr(event, "gestures"))  # noqa: B009
        rounds = rounds_of(view, self.events)
        self.out += [
            (event.seat, rounds) for event in events if event.type == "seat_eliminated" and event.seat is not None
        ]
        for seat, shown in enumerate(view.get("adventurers", ())):
            self.characters[seat] = shown.get("character") or self.characters[seat]
        if self.crystal_round is None and self.events["crystal_chamber_found"]:
            self.crystal_round = rounds

    def _revealed(self, gestures: Sequence[Mapping[str, Any] | None]) -> None:
        shown = {seat: str(gesture["spell"]) for seat, gesture in enumerate(gestures) if gesture}
        for seat, card in shown.items():
            self.cards[seat][card] += 1
        if len(shown) > 1:
            self.at_once, self.alike = self.at_once + 1, self.alike + (len({*shown.values()}) == 1)


def play(
    game: GameDefinition, seats: int, key: bytes, policy: Policy, options: Mapping[str, Any] = MappingProxyType({})
) -> Result:
    """One match, of which `key` decides everything."""
    chance, picker = Chance(key), picker_of(key)
    state, seen, moves = None, _Seen(seats), 0
    happened = game.start(game.options(options), seats, chance)
    while True:
        for event in happened:
            state = game.evolve(state, event)
        view = game.view(state, None)
        seen.happened(happened, view)
        if (outcome := game.outcome(state)) is not None or moves == MOST_MOVES:
            break
        prompts = game.prompts(state)
        seen.asked |= {one.id: one for one in prompts.values()}
        seat, prompt = picker.one_of(sorted(prompts.items()))
        body = policy(game.view(state, seat), prompt, picker)
        happened = game.decide(state, seat, move_from_json(game.move_classes, body), chance).events
        moves += 1
    asked = [*seen.asked.values()]
    return Result(
        reason=outcome.reason if outcome else "unfinished",
        rounds=rounds_of(view, seen.events),
        moves=moves,
        won=tuple(outcome.winners) if outcome else (),
        prompts=tuple(sum(one.seat == seat for one in asked) for seat in range(seats)),
        forced=sum(one.forced for one in asked),
        single=sum(_is_single(one) for one in asked),
        sensible=sum(one.forced or _is_single(one) for one in asked),
        events=seen.events,
        crystal_round=seen.crystal_round,
        first=seen.first,
        characters=tuple(seen.characters),
        cards=tuple(dict(cards) for cards in seen.cards),
        out=tuple(seen.out),
        at_once=seen.at_once,
        alike=seen.alike,
    )


def _is_single(prompt: Prompt) -> bool:
    """Whether only one move answers, resigning aside."""
    moves = [asked for asked in prompt.moves if asked.type != "resign"]
    return all(asked.complete for asked in moves) and sum(len(asked.legal) for asked in moves) == 1


def picker_of(key: bytes) -> Chance:
    """Who of those that are asked moves first, and what a policy leaves open."""
    return Chance(b"picker" + key)


def rounds_of(view: Mapping[str, Any], events: Mapping[str, int]) -> int:
    """How many rounds were begun; of a game without rounds, how many turns."""
    return int(view["round"]) if "round" in view else events["turn_started"]


def match(
    slug: str,
    seats: int,
    number: int,
    bot: str,
    *,
    rules: str | None = None,
    options: Mapping[str, Any] = MappingProxyType({}),
) -> Result:
    """A match of one bot on all seats, by the newest rules unless others are named."""
    game = find(slug, rules) if rules else newest(slug)
    return play(game, seats, number.to_bytes(32, "big"), by_bots(game, (bot,) * seats), options)


def read(path: Path) -> dict[tuple[int, int], Result]:
    """What was played before, by seats and number."""
    return noted_matches.read(path, lambda noted: ((noted["seats"], noted["number"]), Result.read(noted["result"])))


def run(
    slug: str,
    due: Sequence[tuple[int, int]],
    bot: str,
    path: Path,
    processes: int,
    *,
    rules: str | None = None,
    options: str = "{}",
) -> dict[tuple[int, int], Result]:
    """Play what is due and note each match as soon as it is over; `options` are JSON."""
    return noted_matches.run(partial(_numbered, slug, bot, rules, options), due, _note, path, processes)


def _numbered(slug: str, bot: str, rules: str | None, options: str, numbered: tuple[int, int]) -> Result:
    return match(slug, *numbered, bot, rules=rules, options=json.loads(options))


def _note(numbered: tuple[int, int], result: Result) -> Mapping[str, Any]:
    seats, number = numbered
    return {"seats": seats, "number": number, "result": result.noted()}


def code() -> str:
    """The games as they are committed: matches of other code are not to be added up with these."""
    return _git("rev-parse", "--short", "HEAD:games")


def _git(*command: str) -> str:
    return subprocess.run(["git", *command], cwd=PROJECT, capture_output=True, text=True, check=True).stdout.strip()


def suffix(rules: str | None, options: str) -> str:
    """What tells a file of other rules or options from that of the newest with their defaults."""
    told = json.dumps([rules, json.loads(options)], sort_keys=True)
    return "" if told == "[null, {}]" else f"-{sha256(told.encode()).hexdigest()[:8]}"


def main(arguments: Sequence[str]) -> None:
    reader = argparse.ArgumentParser(prog="python -m bench.bots.balance")
    reader.add_argument("game")
    reader.add_argument("--matches", type=int, default=400, help="for each number of seats")
    reader.add_argument("--seats", type=int, nargs="*", default=[], help="sizes of tables; all unless told")
    reader.add_argument("--bot", choices=[RANDOM, *GRADES], default=MEDIUM, help="who plays all seats")
    reader.add_argument("--processes", type=int, default=os.cpu_count())
    reader.add_argument("--rules", help="the version of the rules; the newest unless told")
    reader.add_argument("--options", default="{}", help="options of the matches that are not the defaults, as JSON")
    asked = reader.parse_args(arguments)
    game = find(asked.game, asked.rules) if asked.rules else newest(asked.game)
    sizes = asked.seats or range(game.min_seats, game.max_seats + 1)
    path = RESULTS / f"{game.slug}-{asked.bot}-{code()}{suffix(asked.rules, asked.options)}.ndjson"
    wanted = [(seats, number) for number in range(asked.matches) for seats in sizes]
    found = read(path)
    due = [one for one in wanted if one not in found]
    found |= run(game.slug, due, asked.bot, path, asked.processes, rules=asked.rules, options=asked.options)
    commit = f"{datetime.now(UTC):%Y-%m-%d}, commit {_git('rev-parse', '--short', 'HEAD')}"
    sys.stdout.write(f"{asked.bot}, bots {game.bots}, rules {game.rules}, {commit}:\n\n")
    results = {seats: [found[one] for one in wanted if one[0] == seats] for seats in sizes}
    sys.stdout.write("\n".join(balance_tables.told(results)) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
