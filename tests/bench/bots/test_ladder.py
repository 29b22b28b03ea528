from fractions import Fraction
from pathlib import Path

import pytest

from bench.bots import ladder
from bench.bots.ladder import Bout
from games.registry import newest


def test_each_bot_meets_each_weaker_one_at_every_size_of_table() -> None:
    played = [*ladder.bouts(newest("spell-a-spell"), 2, ())]
    assert len(played) == len({*played}) == 2 * 4 * 6
    assert {bout.seats for bout in played} == {2, 3, 4, 5}
    assert all(ladder.RUNGS.index(bout.one) > ladder.RUNGS.index(bout.other) for bout in played)

    neighbours = [*ladder.bouts(newest("spell-a-spell"), 1, (2,), ladder.NEIGHBOURS)]
    steps = [("easy", "random"), ("medium", "easy"), ("hard", "medium"), ("hard", "random")]
    assert [(bout.one, bout.other) for bout in neighbours] == steps


def test_a_newcomer_takes_the_first_listed_answer_and_plays_against_easy() -> None:
    played = [*ladder.bouts(newest("rock-paper-wizard"), 1, (3,), ladder.NEWCOMERS)]
    assert [(bout.one, bout.other) for bout in played] == [("listed", "easy"), ("random", "easy")]
    assert ladder.share("rock-paper-wizard", played[0]) in (0, Fraction(1, 2), 1)
    assert len([*ladder.rows({bout: Fraction(0) for bout in played})]) == 4


def test_a_match_is_worth_the_same_each_time_and_a_ladder_goes_on_where_it_was(tmp_path: Path) -> None:
    path, due = tmp_path / "played.ndjson", [Bout(3, "easy", "random", number) for number in range(2)]
    first = ladder.run("rock-paper-wizard", due[:1], path, 1)
    path.write_text(path.read_text() + '{"bout": {"seats"')
    assert ladder.read(path) == first == {due[0]: ladder.share("rock-paper-wizard", due[0])}


def test_shares_are_told_for_each_table_beside_the_fair_one() -> None:
    found = {Bout(2, "easy", "random", number): Fraction(number % 2) for number in range(4)}
    assert [*ladder.rows(found)][-1] == "| 2 | easy | random | 4 | 50 % | 15–85 % | 50 % |"


def test_a_table_takes_the_place_of_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "bots.md"
    page.write_text("before\n<!-- ladder of a-game -->\nold\n<!-- end of a-game -->\nafter\n")
    monkeypatch.setattr(ladder, "PAGE", page)
    ladder.write("a-game", ["new"])
    assert page.read_text() == "before\n<!-- ladder of a-game -->\nnew\n<!-- end of a-game -->\nafter\n"
