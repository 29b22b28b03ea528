"""Match files that were tampered with at random, most of them with every seal and hash made to fit again."""

import copy
import os
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from events.format.canon import canon
from events.format.chain import GENESIS, event_hash
from events.format.seal import seal_digest
from games.registry import GAMES
from games.table.events import LAST
from games.table.registry import EVENT_TYPES
from games.verify.draw_tree import root_of
from games.verify.match_file import format_of
from tests.games.verify.files import Line, values, written
from tests.web.verifiers import OTHER_DRAWS, OTHER_RESULT, Case, Found, first_flaw

TYPES = sorted(
    {*EVENT_TYPES, "die_cast", *(kind for of in GAMES.values() for one in of.values() for kind in one.event_classes)}
)
# In JavaScript neither a text nor a number can be made of it.
NO_TEXT: Any = {"toString": 0, "valueOf": 0}
SCRAPS: Sequence[Any] = (
    None,
    True,
    False,
    0,
    1,
    2,
    7,
    -1,
    2**53 - 1,
    "",
    "x",
    "0",
    [],
    [0],
    {},
    {"a": 1},
    NO_TEXT,
    "6",
    [6],
    "00" * 32,
    "player",
)
# An event of these types says by itself how many numbers of chance it takes.
TELLS_ITS_DRAWS = (
    "die_rolled",
    "first_seat_drawn",
    "first_player_drawn",
    "run_started",
    "card_placed",
    "cards_dealt",
    "turn_started",
)
SEEDS = ("00" * 32, "zz", "ab", 7)
USUAL = 523561357


class Mutation(NamedTuple):
    """A file that was tampered with, and how."""

    case: Case
    told: str
    changes: Sequence[str]


def mutation(base: bytes, pick: random.Random) -> Mutation:
    """`base` after one to three changes; all hashes fit again but in one of five."""
    if pick.random() < 0.05:
        return _flipped(base, pick)
    lines, names, is_mended = values(base), [], pick.random() < 0.8
    while written(lines) == base:
        names = pick.choices(sorted(CHANGES), k=pick.choice((1, 1, 1, 2, 3)))
        for name in names:
            try:
                CHANGES[name](lines, pick)
            except (IndexError, KeyError, TypeError, AttributeError, ValueError, StopIteration):
                # The file has nothing of the kind, or an earlier change has left nothing of it.
                continue
    if is_mended:
        mend(lines)
    head = pick.choice([None] * 8 + [values(base)[-1]["head"]])
    return Mutation(Case(written(lines), head), f"{' '.join(names)}{' mended' * is_mended}", names)


def changed(base: bytes, name: str, pick: random.Random) -> Mutation | None:
    """`base` after this one change, all hashes made to fit; None where the file has nothing of the kind."""
    lines = values(base)
    for _ in range(20):
        try:
            CHANGES[name](lines, pick)
        except (IndexError, KeyError, TypeError, AttributeError, ValueError, StopIteration):
            return None
        if written(lines) != base:
            mend(lines)
            return Mutation(Case(written(lines)), name, [name])
    return None


def is_long() -> bool:
    """Whether more was asked for than a suite has time for, by `MUTATED`."""
    return "MUTATED" in os.environ


def how_many(usual: int) -> int:
    return int(os.environ.get("MUTATED", usual))


def chance() -> int:
    """The seed of what is done to the files. Others each time are for the long run: what they find stops nobody's work."""
    return random.randrange(2**32) if is_long() else USUAL


def turned(bases: Sequence[bytes], value: Any) -> list[Mutation]:
    """Files in which one place after another holds `value`: each of each kind of line once; of the table's own alone in the suite."""
    made, seen = [], set[str]()
    for base in sorted(bases, key=len):
        for number, line in enumerate(values(base)):
            kind = line["envelope"]["type"] if "envelope" in line else "frame"
            if not is_long() and kind not in EVENT_TYPES and kind != "frame":
                continue
            for path in _places(line):
                # All of them have one envelope; what is in it is of each kind.
                named = ("any" if kind != "frame" and len(path) < 3 else kind, *map(_step, path))
                if (name := " ".join(named)) not in seen:
                    seen.add(name)
                    made.append(Mutation(Case(_turned(base, number, path, value)), name, (name,)))
    return made


def _turned(base: bytes, number: int, path: tuple[str | int, ...], value: Any) -> bytes:
    within: Any = (lines := values(base))[number]
    for step in path[:-1]:
        within = within[step]
    within[path[-1]] = value
    # Hashes fit again as far as the file has a shape; what was put into its first or last line stays.
    if len(path) > 1:
        with suppress(IndexError, KeyError, TypeError, AttributeError):
            mend(lines)
    return written(lines)


def _step(step: str | int) -> str:
    return "[]" if isinstance(step, int) else step


