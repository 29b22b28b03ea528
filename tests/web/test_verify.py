"""The page's verifier finds what `games.verify` finds, in every check that it does; node runs it where there is one."""

import copy
import functools
import json
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from events.format.canon import canon
from events.format.chain import GENESIS, event_hash
from games.registry import GAMES
from games.table.registry import EVENT_TYPES
from games.verify.report import CHAIN, CHANCE, OK, REPLAY, SEALED, SEALS
from tests.games.verify.files import Line, Scribe, mended, played, values, written
from tests.web.verifiers import OTHER_DRAWS, OTHER_RESULT, UNCHECKED, Case, Found, browsers, command_lines, disagreement

HERE = Path(__file__).parent
RECORDED = sorted((HERE.parent / "recorded").glob("*.ndjson"))
ALL_HOLD = {CHAIN: OK, SEALS: OK, CHANCE: OK, REPLAY: UNCHECKED}

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not here to run the page's verifier")


def ended(slug: str, moves: int = 6) -> Scribe:
    """A short match: after so many moves all resign but one."""
    scribe = played(slug, seed=11, moves=moves)
    for seat in range(scribe.seats):
        if not scribe.is_over:
            scribe.move(seat, {"type": "resign"})
    return scribe


@functools.cache
def scribe() -> Scribe:
    return ended("rock-paper-wizard")


@functools.cache
def cave() -> Scribe:
    return ended("cave", moves=30)


@functools.cache
def spell() -> Scribe:
    return ended("spell-a-spell")


def assert_agreed(case: Case, found: Found) -> None:
    assert disagreement(found, command_lines(case)) is None


def test_recorded_files_are_called_valid(tmp_path: Path) -> None:
    cases = [Case(path.read_bytes()) for path in RECORDED]
    found = browsers(cases, tmp_path)
    assert [one["checks"] for one in found] == [ALL_HOLD] * len(cases)
    numbered = [values(data)[1:-1] for data, _ in cases]
    draws = [sum((line["envelope"]["draws"] or {"count": 0})["count"] for line in lines) for lines in numbered]
    assert [one["draws"] for one in found] == draws
    of_cave = next(one for one, path in zip(found, RECORDED, strict=True) if path.stem == "cave-forked")
    assert of_cave["redrawn"] > 20
    for path, one in zip(RECORDED, found, strict=True):
        # Played again by the rules the short ones are enough.
        if "rematch" in path.stem or "cancelled" in path.stem:
            assert_agreed(Case(path.read_bytes()), one)


def test_a_running_match_is_valid_as_far_as_it_is_open(tmp_path: Path) -> None:
    running = played("rock-paper-wizard", seed=3, moves=7)
    cases = [Case(running.file(seat), running.events[5].hash.hex()) for seat in (None, 0, 1, 2)]
    found = browsers([*cases, Case(running.file(whole=True))], tmp_path)
    assert found[-1]["checks"] == ALL_HOLD
    for case, one in zip(cases, found[:-1], strict=True):
        assert one["checks"] == {**ALL_HOLD, SEALS: SEALED, CHANCE: SEALED}
        assert_agreed(case, one)


def event(lines: list[Line], kind: str, which: int = 0) -> Line:
    return [line for line in lines[1:-1] if line["envelope"]["type"] == kind][which]


def forged(change: Callable[[list[Line]], object], of: Scribe | None = None) -> bytes:
    """A file with a change to its lines, and every seal and hash made to fit again."""
    lines = values((of or scribe()).file())
    change(lines)
    return mended(lines)


def changed(change: Callable[[list[Line]], object]) -> bytes:
    """A file with a change to its lines, and every hash as it was."""
    lines = values(scribe().file())
    change(lines)
    return written(lines)


def put(kind: str, path: str, value: Any) -> Callable[[list[Line]], None]:
    def change(lines: list[Line]) -> None:
        *steps, last = path.split(".")
        place: Any = event(lines, kind)
        for step in steps:
            place = place[int(step)] if step.isdigit() else place[step]
        place[last] = value

    return change


