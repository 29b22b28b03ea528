"""Every bot has a sign, a name and a line of its own in every language."""

import pytest

from games.bots.roster import ROSTER
from games.core.bots import BOTS
from games.core.languages import LANGUAGES
from tests.support.cast import RPW, STRANGER, person


def test_every_bot_is_on_the_roster_in_every_language_under_a_name_and_sign_of_its_own() -> None:
    assert {*ROSTER} == {*BOTS}
    assert len({bot.sign for bot in ROSTER.values()}) == len(BOTS)
    for language in LANGUAGES:
        for texts in ([bot.names for bot in ROSTER.values()], [bot.about for bot in ROSTER.values()]):
            assert len({text[language] for text in texts}) == len(BOTS)
            assert all({*text} == {*LANGUAGES} for text in texts)


def test_strangers_are_told_of_the_bots() -> None:
    items = STRANGER.get("/bots").json()["items"]
    assert [item["bot"] for item in items] == [*BOTS]
    assert items[2]["names"]["pl"] == "Kiełek"


@pytest.mark.parametrize(
    ("language", "word"), [("en", "the computer plays"), ("he", "המחשב משחק"), ("pl", "gra komputer")]
)
def test_a_bots_seat_and_its_sitting_down_say_in_words_that_it_is_one(language: str, word: str) -> None:
    made = person("Alice").post(f"/matches?language={language}", {"game": RPW, "seats": 3, "bots": ["easy"]}).json()
    events = STRANGER.get(f"/matches/{made['id']}/events?language={language}").json()["items"]
    said = ["".join(piece["text"] for piece in one["text"]) for one in (*made["seats"], *events)]
    assert [text for text in said if word in text or "played by the computer" in text] == [said[1], said[-1]]
    assert [seat["bot"] for seat in made["seats"]] == [None, "easy", None]
