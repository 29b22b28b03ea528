"""A producer for each code of the web and of the table."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import NoReturn

from django.db import OperationalError
from django.db.models.functions import Now
from django.test import override_settings

from api.serving.admission.slots import ConnectionSlots
from api.serving.edge import bodies
from api.views import circles
from events import store
from events.outages import InDoubt
from events.store import new_id
from games.matches.accounts import keeping_away, tokens
from games.matches.accounts.following import FOLLOWS
from games.matches.autoplay import timeouts
from games.matches.cups import entering
from games.matches.models.notices import Webhook
from games.matches.models.people import Player
from games.matches.models.service import Quarantine
from games.matches.models.talk import Sanction
from games.matches.play import time_off
from games.matches.stream import commands, guards
from games.matches.talk import chat, reports
from games.table import clocks
from games.table.features.signing.rule import MOST_KEYS
from tests.api.oauth.apps import browser_of
from tests.api.producers import Answer, Tools, legal, move, opened, produces, prompt, seated, send
from tests.support.asking import ask, running
from tests.support.cast import RPW, STRANGER, Person, account_holder, bot, person
from tests.support.chance import UNKNOWN_ID
from tests.support.signers import Signer
from tests.support.streaming import Running

NOWHERE = UNKNOWN_ID
PASSWORD = "correct horse battery"
# The keys are those of RFC 8291, appendix A.
BROWSER_KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
SUBSCRIPTION = {"endpoint": "https://push.example.org/x", "keys": BROWSER_KEYS}

# The web


@produces("invalid_json")
def _(tools: Tools) -> Answer:
    return send("/players", "{")


@produces("value_not_allowed")
def _(tools: Tools) -> Answer:
    return STRANGER.post("/players", {"handle": "Alice_of_the_lamps", "password": "password"})


@produces("invalid_request")
def _(tools: Tools) -> Answer:
    return send("/players", "{}")


@produces("too_deep")
def _(tools: Tools) -> Answer:
    return send("/players", "[" * 17 + "]" * 17)


@produces("bad_request")
def _(tools: Tools) -> Answer:
    return send("/games", method="GET", headers={"Host": "elsewhere.example"})


@produces("not_authenticated")
def _(tools: Tools) -> Answer:
    return STRANGER.post("/matches")


@produces("invalid_token")
def _(tools: Tools) -> Answer:
    return send("/games", method="GET", headers={"Authorization": "Bearer tab_nobody"})


@produces("insufficient_scope")
def _(tools: Tools) -> Answer:
    alice = person("Alice")
    _, secret = tokens.issue(Player.objects.get(id=alice.id), label="reader", scopes=["read"])
    return Person(id=alice.id, handle=alice.handle, token=secret).post("/matches")


@produces("not_found")
def _(tools: Tools) -> Answer:
    return send("/nowhere", method="GET")


@produces("method_not_allowed")
def _(tools: Tools) -> Answer:
    return send("/games", method="DELETE")


@produces("not_acceptable")
def _(tools: Tools) -> Answer:
    return send("/games", method="GET", headers={"Accept": "text/csv"})


@produces("body_too_large")
def _(tools: Tools) -> Answer:
    return send("/players", " " * 70_000)


@produces("request_timeout")
def _(tools: Tools) -> Answer:
    tools.patch.setattr(bodies, "BODY_SECONDS", 0.01)
    with running(1) as application:
        return asyncio.run(ask(application, "POST", "/api/v1/players", transfer_encoding="chunked"))


@produces("address_too_long")
def _(tools: Tools) -> Answer:
    return send("/games?" + "x" * 5_000, method="GET")


@produces("unsupported_media_type")
def _(tools: Tools) -> Answer:
    return send("/players", "handle=x", content_type="text/plain")


@produces("rate_limited")
def _(tools: Tools) -> Answer:
    tools.settings.RATE_LIMITS = {"reads": {"token": 0, "address": 0}}
    return STRANGER.get("/games")


@produces("quota_exceeded")
def _(tools: Tools) -> Answer:
    _, alice = opened()
    tools.settings.QUOTAS = {**tools.settings.QUOTAS, "matches": {"player": 1, "address": 10**9}}
    return alice.post("/matches", {"game": RPW, "seats": 3})


@produces("internal_error")
def _(tools: Tools) -> Answer:
    tools.patch.setattr("api.views.games.resources.game", None)
    return STRANGER.get("/games")


# Players and tokens


def account() -> Person:
    wish = {"handle": f"Account_{new_id()[-12:]}", "password": PASSWORD}
    made = STRANGER.post("/players", wish).json()
    return Person(id=made["player"]["id"], handle=made["player"]["handle"], token=made["token"])


def log_in(who: Person, password: str, *scopes: str) -> Answer:
    wish = {"handle": who.handle, "password": password, "label": "x", "scopes": list(scopes)}
    return STRANGER.post("/tokens", wish)


@produces("handle_taken")
def _(tools: Tools) -> Answer:
    return STRANGER.post("/players", {"handle": person("Alice").handle})


@produces("already_created")
def _(tools: Tools) -> Answer:
    wish = {"handle": f"Twice_{new_id()[-12:]}"}
    return [STRANGER.post("/players", wish, Idempotency_Key="k") for _ in range(2)][-1]


@produces("wrong_credentials")
def _(tools: Tools) -> Answer:
    return log_in(person("Guest"), PASSWORD, "read")


@produces("not_operator")
def _(tools: Tools) -> Answer:
    return log_in(account(), PASSWORD, "operate")


@produces("not_the_page")
def _(tools: Tools) -> Answer:
    return STRANGER.post("/session", {"handle": "Alice", "password": PASSWORD})


@produces("already_account")
def _(tools: Tools) -> Answer:
    return account().post("/me/upgrade", {"password": PASSWORD})


@produces("player_not_found")
def _(tools: Tools) -> Answer:
    return STRANGER.get(f"/players/{NOWHERE}")


@produces("token_not_found")
def _(tools: Tools) -> Answer:
    return person("Alice").delete(f"/me/tokens/{NOWHERE}")


@produces("app_not_found")
def _(tools: Tools) -> Answer:
    return person("Alice").delete(f"/me/app-access/{NOWHERE}")


@produces("too_many_apps")
def _(tools: Tools) -> Answer:
    maker = account_holder("Maker")
    return [maker.post("/me/apps", {"name": "Train"}) for _ in range(11)][-1]


@produces("authorization_refused")
def _(tools: Tools) -> Answer:
    asked = {"query": "client_id=nobody"}
    return browser_of(person("Alice")).call("POST", "/session/authorization-question", asked)


@produces("device_code_not_found")
def _(tools: Tools) -> Answer:
    return browser_of(person("Alice")).call("POST", "/session/device-question", {"user_code": "BBBB-BBBB"})


@produces("quiet_hours_too_soon")
def _(tools: Tools) -> Answer:
    alice, wishes = (
        person("Alice"),
        [{"zone": "Asia/Tokyo", "from": "22:00", "to": ends} for ends in ("06:00", "07:00")],
    )
    return [alice.patch("/me", {"quiet_hours": wish}) for wish in wishes][-1]


@produces("vacation_spent")
def _(tools: Tools) -> Answer:
    tools.settings.VACATION_DAYS = 0
    ends_at = (time_off.now() + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    return person("Alice").patch("/me", {"vacation": {"ends_at": ends_at}})


# Notices


@produces("webhook_not_found")
def _(tools: Tools) -> Answer:
    return person("Alice").delete(f"/me/webhooks/{NOWHERE}")


def webhook(tools: Tools, who: Person) -> Answer:
    tools.settings.WEBHOOKS_TO_LOOPBACK = True
    return who.post("/me/webhooks", {"url": "http://127.0.0.1:9999/"})


@produces("delivery_not_found")
def _(tools: Tools) -> Answer:
    alice = person("Alice")
    made = webhook(tools, alice).json()["id"]
    return alice.post(f"/me/webhooks/{made}/deliveries/{NOWHERE}/resend")


@produces("too_many_webhooks")
def _(tools: Tools) -> Answer:
    alice = person("Alice")
    return [webhook(tools, alice) for _ in range(11)][-1]


@produces("too_many_invitations")
def _(tools: Tools) -> Answer:
    match_id, alice = opened()
    wish = {"player": person("Bob").id}
    return [alice.post(f"/matches/{match_id}/invitations", wish) for _ in range(11)][-1]


@produces("too_many_open_invitations")
def _(tools: Tools) -> Answer:
    match_id, alice = opened()
    return [alice.post(f"/matches/{match_id}/invitations") for _ in range(21)][-1]


@produces("settings_changed")
def _(tools: Tools) -> Answer:
    return person("Alice").patch("/me", {"locale": "he"}, If_Match='"another"')


@produces("set_not_found")
def _(tools: Tools) -> Answer:
    return person("Alice").put("/me/wishes/cave/bots")


@produces("wish_not_found")
def _(tools: Tools) -> Answer:
    return person("Alice").delete("/me/wishes/cave/live")


@produces("not_called")
def _(tools: Tools) -> Answer:
    alice = person("Alice")
    alice.put("/me/wishes/cave/live")
    return alice.post("/me/wishes/cave/live/confirmation")


@produces("too_many_follows")
def _(tools: Tools) -> Answer:
    alice = person("Alice")
    tools.patch.setattr(circles.FollowView, "circle", replace(FOLLOWS, most=1))
    return [alice.put(f"/me/follows/{person(name).id}") for name in ("Bob", "Carol")][-1]


@produces("too_many_blocks")
def _(tools: Tools) -> Answer:
    tools.patch.setattr(keeping_away, "KEPT_AWAY", replace(keeping_away.KEPT_AWAY, most=1))
    alice = person("Alice")
    return [alice.put(f"/me/blocks/{person(name).id}") for name in ("Bob", "Carol")][-1]


@produces("too_many_mutes")
def _(tools: Tools) -> Answer:
    tools.patch.setattr(circles.MuteView, "circle", replace(chat.MUTED, most=1))
    alice = person("Alice")
    return [alice.put(f"/me/mutes/{person(name).id}") for name in ("Bob", "Carol")][-1]


@produces("too_many_reports")
def _(tools: Tools) -> Answer:
    tools.patch.setattr(reports, "MOST_OPEN", 1)
    alice, about = person("Alice"), {"player": person("Bob").id, "kind": "other"}
    return [alice.post("/me/reports", about) for _ in range(2)][-1]


@produces("message_not_found")
def _(tools: Tools) -> Answer:
    match_id, (alice, bob, _) = seated()
    message = {"room": "players", "number": 1}
    return alice.post("/me/reports", {"player": bob.id, "kind": "abuse", "match": match_id, "message": message})


@produces("silenced")
def _(tools: Tools) -> Answer:
    match_id, (alice, *_) = seated()
    _decided(alice, Sanction.SILENCE)
    return alice.post(f"/matches/{match_id}/chat", {"text": "Hello."})


CUP = {"game": RPW, "set": "days", "system": "groups", "places": 3, "seats": {"min": 3, "max": 3}}


def _cup(*entrants: Person) -> str:
    """The address of a cup that these have entered."""
    path = "/cups/" + str(entrants[0].post("/cups", CUP).json()["id"])
    for one in entrants[1:]:
        one.put(f"{path}/entry")
    return path


@produces("take_back_already_asked")
def _(tools: Tools) -> Answer:
    match_id, people = seated()
    _chosen(match_id, people[0])
    return [one.post(f"/matches/{match_id}/take-back") for one in people[:1] * 2][-1]


@produces("take_back_not_asked")
def _(tools: Tools) -> Answer:
    match_id, (alice, *_) = seated()
    return alice.post(f"/matches/{match_id}/take-back/consent")


@produces("take_backs_declined")
def _(tools: Tools) -> Answer:
    match_id, (alice, bob, _) = seated()
    _chosen(match_id, alice)
    bob.patch("/me", {"take_backs": "never"})
    return alice.post(f"/matches/{match_id}/take-back")


def _chosen(match_id: str, who: Person) -> None:
    assert move(match_id, who, legal(match_id, who)).status_code == 201


@produces("cup_not_found")
def _(tools: Tools) -> Answer:
    return person("Alice").get(f"/cups/{NOWHERE}")


@produces("entry_not_found")
def _(tools: Tools) -> Answer:
    return account_holder("Bob").delete(f"{_cup(account_holder('Alice'))}/entry")


@produces("not_cup_host")
def _(tools: Tools) -> Answer:
    bob = account_holder("Bob")
    return bob.post(f"{_cup(account_holder('Alice'), bob)}/start")


@produces("cup_not_open")
def _(tools: Tools) -> Answer:
    alice = account_holder("Alice")
    path = _cup(alice)
    alice.post(f"{path}/cancel")
    return alice.post(f"{path}/start")


@produces("cup_too_small")
def _(tools: Tools) -> Answer:
    alice = account_holder("Alice")
    return alice.post(f"{_cup(alice)}/start")


@produces("too_many_cups")
def _(tools: Tools) -> Answer:
    tools.patch.setattr(entering, "MOST_HOSTED", 1)
    alice = account_holder("Alice")
    return [alice.post("/cups", CUP) for _ in range(2)][-1]


@produces("sanction_not_found")
def _(tools: Tools) -> Answer:
    return person("Alice").post(f"/me/sanctions/{NOWHERE}/appeal", {"text": "Please."})


@produces("already_appealed")
def _(tools: Tools) -> Answer:
    alice = person("Alice")
    path = f"/me/sanctions/{_decided(alice, Sanction.WARNING)}/appeal"
    return [alice.post(path, {"text": text}) for text in ("Please.", "Please!")][-1]


def _decided(about: Person, kind: str) -> str:
    until = Now() + timedelta(days=1)
    made = Sanction.objects.create(
        id=new_id(), player_id=about.id, kind=kind, reason="Insults.", made_at=Now(), made_by="mod", until=until
    )
    return str(made.id)


@produces("webhook_disabled")
def _(tools: Tools) -> Answer:
    alice = person("Alice")
    made = webhook(tools, alice).json()["id"]
    Webhook.objects.filter(id=made).update(disabled_at=Now(), disabled_for="gone")
    return alice.post(f"/me/webhooks/{made}/test")


@produces("subscription_not_found")
def _(tools: Tools) -> Answer:
    return person("Alice").delete(f"/me/push-subscriptions/{NOWHERE}")


@produces("push_not_offered")
def _(tools: Tools) -> Answer:
    tools.settings.VAPID_KEY = ""
    return person("Alice").post("/me/push-subscriptions", SUBSCRIPTION)


@produces("address_not_allowed")
def _(tools: Tools) -> Answer:
    return person("Alice").post("/me/webhooks", {"url": "https://10.0.0.1/"})


@produces("no_email")
def _(tools: Tools) -> Answer:
    return person("Alice").post("/me/email-confirmations")


@produces("too_much_mail")
def _(tools: Tools) -> Answer:
    alice = person("Alice")
    alice.patch("/me", {"email": f"{new_id()}@example.org"})
    return [alice.post("/me/email-confirmations") for _ in range(6)][-1]


@produces("mail_token_not_found")
def _(tools: Tools) -> Answer:
    return STRANGER.post("/email-confirmations", {"token": "cnf_guess"})


# Matches


@produces("match_not_found")
def _(tools: Tools) -> Answer:
    return STRANGER.get(f"/matches/{NOWHERE}")


@produces("word_not_found")
def _(tools: Tools) -> Answer:
    return STRANGER.get("/games/rock-paper-wizard/words/קוף")


@produces("game_not_found")
def _(tools: Tools) -> Answer:
    return STRANGER.get("/games/chess")


@produces("version_not_found")
def _(tools: Tools) -> Answer:
    match_id, cast = seated()
    return cast[0].get(f"/matches/{match_id}/view?at=999")


@produces("match_not_finished")
def _(tools: Tools) -> Answer:
    match_id, cast = seated()
    return cast[0].get(f"/matches/{match_id}/view?seat=all")


@produces("nothing_to_fork")
def _(tools: Tools) -> Answer:
    match_id, cast = seated()
    for who in cast[:2]:
        who.post(f"/matches/{match_id}/resign")
    return cast[0].post(f"/matches/{match_id}/forks", {"at": 2})


@produces("not_seated")
def _(tools: Tools) -> Answer:
    return person("Charlie").post(f"/matches/{seated()[0]}/resign")


@produces("not_host")
def _(tools: Tools) -> Answer:
    match_id, _ = opened()
    bob = person("Bob")
    bob.post(f"/matches/{match_id}/join")
    return bob.post(f"/matches/{match_id}/cancel")


@produces("already_seated")
def _(tools: Tools) -> Answer:
    match_id, alice = opened()
    return alice.post(f"/matches/{match_id}/join")


@produces("seat_taken")
def _(tools: Tools) -> Answer:
    return person("Bob").post(f"/matches/{opened()[0]}/join", {"seat": 0})


@produces("unknown_seat")
def _(tools: Tools) -> Answer:
    return person("Bob").post(f"/matches/{opened()[0]}/join", {"seat": 7})


@produces("match_full")
def _(tools: Tools) -> Answer:
    match_id, _ = opened(start="manual")
    return [person("Seat").post(f"/matches/{match_id}/join") for _ in range(3)][-1]


@produces("seats_missing")
def _(tools: Tools) -> Answer:
    match_id, alice = opened()
    return alice.post(f"/matches/{match_id}/start")


@produces("beacon_awaited")
def _(tools: Tools) -> Answer:
    with override_settings(BEACON_URLS=["http://127.0.0.1:9"]):
        match_id, alice = opened(start="manual", bots=["random", "random"])
        return alice.post(f"/matches/{match_id}/start")


@produces("match_not_open")
def _(tools: Tools) -> Answer:
    match_id, cast = seated()
    return cast[0].post(f"/matches/{match_id}/leave")


@produces("match_not_active")
def _(tools: Tools) -> Answer:
    match_id, alice = opened()
    return alice.post(f"/matches/{match_id}/resign")


@produces("match_paused")
def _(tools: Tools) -> Answer:
    match_id, cast = seated()
    return [one.post(f"/matches/{match_id}/pause") for one in [*cast, cast[0]]][-1]


def bound(*devices: str) -> tuple[Answer, str, Person]:
    """The last answer where the first player binds the keys of these devices one after the other."""
    match_id, cast = seated()
    said = [cast[0].post(f"/matches/{match_id}/keys", Signer(one).binding(match_id, 0)) for one in devices]
    return said[-1], match_id, cast[0]


@produces("signature_required")
def _(tools: Tools) -> Answer:
    _, match_id, alice = bound("phone")
    return alice.post(f"/matches/{match_id}/resign")


@produces("signature_invalid")
def _(tools: Tools) -> Answer:
    match_id, cast = seated()
    return cast[0].post(f"/matches/{match_id}/keys", Signer("phone").binding(match_id, 1))


@produces("key_already_bound")
def _(tools: Tools) -> Answer:
    return bound("phone", "phone")[0]


@produces("too_many_keys")
def _(tools: Tools) -> Answer:
    return bound(*map(str, range(MOST_KEYS + 1)))[0]


@produces("match_too_long")
def _(tools: Tools) -> Answer:
    match_id, cast = seated()
    tools.patch.setattr(guards, "MOST_EVENTS", 1)
    return cast[0].post(f"/matches/{match_id}/pause")


@produces("too_many_joins")
def _(tools: Tools) -> Answer:
    match_id, bob = opened()[0], person("Bob")
    tools.patch.setattr(guards, "MOST_JOINS", 1)
    return [bob.post(f"/matches/{match_id}/{call}") for call in ("join", "leave", "join")][-1]


@produces("move_stands")
def _(tools: Tools) -> Answer:
    match_id, cast = seated()
    return cast[0].post(f"/matches/{match_id}/moves/1/take-back")


CLOCK = {"mode": "per_move", "seconds": 60}


def rated() -> tuple[str, Person]:
    """An open rated match, and its host."""
    host = account()
    made = host.post("/matches", {"game": RPW, "seats": 3, "rated": True, "clock": CLOCK})
    return str(made.json()["id"]), host


@produces("account_needed")
def _(tools: Tools) -> Answer:
    return person("Bob").post(f"/matches/{rated()[0]}/join")


@produces("has_played")
def _(tools: Tools) -> Answer:
    return rated()[1].put("/me/bot")


@produces("people_only")
def _(tools: Tools) -> Answer:
    return bot("Robot").put(f"/me/wishes/{RPW}/days", {})


@produces("other_ladder")
def _(tools: Tools) -> Answer:
    return bot("Robot").post(f"/matches/{rated()[0]}/join")


@produces("match_is_rated")
def _(tools: Tools) -> Answer:
    match_id, host = rated()
    return host.post(f"/matches/{match_id}/bots", {"bot": "easy"})


@produces("rated_match_not_found")
def _(tools: Tools) -> Answer:
    return STRANGER.get(f"/matches/{rated()[0]}/rating")


@produces("match_not_paused")
def _(tools: Tools) -> Answer:
    match_id, cast = seated()
    return cast[0].post(f"/matches/{match_id}/resume")


@produces("already_agreed")
def _(tools: Tools) -> Answer:
    match_id, cast = seated()
    return [cast[0].post(f"/matches/{match_id}/pause") for _ in range(2)][-1]


@produces("consent_missing")
def _(tools: Tools) -> Answer:
    match_id, cast = seated(clock={"mode": "per_move", "seconds": 10, "strikes": 1})
    for who in cast[:2]:
        move(match_id, who, legal(match_id, who))
    tools.patch.setattr(clocks, "passed", lambda deadlines, now: tuple(deadlines))
    tools.patch.setattr(timeouts, "MOVES_AT_ONCE", 1)
    timeouts.expire(match_id)
    tools.patch.undo()
    made = cast[0].post(f"/matches/{match_id}/seats/2/replacement").json()
    return person("Dora").post(f"/matches/{match_id}/join", {"invitation": made["invitation"]})


@produces("not_on_autopilot")
def _(tools: Tools) -> Answer:
    match_id, cast = seated()
    return cast[0].post(f"/matches/{match_id}/seats/0/take-back")


@produces("invitation_required")
def _(tools: Tools) -> Answer:
    return person("Bob").post(f"/matches/{opened()[0]}/join", {"invitation": "inv_guess"})


@produces("invitation_not_found")
def _(tools: Tools) -> Answer:
    match_id, alice = opened()
    return alice.delete(f"/matches/{match_id}/invitations/{NOWHERE}")


@produces("match_quarantined")
def _(tools: Tools) -> Answer:
    match_id, cast = seated()
    Quarantine.objects.create(match_id=match_id, version=1, error="seen before")
    return cast[0].post(f"/matches/{match_id}/resign")


@produces("too_busy")
def _(tools: Tools) -> Answer:
    match_id, cast = seated()
    tools.patch.setattr(commands, "RACES", 0)
    return cast[0].post(f"/matches/{match_id}/resign")


@produces("too_many_streams")
def _(tools: Tools) -> Answer:
    with Running.started(slots=ConnectionSlots(of_address=0)) as live:
        refused = live.get(f"/matches/{NOWHERE}/stream")
        # As long as the service is there.
        refused.json()
        return refused


@produces("headers_too_large")
def _(tools: Tools) -> Answer:
    with Running.started() as live:
        refused = live.get(f"/matches/{NOWHERE}/stream", X_Long="x" * 17 * 1024)
        refused.json()
        return refused


@produces("temporarily_unavailable")
def _(tools: Tools) -> Answer:
    match_id, cast = seated()
    tools.patch.setattr(store, "append", away)
    return cast[0].post(f"/matches/{match_id}/resign")


@produces("outcome_unknown")
def _(tools: Tools) -> Answer:
    match_id, cast = seated()
    tools.patch.setattr(store, "append", in_doubt)
    return cast[0].post(f"/matches/{match_id}/resign")


def in_doubt(*_: object, **__: object) -> NoReturn:
    raise InDoubt


def away(*_: object, **__: object) -> NoReturn:
    raise OperationalError


# Moves


@produces("invalid_move")
def _(tools: Tools) -> Answer:
    match_id, cast = seated()
    return move(match_id, cast[0], {"prompt": prompt(match_id, cast[0])["prompt"], "type": "dance"})


@produces("precondition_failed")
def _(tools: Tools) -> Answer:
    match_id, cast = seated()
    return move(match_id, cast[0], legal(match_id, cast[0]), If_Match='"1.0"')


@produces("stale_prompt")
def _(tools: Tools) -> Answer:
    match_id, cast = seated()
    return move(match_id, cast[0], {**legal(match_id, cast[0]), "prompt": "p9.0"})


@produces("not_your_seat")
def _(tools: Tools) -> Answer:
    match_id, cast = seated()
    return move(match_id, cast[0], legal(match_id, cast[1]))


@produces("idempotency_key_reused")
def _(tools: Tools) -> Answer:
    match_id, cast = seated()
    sent = [legal(match_id, cast[0]), {"prompt": "p1.0", "type": "another"}]
    return [move(match_id, cast[0], one, Idempotency_Key="k") for one in sent][-1]


@produces("deadline_passed")
def _(tools: Tools) -> Answer:
    match_id, cast = seated(clock={"mode": "per_move", "seconds": 10, "on_timeout": "default_move"})
    sent = legal(match_id, cast[0])
    tools.patch.setattr(clocks, "passed", lambda deadlines, now: tuple(deadlines))
    return move(match_id, cast[0], sent)


@produces("clock_only_move")
def _(tools: Tools) -> Answer:
    match_id, cast = seated()
    return move(match_id, cast[0], {"prompt": prompt(match_id, cast[0])["prompt"], "type": "cast_nothing"})