def other_die(lines: list[Line]) -> None:
    dice = event(lines, "die_rolled")["envelope"]["data"]["dice"]
    dice[0] = dice[0] % 6 + 1


def other_beginner(lines: list[Line]) -> None:
    data = event(lines, "first_player_drawn")["envelope"]["data"]
    data["first_player"] = (data["first_player"] + 1) % 3


def swapped_part(lines: list[Line]) -> None:
    line = next(line for line in lines[2:-1] if line["openings"])
    line["openings"][0]["part"]["forged"] = 1


def swapped(lines: list[Line]) -> None:
    lines[6], lines[7] = lines[7], lines[6]


def true_numbers(lines: list[Line]) -> None:
    lines[1]["envelope"]["version"] = True
    previous = GENESIS
    for line in lines[1:-1]:
        previous = event_hash(previous, canon(line["envelope"]))
        line["hash"] = previous.hex()
    lines[-1]["head"] = previous.hex()


def kept_back(lines: list[Line]) -> None:
    next(line for line in lines[2:-1] if line["openings"])["openings"].pop()


def hidden(lines: list[Line]) -> None:
    lines[0]["redacted_for"] = "spectator"
    for line in lines[1:-1]:
        line["openings"] = []


def no_start(lines: list[Line]) -> None:
    """Nothing is drawn by a key then, so all dice may be as one likes."""
    lines.remove(event(lines, "match_started"))
    for line in lines[1:-1]:
        if line["envelope"]["type"] == "die_rolled":
            line["envelope"]["data"]["dice"] = [6]


def second_start(lines: list[Line]) -> None:
    lines.insert(lines.index(event(lines, "match_started")) + 1, copy.deepcopy(event(lines, "match_started")))


def second_creation(lines: list[Line]) -> None:
    lines.insert(2, copy.deepcopy(lines[1]))


def free_die(lines: list[Line]) -> None:
    """A die of no draw, and every later draw numbered without it."""
    die = event(lines, "die_rolled")
    count = die["envelope"]["draws"]["count"]
    die["envelope"]["draws"], die["envelope"]["data"]["dice"] = None, [6]
    for line in lines[lines.index(die) : -1]:
        if line["envelope"]["draws"]:
            line["envelope"]["draws"]["first"] -= count


def seed_for_a_seat(lines: list[Line]) -> None:
    lines[1]["envelope"]["seals"][0]["audience"] = [1]


def renamed_die(lines: list[Line]) -> None:
    die = event(lines, "die_rolled")["envelope"]
    die["type"], die["data"]["dice"] = "die_cast", [6]


def drawing_table(lines: list[Line]) -> None:
    event(lines, "seat_taken")["envelope"]["draws"] = {"count": 1, "first": 0}


def count_on(lines: list[Line]) -> None:
    """Number the draws as if there were no others than those that are there."""
    number = 0
    for line in lines[1:-1]:
        if draws := line["envelope"]["draws"]:
            draws["first"], number = number, number + draws["count"]


def free_cards(lines: list[Line]) -> None:
    """Cards of no draw: each event says that it names none."""
    for line in lines[1:-1]:
        if line["envelope"]["type"] in ("cards_dealt", "cards_drawn", "cards_stolen"):
            line["envelope"]["data"]["count"], line["envelope"]["draws"] = 0, None
    count_on(lines)


def chosen_dealer(lines: list[Line]) -> None:
    """The first run goes by the number of a second, whose dealer nobody draws."""
    run = event(lines, "run_started")["envelope"]
    run["data"]["run"], run["data"]["dealer"], run["draws"] = 2, 1 - run["data"]["dealer"], None
    count_on(lines)


