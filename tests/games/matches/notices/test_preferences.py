from django.test import Client

from games.matches.models.notices import DROPPED, Notice
from games.matches.notices import preferences, writer
from tests.games.matches.notices.scene import confirmed, hook, match_with, send, sent, states
from tests.support.cast import Person, match_of, person
from tests.support.receiver import Receiver


def test_a_match_that_was_silenced_stays_in_the_inbox(alice: Person, receiver: Receiver) -> None:
    hook(alice, receiver)
    match_id = match_of(alice, person("Bob"), person("Carol"))
    preferences.change(alice.id, mail=None, matches={match_id: ["match_ended"]})
    writer.tell_now(match_id)
    assert send() == 0
    assert Notice.objects.filter(player_id=alice.id).count() == 2
    match_with(alice)
    assert send() == 2


def test_what_was_silenced_while_it_was_on_its_way_is_not_sent(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver)
    match_id = match_with(alice)
    preferences.change(alice.id, mail=None, matches={match_id: []})
    assert send() == 0
    assert states(webhook) == [DROPPED, DROPPED]


def test_each_kind_can_be_left_out(alice: Person) -> None:
    confirmed(alice, "alice@example.org")
    preferences.change(alice.id, mail=["your_turn"], matches={})
    match_with(alice)
    assert ["turn" in message.subject for message in sent()] == [True]


def test_one_click_stops_the_mails_and_a_mere_look_does_not(alice: Person) -> None:
    confirmed(alice, "alice@example.org")
    match_with(alice)
    (message, *_) = sent()
    headers = message.extra_headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = headers["List-Unsubscribe"].strip("<>")
    assert address in str(message.body)
    path = address.removeprefix("http://127.0.0.1:8000")
    page = Client().get(path, headers={"Accept-Language": "he"})
    assert (page.status_code, page["Content-Language"], 'dir="rtl"' in page.content.decode()) == (200, "he", True)
    assert preferences.of_player(alice.id).mail != ()
    clicked = Client().post(path, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded")
    assert clicked.status_code == 200
    assert preferences.of_player(alice.id).mail == ()
    match_with(alice)
    assert len(sent()) == 2


def test_what_was_unsubscribed_while_it_was_on_its_way_is_not_sent(alice: Person) -> None:
    confirmed(alice, "alice@example.org")
    match_with(alice)
    preferences.unsubscribe(preferences.unsubscribe_token(alice.id))
    assert sent() == []


def test_a_token_that_is_not_ours_stops_nothing(alice: Person) -> None:
    token = preferences.unsubscribe_token(alice.id)
    other = preferences.unsubscribe_token(person("Bob").id)
    for wrong in ("", "x", alice.id, alice.id + "." + other.partition(".")[2], token + "x"):
        for answer in (Client().get(f"/api/mail/unsubscribe/{wrong}"), Client().post(f"/api/mail/unsubscribe/{wrong}")):
            assert answer.status_code == 404
    assert preferences.of_player(alice.id).mail != ()
