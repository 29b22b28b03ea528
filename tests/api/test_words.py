"""What callers read: in their language, of what they may know, and none of it counts in a move."""

from typing import Any

import pytest

from games.core.languages import LANGUAGES
from games.core.messages import plain
from games.matches.presentation.words import Words
from tests.support.cast import RPW, STRANGER, Person, match_of, person
from tests.support.described import DOCUMENT

Cast = tuple[Person, Person, Person]
BEGINS = {"en": "Round 1 begins", "he": "סיבוב 1 מתחיל", "pl": "Zaczyna się runda 1"}


@pytest.fixture
def cast() -> Cast:
    return person("Alice"), person("Bob"), person("Carol")


def last_event(who: Person, match_id: str, query: str = "", **headers: str) -> Any:
    answer = who.get(f"/matches/{match_id}/events{query}", **headers)
    return answer, answer.json()["items"][-1]


@pytest.mark.parametrize("language", ["en", "he", "pl"])
def test_the_address_says_the_language_before_the_client_and_the_client_before_the_player(
    cast: Cast, language: str
) -> None:
    match_id = match_of(*cast)
    cast[0].patch("/me", {"locale": language})
    for query, accepted in (
        (f"?language={language}", "pl"),
        ("", f"{language}-XX, en;q=0.5"),
        ("", "de"),
        ("", ""),
        ("", "pl;q=0, en;q=0"),
    ):
        answer, event = last_event(cast[0], match_id, query, Accept_Language=accepted)
        assert plain(event["text"]).startswith(BEGINS[language])
        assert answer.headers["Content-Language"] == language
        assert "Accept-Language" in answer.headers["Vary"]
        assert "texts" not in event


def test_languages_can_be_asked_for_together(cast: Cast) -> None:
    match_id = match_of(*cast)
    answer, event = last_event(cast[0], match_id, "?language=he,pl")
    assert event["text"] == event["texts"]["he"]
    assert {language: plain(text)[:12] for language, text in event["texts"].items()} == {
        language: BEGINS[language][:12] for language in ("he", "pl")
    }
    assert answer.headers["Content-Language"] == "he, pl"
    prompt = cast[0].get(f"/matches/{match_id}/prompts?language=pl,en").json()["items"][0]
    legal = prompt["moves"][0]["legal"][0]
    assert prompt["text"] == prompt["texts"]["pl"]
    assert (legal["label"], legal["text"]) == (legal["labels"]["pl"], legal["texts"]["pl"])
    match = cast[0].get(f"/matches/{match_id}?language=pl,en").json()
    assert plain(match["texts"]["en"]) == "Waiting for Seat 0, Seat 1 and Seat 2."
    assert plain(match["seats"][0]["texts"]["en"]) == "Seat 0 is at the table."


