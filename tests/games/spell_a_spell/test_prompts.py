from typing import Any

import pytest

from games.core.chance import Chance
from games.core.codec import move_from_json
from games.core.prompts import violations
from games.spell_a_spell import GAME
from games.spell_a_spell.components.cards import lays
from games.spell_a_spell.components.spelling import normal
from games.spell_a_spell.lexicon.entries import SPECIAL, lexicon
from games.spell_a_spell.moves import CastWord
from games.spell_a_spell.state import State
from tests.games.spell_a_spell.scene import (
    DECLINE,
    END,
    SNOWBALL,
    cast,
    listed,
    play,
    scene,
    types_asked,
)


def words(state: State, seat: int = 0) -> list[str]:
    return [body["word"] for body in listed(state, seat) if body["type"] == "cast_word"]


def word_prompt(state: State) -> Any:
    return next(asked for asked in GAME.prompts(state)[0].moves if asked.type == "cast_word")


def test_the_turn_lists_the_playable_effects_and_the_end_and_no_word() -> None:
    state = scene("קופ sandstorm firewall snowball", "א")

    assert listed(state, 0) == [
        {"type": "play_effect", "effect": "sandstorm"},
        {"type": "play_effect", "effect": "snowball"},
        {"type": "end_turn"},
    ]
    assert types_asked(state, 0) == ["cast_word", "play_effect", "end_turn"]
    assert word_prompt(state).complete is False


def test_sas_34_a_firewall_is_listed_while_a_spell_stands() -> None:
    assert {"type": "play_effect", "effect": "firewall"} in listed(scene("ק firewall", "א", spell="מלך"), 0)


def test_without_hints_the_turn_prompt_is_the_same_for_hands_with_and_without_words() -> None:
    assert listed(scene("קופ", "א"), 0) == listed(scene("ט", "א"), 0) == [{"type": "end_turn"}]


def test_hints_list_the_lexicons_words_that_the_hand_can_lay_longest_first() -> None:
    state = scene("אזיעצד", "א", hints=True)

    found = words(state)
    assert {"עץ", "אי", "עז", "צי"} <= set(found)
    assert [len(normal(word).key) for word in found] == sorted((len(normal(word).key) for word in found), reverse=True)


def test_v2_hints_under_a_spell_of_three_leave_out_what_is_too_short() -> None:
    assert words(scene("אזיעצד", "א", spell="קוף", hints=True)) == []


def test_sas_19_hints_under_a_spell_keep_special_words() -> None:
    assert words(scene("אש", "א", spell="שולחן", hints=True)) == ["אש"]


def test_v29_hints_leave_out_the_standing_word_and_with_repeat_never_all_that_were_cast() -> None:
    assert "קוף" not in words(scene("קופ", "א", spell="קוף", hints=True))
    played = play(scene("קופקופ", "א", hints=True, repeat="never"), (0, cast("קוף")), (1, END))
    assert "קוף" not in words(played.state)


def test_hints_keep_to_the_matchs_choice_about_creatures_of_fancy() -> None:
    assert "דרקון" in words(scene("דרקונ", "א", hints=True))
    assert "דרקון" not in words(scene("דרקונ", "א", hints=True, allow_imaginary=False))


@pytest.mark.parametrize("mode", ["lexicon", "lexicon_vote", "free"])
@pytest.mark.parametrize("spell", [None, "קוף", "מלכה"])
def test_hints_offer_only_what_is_accepted_at_once(mode: str, spell: str | None) -> None:
    state = scene("מלכהקופ**אש", "א", spell=spell, hints=True, adjudication=mode)
    asked = word_prompt(state)

    assert 0 < len(asked.legal) <= 500
    for body in asked.legal:
        move = move_from_json(GAME.move_classes, body)
        assert GAME.decide(state, 0, move, Chance(bytes(32))).events[0].type == "word_cast"
        assert not violations(asked.schema, body)


def test_a_hand_that_lays_more_than_500_words_lists_500() -> None:
    state = scene("אבגדהויכלמנסעפקרשת***", "א", hints=True)
    faces = [*"אבגדהויכלמנסעפקרשת", "fog", "fog", "fog"]

    assert len(lexicon(state.table.options.lexicon).words(faces)) > 500
    assert len(words(state)) == 500
    assert word_prompt(state).complete is False


def test_the_schema_of_a_word_has_the_letter_and_fog_cards_of_the_hand_and_names_the_least_length() -> None:
    schema: Any = word_prompt(scene("קו* snowball", "א", spell="מלכה")).schema

    assert schema["properties"]["card_ids"]["items"]["enum"] == ["L-ו-1", "L-ק-1", "FOG-1"]
    assert "4 letters or more" in schema["properties"]["word"]["description"]
    assert schema["required"] == ["type", "word"]


@pytest.mark.parametrize(
    "body",
    [
        {"word": "קוף"},
        {"word": "קוף", "card_ids": None},
        {"word": "קוף", "card_ids": ["L-ק-1", "L-ו-1", "L-פ-1"]},
    ],
)
def test_a_word_may_be_sent_with_or_without_cards(body: Any) -> None:
    state = scene("קופ", "א")
    sent = {"type": "cast_word", **body}

    assert not violations(word_prompt(state).schema, sent)
    assert not violations(GAME.move_schemas["cast_word"], sent)
    assert GAME.decide(state, 0, move_from_json(GAME.move_classes, sent), Chance(bytes(32))).events


@pytest.mark.parametrize("cards", [["L-ק-1"], ["L-ק-1", "L-ק-1"], ["L-ק-9", "L-ו-1"], "L-ק-1"])
def test_cards_out_of_shape_are_outside_the_schema(cards: Any) -> None:
    assert violations(GAME.move_schemas["cast_word"], {"type": "cast_word", "word": "קוף", "card_ids": cards})


def test_the_default_of_each_question_is_to_do_nothing_and_to_accept() -> None:
    turn = scene("קופ snowball", "אב")
    window = play(turn, (0, SNOWBALL)).state
    reply = play(window, (1, DECLINE)).state
    vote = play(scene("יצא", "א", adjudication="lexicon_vote"), (0, CastWord(word="יצא"))).state

    assert GAME.default_move(turn, 0).type == "end_turn"
    assert GAME.default_move(window, 1).type == GAME.default_move(reply, 1).type == "decline"
    assert listed(vote, 1)[0] == {"type": "vote", "vote": "accept"}
    assert GAME.default_move(vote, 1).vote == "accept"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("moves", "kind"),
    [((), "turn"), (((0, SNOWBALL),), "snowball_defence"), (((0, SNOWBALL), (1, DECLINE)), "snowball_reply")],
)
def test_each_question_has_its_kind(moves: Any, kind: str) -> None:
    (prompt,) = GAME.prompts(play(scene("קופ snowball", "אב"), *moves).state).values()

    assert (prompt.kind, prompt.optional) == (kind, False)


def test_special_words_are_four_and_listed_like_others() -> None:
    state = scene("שלגערפלאשחול", "א", hints=True)

    assert {normal(word).key for word in words(state)} >= SPECIAL.keys()
    assert all(lays(card) for card in state.table.players[0].hand)
