from typing import Any
from urllib.parse import quote

import pytest

from games.registry import GAMES
from games.spell_a_spell.lexicon.entries import lexicon, newest
from tests.support.cast import STRANGER


def looked_up(typed: str, game: str = "spell-a-spell", asked: str = "") -> Any:
    return STRANGER.get(f"/games/{game}/words/{quote(typed, safe='')}{asked}")


@pytest.mark.parametrize("typed", ["קוף", "קופ", "קוּף", "\ufb47וף"], ids=ascii)
def test_a_word_is_found_however_it_is_typed(typed: str) -> None:
    answer = looked_up(typed)
    found = answer.json()
    assert (answer.status_code, found["key"], found["in"], found["reason"]) == (200, "קופ", True, "listed")
    assert found["entry"]["word"] == "קוף"
    assert found["lexicon"] == newest()


@pytest.mark.parametrize(
    ("typed", "is_in", "reason"),
    [("אש", True, "special"), ("פיה", True, "imaginary"), ("גלות", False, "not_tangible"), ("א", False, "too_short")],
)
def test_a_word_is_in_or_out_and_the_answer_says_why(typed: str, is_in: bool, reason: str) -> None:
    found = looked_up(typed).json()
    assert (found["in"], found["reason"]) == (is_in, reason)
    assert found["why"].keys() == {"en", "he", "pl"}


@pytest.mark.parametrize(
    "typed", ["monkey", "בית ספר", "קוף\x01", "קוף\n", "\u2067קוף\u2069", "%FF", "א" * 65, "\U0001f412"], ids=ascii
)
def test_what_is_no_word_gets_a_problem_document(typed: str) -> None:
    answer = looked_up(typed)
    told = answer.json()
    assert (answer.status_code, told["code"], told["rule"]) == (422, "word_malformed", "SAS-10")
    assert "params" not in told


@pytest.mark.parametrize("address", ["/words/%FF", "/words/%D7"])
def test_bytes_that_are_no_text_are_no_word(address: str) -> None:
    answer = STRANGER.get(f"/games/spell-a-spell{address}")
    assert (answer.status_code, answer.json()["code"]) == (422, "word_malformed")


@pytest.mark.parametrize("address", ["/words/", "/words", "/words/א/ב"])
def test_no_word_and_two_words_are_nowhere(address: str) -> None:
    answer = STRANGER.get(f"/games/spell-a-spell{address}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_the_rules_can_be_named_and_have_to_be_there() -> None:
    assert looked_up("קוף", asked="?rules=1").json() == looked_up("קוף").json()
    assert looked_up("קוף", asked="?rules=99").json()["code"] == "game_not_found"
    assert looked_up("קוף", asked="?rule=1").status_code == 400


def test_a_game_without_words_and_no_game_at_all_say_so() -> None:
    assert looked_up("קוף", game="rock-paper-wizard").json()["code"] == "word_not_found"
    assert looked_up("קוף", game="chess").json()["code"] == "game_not_found"


@pytest.mark.parametrize("kind", ["content", "clauses", "messages", "schemas"])
@pytest.mark.parametrize("game", GAMES)
def test_a_games_links_name_documents_that_may_be_kept_for_ever(game: str, kind: str) -> None:
    link = STRANGER.get(f"/games/{game}").json()["links"][kind]
    assert {"immutable", "public"} <= directives(at(link))
    assert at(link).json() == STRANGER.get(f"/games/{game}/{kind}").json()


@pytest.mark.parametrize("asked", ["", "?rules=1", "?rules=1&edition=0123456789abcdef", "?edition="])
def test_a_document_whose_text_is_not_named_is_asked_for_again_after_a_while(asked: str) -> None:
    assert directives(STRANGER.get(f"/games/cave/content{asked}")) == {"public", "max-age=300"}


@pytest.mark.parametrize("path", ["/games/cave/content", "/games/cave/clauses", "/games/cave/schemas", "/openapi.json"])
def test_a_document_that_the_caller_has_is_not_sent_again(path: str) -> None:
    tag = STRANGER.get(path).headers["ETag"]
    again = STRANGER.get(path, if_none_match=f'"x", W/{tag}')
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    assert STRANGER.get(path, if_none_match='"x"').status_code == 200


def directives(answer: Any) -> set[str]:
    return set(answer.headers["Cache-Control"].split(", "))


def at(link: str) -> Any:
    return STRANGER.get(link.removeprefix("/api/v1"))


def test_a_game_of_words_hands_out_its_lexicon_with_the_licences() -> None:
    game = STRANGER.get("/games/spell-a-spell").json()
    answer = STRANGER.get(game["links"]["lexicon"].removeprefix("/api/v1"))
    assert "immutable" in answer.headers["Cache-Control"]
    told = answer.json()
    known = lexicon(newest())
    assert told["version"] == newest()
    assert {item["key"] for item in told["items"]} == known.entries.keys()
    unicode, own = told["licences"]
    assert "UNICODE LICENSE V3" in unicode["text"]
    assert (unicode["spdx"], own["spdx"]) == ("Unicode-3.0", "MIT")
    sources = {source for item in told["items"] for source in item["source"].split("+")}
    assert sources == {"cldr", "cldr-keyword", "hand", "rulebook"}


@pytest.mark.parametrize("game", GAMES)
def test_every_option_says_in_three_languages_what_it_is(game: str) -> None:
    told = STRANGER.get(f"/games/{game}").json()
    texts = told["option_texts"]
    assert texts.keys() == told["options_schema"]["properties"].keys()
    for name, schema in told["options_schema"]["properties"].items():
        assert texts[name]["title"].keys() == texts[name]["description"].keys() == {"en", "he", "pl"}
        assert texts[name]["description"]["en"] == schema["description"]
        words = {value for value in schema.get("enum", []) if isinstance(value, str)}
        assert texts[name]["values"].keys() == (words if name not in ("deck", "lexicon") else set())


def test_a_game_without_words_has_no_lexicon() -> None:
    assert STRANGER.get("/games/cave").json()["links"]["lexicon"] is None
    refused = STRANGER.get("/games/cave/lexicon")
    assert (refused.status_code, refused.json()["code"]) == (404, "word_not_found")
