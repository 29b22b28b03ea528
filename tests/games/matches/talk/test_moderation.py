"""What moderators decide about reports, and how players learn of it."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db.models.functions import Now

from events.store import new_id
from games.matches import tasks
from games.matches.models.cups import CupRow
from games.matches.models.matches import Lobby
from games.matches.models.people import Player
from games.matches.models.talk import ChatMessage, ModeratorPlayer, PlayerReport, Sanction
from games.matches.play import submission
from games.matches.profiles import deletion
from games.matches.stream.loading import load
from games.matches.talk import moderation
from games.matches.talk.moderation import Decided, OwnMatter
from tests.support.cast import RPW, Person, account_holder, match_of, person
from tests.support.relay import catch_up


def said(match_id: str, who: Person, text: str) -> int:
    answer = who.post(f"/matches/{match_id}/chat", {"text": text})
    assert answer.status_code == 201, answer.content
    return int(answer.json()["number"])


def reported(by: Person, who: Person, match_id: str, number: int) -> PlayerReport:
    body = {"player": who.id, "kind": "abuse", "match": match_id, "message": {"room": "players", "number": number}}
    answer = by.post("/me/reports", body)
    assert answer.status_code == 201, answer.content
    return PlayerReport.objects.select_related("player", "reporter", "message").get(id=answer.json()["id"])


@pytest.fixture
def scene() -> tuple[Person, Person, str, PlayerReport]:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    match_id = match_of(alice, bob, carol)
    return alice, bob, match_id, reported(alice, bob, match_id, said(match_id, bob, "You cheat!"))


Scene = tuple[Person, Person, str, PlayerReport]


def test_a_message_that_is_taken_away_is_seen_by_nobody_and_its_report_is_closed(scene: Scene) -> None:
    alice, bob, match_id, report = scene
    moderation.take_message_away(report, by="mod", reason="An insult.")
    for who in (alice, bob):
        (shown,) = who.get(f"/matches/{match_id}/chat").json()["items"]
        assert (shown["text"], shown["removed"]) == (None, True)
    (told,) = alice.get("/me/reports").json()["items"]
    assert told["state"] == "closed"
    assert (bob.get("/me/reports").json()["items"], bob.get("/me/sanctions").json()["items"]) == ([], [])
    with pytest.raises(Decided):
        moderation.warn(report, by="mod", reason="Again.")
    assert not Sanction.objects.filter(player_id=bob.id).exists()


def test_who_is_silenced_is_told_until_when_and_why_and_writes_again_afterwards(scene: Scene) -> None:
    alice, bob, match_id, report = scene
    moderation.silence(report, by="mod", reason="Insults.", days=7)
    refused = bob.post(f"/matches/{match_id}/chat", {"text": "Hello?"})
    (sanction,) = bob.get("/me/sanctions").json()["items"]
    assert (refused.status_code, refused.json()["code"]) == (403, "silenced")
    assert (
        refused.json()["params"]["until"]
        == sanction["until"]
        == bob.get(f"/matches/{match_id}/chat").json()["silenced_until"]
    )
    assert (sanction["kind"], sanction["reason"], sanction["appeal"]) == ("silence", "Insults.", None)
    assert "mod" not in str(sanction)
    assert alice.get(f"/matches/{match_id}/chat").json()["silenced_until"] is None
    Sanction.objects.filter(player_id=bob.id).update(until=Now() - timedelta(seconds=1))
    said(match_id, bob, "Back.")


def test_a_handle_that_is_taken_away_is_shown_nowhere_and_comes_back_only_with_the_appeal(scene: Scene) -> None:
    alice, bob, match_id, _ = scene
    before = bob.get("/me").json()["handle"]
    call_command("take_handle", bob.id, reason="An insult.")
    now = bob.get("/me").json()["handle"]
    assert now.startswith("Player_")
    assert before not in alice.get(f"/matches/{match_id}").content.decode()
    assert now in alice.get(f"/matches/{match_id}").content.decode()
    (sanction,) = bob.get("/me/sanctions").json()["items"]
    assert (sanction["kind"], sanction["reason"], sanction["until"]) == ("handle", "An insult.", None)
    for again in (before, before.lower()):
        refused = bob.patch("/me", {"handle": again})
        assert (refused.status_code, refused.json()["code"]) == (409, "handle_taken")
    said(match_id, bob, "Sorry.")
    found = Sanction.objects.get(id=sanction["id"])
    assert bob.post(f"/me/sanctions/{found.id}/appeal", {"text": "It is a flower."}).status_code == 200
    moderation.answer(found, by="other", reason="So it is.", is_lifted=True)
    assert bob.patch("/me", {"handle": before}).json()["handle"] == before


def test_a_player_whose_handle_was_taken_away_may_choose_another(scene: Scene) -> None:
    _, bob, _, _ = scene
    call_command("take_handle", bob.id, reason="An insult.")
    assert bob.patch("/me", {"handle": "Kind_Bob_1"}).json()["handle"] == "Kind_Bob_1"


@pytest.mark.parametrize("reason", [" ", "x" * 501])
def test_no_handle_is_taken_away_without_a_reason(scene: Scene, reason: str) -> None:
    _, bob, _, _ = scene
    with pytest.raises(CommandError, match="give a --reason"):
        call_command("take_handle", bob.id, reason=reason)
    assert bob.get("/me/sanctions").json()["items"] == []


def test_nobody_s_handle_cannot_be_taken_away() -> None:
    with pytest.raises(CommandError, match="player_not_found"):
        call_command("take_handle", new_id(), reason="x")


def test_a_name_that_is_taken_away_is_gone_for_all_and_its_maker_is_warned_with_the_reason() -> None:
    bob, carol = account_holder("Bob"), account_holder("Carol")
    wish = {"game": RPW, "seats": 3, "name": "Insult"}
    first = bob.post("/matches", wish, Idempotency_Key="k").json()
    path = f"/matches/{first['id']}"
    tag = carol.get(path)["ETag"]
    lobby = Lobby.objects.get(match_id=first["id"])
    ModeratorPlayer.objects.create(login=f"mod {bob.handle}", player_id=bob.id)
    with pytest.raises(OwnMatter):
        moderation.take_name_away(lobby, by=f"mod {bob.handle}", reason="It is mine.")
    moderation.take_name_away(lobby, by="mod", reason="An insult.")
    with pytest.raises(Decided):
        moderation.take_name_away(lobby, by="other", reason="Again.")
    seen = carol.get(path, If_None_Match=tag)
    assert (seen.status_code, seen.json()["name"]) == (200, "")
    catch_up()
    assert "Insult" not in carol.get(f"/matches?player={bob.id}").content.decode()
    (sanction,) = bob.get("/me/sanctions").json()["items"]
    assert (sanction["kind"], sanction["reason"]) == ("warning", "An insult.")
    # A repeat of the call that made it gives it no name again.
    again = bob.post("/matches", wish, Idempotency_Key="k").json()
    assert (again["id"], again["name"]) == (first["id"], "")


def test_a_cup_loses_its_name_with_the_matches_that_are_played_of_it() -> None:
    people = [account_holder(name) for name in ("Alice", "Bob", "Carol")]
    wish = {"game": RPW, "set": "days", "system": "groups", "places": 3, "seats": {"min": 3, "max": 3}}
    cup = people[0].post("/cups", {**wish, "name": "Insult"}).json()["id"]
    for one in people[1:]:
        assert one.put(f"/cups/{cup}/entry", {}).status_code == 200
    tasks.run_cups()
    row = CupRow.objects.get(id=cup)
    (match_id,) = row.tables.values_list("match_id", flat=True)
    assert people[1].get(f"/matches/{match_id}").json()["name"] == "Insult"
    moderation.take_name_away(row, by="mod", reason="An insult.")
    told = [people[1].get(path).json()["name"] for path in (f"/cups/{cup}", f"/matches/{match_id}")]
    assert told == ["", ""]


def test_a_warning_keeps_nobody_from_writing(scene: Scene) -> None:
    _, bob, match_id, report = scene
    moderation.warn(report, by="mod", reason="Mind your words.")
    (sanction,) = bob.get("/me/sanctions").json()["items"]
    assert (sanction["kind"], sanction["until"]) == ("warning", None)
    said(match_id, bob, "Sorry.")


def test_an_appeal_is_made_once_and_answered_by_another_moderator_and_can_lift_the_decision(scene: Scene) -> None:
    _, bob, match_id, report = scene
    moderation.silence(report, by="mod", reason="Insults.", days=30)
    (told,) = bob.get("/me/sanctions").json()["items"]
    path = f"/me/sanctions/{told['id']}/appeal"
    sanction = Sanction.objects.get(id=told["id"])
    with pytest.raises(Decided):
        moderation.answer(sanction, by="other", reason="Nobody has asked.", is_lifted=True)
    appealed = bob.post(path, {"text": "It was a quote."}).json()
    assert (appealed["appeal"]["text"], appealed["appeal"]["answer"]) == ("It was a quote.", None)
    again = bob.post(path, {"text": "It was a quote."})
    assert (again.status_code, again["Idempotent-Replayed"], again.json()) == (200, "true", appealed)
    assert bob.post(path, {"text": "Please!"}).json()["code"] == "already_appealed"
    assert person("Eve").post(path, {"text": "Me too."}).json()["code"] == "sanction_not_found"
    with pytest.raises(OwnMatter):
        moderation.answer(sanction, by="mod", reason="No.", is_lifted=False)
    moderation.answer(sanction, by="other", reason="It was.", is_lifted=True)
    (lifted,) = bob.get("/me/sanctions").json()["items"]
    assert lifted["appeal"]["answer"] == "It was."
    assert lifted["lifted_at"] is not None
    said(match_id, bob, "Thanks.")


def test_who_has_reported_answers_no_appeal_against_what_came_of_it(scene: Scene) -> None:
    alice, bob, _, report = scene
    moderation.silence(report, by="mod", reason="Insults.", days=1)
    sanction = Sanction.objects.get(player_id=bob.id)
    bob.post(f"/me/sanctions/{sanction.id}/appeal", {"text": "Please."})
    ModeratorPlayer.objects.create(login=f"mod {alice.handle}", player_id=alice.id)
    with pytest.raises(OwnMatter):
        moderation.answer(sanction, by=f"mod {alice.handle}", reason="No.", is_lifted=False)


@pytest.mark.parametrize("text", [" ", "\u200f", "\u202a\u202c "])
def test_an_appeal_of_nothing_that_can_be_seen_is_refused_and_the_one_appeal_is_left(scene: Scene, text: str) -> None:
    _, bob, _, report = scene
    moderation.warn(report, by="mod", reason="Mind your words.")
    path = f"/me/sanctions/{Sanction.objects.get(player_id=bob.id).id}/appeal"
    refused = bob.post(path, {"text": text})
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (422, "blank")
    assert bob.post(path, {"text": "It was a quote."}).status_code == 200


def test_where_there_is_one_moderator_they_answer_the_appeal_themselves(scene: Scene) -> None:
    _, bob, match_id, report = scene
    moderation.silence(report, by="mod", reason="Insults.", days=1)
    sanction = Sanction.objects.get(player_id=bob.id)
    bob.post(f"/me/sanctions/{sanction.id}/appeal", {"text": "Please."})
    moderation.answer(sanction, by="mod", reason="It stands.", is_lifted=False, may_be_own=True)
    assert bob.post(f"/matches/{match_id}/chat", {"text": "Hello?"}).json()["code"] == "silenced"


def renamed(who: Person, handle: str) -> None:
    answer = who.patch("/me", {"handle": handle})
    assert answer.status_code == 200, answer.content


def test_nobody_decides_in_a_matter_of_their_own_whatever_their_player_is_called_by_now(scene: Scene) -> None:
    alice, bob, _, report = scene
    for own in (alice, bob):
        ModeratorPlayer.objects.create(login=f"mod {own.handle}", player_id=own.id)
        renamed(own, f"Zz_{new_id()[-12:]}")
        for decide in (moderation.warn, moderation.take_message_away):
            with pytest.raises(OwnMatter):
                decide(report, by=f"mod {own.handle}", reason="Mine.")
        with pytest.raises(OwnMatter):
            moderation.close(report, by=f"mod {own.handle}", decision="Nothing.")
    assert PlayerReport.objects.get(id=report.id).state == PlayerReport.OPEN


def test_a_stranger_with_the_name_of_a_login_keeps_its_moderator_from_nothing(scene: Scene) -> None:
    _, bob, _, report = scene
    login = f"opone_{new_id()[-12:]}"
    renamed(bob, login)
    ModeratorPlayer.objects.create(login=login, player_id=person("Carol").id)
    moderation.silence(PlayerReport.objects.get(id=report.id), by=login, reason="Insults.", days=7)
    assert Sanction.objects.get(player_id=bob.id).made_by == login


def test_closed_reports_and_ended_decisions_are_kept_for_a_year(scene: Scene) -> None:
    alice, bob, match_id, report = scene
    moderation.silence(report, by="mod", reason="Insults.", days=30)
    waiting = reported(alice, bob, match_id, 1)
    long_ago = Now() - moderation.KEPT - timedelta(days=1)
    tasks.forget_talk()
    assert Sanction.objects.filter(player_id=bob.id).exists()
    PlayerReport.objects.filter(player_id=bob.id).update(made_at=long_ago)
    PlayerReport.objects.filter(id=report.id).update(closed_at=long_ago)
    Sanction.objects.filter(player_id=bob.id).update(made_at=long_ago)
    tasks.forget_talk()
    assert [one.id for one in PlayerReport.objects.filter(player_id=bob.id)] == [waiting.id]
    # The silence goes on.
    assert Sanction.objects.filter(player_id=bob.id).exists()
    Sanction.objects.filter(player_id=bob.id).update(until=long_ago)
    tasks.forget_talk()
    assert not Sanction.objects.filter(player_id=bob.id).exists()


def test_a_report_outlives_the_account_of_who_made_it_and_the_words_go_with_their_writer_s(scene: Scene) -> None:
    alice, bob, match_id, report = scene
    assert report.quoted == "You cheat!"
    deletion.delete(alice.id)
    left = PlayerReport.objects.get(id=report.id)
    assert (left.reporter_id, left.quoted, left.state) == (None, "You cheat!", PlayerReport.OPEN)
    deletion.delete(bob.id)
    left = PlayerReport.objects.get(id=report.id)
    assert (left.quoted, left.message_id) == ("", None)
    assert not ChatMessage.objects.filter(match_id=match_id).exists()


def test_who_is_silenced_writes_by_no_name_entropy_or_address_and_invites_nobody_by_name(scene: Scene) -> None:
    alice, bob, _, report = scene
    Player.objects.filter(id=bob.id).update(kind="account")
    app = bob.post("/me/apps", {"name": "Train", "device_flow": True}).json()["client_id"]
    table, wish = {"game": "rock-paper-wizard", "seats": 3}, {"player": alice.id}
    match_id, hers = (one.post("/matches", table).json()["id"] for one in (bob, alice))
    cup = {"game": table["game"], "set": "days", "system": "groups", "places": 3, "seats": {"min": 3, "max": 3}}
    again = {"Idempotency_Key": "before"}
    named = bob.post("/matches", {**table, "name": "Insult"}, **again)
    moderation.silence(report, by="mod", reason="Insults.", days=7)
    refused = [
        bob.post("/matches", {**table, "name": "Insult"}),
        bob.post("/cups", {**cup, "name": "Insult"}),
        bob.post("/me/apps", {"name": "Insult", "device_flow": True}),
        bob.patch(f"/me/apps/{app}", {"name": "Insult"}),
        bob.patch(f"/me/apps/{app}", {"redirect_uris": ["https://insult.example/"]}),
        bob.post("/matches", {**table, "entropy": "Insult"}),
        bob.post(f"/matches/{hers}/join", {"entropy": "Insult"}),
        bob.patch("/me", {"handle": f"Zz_{new_id()[-12:]}"}),
        bob.post(f"/matches/{match_id}/invitations", wish),
    ]
    assert [(one.status_code, one.json()["code"]) for one in refused] == [(403, "silenced")] * len(refused)
    done = [
        bob.post("/matches", table),
        bob.post("/matches", {**table, "name": "Insult"}, **again),
        bob.post(f"/matches/{match_id}/invitations", {}),
        bob.patch(f"/me/apps/{app}", {"name": "Train"}),
        bob.patch("/me", {"locale": "pl"}),
        bob.post(f"/matches/{hers}/join", {}),
    ]
    assert [one.status_code for one in done] == [201, named.status_code, 201, 200, 200, 200]


def test_who_is_silenced_gives_no_entropy_to_a_fork_but_repeats_what_they_gave_before(scene: Scene) -> None:
    _, bob, match_id, report = scene
    for seat in (0, 1):
        submission.resign(match_id, load(match_id).holders[seat], key=None)
    wish, again = {"at": load(match_id).match.head.version, "entropy": "Insult"}, {"Idempotency_Key": "before"}
    before = bob.post(f"/matches/{match_id}/forks", wish, **again)
    moderation.silence(report, by="mod", reason="Insults.", days=7)
    assert before.status_code == 201, before.content
    assert bob.post(f"/matches/{match_id}/forks", wish).json()["code"] == "silenced"
    assert bob.post(f"/matches/{match_id}/forks", wish, **again).json()["id"] == before.json()["id"]
    assert bob.post(f"/matches/{match_id}/forks", {"at": wish["at"]}).status_code == 201
