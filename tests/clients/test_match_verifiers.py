"""The kit's verifier, written from docs/format.md alone, and the command's agree on whatever both claim.

`MUTATED=1568 make test ARGS="-n0 tests/clients/test_match_verifiers.py"` (`make verifiers`) tries so many changed files;
which ones follows from the run's seed.
"""

import json
import random
import re
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.clients.honest_files import RECORDED, WIZARD, honest
from tests.clients.match_verifiers import JUDGED, disagreement, kits
from tests.games.verify.files import played, values, written
from tests.games.verify.test_vectors import VECTORS
from tests.support import typescript
from tests.web.mutations import CHANGES, NO_TEXT, Mutation, chance, how_many, is_long, mend, mutation, turned
from tests.web.verifiers import Case

FORMAT = Path(__file__).parent / "format_vectors.mjs"
CHECKS_LEFT_OUT = Path(__file__).parent / "unfound_checks.mjs"
HOW_MANY = how_many(60)
REWOUND = re.compile(rb'"reason":"replaced"|"move_taken_back"|"moves_taken_back"')

pytestmark = typescript.needs_compiler


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return typescript.compiled(tmp_path_factory.mktemp("kit"), part="src/verify")


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return honest()


def contradictions(made: Sequence[Mutation], kit: Path, folder: Path) -> tuple[list[str], Counter[str]]:
    """Where the two contradict each other, and what came of the files."""
    wrong, came = [], Counter[str]()
    found = kits([one.case for one in made], kit, folder)
    for number, (one, of_kit) in enumerate(zip(made, found, strict=True)):
        came["refused" if "refused" in of_kit else of_kit["verdict"]] += 1
        reason = disagreement(one.case, of_kit)
        if reason is not None:
            kept = folder / f"wrong-{number}.ndjson"
            kept.write_bytes(one.case.data)
            wrong.append(f"{kept} ({one.told}): {reason}")
    return wrong, came


def test_both_find_nothing_wrong_with_any_honest_file(kit: Path, files: dict[str, bytes], tmp_path: Path) -> None:
    cases = [Case(data) for data in files.values()]
    found = dict(zip(files, kits(cases, kit, tmp_path), strict=True))
    wrong = {name: disagreement(Case(data), found[name]) for name, data in files.items()}
    assert wrong == dict.fromkeys(files)
    assert len(files) >= 53
    assert {name: one["words"] for name, one in found.items() if one["verdict"] == "not valid"} == {}


def test_the_kit_makes_the_bytes_digests_and_draws_of_the_vectors(kit: Path) -> None:
    given = json.loads((Path(__file__).parents[1] / "vectors/format.json").read_text(encoding="utf-8"))
    chance, opened = given["chance"], given["open_draws"]
    drawn = [opened["below"], opened["below_with_beacon"]]
    expected = {
        "canon": [one["bytes_hex"] for one in given["canon"]],
        "seal": [one["digest_hex"] for one in given["seal"]],
        "event": [one["hash_hex"] for one in given["event"]],
        "commitment": chance["commitment_hex"],
        "draws": [str(one["value"]) for one in chance["below"]],
        "root": opened["root_hex"],
        "opened": [one["secret_hex"] for one in opened["opened"]],
        "open": [[str(one["value"]) for one in below] for below in drawn],
    }
    for one in [one for below in drawn for one in below]:
        one["n"] = str(one["n"])
    chance["below"] = [{**one, "n": str(one["n"])} for one in chance["below"]]
    assert json.loads(typescript.run(FORMAT, str(kit), given=given)) == expected


def test_the_kit_finds_what_the_vectors_say_where_it_knows_the_rules(kit: Path, tmp_path: Path) -> None:
    cases = [Case(one["file"].encode()) for one in VECTORS]
    wrong = {}
    for vector, found in zip(VECTORS, kits(cases, kit, tmp_path), strict=True):
        expected, claimed = vector["expected"], {*vector["needs"]} <= {*JUDGED}
        names = [name for name in expected if claimed or name != "played"]
        here = {**found, "played": found.get("replay") if found.get("played") is None else found["played"]}
        if any(here.get(name) != expected[name] for name in names):
            wrong[vector["name"]] = (expected, here)
    assert wrong == {}


def test_every_check_of_the_kit_is_held_by_a_vector_or_stands_on_the_list_of_those_that_are_not(kit: Path) -> None:
    told = typescript.run(CHECKS_LEFT_OUT, str(kit)).splitlines()
    unheld = Counter(re.sub(r"^unfound ([a-z_]+\.js):\d+: ", r"\1: ", line) for line in told[:-1])
    listed = Counter(
        line
        for line in CHECKS_LEFT_OUT.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    )
    assert unheld == listed


