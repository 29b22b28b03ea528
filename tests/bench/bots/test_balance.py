from collections import Counter
from dataclasses import replace
from pathlib import Path

from bench.bots import balance, balance_tables
from bench.bots.match_results import Result
from games.registry import newest

# One match of two that asked seat 0 three times and seat 1 five times, in four turns.
RESULT = Result(
    reason="crystal",
    rounds=2,
    moves=9,
    won=(0,),
    prompts=(3, 5),
    forced=2,
    single=4,
    events=Counter(turn_started=4),
    crystal_round=None,
    first=1,
    characters=("", ""),
    cards=({}, {}),
    out=(),
    at_once=0,
    alike=0,
)


def test_one_match_is_reported_as_well_as_many() -> None:
    assert list(balance_tables.facts([RESULT])) == [
        "crystal 100 %",
        "rounds 2 (2)",
        "moves 9",
        "questions 8, a player 4 (5)",
        "a turn 2.00",
        "one answer alone 50 % (50–50)",
        "orders could skip 25 % (25–25)",
    ]


def test_who_is_out_before_the_end_watches_the_rounds_that_are_left() -> None:
    early = replace(RESULT, rounds=30, out=((1, 20),), events=Counter(adventurer_died=2))
    told = [*balance_tables.facts([early, replace(RESULT, out=((1, 2),))])]
    assert told[-4:] == [
        "deaths 1.0",
        "somebody out in 50 % (9–91)",
        "the first at round 20",
        "who watches 10 (10) rounds",
    ]


def test_places_are_counted_from_the_seat_that_began() -> None:
    assert [*balance_tables.places([RESULT, replace(RESULT, won=(0, 1))], 2)] == [
        "seat 1 from the first | 25 % | 3–80 % | 50 %",
        "seat 2 from the first | 75 % | 20–97 % | 50 %",
    ]


def test_characters_and_cards_are_told_with_what_they_win() -> None:
    known = replace(
        RESULT, characters=("troll", "cook"), cards=({"fear": 3}, {"fear": 1, "swap": 4}), at_once=4, alike=1
    )
    told = [*balance_tables.told({2: [known, RESULT]})]
    assert "| 2 | cook, played 1 times | 0 % | 0–79 % | 50 % |" in told
    assert "| 2 | all show the same card | 25 % | 25–25 % | 50 % |" in told
    assert "| 2 | fear | 50 % | 50–50 % | 75 % | 75–75 % | 50 % |" in told
    assert "| 2 | swap | 50 % | 50–50 % | 0 % | 0–0 % | 50 % |" in told


def test_a_game_without_rounds_counts_its_turns() -> None:
    played = balance.match("spell-a-spell", 2, 0, "easy")
    assert played.rounds == played.events["turn_started"] > 0
    assert sum(played.prompts) > played.single > 0
    assert played.forced == 0
    assert played.first in (0, 1)
    assert played.at_once == 0


def test_a_game_without_turns_counts_its_rounds_and_the_cards_that_are_shown_at_once() -> None:
    game = newest("rock-paper-wizard")
    played = balance.play(game, 3, bytes(32), balance.by_bots(game, ["random"] * 3))
    assert played.rounds == played.at_once > 0
    assert sum(sum(shown.values()) for shown in played.cards) == 3 * played.rounds
    assert "a turn" in " ".join(balance_tables.facts([played]))


def test_cave_tells_its_characters() -> None:
    played = balance.match("cave", 2, 0, "random")
    assert all(played.characters)
    assert len({*played.characters}) == 2


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "played.ndjson"
    first = balance.run("rock-paper-wizard", [(3, 7)], "easy", path, 1)
    path.write_text(path.read_text() + '{"seats": 3')
    assert balance.read(path) == first == {(3, 7): balance.match("rock-paper-wizard", 3, 7, "easy")}
