"""What the kit writes for people and language models: states by name, and questions with numbered moves."""

from typing import Any, cast

from tabularium_client.shapes import AnyView, Prompt
from tabularium_client.words import SHOWN_MOVES, Names, happenings, is_asked, outline, questions

CONTENT = {
    "cards": [{"id": "J42", "names": {"en": "Crystal Amulet", "pl": "Kryształowy Amulet"}}],
    "terms": {"passwall": {"en": "Passwall", "pl": "Przejście"}, "goal": {"en": "treasure", "pl": "skarb"}},
}


def said(text: str) -> list[dict[str, str]]:
    return [{"text": text[:3]}, {"text": text[3:]}]


def prompt(name: str, kind: str, legal: list[dict[str, Any]], **more: Any) -> Prompt:
    form = {"type": kind, "schema": {"type": "object"}, "legal": legal, "complete": True}
    made = {"prompt": name, "seat": 0, "kind": kind, "optional": False, "due_at": None, "about": {}}
    return cast(Prompt, {**made, "text": said(f"What of {kind}?"), "moves": [form], **more})


def legal(kind: str, number: int) -> dict[str, Any]:
    return {"type": kind, "n": number, "label": said(f"{kind} {number}"), "text": []}


def test_a_state_names_what_it_holds_and_leaves_out_what_is_empty() -> None:
    state: dict[str, Any] = {
        "round": 0, "owner": None, "over": False, "late": True, "hand": ["J42", "X1"], "discards": {"a": [], "b": None},
        "reason": "goal", "spell": "passwall",
        "players": [{"seat": 0, "hand": None, "objects": ["J42"]}, {"seat": 1, "totals": [{"n": 2, "from": [1, 1]}]}],
        "areas": {"J42": {"gold": 2, "lying": []}},
    }  # fmt: skip
    assert outline(state, Names(CONTENT)) == [
        "round: 0", "late: yes", "hand: J42 (Crystal Amulet), X1", "reason: goal (treasure)", "spell: passwall",
        "players:", "- seat 0, objects [J42 (Crystal Amulet)]", "- seat 1, totals [[n 2]]",
        "areas:", "- J42 (Crystal Amulet): gold 2",
    ]  # fmt: skip
    assert outline({"spell": "passwall"}, Names(CONTENT, "pl")) == ["spell: passwall (Przejście)"]


def test_moves_are_numbered_through_all_questions_and_are_posted_without_their_texts() -> None:
    asked = [
        prompt("p1", "step", [legal("step", 1), legal("step", 2)]),
        prompt("p2", "drop", [{**legal("drop", 3), "text": said("Drop it here.")}], optional=True, due_at="2026-11-27"),
    ]
    lines, moves, _ = questions(asked)
    assert lines == [
        "question: What of step?", "1. step 1", "2. step 2",
        "may answer, until 2026-11-27: What of drop?", "3. Drop it here.",
    ]  # fmt: skip
    assert moves[0] == {"prompt": "p1", "type": "step", "n": 1}
    assert moves[2] == {"prompt": "p2", "type": "drop", "n": 3}


def test_a_move_as_json_goes_to_the_question_that_takes_it() -> None:
    asked = questions([prompt("p1", "step", []), prompt("p2", "drop", [])])
    assert [asked.prompt_for(kind) for kind in ("step", "drop", "fly")] == ["p1", "p2", "p1"]


def test_a_list_that_is_not_complete_shows_its_schema_and_a_long_one_its_first_moves() -> None:
    form = {"type": "cast", "schema": {"const": "א"}, "legal": [], "complete": False}
    assert questions([prompt("p1", "cast", [], moves=[form])]).lines[-1].endswith('by this schema: {"const": "א"}')
    asked = questions([prompt("p1", "step", [legal("step", one) for one in range(SHOWN_MOVES + 5)])])
    assert len(asked.moves) == SHOWN_MOVES + 5
    assert asked.lines[-2:] == [f"{SHOWN_MOVES}. step {SHOWN_MOVES - 1}", "and 5 more moves, by their numbers"]


def test_a_seat_is_asked_where_a_question_must_be_answered_and_events_without_a_sentence_are_left_out() -> None:
    view = {"prompts": [prompt("p1", "step", [], optional=True)]}
    assert not is_asked(cast(AnyView, view))
    assert is_asked(cast(AnyView, {"prompts": [*view["prompts"], prompt("p2", "step", [])]}))
    assert happenings([{"version": 3, "text": said("The end.")}, {"version": 4, "text": []}]) == ["3: The end."]
