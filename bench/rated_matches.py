"""How well do the ratings of stored matches foretell who wins? `make ratings ARGS="--of URL"` or `ARGS="--bots GAME"`.

With `--of` the rated matches of a database are read, those that count, with the ratings of their players before each:
what the service itself knew. Any role that may read the tables will do. With `--bots` a database of its own is filled
first: accounts whose moves are picked by the service's bots of different grades meet at tables by chance, and each
match is made, played, ended and rated by the service's own functions. How strong each is is known then, if not in
numbers: a better grade must have a better rating.

For each game the forecast is fitted and judged as in `bench/foretelling.py`, beside a forecast that knows nothing. A
dump for research has no players in it, so no ratings follow from one.
"""

import os
import random
import sys
from collections.abc import Sequence
from itertools import groupby
from statistics import mean
from typing import Any, NamedTuple

import psycopg

from bench.foretelling import Foretold, alike, fitted, lines, parts, score, told
from bench.limits import PLENTY
from config.local_stack.stack import temporary_stack
from games.core.json import JSONObject
from games.matches.ratings.strengths import Strength

# Fewer matches say nothing: so many are judged, and as many fitted on.
LEAST = 40
PLAYERS_OF_A_GRADE = 6
CLOCK: JSONObject = {"mode": "per_move", "seconds": 86_400}
# After so many matches the lists and the ratings follow.
AT_ONCE = 20

STORED = """
SELECT game, match_id::text, place, mu_before, sigma_before FROM matches_ratingchange
JOIN matches_ratedmatch USING (match_id, game) WHERE state = 'counted'
ORDER BY game, matches_ratingchange.finished_at, match_id, place, player_id
"""


class Change(NamedTuple):
    """A player of a stored match: where they came in, and their rating before."""

    game: str
    match: str
    place: int
    mu: float
    sigma: float


def stored(url: str) -> dict[str, list[Foretold]]:
    """By game the rated matches of a database that count, in the order of their ends."""
    with psycopg.connect(url) as connection:
        changes = [Change(*row) for row in connection.execute(STORED)]
    found: dict[str, list[Foretold]] = {}
    for (game, _), rows in groupby(changes, key=lambda one: one[:2]):
        players = list(rows)
        winners = frozenset(number for number, one in enumerate(players) if one.place == 1)
        # Where those who came in first are no more, nobody is known who has won.
        if winners and len(players) > 1:
            found.setdefault(game, []).append(Foretold([Strength(one.mu, one.sigma) for one in players], winners))
    return found


class Report(NamedTuple):
    """What the ratings of a game are worth as forecasts: whether less than knowing nothing."""

    lines: Sequence[str]
    is_worse: bool


def report(game: str, cases: Sequence[Foretold]) -> Report:
    """The forecasts of a game's later matches, fitted on its earlier ones, if there are enough of both."""
    fits, last = parts(cases)
    if min(len(fits), len(last)) < LEAST:
        few = f"{game}: {len(cases)} rated matches; {4 * LEAST} are needed to say anything"
        return Report([few], is_worse=False)
    forecast = fitted(fits, lambda case: case.known)
    found, nothing = score(told(last, lambda case: case.known, forecast)), score(alike(last))
    head = f"{game}: {len(cases)} rated matches, fitted on {len(fits)}, judged on {len(last)} later ones; {forecast}"
    losses = (
        f"  log loss {found.loss:.4f} (who knows nothing {nothing.loss:.4f}), Brier {found.brier:.4f}"
        f" ({nothing.brier:.4f}), bins outside of their interval: {found.outside}"
    )
    return Report([head, losses, *lines(found)], is_worse=found.loss > nothing.loss)


def tell(url: str) -> int:
    """Print the reports; 1 where a forecast is worse than one that knows nothing."""
    is_worse = False
    for game, cases in stored(url).items():
        told_of = report(game, cases)
        print(*told_of.lines, sep="\n")
        is_worse |= told_of.is_worse
    return int(is_worse)


