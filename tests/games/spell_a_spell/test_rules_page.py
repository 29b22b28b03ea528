import re
from importlib import import_module
from pathlib import Path

from games import spell_a_spell
from games.spell_a_spell import GAME

PAGE = Path(spell_a_spell.__file__).parent / "RULES.md"
ROWS = [
    tuple(cell.strip(" `") for cell in line.strip("|").split("|"))
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if line.startswith("| SAS-")
]
FOLDER = Path(__file__).parent
# As the page names them: with their file.
FOUND = {
    f"{path.relative_to(FOLDER).as_posix()}::{name}"
    for path in FOLDER.rglob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
}
TESTS = {test.partition("::")[2] for test in FOUND}


def test_the_page_has_all_52_clauses_in_order_in_the_words_of_the_game() -> None:
    assert [clause for clause, *_ in ROWS] == [f"SAS-{number}" for number in range(1, 53)]
    assert {clause: words for clause, _, words, *_ in ROWS} == {
        clause: texts["en"] for clause, texts in GAME.clauses.items()
    }


def test_each_clause_names_a_function_and_a_test_that_exist() -> None:
    assert [(clause, function) for clause, _, _, function, _ in ROWS if not exists(function)] == []
    assert [(clause, test) for clause, *_, test in ROWS if test not in FOUND] == []
    assert [clause for clause, *_, test in ROWS if f"sas_{clause.removeprefix('SAS-')}_" not in test] == []


def exists(function: str) -> bool:
    module, name = function.rsplit(".", 1)
    return hasattr(import_module(f"games.spell_a_spell.{module}"), name)


def test_every_vector_and_every_invariant_of_the_rules_page_has_a_test_that_cites_it() -> None:
    vectors = {int(number) for test in TESTS for number in re.findall(r"(?<=[_t])v(\d+)(?=_)", test)}
    invariants = {int(number) for test in TESTS for number in re.findall(r"_i(\d+)(?=_)", test)}

    assert vectors >= set(range(1, 31))
    assert invariants >= set(range(1, 15))


def test_every_clause_that_a_test_names_exists() -> None:
    named = {f"SAS-{number}" for test in TESTS for number in re.findall(r"_sas_(\d+)(?=_)", test)}

    assert named <= set(GAME.clauses)