def _places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    within = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, one in within:
        yield (*path, step)
        yield from _places(one, (*path, step))


def also_claimed(one: Mutation, command: Found) -> Sequence[str]:
    """What the page claims of this file beyond what it claims of all: it was changed once, where the event tells its draws."""
    flaw = first_flaw(command["checks"]) if "checks" in command and len(one.changes) == 1 else None
    if flaw is None or not 0 < flaw[0] < len(lines := values(one.case.data)) - 1:
        return ()
    if one.changes[0] in ("other_result", "other_dice"):
        return (OTHER_RESULT,)
    return (OTHER_DRAWS,) if lines[flaw[0]]["envelope"].get("type") in TELLS_ITS_DRAWS else ()


def _flipped(base: bytes, pick: random.Random) -> Mutation:
    data = bytearray(base)
    data[pick.randrange(len(data))] ^= pick.randrange(1, 256)
    return Mutation(Case(bytes(data)), "a byte", ["a byte"])


def mend(lines: list[Line]) -> None:
    """Versions, digests, hashes and the last line as a forger would have them, as far as the file has their shape."""
    previous = GENESIS
    for version, line in enumerate(lines[1:-1], 1):
        envelope = line["envelope"]
        envelope["version"] = version
        for opening in line["openings"]:
            _seal(envelope, version, opening)
        previous = event_hash(previous, canon(envelope))
        line["hash"] = previous.hex()
    last = lines[-2]["envelope"].get("type") if len(lines) > 2 else None
    lines[-1].update(version=len(lines) - 2, head=previous.hex(), complete=isinstance(last, str) and last in LAST)


def _seal(envelope: dict[str, Any], version: int, opening: dict[str, Any]) -> None:
    try:
        seal = envelope["seals"][opening["index"]]
        content = canon([envelope["match"], version, opening["index"], seal["audience"], opening["part"]])
        seal["digest"] = seal_digest(bytes.fromhex(opening["salt"]), content)
    except (IndexError, KeyError, TypeError, ValueError, AttributeError):
        return


def _event(
    lines: list[Line], pick: random.Random, that: Callable[[dict[str, Any]], Any] = lambda envelope: True
) -> Line:
    return pick.choice([line for line in lines[1:-1] if that(line["envelope"])])


def _of(*kinds: str) -> Callable[[dict[str, Any]], bool]:
    return lambda envelope: envelope["type"] in kinds


def _drop(lines: list[Line], pick: random.Random) -> None:
    del lines[pick.randrange(1, len(lines) - 1)]


def _repeat(lines: list[Line], pick: random.Random) -> None:
    lines.insert(pick.randrange(2, len(lines)), copy.deepcopy(_event(lines, pick)))


def _swap(lines: list[Line], pick: random.Random) -> None:
    at = pick.randrange(1, len(lines) - 2)
    lines[at], lines[at + 1] = lines[at + 1], lines[at]


def _cut(lines: list[Line], pick: random.Random) -> None:
    del lines[pick.randrange(2, len(lines) - 1) : -1]


def _drop_the_table_s(lines: list[Line], pick: random.Random) -> None:
    lines.remove(
        _event(lines, pick, _of("match_created", "match_started", "match_ended", "match_cancelled", "seat_taken"))
    )


def _repeat_the_table_s(lines: list[Line], pick: random.Random) -> None:
    line = _event(lines, pick, _of("match_created", "match_started", "match_ended", "match_cancelled", "seat_taken"))
    lines.insert(pick.randrange(2, len(lines)), copy.deepcopy(line))


def _start_again(lines: list[Line], pick: random.Random) -> None:
    started = _event(lines, pick, _of("match_started"))
    lines.insert(pick.randrange(lines.index(started) + 1, len(lines)), copy.deepcopy(started))


def _rename(lines: list[Line], pick: random.Random) -> None:
    _event(lines, pick)["envelope"]["type"] = pick.choice(TYPES)


def _rename_a_draw(lines: list[Line], pick: random.Random) -> None:
    _event(lines, pick, lambda one: one["draws"])["envelope"]["type"] = pick.choice(TYPES)


def _drop_draws(lines: list[Line], pick: random.Random) -> None:
    _event(lines, pick, lambda one: one["draws"])["envelope"]["draws"] = None


def _drop_draws_and_count_on(lines: list[Line], pick: random.Random) -> None:
    """As one would who hides a draw: the later ones are numbered without it."""
    chosen = _event(lines, pick, lambda one: one["draws"])["envelope"]
    count, chosen["draws"] = chosen["draws"]["count"], None
    for line in lines[lines.index(next(line for line in lines[1:-1] if line["envelope"] is chosen)) :][:-1]:
        if line["envelope"]["draws"]:
            line["envelope"]["draws"]["first"] -= count