def of_bots(slug: str, *, matches: int, grades: Sequence[str], seed: int) -> int:
    """Fill a database with matches of bots' accounts, and print the report; 1 where a better grade is rated worse."""
    with temporary_stack({**os.environ, **PLENTY}) as stack:
        from bench.running.serving import set_django_up

        set_django_up(stack)
        rated = _played(slug, matches=matches, grades=grades, seed=seed)
        for grade in grades:
            print(f"{grade}: ratings {', '.join(map(str, rated[grade]))}; on average {mean(rated[grade]):.0f}")
        is_wrong = tell(stack.environment["DATABASE_URL"])
    means = [mean(rated[grade]) for grade in grades]
    return int(bool(is_wrong) or means != sorted(means))


def _played(slug: str, *, matches: int, grades: Sequence[str], seed: int) -> dict[str, list[int]]:
    """Have the matches played; the ratings of the players of each grade then, best first."""
    from events.store import new_id
    from games.matches.accounts.players import sign_up
    from games.matches.models.people import BOT, Player
    from games.matches.models.rated import Rating
    from games.matches.ratings import standings
    from games.registry import newest

    game, pick = newest(slug), random.Random(seed)  # noqa: S311
    grade_of = {
        str(sign_up(f"B_{new_id()[-12:]}", locale="en", key=None)[0].id): grade
        for grade in grades
        for _ in range(PLAYERS_OF_A_GRADE)
    }
    Player.objects.filter(id__in=grade_of).update(kind=BOT)
    sizes = range(game.min_seats, min(game.min_seats + 2, game.max_seats) + 1)
    for number in range(matches):
        people = pick.sample(sorted(grade_of), pick.choice(sizes))
        _play(slug, people, grade_of)
        if (number + 1) % AT_ONCE == 0 or number + 1 == matches:
            _follow()
            sys.stderr.write(f"\r{number + 1} of {matches} matches")
    sys.stderr.write("\n")
    found: dict[str, list[int]] = {grade: [] for grade in grades}
    for row in Rating.objects.filter(game=slug, player_id__in=grade_of).order_by("-mu"):
        found[grade_of[str(row.player_id)]].append(standings.strength(row).rating)
    return found


def _play(slug: str, people: Sequence[str], grade_of: dict[str, str]) -> None:
    """A rated match of these players, to its end."""
    from events.randomness import new_seed
    from games.core.chance import SEED_BYTES, Chance
    from games.core.codec import move_to_json
    from games.matches.lobby import lobby
    from games.matches.lobby.lobby import NewMatch, SeatWish
    from games.matches.play.submission import Sent, play
    from games.matches.stream.loading import load
    from games.table import stand_ins

    wish: dict[str, Any] = {"visibility": "public", "name": "", "start": "auto", "entropy": None, "pace": 1}
    new = NewMatch(game=slug, seats=len(people), options={}, clock=CLOCK, rated=True, **wish)
    match_id, _ = lobby.create(people[0], new, key=None)
    for one in people[1:]:
        lobby.join(match_id, one, SeatWish(), key=None)
    match, chance = load(match_id).match, Chance(new_seed(SEED_BYTES))
    while match.waiting_for:
        seat = match.waiting_for[0]
        prompt = match.prompts[seat]
        move = stand_ins.pick(match.game, match.state, prompt, bot=grade_of[people[seat]], chance=chance)
        play(match_id, people[seat], Sent(body={"prompt": prompt.id, **move_to_json(move)}), key=None)
        match = load(match_id).match


def _follow() -> None:
    """The lists follow, and the ratings."""
    from events import outbox
    from games.matches.background import consumers
    from games.matches.ratings import judging

    names = list(consumers.PROJECTIONS)
    while outbox.relay(names):
        pass
    for name in names:
        while consumers.catch_up(name):
            pass
    while judging.rate():
        pass