def test_a_question_is_put_into_words_once_for_each_seat_and_language(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id, put, labels = match_of(*cast), [], Words.labels

    def counted(self: Words, *arguments: Any) -> Any:
        put.append((self.languages, arguments[1].seat))
        return labels(self, *arguments)

    monkeypatch.setattr(Words, "labels", counted)
    for _ in range(2):
        for who in cast[:2]:
            for path in ("prompts", "view", "prompts?language=pl"):
                assert who.get(f"/matches/{match_id}/{path}").status_code == 200
    assert sorted(put) == [(("en",), 0), (("en",), 1), (("pl",), 0), (("pl",), 1)]


@pytest.mark.parametrize("wrong", ["de", "en,de", "en,en", "", "he-IL", "en,"])
def test_a_language_that_is_none_of_ours_is_refused(cast: Cast, wrong: str) -> None:
    answer = cast[0].get(f"/matches/{match_of(*cast)}/view?language={wrong}")
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/query/language")


def test_a_refusal_speaks_the_language_of_the_address(cast: Cast) -> None:
    match_id = match_of(*cast)
    refused = STRANGER.get(f"/matches/{match_id}/view?at=9999&language=pl")
    assert (refused.status_code, refused.headers["Content-Language"]) == (404, "pl")
    assert refused.json()["detail"] != STRANGER.get(f"/matches/{match_id}/view?at=9999").json()["detail"]


def test_each_language_has_a_tag_of_its_own(cast: Cast) -> None:
    match_id = match_of(*cast)
    for path in ("", "/view", "/prompts", "/events"):
        tags = [
            cast[0].get(f"/matches/{match_id}{path}?language={language}").headers["ETag"]
            for language in ("en", "he", "pl", "en,he", "he,en")
        ]
        assert len(set(tags)) == len(tags)
        again = cast[0].get(f"/matches/{match_id}{path}?language=he", if_none_match=tags[1])
        assert again.status_code == 304


def test_a_view_s_tag_in_any_language_names_its_version_for_a_move(cast: Cast) -> None:
    match_id = match_of(*cast)
    tag = cast[0].get(f"/matches/{match_id}/view?language=he").headers["ETag"]
    assert cast[0].post(f"/matches/{match_id}/moves", listed(cast[0], match_id), If_Match=tag).status_code == 201


def listed(who: Person, match_id: str) -> dict[str, Any]:
    prompt = who.get(f"/matches/{match_id}/prompts?language=he,pl").json()["items"][0]
    return {"prompt": prompt["prompt"], **prompt["moves"][0]["legal"][0]}


def test_the_words_of_a_listed_move_are_no_part_of_it(cast: Cast) -> None:
    match_id = match_of(*cast)
    move = listed(cast[0], match_id)
    assert move.keys() == {"prompt", "type", "spell", "target", "label", "labels", "text", "texts"}
    first = cast[0].post(f"/matches/{match_id}/moves", move, Idempotency_Key="k")
    bare = {name: move[name] for name in ("prompt", "type", "spell", "target")}
    again = cast[0].post(f"/matches/{match_id}/moves", bare, Idempotency_Key="k")
    assert (first.status_code, again.status_code, again.headers["Idempotent-Replayed"]) == (201, 201, "true")
    assert again.json() == first.json()


def test_another_seat_reads_that_there_is_a_choice_and_not_which(cast: Cast) -> None:
    match_id = match_of(*cast)
    move = listed(cast[0], match_id)
    played = cast[0].post(f"/matches/{match_id}/moves", move).json()["events"][0]
    assert {"text": "Seat " + str(move["target"]), "seat": move["target"]} in played["text"]
    for who in (cast[1], STRANGER):
        _, shown = last_event(who, match_id)
        assert shown["text"] == [{"text": "Seat 0", "seat": 0}, {"text": " has chosen."}]


def test_a_match_says_how_it_has_ended_in_its_event_its_view_and_its_list(cast: Cast) -> None:
    match_id = match_of(*cast)
    for who in cast[:2]:
        who.post(f"/matches/{match_id}/resign")
    said = "Seat 2 wins the match: everybody else has resigned."
    match = cast[2].get(f"/matches/{match_id}").json()
    assert [plain(told["text"]) for told in (match, match["outcome"])] == [said, said]
    assert plain(match["seats"][0]["text"]) == "Seat 0 has resigned."
    assert plain(last_event(cast[2], match_id)[1]["text"]) == said
    assert plain(cast[2].get(f"/matches/{match_id}/view?seat=all").json()["text"]) == said


def test_the_tables_hold_what_answers_say(cast: Cast) -> None:
    whole = STRANGER.get(f"/games/{RPW}/messages").json()
    assert list(whole["languages"]) == list(LANGUAGES)
    hebrew = STRANGER.get(f"/games/{RPW}/messages?language=he").json()["languages"]
    assert hebrew == {"he": whole["languages"]["he"]}
    messages = whole["languages"]["en"]["messages"]
    assert messages["events"]["spell_begun"].startswith("{seat, seat} casts")
    assert messages["events"]["timed_out"].startswith("{seat, seat}")
    assert messages["statuses"].keys() >= {"match.active", "seat.autopilot"}
    assert STRANGER.get(f"/games/{RPW}/messages?language=xx").status_code == 400


def test_every_call_takes_a_language() -> None:
    for path, verbs in DOCUMENT["paths"].items():
        for verb, operation in verbs.items():
            named = [parameter["$ref"] for parameter in operation["parameters"]]
            assert "#/components/parameters/query.language" in named, f"{verb} {path}"
