import pytest

from config.local_stack.places import PROJECT
from tests.support import long_runs
from tests.support.long_runs import LONG, is_short


def test_each_that_is_left_out_is_there() -> None:
    modules = [path.relative_to(PROJECT).as_posix() for path in (PROJECT / "tests").rglob("test_*.py")]
    assert [long for long in LONG if not any(module.startswith(long) for module in modules)] == []


@pytest.mark.parametrize(
    ("args", "named", "short"),
    [
        (["tests"], {}, True),
        (["tests"], {"long": "1"}, False),
        (["tests"], {"keyword": "rpw_52_"}, False),
        (["tests"], {"mark": "django_db"}, False),
        (["tests/acceptance"], {}, False),
        (["tests/acceptance/test_kit.py::test_x", "tests"], {}, False),
    ],
)
def test_only_a_run_of_everything_leaves_the_long_ones_out(args: list[str], named: dict[str, str], short: bool) -> None:
    assert is_short(args, **named) is short


def test_a_run_of_everything_does_not_even_read_the_long_ones(
    pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    def left_out() -> list[str]:
        modules = (PROJECT / "tests").rglob("test_*.py")
        ignored = [path for path in modules if long_runs.pytest_ignore_collect(path, pytestconfig)]
        return [path.relative_to(PROJECT).as_posix() for path in ignored]

    monkeypatch.setattr(long_runs, "_is_short", lambda config: True)
    assert {LONG[0], LONG[-1]} <= set(left_out())
    assert all(path.startswith(LONG) for path in left_out())
    monkeypatch.setattr(long_runs, "_is_short", lambda config: False)
    assert left_out() == []