def _give_draws(lines: list[Line], pick: random.Random) -> None:
    drawn = [one["envelope"]["draws"] for one in lines[1:-1] if one["envelope"]["draws"]]
    first = drawn[-1]["first"] + drawn[-1]["count"] if drawn else 0
    _event(lines, pick)["envelope"]["draws"] = {"first": pick.choice((0, first)), "count": pick.choice((1, 2))}


def _alter_draws(lines: list[Line], pick: random.Random) -> None:
    draws = _event(lines, pick, lambda one: one["draws"])["envelope"]["draws"]
    draws[pick.choice(("first", "count"))] = pick.choice((0, 1, 2, 3, 99, -1, None))


def _other_result(lines: list[Line], pick: random.Random) -> None:
    data = _event(lines, pick, _of("die_rolled", "first_seat_drawn", "first_player_drawn", "run_started"))["envelope"][
        "data"
    ]
    if "dice" in data:
        place = pick.randrange(len(data["dice"]))
        data["dice"][place] = data["dice"][place] % 6 + 1
    elif data.get("run", 1) == 1:
        name = next(name for name in ("first_seat", "first_player", "dealer") if name in data)
        data[name] = 1 - data[name] if data[name] < 2 else 0


def _other_dice(lines: list[Line], pick: random.Random) -> None:
    _event(lines, pick, _of("die_rolled"))["envelope"]["data"]["dice"] = pick.choice(
        [None, [], "6", [0], [7], [1, 1], [True]]
    )


def _other_audience(lines: list[Line], pick: random.Random) -> None:
    seal = pick.choice(_event(lines, pick, lambda one: one["seals"])["envelope"]["seals"])
    seal["audience"] = pick.choice([[], [0], [1], [0, 1], [1, 0], [99], None])


def _seed_for_a_seat(lines: list[Line], pick: random.Random) -> None:
    pick.choice(lines[1]["envelope"]["seals"])["audience"] = [pick.randrange(3)]


def _other_seed(lines: list[Line], pick: random.Random) -> None:
    lines[1]["openings"][0]["part"]["seed"] = pick.choice(SEEDS)


def _other_commitment(lines: list[Line], pick: random.Random) -> None:
    lines[1]["envelope"]["data"]["commitment"] = pick.choice(SCRAPS)


def _other_origins(lines: list[Line], pick: random.Random) -> None:
    part = lines[1]["openings"][1]["part"]
    origin = pick.choice(part["origins"])
    origin[pick.choice(sorted(origin))] = pick.choice(SCRAPS)


def _other_entropy(lines: list[Line], pick: random.Random) -> None:
    _event(lines, pick, _of("seat_taken"))["envelope"]["data"]["entropy"] = pick.choice(("x", None, 7, "y" * 65))


def _other_entropies(lines: list[Line], pick: random.Random) -> None:
    _event(lines, pick, _of("match_started"))["envelope"]["data"]["entropies"] = pick.choice(([], None, ["x"] * 3))


def _drop_a_seal(lines: list[Line], pick: random.Random) -> None:
    _event(lines, pick, lambda one: one["seals"])["envelope"]["seals"].pop()


def _drop_an_opening(lines: list[Line], pick: random.Random) -> None:
    pick.choice([line for line in lines[1:-1] if line["openings"]])["openings"].pop()


def _other_opening(lines: list[Line], pick: random.Random) -> None:
    opening = pick.choice(pick.choice([line for line in lines[1:-1] if line["openings"]])["openings"])
    opening[pick.choice(sorted(opening))] = pick.choice(SCRAPS)


def _other_part(lines: list[Line], pick: random.Random) -> None:
    part = pick.choice(pick.choice([line for line in lines[1:-1] if line["openings"]])["openings"])["part"]
    part[pick.choice([*sorted(part), "bots", "more"])] = pick.choice(SCRAPS)


def _other_signature(lines: list[Line], pick: random.Random) -> None:
    parts = [one["part"] for line in lines[1:-1] for one in line["openings"] if "signed" in one["part"]]
    signed, name = pick.choice(parts)["signed"], pick.choice(("version", "head", "signature", "more"))
    signed[name] = pick.choice([*SCRAPS, lines[1]["hash"], "00" * 64, 1, 5])


def _signed_by_nobody(lines: list[Line], pick: random.Random) -> None:
    del pick.choice([one["part"] for line in lines[1:-1] for one in line["openings"] if "signed" in one["part"]])[
        "signed"
    ]


def _other_key(lines: list[Line], pick: random.Random) -> None:
    data = _event(lines, pick, _of("key_bound"))["envelope"]["data"]
    data[pick.choice([*sorted(data), "vouched", "more"])] = pick.choice([*SCRAPS, "00" * 64])


def _key_of_another_seat(lines: list[Line], pick: random.Random) -> None:
    _event(lines, pick, _of("key_bound"))["envelope"]["seat"] = pick.randrange(4)


