import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import games
from games.table import course, features, registry
from games.table.events import COURSE, SeatTaken
from games.table.feature import Feature
from games.table.registry import CLASSES, FEATURES

HOME = Path(games.__path__[0])
FOLDERS = sorted(path.parent for path in Path(features.__path__[0]).glob("*/feature.py"))
RECORDED = Path(__file__).parents[2] / "recorded"
# There a type of an event is also the code of a refusal, the kind of a notice or what a receiver did.
OTHER_WORDS = ("matches/errors.py", "matches/notices/")


def recorded() -> Iterator[dict[str, Any]]:
    for file in sorted(RECORDED.glob("*.ndjson")):
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        yield from (line for line in lines if "envelope" in line and line["envelope"]["type"] in CLASSES)


def test_what_is_read_from_history_says_again_what_history_says() -> None:
    found = set()
    for line in recorded():
        envelope = line["envelope"]
        event = registry.read(envelope)
        assert (event.type, event.seat, event.by, event.move) == tuple(
            envelope[k] for k in ("type", "seat", "by", "move")
        )
        assert event.data == envelope["data"]
        found.add(event.type)
    assert found == set(CLASSES)


@pytest.mark.parametrize("data", [{}, {"entropy": None, "more": 1}, {"entropy": None, "seat": 2}])
def test_a_public_part_of_other_fields_is_not_read(data: dict[str, Any]) -> None:
    envelope = {"type": SeatTaken.type, "seat": 1, "by": "player", "move": None, "data": data}
    with pytest.raises((KeyError, TypeError, ValueError)):
        registry.read(envelope)


def test_a_type_that_is_no_event_of_the_table_is_not_read() -> None:
    with pytest.raises(KeyError):
        registry.read({"type": "spell_chosen", "seat": 1, "by": "player", "move": None, "data": {}})


def test_the_types_of_the_table_s_events_are_written_where_their_classes_are_and_nowhere_else() -> None:
    for package in ("matches", "table", "verify"):
        for source in sorted((HOME / package).rglob("*.py")):
            name = str(source.relative_to(HOME))
            if name == "table/events.py" or name.startswith(OTHER_WORDS):
                continue
            if source.parent in FOLDERS and source.name == "events.py":
                continue
            words = {node.value for node in ast.walk(ast.parse(source.read_text())) if isinstance(node, ast.Constant)}
            assert not words & CLASSES.keys(), name


def test_every_folder_of_a_feature_is_listed_and_has_the_same_files() -> None:
    assert sorted(feature.name for feature in FEATURES) == [folder.name for folder in FOLDERS]
    for folder in FOLDERS:
        assert {path.name for path in folder.glob("*.py")} == {
            "__init__.py",
            "events.py",
            "feature.py",
            "fold.py",
            "rule.py",
        }


@pytest.mark.parametrize("feature", FEATURES, ids=lambda feature: feature.name)
def test_every_event_of_a_feature_is_its_own_and_has_a_fold_and_a_rule(feature: Feature) -> None:
    assert feature.folds.keys() == feature.rules.keys()
    assert feature.by_holder | feature.undoing <= feature.folds.keys()
    assert {made.__module__ for made in feature.events} == {f"games.table.features.{feature.name}.events"}


def test_every_event_of_the_table_has_one_home_and_one_fold() -> None:
    homes = [*COURSE, *(made for feature in FEATURES for made in feature.events)]
    assert len(homes) == len({made.type for made in homes}) == len(CLASSES)
    # The first event makes the table, the others change it.
    assert registry.FOLDS.keys() == {*homes} - {COURSE[0]}
    assert not course.FOLDS.keys() & {made for feature in FEATURES for made in feature.folds}
