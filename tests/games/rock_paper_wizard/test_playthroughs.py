from pathlib import Path

import pytest

from games.rock_paper_wizard import GAME
from tests.games.rock_paper_wizard.playthroughs import files, rendered


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_a_recorded_match_replays_line_by_line(path: Path) -> None:
    recorded = path.read_text(encoding="utf-8")

    assert rendered(recorded).splitlines() == recorded.splitlines()


def test_every_way_a_match_can_end_has_a_recorded_match() -> None:
    ends = {
        reason
        for reason in GAME.reasons
        for path in files()
        if f"= ended {reason}," in path.read_text(encoding="utf-8")
    }

    assert ends == GAME.reasons


def test_the_recorded_matches_show_every_type_of_event() -> None:
    seen = {
        line.split()[1]
        for path in files()
        for line in path.read_text(encoding="utf-8").splitlines()
        if line[:3].strip()
    }
    types = {type for type in GAME.event_classes if type in seen}

    assert types == set(GAME.event_classes)


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_a_recorded_match_is_of_the_rules_that_it_names(path: Path) -> None:
    assert path.read_text(encoding="utf-8").splitlines()[0] == f"rules {GAME.rules}"
