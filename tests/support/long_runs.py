"""The tests that a run of everything leaves out unless `LONG=1`, as a pytest plugin; CI runs them too.

They are whole programs at work: kits, guides, terminals and assistants that play against a service of their own, stacks
that are started and upgraded, storms and kills, backups, packages that are built, thousands of changed files. The
service as a whole is in a short run too (`tests/acceptance/test_service.py`). Whoever names a file, a word (`-k`) or a
mark (`-m`) gets what was named.
"""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from config.local_stack.places import PROJECT

ALL = ["tests"]
LONG = (
    "tests/acceptance/test_attacks.py",
    "tests/acceptance/test_broker.py",
    "tests/acceptance/test_command.py",
    "tests/acceptance/test_guide_commands.py",
    "tests/acceptance/test_kit.py",
    "tests/acceptance/test_lanes.py",
    "tests/acceptance/test_mcp.py",
    "tests/acceptance/test_outages.py",
    "tests/acceptance/test_page",
    "tests/acceptance/test_storm.py",
    "tests/acceptance/test_streams.py",
    "tests/acceptance/test_terminal.py",
    "tests/acceptance/test_traces.py",
    "tests/acceptance/test_walkthroughs.py",
    "tests/behaviours/test_cold_matches.py",
    "tests/bench/test_foretelling.py",
    "tests/clients/terminal/test_screens.py",
    "tests/clients/test_log_keeping.py",
    "tests/clients/test_match_verifiers.py",
    "tests/clients/test_typescript_kit.py",
    "tests/clients/test_wheel.py",
    "tests/config/test_backups.py",
    "tests/config/test_sandbox.py",
    "tests/config/test_serve.py",
    "tests/config/test_stack.py",
    "tests/config/test_telemetry.py",
    "tests/config/test_upgrades.py",
    "tests/games/cups/test_pairing.py",
    "tests/games/cups/test_running.py",
    "tests/games/verify/test_sizes.py",
    "tests/simulation/test_simulation.py",
    "tests/test_manage.py",
    "tests/test_supply.py",
    "tests/web/test_fuzzed.py",
    "tests/web/test_live_draws.py",
    "tests/web/test_verifiers_agree.py",
    "tests/web/test_verify.py",
)


def is_short(args: Sequence[str], *, keyword: str = "", mark: str = "", long: str = "") -> bool:
    """Whether a run with these arguments of pytest and this `LONG` leaves the long tests out."""
    return list(args) == ALL and not (keyword or mark or long)


def _is_short(config: pytest.Config) -> bool:
    option = config.option
    return is_short(config.args, keyword=option.keyword, mark=option.markexpr, long=os.environ.get("LONG", ""))


def pytest_report_header(config: pytest.Config) -> str | None:
    return (
        "whole programs, storms, backups and packages are left out; LONG=1 runs them too" if _is_short(config) else None
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    # Not even imported: some of them load whole programs.
    return True if _is_short(config) and _is_long(collection_path) else None


def _is_long(path: Path) -> bool:
    return path.is_relative_to(PROJECT) and path.relative_to(PROJECT).as_posix().startswith(LONG)
