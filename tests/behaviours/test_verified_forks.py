from collections.abc import Callable
from typing import Any

import pytest

from games.matches.lobby import forks, lobby
from games.matches.lobby.forks import ForkWish
from games.matches.models.matches import Lobby
from games.matches.presentation import export
from games.matches.stream.loading import load
from games.table import clocks
from games.verify.report import CHANCE, CHECKS, OK, REPLAY
from games.verify.verifier import verify_bytes
from tests.games.verify.files import Line, mended, values
from tests.support.cast import Person, match_of, person, play_some

Lines = list[Line]


@pytest.fixture(scope="module")
def cast() -> tuple[Person, ...]:
    return person("Alice"), person("Bob"), person("Carol")


@pytest.fixture(scope="module")
def ended(cast: tuple[Person, ...]) -> str:
    match_id = match_of(*cast, options={"max_rounds": 3})
    play_some(match_id, cast)
    return match_id


def fork(parent: str, cast: tuple[Person, ...], at: int, *, moves: int = 10_000) -> str:
    """A fork that has been played to its end, or so far."""
    wish = ForkWish(at=at, seat=0, clock=clocks.NONE, visibility=None, name="", start="auto", entropy="mine")
    made, _ = forks.fork(load(parent), Lobby.objects.get(match_id=parent), cast[0].id, wish, key=None)
    for who in cast[1:]:
        lobby.join(made, who.id, lobby.SeatWish(), key=None)
    play_some(made, cast, seed=at, moves=moves)
    return made


def whole(match_id: str) -> bytes:
    loaded = load(match_id)
    return b"".join(export.lines(loaded.match, loaded.events, None, whole=True))


@pytest.mark.parametrize("at", [20, 30])
def test_a_fork_and_a_fork_of_it_are_valid_by_themselves(at: int, ended: str, cast: tuple[Person, ...]) -> None:
    one = fork(ended, cast, at)
    for match_id in (one, fork(one, cast, at + 5)):
        report = verify_bytes(whole(match_id))
        assert report.checks == dict.fromkeys(CHECKS, OK), report.flaw


def parent_s_seed(lines: Lines) -> None:
    lines[1]["openings"][1]["part"]["origins"][0]["seed"] = "00" * 32


def later_draws(lines: Lines) -> None:
    lines[1]["openings"][1]["part"]["origins"][0]["draws"] += 1


def no_origins(lines: Lines) -> None:
    lines[1]["openings"][1]["part"]["origins"] = []


def odd_origin(lines: Lines) -> None:
    lines[1]["openings"][1]["part"]["origins"][0]["more"] = 1


def other_entropies(lines: Lines) -> None:
    lines[1]["openings"][1]["part"]["origins"][0]["entropies"] = [None, "x", None]


def too_few_entropies(lines: Lines) -> None:
    lines[1]["openings"][1]["part"]["origins"][0]["entropies"] = []


def other_leavers(lines: Lines) -> None:
    lines[1]["envelope"]["data"]["forked_from"]["resigned"] = [2]


def others_put_out(lines: Lines) -> None:
    lines[1]["envelope"]["data"]["forked_from"]["eliminated"] = [2]


def odd_parent(lines: Lines) -> None:
    lines[1]["envelope"]["data"]["forked_from"]["more"] = 1


def parent_s(name: str, value: Any) -> Callable[[Lines], None]:
    def change(lines: Lines) -> None:
        lines[1]["envelope"]["data"]["forked_from"][name] = value

    return change


def carried_move(lines: Lines) -> None:
    line = next(line for line in lines[1:-1] if line["envelope"]["type"] == "choice_made")
    part = line["openings"][0]["part"]["move"]
    part["target"] = (part["target"] + 1) % 3


def carried_by_a_player(lines: Lines) -> None:
    next(line for line in lines[1:-1] if line["envelope"]["type"] == "choice_made")["envelope"]["by"] = "player"


def played_by_nobody(lines: Lines) -> None:
    moves = [line["envelope"] for line in lines[1:-1] if line["envelope"]["by"] == "player"]
    moves[-1]["by"] = "system"


@pytest.mark.parametrize(
    ("change", "check"),
    [
        (parent_s_seed, CHANCE),
        (later_draws, CHANCE),
        (no_origins, CHANCE),
        (odd_origin, CHANCE),
        (other_entropies, CHANCE),
        (too_few_entropies, CHANCE),
        (other_leavers, REPLAY),
        (others_put_out, REPLAY),
        (odd_parent, REPLAY),
        (parent_s("match", {}), REPLAY),
        (parent_s("match", "another"), REPLAY),
        (parent_s("version", "30"), REPLAY),
        (parent_s("version", 0), REPLAY),
        (parent_s("head", "00"), REPLAY),
        (parent_s("head", None), REPLAY),
        (carried_move, REPLAY),
        (carried_by_a_player, REPLAY),
        (played_by_nobody, REPLAY),
    ],
)
def test_a_fork_that_was_not_carried_over_so_is_refuted(
    change: Callable[[Lines], None], check: str, ended: str, cast: tuple[Person, ...]
) -> None:
    lines = values(whole(fork(ended, cast, 30)))
    assert verify_bytes(mended(lines)).flaw is None
    change(lines)
    found: Any = verify_bytes(mended(lines)).checks[check]
    assert not isinstance(found, str), found


def test_the_older_keys_are_for_the_draws_that_were_carried_over_and_no_others(
    ended: str, cast: tuple[Person, ...]
) -> None:
    lines = values(whole(fork(ended, cast, 30, moves=0)))
    later_draws(lines)
    found = verify_bytes(mended(lines)).flaw
    assert found is not None
    assert (found.check, found.reason) == (CHANCE, "the older keys are for other draws")