def _other_tree(lines: list[Line], pick: random.Random) -> None:
    data = lines[1]["envelope"]["data"]
    data["open_draws"] = pick.choice([*SCRAPS, data["open_draws"][::-1], data["commitment"]])


def _no_tree(lines: list[Line], pick: random.Random) -> None:
    del lines[1]["envelope"]["data"]["open_draws"]
    _name_format(lines)


def _a_tree(lines: list[Line], pick: random.Random) -> None:
    """The draws' secrets are committed to, and the draws are not of them."""
    data, openings = lines[1]["envelope"]["data"], lines[1]["openings"]
    root = root_of(bytes.fromhex(openings[0]["part"]["seed"]), lines[0]["match"]) if openings else "ab" * 32
    data["open_draws"] = pick.choice((root, "ab" * 32))
    _name_format(lines)


def _drawn_again(lines: list[Line], pick: random.Random) -> None:
    """As in matches without open draws: after moves were taken back the numbers go back too."""
    taken = pick.choice([line["envelope"] for line in lines[1:-1] if line["envelope"]["type"] == "moves_taken_back"])
    drawn = [line["envelope"] for line in lines[1:-1] if line["envelope"]["draws"]]
    gone = next(one for one in drawn if one["move"] is not None and one["move"] >= taken["data"]["first"])
    later = [one for one in drawn if one["version"] > taken["version"]]
    back = later[0]["draws"]["first"] - gone["draws"]["first"]
    for one in later:
        one["draws"]["first"] -= back


def _name_format(lines: list[Line]) -> None:
    parts = [one["part"] for one in lines[1]["openings"]]
    types = {line["envelope"]["type"] for line in lines[1:-1]}
    lines[0]["format"] = format_of(types, lines[1]["envelope"]["data"], parts)


def _other_envelope(lines: list[Line], pick: random.Random) -> None:
    envelope = _event(lines, pick)["envelope"]
    envelope[pick.choice([*sorted(envelope), "more"])] = pick.choice(SCRAPS)


def _less_envelope(lines: list[Line], pick: random.Random) -> None:
    envelope = _event(lines, pick)["envelope"]
    del envelope[pick.choice(sorted(envelope))]


def _other_data(lines: list[Line], pick: random.Random) -> None:
    data = _event(lines, pick)["envelope"]["data"]
    data[pick.choice([*sorted(data), "more"])] = pick.choice(SCRAPS)


def _other_creation(lines: list[Line], pick: random.Random) -> None:
    data = lines[1]["envelope"]["data"]
    data[pick.choice(sorted(data))] = pick.choice([*SCRAPS, "cave", "2", 3, 4])


def _other_move(lines: list[Line], pick: random.Random) -> None:
    envelope = _event(lines, pick)["envelope"]
    envelope[pick.choice(("move", "seat", "by", "schema"))] = pick.choice([None, 0, 1, 2, 3, "bot", "clock", "system"])


def _other_time(lines: list[Line], pick: random.Random) -> None:
    line = pick.randrange(1, len(lines) - 1)
    late = (
        "2031-02-29T12:00:00.000000Z"
        if pick.random() < 0.3
        else lines[pick.randrange(1, len(lines) - 1)]["envelope"]["at"]
    )
    lines[line]["envelope"]["at"] = late


def _other_header(lines: list[Line], pick: random.Random) -> None:
    lines[0][pick.choice(sorted(lines[0]))] = pick.choice([*SCRAPS, "spectator", "cave", "1"])


def _other_footer(lines: list[Line], pick: random.Random) -> None:
    lines[-1][pick.choice(sorted(lines[-1]))] = pick.choice(SCRAPS)


def _other_hash(lines: list[Line], pick: random.Random) -> None:
    _event(lines, pick)["hash"] = pick.choice(SCRAPS)


CHANGES: dict[str, Callable[[list[Line], random.Random], None]] = {
    function.__name__.strip("_"): function
    for function in (
        *(_drop, _repeat, _swap, _cut, _drop_the_table_s, _repeat_the_table_s, _start_again, _rename, _rename_a_draw),
        *(_drop_draws, _drop_draws_and_count_on, _give_draws, _alter_draws, _other_result, _other_dice),
        *(_other_audience, _seed_for_a_seat, _other_seed, _other_commitment, _other_origins, _other_entropy),
        *(_other_entropies, _drop_a_seal, _drop_an_opening, _other_opening, _other_part, _other_envelope),
        *(_less_envelope, _other_data, _other_creation, _other_move, _other_time, _other_header, _other_footer),
        *(_other_hash, _other_signature, _signed_by_nobody, _other_key, _key_of_another_seat),
        *(_other_tree, _no_tree, _a_tree, _drawn_again),
    )
}
