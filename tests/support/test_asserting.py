"""A test says what it asserts: in itself, or by a helper whose name says that it does."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.local_stack.stack import PROJECT
from tests.support.asserting import assert_nothing_raised, wait_until

# Helpers fail where what they wait for does not come, and the contract suite's checks where a game breaks the contract.
ASSERTING = ("assert_", "_assert_", "wait_", "until", "check_contract")
RAISING = frozenset({"pytest.raises", "pytest.fail"})
# The contract suite's are told by a parameter; a browser's click fails where there is nothing to click.
TOLD_OTHERWISE = frozenset({"test_the_game_keeps_the_contract"})


def _tests(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node


def _asserts(test: ast.AST) -> bool:
    for node in ast.walk(test):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called in RAISING or called.rpartition(".")[2].startswith(ASSERTING):
                return True
    return False


def silent(path: Path) -> list[str]:
    """The tests of a file that assert nothing, and so pass whatever happens unless something raises."""
    return [f"{path.name}: {one.name}" for one in _tests(path) if not _asserts(one)]


def test_every_test_asserts() -> None:
    found = [name for path in sorted((PROJECT / "tests").rglob("test_*.py")) for name in silent(path)]
    assert [name for name in found if name.partition(": ")[2] not in TOLD_OTHERWISE] == []


def test_one_that_asserts_nothing_is_found(tmp_path: Path) -> None:
    path = tmp_path / "test_one.py"
    path.write_text(
        "def test_silent():\n    check(1)\n\ndef test_said():\n    for one in (1, 2):\n        assert_one(one)\n"
    )
    assert silent(path) == ["test_one.py: test_silent"]


def test_what_raises_has_not_held() -> None:
    with pytest.raises(AssertionError, match="refused: ValueError"), assert_nothing_raised():
        raise ValueError("no")


def test_what_does_not_come_fails() -> None:
    with pytest.raises(AssertionError, match="has not come within 0 s"):
        wait_until(lambda: False, seconds=0.0)
