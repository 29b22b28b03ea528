import re
from importlib import import_module
from pathlib import Path

from games import cave
from games.cave import GAME

PAGE = Path(cave.__file__).parent / "RULES.md"
NOT_PLAYED = "–"
ROWS = [
    tuple(cell.strip().strip("`").replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1])
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if line.startswith("| CAVE-")
]
FOLDER = Path(__file__).parent
# As the page names them: with their file.
FOUND = {
    f"{path.relative_to(FOLDER).as_posix()}::{name}"
    for path in FOLDER.rglob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
}
TESTS = {test.partition("::")[2] for test in FOUND}


def test_the_page_has_all_267_clauses_in_order_in_the_words_of_the_game() -> None:
    assert len(ROWS) == 267
    assert {clause: words for clause, _, words, *_ in ROWS} == {
        clause: texts["en"] for clause, texts in GAME.clauses.items()
    }
    assert [clause for clause, *_ in ROWS] == list(GAME.clauses)


def test_each_clause_names_a_function_and_a_test_that_exist_unless_it_is_out_of_scope() -> None:
    played = [(clause, function, test) for clause, _, _, function, test in ROWS if function != NOT_PLAYED]
    left_out = {clause: (source, test) for clause, source, _, function, test in ROWS if function == NOT_PLAYED}

    assert set(left_out.values()) == {("out of scope", NOT_PLAYED)}, left_out
    assert [(clause, function) for clause, function, _ in played if not exists(function)] == []
    assert [(clause, test) for clause, _, test in played if test not in FOUND] == []


def exists(function: str) -> bool:
    module, name = function.rsplit(".", 1)
    return hasattr(import_module(f"games.cave.{module}"), name)


def test_every_clause_that_an_event_or_a_refusal_names_exists() -> None:
    root = Path(cave.__file__).parent
    named = {
        clause
        for path in root.rglob("*.py")
        for clause in re.findall(r'"(CAVE-[\w.]+)"', path.read_text(encoding="utf-8"))
    }

    assert named <= set(GAME.clauses)


def test_a_clause_number_in_a_name_behind_the_word_cave_exists() -> None:
    known = {clause.removeprefix("CAVE-").lower().replace(".", "_") for clause in GAME.clauses}
    cited = {found for test in TESTS if "cave_" in test for found in re.findall(r"cave_(r?\d+_\d+[a-z]?)(?=_)", test)}

    assert cited <= known