def test_the_command_has_the_exit_statuses_of_the_other_and_says_what_it_did_not_check(
    kit: Path, tmp_path: Path
) -> None:
    recorded = {path.stem: path for path in RECORDED}
    wizards, cave, forged = recorded[f"{WIZARD}-played"], recorded["cave-played"], tmp_path / "forged.ndjson"
    forged.write_bytes(wizards.read_bytes().replace(b'"first_player":', b'"first_player":1', 1))
    told = {
        name: _command(kit, *words)
        for name, words in {
            "valid": (wizards,),
            "not valid": (forged,),
            "no file": (tmp_path / "none.ndjson",),
            "in part": (cave,),
            "another head": (wizards, "--head", "0" * 64),
            "the gravest of several": (wizards, cave, forged),
            "nothing asked": (),
        }.items()
    }
    statuses = {name: status for name, (status, _) in told.items()}
    assert statuses == {
        "valid": 0,
        "not valid": 1,
        "no file": 2,
        "in part": 3,
        "another head": 1,
        "the gravest of several": 1,
        "nothing asked": 2,
    }
    assert told["valid"][1].startswith("valid\n")
    assert "\nnot checked: the rules of cave" in told["in part"][1]


def _command(kit: Path, *words: Path | str) -> tuple[int, str]:
    asked = ["node", str(kit / "built/src/verify/command.js"), *map(str, words)]
    ran = subprocess.run(asked, capture_output=True, text=True, timeout=60, check=False)
    return ran.returncode, ran.stdout


def test_whatever_is_done_to_a_file_the_two_verifiers_contradict_each_other_in_nothing(
    kit: Path, files: dict[str, bytes], tmp_path: Path
) -> None:
    bases, run = list(files.values()), chance()
    picks = [random.Random(f"{run} {number}") for number in range(HOW_MANY)]
    wrong, came = contradictions([mutation(pick.choice(bases), pick) for pick in picks], kit, tmp_path)
    print(f"{HOW_MANY} files of seed {run}, {len(wrong)} contradictions: {dict(came)}")
    assert wrong == []


def test_a_line_that_is_left_out_is_the_same_fault_for_both_wherever_it_stood(
    kit: Path, files: dict[str, bytes], tmp_path: Path
) -> None:
    """Where seats change hands and moves are taken back: what follows names versions, which are others than places."""
    bases = [lines for data in files.values() if REWOUND.search(data) and (lines := data.splitlines(keepends=True))]
    assert bases
    made = [
        Mutation(Case(b"".join(lines[:place] + lines[place + 1 :])), f"without line {place}", [])
        for lines in bases
        for place in range(2, len(lines) - 1, 1 if is_long() else 17)
    ]
    wrong, _ = contradictions(made, kit, tmp_path)
    assert wrong == []


def test_a_value_of_which_no_text_can_be_made_is_a_fault_like_any_other_wherever_it_stands(
    kit: Path, files: dict[str, bytes], tmp_path: Path
) -> None:
    wrong, _ = contradictions(turned([*files.values()], NO_TEXT), kit, tmp_path)
    assert wrong == []


def test_whole_matches_of_wizards_hold_for_both(kit: Path, tmp_path: Path) -> None:
    """Other ones each time, so that in the long run each card does all that it can."""
    run, wrong = chance(), {}
    cases = [
        Case(played(WIZARD, seats=3 + number % 4, seed=run + number).file()) for number in range(15 + HOW_MANY // 20)
    ]
    for number, (case, found) in enumerate(zip(cases, kits(cases, kit, tmp_path), strict=True)):
        reason = disagreement(case, found) or (None if found["verdict"] == "valid" else found["words"])
        if reason is not None:
            wrong[run + number] = reason
    assert wrong == {}


def test_every_kind_of_change_is_tried_once(kit: Path, files: dict[str, bytes], tmp_path: Path) -> None:
    """On a match of the game that both judge, where it has something of the kind."""
    in_order = sorted(files.values(), key=lambda data: (WIZARD.encode() not in data, len(data)))
    made = [next(one for data in in_order if (one := changed(data, name)) is not None) for name in CHANGES]
    wrong, _ = contradictions(made, kit, tmp_path)
    assert wrong == []


def changed(data: bytes, name: str) -> Mutation | None:
    """The file after one change of this kind, its hashes mended unless that undoes it; None where there is none."""
    lines = values(data)
    try:
        CHANGES[name](lines, random.Random(name))
    except (IndexError, KeyError, TypeError, AttributeError, ValueError, StopIteration):
        return None
    touched = written(lines)
    mend(lines)
    made = written(lines) if written(lines) != data else touched
    return None if made == data else Mutation(Case(made), name, [name])
