from pathlib import Path

import pytest

from games.registry import GAMES
from tests.games.playthroughs import FOLDER, files, game_of, header_of, rendered

VERSIONS = [(slug, rules) for slug, versions in GAMES.items() for rules in versions]


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def texts_of(slug: str, rules: str) -> list[str]:
    texts = [text_of(path) for path in files()]
    return [text for text in texts if (header_of(text)["game"], header_of(text)["rules"]) == (slug, rules)]


@pytest.mark.parametrize("path", files(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_match_replays_line_by_line(path: Path) -> None:
    recorded = text_of(path)

    assert rendered(recorded).splitlines() == recorded.splitlines()


@pytest.mark.parametrize("path", files(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_match_lies_in_the_folder_of_its_game(path: Path) -> None:
    game = game_of(header_of(text_of(path)))

    assert path.parent == FOLDER / game.slug.replace("-", "_")


@pytest.mark.parametrize(("slug", "rules"), VERSIONS)
def test_every_way_a_match_can_end_has_a_recorded_match(slug: str, rules: str) -> None:
    reasons = GAMES[slug][rules].reasons
    ends = {reason for reason in reasons for text in texts_of(slug, rules) if f"= ended {reason}," in text}

    assert ends == reasons.keys()


@pytest.mark.parametrize(("slug", "rules"), VERSIONS)
def test_the_recorded_matches_show_every_type_of_event(slug: str, rules: str) -> None:
    lines = [line for text in texts_of(slug, rules) for line in text.splitlines()]
    seen = {line.split()[1] for line in lines if line.startswith("  ") and not line.startswith("  =")}

    assert seen == GAMES[slug][rules].event_classes.keys()