# What is done to a file, the check that the page refuses it by, and the words with which it does.
LATE = "2026-11-20T12:00:00.000000Z"
MUTATIONS: list[tuple[str, Callable[[], bytes], str, str]] = [
    ("a seat is changed", lambda: changed(put("round_begun", "envelope.seat", 1)), CHAIN, "the hash does not follow"),
    ("data is changed", lambda: changed(put("round_begun", "envelope.data.round", 2)), CHAIN, "the hash does not"),
    ("two events are swapped", lambda: changed(swapped), CHAIN, "says that it is version 7"),
    ("an event is left out", lambda: changed(lambda lines: lines.pop(5)), CHAIN, "says that it is version 6"),
    ("an event is doubled", lambda: changed(lambda lines: lines.insert(5, lines[5])), CHAIN, "it is version 5"),
    ("time goes back", lambda: forged(lambda lines: lines[9]["envelope"].update(at=LATE)), CHAIN, "time goes back"),
    ("a day that is none", lambda: forged(put("seat_taken", "envelope.at", LATE.replace("20T", "31T"))), CHAIN, "time"),
    ("a time is no text", lambda: forged(put("seat_taken", "envelope.at", {"toString": 0})), CHAIN, "the time is not"),
    ("a version is no number", lambda: changed(true_numbers), CHAIN, "the version is no number"),
    ("the head is another", lambda: changed(lambda lines: lines[-1].update(head="00" * 32)), CHAIN, "the last line"),
    ("the game is another", lambda: changed(lambda lines: lines[0].update(game="cave")), CHAIN, "names another match"),
    ("a stranger writes", lambda: forged(put("seat_taken", "envelope.by", "alice")), CHAIN, "nobody of that name"),
    ("the end hides its secrets", lambda: changed(hidden), SEALS, "hides nothing"),
    ("a part is kept back", lambda: changed(kept_back), SEALS, "other parts are open"),
    ("a part is exchanged", lambda: changed(swapped_part), SEALS, "not the one that was sealed"),
    ("a salt is none", lambda: changed(put("match_created", "openings.0.salt", "00")), SEALS, "a salt is not"),
    ("the seed is another", lambda: forged(put("match_created", "openings.0.part", {"seed": "00" * 32})), CHANCE, "to"),
    ("the seed is none", lambda: forged(put("match_created", "openings.0.part", {"seed": "zz"})), CHANCE, "in hex"),
    ("entropy is another", lambda: forged(put("seat_taken", "envelope.data.entropy", "x")), CHANCE, "the seats gave"),
    ("draws are renumbered", lambda: forged(put("card_placed", "envelope.draws.first", 17)), CHANCE, "draw 0 comes"),
    ("who begins is another", lambda: forged(other_beginner), CHANCE, OTHER_RESULT),
    ("no start", lambda: forged(no_start, cave()), REPLAY, "the match is not running"),
    ("no start, chance", lambda: forged(no_start, cave()), CHANCE, "cannot be followed to this draw"),
    ("a second start", lambda: forged(second_start), REPLAY, "the lobby is closed"),
    ("a second creation", lambda: forged(second_creation), REPLAY, "created once"),
    ("a die without a draw", lambda: forged(put("die_rolled", "envelope.draws", None), cave()), CHANCE, OTHER_DRAWS),
    ("a die of no draw, and others counted on", lambda: forged(free_die, cave()), CHANCE, OTHER_DRAWS),
    ("more draws than dice", lambda: forged(put("die_rolled", "envelope.draws.count", 2), cave()), CHANCE, OTHER_DRAWS),
    ("a seat knows the seed", lambda: forged(seed_for_a_seat), CHANCE, "the server alone"),
    ("a die goes by another name", lambda: forged(renamed_die, cave()), REPLAY, "no such event"),
    ("a die goes by another name, chance", lambda: forged(renamed_die, cave()), CHANCE, "cannot be followed"),
    ("a seat is taken by a move", lambda: forged(put("seat_taken", "envelope.move", 1)), REPLAY, "is not running"),
    ("the table draws", lambda: forged(drawing_table), REPLAY, "the table draws nothing"),
    ("a game that is none", lambda: forged(put("match_created", "envelope.data.rules", "9")), REPLAY, "no such game"),
    ("cards without draws", lambda: forged(free_cards, spell()), CHANCE, OTHER_DRAWS),
    ("a dealer that one chose", lambda: forged(chosen_dealer, spell()), CHANCE, OTHER_DRAWS),
    ("a count is a text", lambda: forged(put("cards_dealt", "envelope.data.count", "7"), spell()), CHANCE, OTHER_DRAWS),
    (
        "a count is no value",
        lambda: forged(put("cards_dealt", "envelope.data.count", {"toString": 0, "valueOf": 0}), spell()),
        CHANCE,
        OTHER_DRAWS,
    ),
    ("a die shows another number", lambda: forged(other_die, cave()), CHANCE, OTHER_RESULT),
]


