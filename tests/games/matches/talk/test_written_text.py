"""What may be written to others: what can be seen, with emoji, points and joiners."""

import pytest

from games.matches.models.talk import PlayerReport, Sanction
from games.matches.talk import moderation, written_text
from tests.support.cast import match_of, person

PICTURES = "👨\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3 🏳\ufe0f\u200d🌈 👩🏽\u200d⚕\ufe0f 🇵🇱"
ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


@pytest.mark.parametrize(
    "text",
    [
        *("Zażółć gęślą jaźń…", "שָׁלוֹם עֲלֵיכֶם", "בְּרֵאשִׁ֖ית בָּרָ֣א", "a\u200f b", "Việt", "l'été – №1", "<b>&amp;</b>"),
        *(PICTURES, ENGLAND, "\U0001fae9", "می\u200cخواهم", "ක්\u200dෂ", "", "ها\u200c", "നന്\u200d", "ល\u200bអ"),
        *("လျှို့ဝှက်", "ဈေးလျှော့", "葛\U000e0100城"),
    ],
)
def test_what_can_be_seen_and_what_joins_it_is_kept(text: str) -> None:
    assert written_text.fault(text) is None
    assert written_text.kept(text) == text


@pytest.mark.parametrize(
    "text",
    [
        *(
            "\u200b",
            "a\u200bb",
            "می\u200c\u200c",
            "葛\ufe00\ufe00",
            "\u3164",
            "\u2800",
            "\u115f",
            "a\u180eb",
            "a\ufffe",
            "a\ue000",
            "a\u0378",
        ),
        *("a" + 250 * "\u0336", "\u0336", "a\u200db", "a\ufe0f", "❤\ufe0f\ufe0f", "👧\u200d", "👧\u200d\u200d👧"),
        *("hi" + "".join(chr(0xE0000 + ord(letter)) for letter in "hidden"), ENGLAND.replace("🏴", "🏳")),
        "🏴" + "".join(chr(0xE0000 + ord(letter)) for letter in "gbhid\x7f"),
    ],
)
def test_what_cannot_be_seen_is_written_to_nobody(text: str) -> None:
    assert written_text.fault(text) is not None
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    refused = alice.post(f"/matches/{match_of(alice, bob, carol)}/chat", {"text": text})
    assert (refused.status_code, refused.json()["code"]) == (422, "value_not_allowed")
    (wrong,) = refused.json()["errors"]
    assert (wrong["pointer"], wrong["code"]) == ("/text", "unseen")


@pytest.mark.parametrize(
    ("text", "as_kept"),
    [("\ufeffHi co\u00adop", "Hi coop"), ("a" + 499 * "\u200f", "a\u200f"), ("\u200e\u200fa", "\u200ea")],
)
def test_what_copying_brings_along_is_taken_out(text: str, as_kept: str) -> None:
    assert written_text.kept(text) == as_kept
    assert written_text.fault(text) is None


@pytest.mark.parametrize("name", ["I ❤\ufe0f cave", "می\u200cخواهم", "ශ්\u200dරී ලංකා", "🏳\ufe0f\u200d🌈"])
def test_names_hold_the_same_joiners(name: str) -> None:
    made = person("Alice").post("/matches", {"game": "cave", "seats": 3, "name": name})
    assert (made.status_code, made.json().get("name")) == (201, name), made.content


@pytest.mark.parametrize("text", ["", " ", "\u200f", "\u202e\u202c", "\u2003\u200e"])
def test_a_text_of_blanks_and_directions_is_blank(text: str) -> None:
    assert written_text.is_blank(text)
    assert not written_text.is_blank(f"{text}a")


def test_reports_and_appeals_turn_no_direction_in_the_moderators_queue() -> None:
    alice, bob = person("Alice"), person("Bob")
    about = {"player": bob.id, "kind": "other"}
    assert alice.post("/me/reports", {**about, "text": "a\u200b"}).json()["code"] == "value_not_allowed"
    made = alice.post("/me/reports", {**about, "text": "He \u202eshouts\u202c."}).json()
    report = PlayerReport.objects.get(id=made["id"])
    assert report.text == "He shouts."
    moderation.warn(report, by="mod", reason="Mind your words.")
    sanction = Sanction.objects.get(player_id=bob.id)
    bob.post(f"/me/sanctions/{sanction.id}/appeal", {"text": "\u2066It\u2069 was a quote."})
    sanction.refresh_from_db()
    assert sanction.appeal == "It was a quote."
