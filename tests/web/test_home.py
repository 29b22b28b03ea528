"""What home, a coached first match and the form of a new match decide; node runs what the page runs."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from games.registry import GAMES

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not here to run the page's modules")

NOWHERE: dict[str, Any] = {"match": "m", "told": [], "prompt": "", "now": -1}


def run(*wishes: list[Any]) -> list[Any]:
    command = ["node", str(Path(__file__).parent / "home.mjs")]
    ran = subprocess.run(command, input=json.dumps(wishes), capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stderr
    found: list[Any] = json.loads(ran.stdout)
    return found


def question(prompt: str, kind: str) -> dict[str, str]:
    return {"prompt": prompt, "kind": kind}


def test_the_shortest_game_comes_first_and_one_that_the_page_does_not_know_last() -> None:
    games = [{"game": name} for name in ("cave", "toy", "spell-a-spell", "rock-paper-wizard")]
    (found,) = run(["shortestFirst", games])
    assert [one["game"] for one in found] == ["rock-paper-wizard", "spell-a-spell", "cave", "toy"]


def test_a_match_is_shown_in_passages_from_where_a_chapter_opens_to_the_next() -> None:
    types = [
        "match_created",
        "match_started",
        "round_begun",
        "choice_made",
        "gold_scored",
        "round_begun",
        "choice_made",
    ]
    events = [{"version": at, "type": kind} for at, kind in enumerate(types, start=1)]
    (found,) = run(["partsOf", "rock-paper-wizard", events])
    assert [(one["from"], [event["version"] for event in one["events"]]) for one in found] == [(3, [4, 5]), (6, [7])]


def test_what_has_ended_since_the_last_visit_is_new_to_the_player_who_was_here() -> None:
    matches = [
        {"id": "old", "finished_at": "2026-11-01T10:00:00Z"},
        {"id": "new", "finished_at": "2026-11-03T10:00:00Z"},
        {"id": "runs", "finished_at": None},
    ]
    first, second, other, new, nothing = run(
        ["lastHere", "one", "2026-11-02T00:00:00Z"],
        ["lastHere", "one", "2026-11-04T00:00:00Z"],
        ["lastHere", "two", "2026-11-05T00:00:00Z"],
        ["endedSince", matches, "2026-11-02T00:00:00Z"],
        ["endedSince", matches, ""],
    )
    # Nothing is new on a first visit, nor on that of somebody else.
    assert (first, second, other) == ("2026-11-02T00:00:00Z", "2026-11-02T00:00:00Z", "2026-11-05T00:00:00Z")
    assert ([one["id"] for one in new], nothing) == (["new"], [])


def test_a_step_of_the_coach_stands_until_another_question_is_put() -> None:
    steps: list[dict[str, list[str]]] = [{}, {}, {}]
    questions = [question("p1", "turn"), question("p1", "turn"), question("p2", "turn"), question("p3", "turn")]
    (found,) = run(["onward", steps, NOWHERE, questions])
    assert [(one["now"], one["told"]) for one in found] == [(0, []), (0, []), (1, [0]), (2, [0, 1])]


def test_a_step_of_the_coach_waits_for_the_question_that_it_belongs_to() -> None:
    steps = [{"at": ["start"]}, {"at": ["fight"]}, {}]
    questions = [question("p1", "start"), question("p2", "other"), question("p3", "start"), question("p4", "fight")]
    (found,) = run(["onward", steps, NOWHERE, questions])
    # Where nothing fits and all else is told, nothing stands there; what belongs to the fight comes with it.
    assert [one["now"] for one in found] == [0, 2, -1, 1]
    assert found[-1]["told"] == [0, 2]


def test_the_next_step_of_the_coach_comes_when_it_is_wished_and_after_the_last_none() -> None:
    steps = [{"at": ["start"]}, {"at": ["fight"]}]
    (second,) = run(["skipped", steps, {**NOWHERE, "now": 0}])
    (over,) = run(["skipped", steps, second])
    assert (second["now"], over["now"], over["told"]) == (1, -1, [0, 1])


def test_the_coach_tells_nothing_to_whoever_is_out_of_the_match() -> None:
    seated, out = {"status": "seated"}, {"status": "eliminated"}
    (playing, after), (anew,) = run(["tips", seated, out], ["tips", out])
    assert playing
    assert "tipless" not in playing
    # Its place stays; whoever opens the table only then sees none.
    assert "tipless" in after
    assert not anew


def test_what_answers_nothing_neither_hides_the_answers_nor_makes_a_choice() -> None:
    few, many, forced = run(
        ["answers", ["take", "leave", "always_take", "always_draw"]],
        ["answers", ["take", "leave", "cast", "swap"]],
        ["answers", ["go_on", "always_draw"]],
    )
    assert few == [False, True, False]
    assert many == [True, False, False]
    assert forced == [False, True, True]


def test_hints_are_for_tables_with_nobody_but_bots() -> None:
    def table(*bots: str | None, you: int | None = 0) -> dict[str, Any]:
        return {"you": you, "seats": [{"seat": seat, "bot": bot} for seat, bot in enumerate(bots)]}

    found = run(
        ["isPractice", table(None, "easy", "hard")],
        ["isPractice", table(None, "easy", None)],
        ["isPractice", table("easy", "easy", you=None)],
    )
    assert found == [True, False, False]


def test_a_hint_is_the_longest_word_that_the_cards_can_lay_and_spares_the_fog() -> None:
    words = ["אב", "אבא", "מים", "שלום", "בא"]
    found = run(
        ["layable", words, ["א", "ב", "מ"], 0, 2],
        ["layable", words, ["א", "ב", "א"], 1, 2],
        # Final letters lie on the cards of their plain ones.
        ["layable", words, ["מ", "י", "מ"], 0, 3],
        ["layable", words, ["א", "ב"], 0, 3],
    )
    assert found == [["אב", "בא"], ["אבא", "אב", "בא"], ["מים"], []]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_options_are_told_without_clauses_and_hashes(game: str) -> None:
    newest = list(GAMES[game].values())[-1]
    (found,) = run(["readable", newest.options_schema])
    told = json.dumps(found)
    assert found["properties"]
    assert "-1" not in [one.get("description", "")[-3:-1] for one in found["properties"].values()]
    assert not any(part in told for part in ("(RPW-", "(SAS-", "(CAVE-")), told
    hashes = [one for one in found["properties"].values() for value in one.get("enum", []) if len(str(value)) >= 32]
    assert not hashes


@pytest.mark.parametrize(
    ("skip", "one_answer", "said"),
    [
        (["before_explore"], True, ["by itself"]),
        (["before_explore"], False, []),
        ([], True, ["skip"]),
        ([], False, []),
    ],
)
def test_a_question_that_passes_by_itself_says_so_and_another_may_be_ordered_to(
    *, skip: list[str], one_answer: bool, said: list[str]
) -> None:
    given = {"decline": [], "skip": skip, "possible": [], "skippable": ["before_explore"]}
    assert run(["offers", given, "before_explore", one_answer]) == [said]