def test_mutated_files_are_refused_at_the_event_that_is_wrong(tmp_path: Path) -> None:
    cases = [Case(make()) for _, make, *_ in MUTATIONS]
    for case, found, (name, _, check, reason) in zip(cases, browsers(cases, tmp_path), MUTATIONS, strict=True):
        there = command_lines(case)["checks"]
        assert isinstance(found["checks"][check], list), (name, found)
        version, why = found["checks"][check]
        assert (version, reason in why) == (there[check][0], True), (name, found, there)
        assert_agreed(case, found)


REDRAWN = ("die_rolled", "first_seat_drawn", "first_player_drawn", "run_started")


def chosen_cards(lines: list[Line]) -> None:
    """No draw stays but those that the page draws again; where the type allows it, a card comes of none."""
    for line in lines[1:-1]:
        if line["envelope"]["type"] not in REDRAWN:
            line["envelope"]["draws"] = None
    count_on(lines)


def no_cards(lines: list[Line]) -> None:
    """Every event with a draw that the page cannot draw again is left out."""
    lines[1:-1] = [line for line in lines[1:-1] if not line["envelope"]["draws"] or line["envelope"]["type"] in REDRAWN]
    count_on(lines)


def only_begun(lines: list[Line]) -> None:
    """A match that starts and ends, and nothing between."""
    lines[1:-1] = [line for line in lines[1:-1] if line["envelope"]["type"] in EVENT_TYPES]


def test_the_mark_of_chance_is_whole_for_no_match_that_was_started(tmp_path: Path) -> None:
    """A forger can leave draws out, with their events or without; only the rules know that they are missing."""
    games = [scribe(), cave(), spell()]
    changes = [lambda lines: None, free_cards, chosen_cards, chosen_dealer, no_cards, only_begun]
    cases = [
        *(
            Case(forged(change, of))
            for of in games
            for change in changes
            if change is not chosen_dealer or of is spell()
        ),
        *(Case(path.read_bytes()) for path in RECORDED),
    ]
    for case, found in zip(cases, browsers(cases, tmp_path), strict=True):
        is_started = any(line["envelope"]["type"] == "match_started" for line in values(case.data)[1:-1])
        assert (CHANCE in found["whole"]) is (found["checks"][CHANCE] == OK and not is_started), found


