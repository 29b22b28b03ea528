import pytest
from pytest_django import Settings

from games.matches.models.notices import Notice
from games.matches.notices import sentences
from games.matches.stream.loading import load
from tests.games.matches.notices.scene import hook, match_with, said, send, told_match, trio
from tests.support.cast import Person
from tests.support.receiver import Receiver


@pytest.mark.parametrize(("locale", "words"), [("en", "it is your turn"), ("he", "תורך לשחק"), ("pl", "twoja kolej")])
def test_the_chat_format_is_a_sentence_in_the_player_s_language(
    locale: str, words: str, alice: Person, receiver: Receiver
) -> None:
    alice.patch("/me", {"locale": locale})
    hook(alice, receiver, "your_turn", form="chat")
    match_with(alice)
    send()
    (body,) = said(receiver)
    assert words in body["content"]
    assert body["content"] == body["text"]
    assert body["allowed_mentions"] == {"parse": []}


def test_a_chat_is_told_where_the_match_can_be_opened(alice: Person, receiver: Receiver, settings: Settings) -> None:
    settings.MATCH_URL = "https://play.example.org/#/m/{match}"
    hook(alice, receiver, "your_turn", form="chat")
    match_id = match_with(alice)
    send()
    (body,) = said(receiver)
    assert body["content"].endswith(f" https://play.example.org/#/m/{match_id}")


def test_bodies_hold_no_secret_of_the_match(alice: Person, receiver: Receiver) -> None:
    hook(alice, receiver)
    match_id = match_with(alice)
    send()
    told = b"".join(got.body for got in receiver.received).decode()
    loaded = load(match_id)
    assert loaded.match.seed.hex() not in told
    assert not any(opening.salt.hex() in told for event in loaded.events for opening in event.openings)
    assert alice.token not in told
    assert alice.handle not in told


def test_a_notice_of_a_kind_that_only_a_newer_node_knows_is_told_as_something_new(alice: Person) -> None:
    match_id = told_match(alice, *trio()[1:])
    notice = Notice.objects.get(player_id=alice.id, match_id=match_id, kind="match_started")
    notice.kind = "of_tomorrow"
    for language, text in (("en", "there is something new"), ("he", "יש משהו חדש"), ("pl", "jest coś nowego")):
        assert text in sentences.sentence(notice, language)
