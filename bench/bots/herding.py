"""Do bots that answer at once all do the same, and does it pay to sample what they will do?

`python -m bench.bots.herding [GAME] [--matches N] [--seats N …] [--versions V …] [--processes N]`, or `make herding`.

For each version of the bots and each grade there are rows: the grade against itself, against the other grades, against
the same grade of the other versions, and a sampler against the grade. A sampler lets the grade pick twelve times for
each other seat, with other luck than the match, and plays the best reply to these picks. "All alike" counts the rounds
in which all showed the same card. Match number n of each row begins with the same deal. Each match is a line under
.data/herding, so a stopped run goes on where it was; a commit that changes games/ begins again. "ms a pick" is
processor time of the seats of `one`. Compare rows of one run alone, because other processes slow all of them.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from bench.bots import intervals, noted_matches
from bench.bots.balance import code
from bench.bots.ladder import Bout
from config.local_stack.places import PROJECT
from games.bots import mixing, picks
from games.core.bots import GRADES, HARD, MEDIUM, BotKit, Grade
from games.core.chance import Chance
from games.core.definition import GameDefinition, State
from games.core.moves import Move
from games.registry import newest

RESULTS = PROJECT / ".data" / "herding"
SAMPLER = "sampler of "
# Picks that a sampler looks at for each other seat, how many of them come from one mix, and how often it meets each.
SAMPLED, DRAWN, MEETINGS = 12, 4, 4
Player = Callable[[State, int, Chance], Move]


@dataclass(frozen=True, kw_only=True)
class Played:
    """What one match tells: the share that the one has won, its rounds, and those in which all seats did alike."""

    share: Fraction
    rounds: int
    alike: int
    picks: int
    seconds: float


def bouts(matches: int, seats: Sequence[int], versions: Sequence[str]) -> Iterator[Bout]:
    """All that is played, row by row in turn. A name is a version of the bots and a grade."""
    for number in range(matches):
        for size in seats:
            for one, other in _rows(versions):
                yield Bout(size, one, other, number)


def _rows(versions: Sequence[str]) -> Iterator[tuple[str, str]]:
    for version in versions:
        for grade in (MEDIUM, HARD):
            one = f"{version} {grade}"
            yield from ((one, f"{version} {other}") for other in GRADES)
            yield from ((one, f"{other} {grade}") for other in versions if other != version)
            yield SAMPLER + one, one


def player(game: GameDefinition, name: str) -> Player:
    """Who picks as the name says."""
    if name.startswith(SAMPLER):
        return _sampler(game, name.removeprefix(SAMPLER))
    version, grade = name.split()
    game = game.with_bots(version)

    def picked(state: State, seat: int, chance: Chance) -> Move:
        move = picks.pick(game, game.view(state, seat), game.prompts(state)[seat], bot=grade, chance=chance)
        assert move is not None
        return move

    return picked


def _sampler(game: GameDefinition, name: str) -> Player:
    bot, (version, grade) = player(game, name), name.split()
    kit = game.with_bots(version).bot
    assert kit is not None
    outlook = kit.outlook
    assert outlook is not None

    def replied(state: State, seat: int, chance: Chance) -> Move:
        others = [other for other in kit.asked(state) if other != seat]
        if not others:
            return bot(state, seat, chance)
        imagined = kit.afresh(game.resample(game.view(state, seat), seat, chance))
        choices = {asked: kit.order(imagined, asked, kit.grades[grade]) for asked in kit.asked(imagined)}
        if kit.grades[grade].mixing:
            found = _drawn(kit, imagined, choices, kit.grades[grade], chance)
        else:
            found = {other: [bot(imagined, other, chance) for _ in range(SAMPLED)] for other in others}
        moves = choices[seat]
        totals = [0] * len(moves)
        for _ in range(SAMPLED * MEETINGS):
            course, luck = {other: chance.one_of(found[other]) for other in others}, chance.below(1 << 62)
            for place, move in enumerate(moves):
                totals[place] += outlook(imagined, {**course, seat: move}, Chance(luck.to_bytes(8, "big")), seat)
        return moves[max(range(len(moves)), key=lambda place: (totals[place], -place))]

    return replied


def _drawn(
    kit: BotKit, state: State, choices: mixing.Choices, grade: Grade, chance: Chance
) -> Mapping[int, Sequence[Move]]:
    """Picks of each seat, several from the mix of one pick, which is what takes the time."""
    found: dict[int, list[Move]] = {seat: [] for seat in choices}
    for _ in range(SAMPLED // DRAWN):
        kept, mixes = mixing.likely(kit, state, choices, grade, chance)
        for seat, moves in found.items():
            moves += [kept[seat][chance.weighted(mixes[seat])] for _ in range(DRAWN)]
    return found


def play(slug: str, bout: Bout) -> Played:
    """One match: all seats that are asked answer what they see at once."""
    game = newest(slug)
    kit, place = game.bot, bout.number % bout.seats
    assert kit is not None
    one, other = player(game, bout.one), player(game, bout.other)
    key = sha256(f"{slug} {bout.seats} {bout.number}".encode()).digest()
    chance, luck, state = Chance(key), Chance(b"picks" + key), None
    for event in game.start(game.options({}), bout.seats, chance):
        state = game.evolve(state, event)
    current: State = state
    rounds = alike = picked = 0
    seconds = 0.0
    while (outcome := game.outcome(current)) is None:
        moves = {}
        for seat in kit.asked(current):
            began, is_one = time.thread_time(), seat == place or bout.one == bout.other
            moves[seat] = (one if is_one else other)(current, seat, luck)
            seconds += (time.thread_time() - began) * is_one
            picked += is_one
        if len(moves) > 1:
            rounds, alike = rounds + 1, alike + (len({kit.kind(move) for move in moves.values()}) == 1)
        for seat, move in moves.items():
            current = game.decide(current, seat, move, chance).state
    share = Fraction(place in outcome.winners, len(outcome.winners) or 1)
    return Played(share=share, rounds=rounds, alike=alike, picks=picked, seconds=seconds)


def told(found: Mapping[Bout, Played]) -> Iterator[str]:
    """The table, a line for each row of each size."""
    yield "| seats | one | against | matches | share | 95 % | fair | all alike | 95 % | ms a pick |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for seats, one, other in dict.fromkeys(bout.table for bout in sorted(found, key=lambda bout: bout.number)):
        row = [played for bout, played in found.items() if bout.table == (seats, one, other)]
        milliseconds = 1000 * sum(played.seconds for played in row) / max(1, sum(played.picks for played in row))
        share = "| | | |" if one == other else f"| {_share(row)} | {100 / seats:.0f} % |"
        alike = intervals.told(*intervals.ratio((played.alike, played.rounds) for played in row))
        yield f"| {seats} | {one} | {other} | {len(row)} {share} {alike} | {milliseconds:.0f} |"


def _share(row: Sequence[Played]) -> str:
    won = float(sum(played.share for played in row))
    return intervals.told(won / len(row), *intervals.wilson(won, len(row)))


def read(path: Path) -> dict[Bout, Played]:
    """What was played before."""
    return noted_matches.read(path, _known)


def _known(noted: Mapping[str, Any]) -> tuple[Bout, Played]:
    played = noted["played"]
    return Bout(**noted["bout"]), Played(**{**played, "share": Fraction(played["share"])})


def run(slug: str, due: Sequence[Bout], path: Path, processes: int) -> dict[Bout, Played]:
    """Play what is due and note each match as soon as it is over."""
    return noted_matches.run(partial(play, slug), due, _note, path, processes, nice=15)


def _note(bout: Bout, played: Played) -> Mapping[str, Any]:
    return {"bout": asdict(bout), "played": asdict(played) | {"share": str(played.share)}}


def main(arguments: Sequence[str]) -> None:
    reader = argparse.ArgumentParser(prog="python -m bench.bots.herding")
    reader.add_argument("game", nargs="?", default="rock-paper-wizard", help="one whose seats answer at once")
    reader.add_argument("--matches", type=int, default=400, help="for each row")
    reader.add_argument("--seats", type=int, nargs="*", default=[3], help="sizes of tables")
    reader.add_argument("--versions", nargs="*", default=[], help="of the bots; the newest two unless told")
    reader.add_argument("--only", default="", help="rows whose `one` or `against` has this in it")
    reader.add_argument("--processes", type=int, default=os.cpu_count())
    asked = reader.parse_args(arguments)
    game = newest(asked.game)
    if game.bot is None or game.bot.outlook is None:
        reader.error(f"the bots of {asked.game} do not answer at once")
    path = RESULTS / f"{game.slug}-{code()}.ndjson"
    versions = asked.versions or [*game.kits][:2]
    wanted = [bout for bout in bouts(asked.matches, asked.seats, versions) if asked.only in f"{bout.one}, {bout.other}"]
    found = read(path)
    found |= run(game.slug, [bout for bout in wanted if bout not in found], path, asked.processes)
    sys.stdout.write("\n".join(told({bout: found[bout] for bout in wanted})) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