def test_a_file_that_is_none_is_refused_as_the_command_line_refuses_it(tmp_path: Path) -> None:
    file, pick = scribe().file(), random.Random(16)
    lines = file.splitlines(keepends=True)
    made = [
        b"",
        b"\n\n\n",
        file[:-1],
        file[: len(file) // 2],
        b"\xef\xbb\xbf" + file,
        file + b"{}\n",
        b"[" * 5000 + file,
    ]
    made += [b"".join([*lines[:4], other, *lines[5:]]) for other in foreign(lines[4])]
    made.append(b"".join([lines[0], b"x" * (1024 * 1024 + 1) + b"\n", *lines[1:]]))
    for _ in range(60):
        data = bytearray(file)
        data[pick.randrange(len(data))] ^= pick.randrange(1, 256)
        made.append(bytes(data))
    cases = [Case(data) for data in made]
    for case, found in zip(cases, browsers(cases, tmp_path), strict=True):
        assert "failed" not in found, found
        assert_agreed(case, found)


def foreign(line: bytes) -> list[bytes]:
    """The same event in other bytes, and values that history cannot hold."""
    entry = b'{"envelope":{},"hash":"","openings":[{"a":%s}]}\n'
    held = (b"1.0", b"1.5", b"-0", b"1e3", b"9007199254740992", b"9007199254740993", b'"\\ud800"', b'"\\u0041"', b"NaN")
    deep = [b"[" * depth + b"]" * depth for depth in (251, 252, 253, 1030)]
    keyed = [b'{"a":1,"a":1}', b'{"b":1,"a":1}', '{"é":1}'.encode(), b'{"__proto__":1}', b'{"10":1,"9":1}']
    spaced = [line.replace(b'":', b'": ', 1), line[:-1] + b"\r\n", b" " + line]
    return [*spaced, *(entry % value for value in (*held, *deep, *keyed, b'"\x7f\xe2\x80\xa8"', b'"\xed\xa0\x80"'))]


def test_a_head_that_was_kept_refutes_a_match_written_anew(tmp_path: Path) -> None:
    mine, head = scribe(), scribe().events[-1].hash.hex()
    anew = played("rock-paper-wizard", seed=12, moves=3)
    cases = [Case(mine.file(), mine.events[4].hash.hex()), Case(anew.file(), head)]
    kept, refuted = browsers(cases, tmp_path)
    assert (kept["checks"][CHAIN], refuted["checks"][CHAIN][1]) == (OK, "the head that was kept is none of this match")
    assert_agreed(cases[0], kept)
    assert_agreed(cases[1], refuted)


def test_a_fault_of_the_verifier_itself_proves_nothing_and_blames_no_network(tmp_path: Path) -> None:
    file = tmp_path / "match.ndjson"
    file.write_bytes(scribe().file())
    script = f"""
        import {{ readFileSync }} from "node:fs";
        import {{ judged }} from "./web/verify/verifier.js";
        const bytes = new Uint8Array(readFileSync({json.dumps(str(file))}));
        const answers = [await judged(bytes, null), await judged(bytes.slice(1), null), await judged(null, null)];
        console.log(JSON.stringify(answers.map((answer) => answer.is)));
    """
    command = ["node", "--input-type=module", "--eval", script]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True, cwd=HERE.parents[1])
    assert json.loads(ran.stdout) == ["done", "refused", "gaveUp"]


def test_the_page_knows_every_type_of_event_and_how_many_play() -> None:
    script = 'import { known, TABLE } from "./web/verify/kinds.js"; console.log(JSON.stringify([known(), [...TABLE].sort()]))'
    command = ["node", "--input-type=module", "--eval", script]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True, cwd=HERE.parents[1])
    games, table = json.loads(ran.stdout)
    assert table == sorted(EVENT_TYPES)
    assert games == {
        f"{slug} {rules}": {"seats": [game.min_seats, game.max_seats], "types": sorted(game.event_classes)}
        for slug, versions in GAMES.items()
        for rules, game in versions.items()
    }


@pytest.mark.parametrize(("name", "value"), [("options", "6"), ("clock", "x"), ("pace", -1)])
def test_a_match_that_cannot_begin_so_has_its_seed_looked_at_by_both(name: str, value: Any, tmp_path: Path) -> None:
    """It was called off before anything was drawn: its seed is all that there is of chance."""
    lines = values(next(path for path in RECORDED if "cancelled" in path.name).read_bytes())
    lines[1]["envelope"]["data"][name] = value
    case = Case(mended(lines))
    (found,) = browsers([case], tmp_path)
    assert_agreed(case, found)
    assert command_lines(case)["checks"][CHANCE] == OK


def test_names_with_a_comma_are_not_taken_for_two() -> None:
    program = (
        'import { hasKeys } from "./web/verify/matchfile.js";'
        'const made = [{ "count,first": 1 }, { count: 1, first: 2 }, { count: 1 }];'
        'console.log(made.map((one) => hasKeys(one, ["count", "first"])).join());'
    )
    command = ["node", "--input-type=module", "-e", program]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True, cwd=HERE.parents[1])
    assert ran.stdout.strip() == "false,true,false"
