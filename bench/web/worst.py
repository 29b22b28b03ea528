"""The worst call of each operation of the OpenAPI document, for `make costs`."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any
from urllib.parse import urlencode

from bench import scene
from bench.scene import NOBODY, ON_PAGE, PASSWORD, Caller, Scene
from games.matches.models.notices import Notice
from games.matches.stream.loading import load

# Just below the longest body that is read.
MOST = 64 * 1024 - 16
# Which versions of the past are looked at.
pick = random.Random(0)  # noqa: S311
RPW, SAS, CAVE = "rock-paper-wizard", "spell-a-spell", "cave"


@dataclass(frozen=True)
class Question:
    """One call: `ask` gets the number of the round, because some can be asked only once."""

    operation: str
    worst: str
    ask: Callable[[int], Any]


def questions(built: Scene) -> Iterator[Question]:
    """All of them, in the order in which they can be asked."""
    one = built.people[0]
    return chain(
        _games(),
        _reads(built, one),
        _lists(built, one),
        _bodies(built, one),
        _lobby(built),
        _play(built, one),
        _people(built),
        _apps(),
    )


def bodies() -> dict[str, str]:
    """Bodies just below the longest one, each full of what is costly to refuse."""
    return {
        "unknown fields": json.dumps({f"x{number:04}": 0 for number in range(MOST // 12)}),
        "one long text": json.dumps({"x": "א" * (MOST // 6 - 10)}),
        "a number of 60,000 digits": '{"x": ' + "1" * (MOST - 10) + "}",
        "1e400": '{"x": 1e400}',
        "deep": '{"x":' * 10_000 + "0" + "}" * 10_000,
        "empty objects": '{"x": [' + ",".join(["{}"] * (MOST // 3 - 10)) + "]}",
    }


def _games() -> Iterator[Question]:
    yield _get("listBots", "", NOBODY, "/bots")
    yield _get("listBotPlayers", "", NOBODY, "/bots/players")
    yield _get("listGames", "", NOBODY, "/games")
    yield _get("getOpenAPI", "", NOBODY, "/openapi.json")
    yield _get("getOpenAPI", "of one game", NOBODY, "/openapi.json?games=cave&openapi=3.2")
    yield _get("listProblems", "", NOBODY, "/problems")
    yield _get("getLimits", "", NOBODY, "/limits")
    yield _get("findPlayers", "nobody", NOBODY, "/players?handle=nobody_at_all")
    for game in (RPW, SAS, CAVE):
        yield _get("getGame", game, NOBODY, f"/games/{game}")
        yield _get("getContent", game, NOBODY, f"/games/{game}/content")
        yield _get("getClauses", game, NOBODY, f"/games/{game}/clauses")
        yield _get("getMessages", game, NOBODY, f"/games/{game}/messages")
        yield _get("getSchemas", game, NOBODY, f"/games/{game}/schemas")
    yield _get("getLexicon", "", NOBODY, f"/games/{SAS}/lexicon")
    yield _get("getWord", "a known word", NOBODY, f"/games/{SAS}/words/קוף")
    yield _get("getWord", "300 letters with points", NOBODY, f"/games/{SAS}/words/" + "אָ" * 300)


def _reads(built: Scene, one: Caller) -> Iterator[Question]:
    for game, length in built.lengths.items():
        said = f"{game}, {length} events"
        for state, found in (("running", built.running), ("ended", built.ended)):
            at = f"/matches/{found[game]}"
            yield _get("getMatch", f"{said}, {state}", one, at)
            yield _get("getLobby", f"{said}, {state}", one, at + "/lobby")
            yield _get("getView", f"{said}, {state}", one, at + "/view")
            yield _get("getPrompts", f"{said}, {state}", one, at + "/prompts")
            yield _get("streamMatch", f"{said}, {state}, without a live process", one, at + "/stream")
            yield _get("listEvents", f"{said}, {state}, the first", one, at + "/events?after=0&limit=1")
            yield _get(
                "listEvents", f"{said}, {state}, 500 in the middle", one, at + f"/events?after={length // 2}&limit=500"
            )
            yield _get(
                "listEvents", f"{said}, {state}, the last page", one, at + f"/events?after={length - 2}&limit=500"
            )
            yield _each("getView", f"{said}, {state}, at a random version", _viewed, one, at, length)
            yield _get("exportMatch", f"{said}, {state}", one, at + "/export")
            yield _get(
                "listDraws", f"{said}, {state}, 500 in the middle", one, at + f"/draws?after={length // 2}&limit=500"
            )
        yield _get("getView", f"{said}, of all seats", one, f"/matches/{built.ended[game]}/view?seat=all")
        yield _each("auditMatch", f"{said}, with no verdict yet", _audited, built.ended[game])
        yield _get("getLuck", said, one, f"/matches/{built.ended[game]}/luck")
        yield _get("getStandingOrders", said, one, f"/matches/{built.running[game]}/standing-orders")


def _viewed(one: Caller, at: str, length: int) -> Any:
    return one.ask("GET", f"{at}/view?at={pick.randrange(1, length - 20)}")


def _audited(match_id: str) -> Any:
    from games.matches.models.service import Audit

    Audit.objects.filter(match_id=match_id).delete()
    return NOBODY.ask("GET", f"/matches/{match_id}/audit")


def _lists(built: Scene, one: Caller) -> Iterator[Question]:
    yield _get("listMatches", "a full page of 1,000, large ones", one, "/matches?limit=500")
    yield _get("listMatches", "one's own, a full page of 1,000", one, "/matches?limit=500&mine=true")
    yield _get("listMatches", "a sieve that nothing passes", one, "/matches?limit=500&open_seats=99")
    yield _get("listMatches", "those that wait for one", one, "/matches?limit=500&waiting_for=me")
    yield _get("listNotices", "500 of 1,000", one, "/me/notices?limit=500")
    yield _get("listInvitations", "", one, "/me/invitations?role=sent&limit=500")
    yield _get("listSets", "", NOBODY, "/sets")
    yield _get("listWishes", "none", one, "/me/wishes")
    yield _get("listBlocks", "none", one, "/me/blocks")
    yield _get("listMutes", "none", one, "/me/mutes")
    yield _get("listCups", "", one, "/cups?limit=500")
    yield _get("getCup", "none", one, f"/cups/{one.id}")
    yield _get("listCupEvents", "none", one, f"/cups/{one.id}/events")
    yield _get("listMyChat", "none", one, "/me/chat")
    yield _get("listUnreadChat", "none", one, "/me/chat/unread")
    yield _get("listReports", "none", one, "/me/reports")
    yield _get("listSanctions", "none", one, "/me/sanctions")
    yield _get("listChat", "none", one, f"/matches/{built.running[CAVE]}/chat?limit=500")
    yield _get("getArchive", "none", one, "/me/archive")
    yield _get("listFollows", "none", one, "/me/follows")
    # A web process alone refuses streams; what one costs in the live process is measured by `bench.running.streams`.
    yield _get("streamMine", "without a live process", one, "/me/stream")
    yield _get("getNoticeSettings", "", one, "/me/notice-settings")
    yield _get("listTokens", "500 of 1,000", one, "/me/tokens?limit=500")
    yield _get("listWebhooks", "all ten, long addresses", one, "/me/webhooks")
    yield _get("getWebhook", "", one, f"/me/webhooks/{built.webhook}")
    yield _get("listDeliveries", "500 of 1,000", one, f"/me/webhooks/{built.webhook}/deliveries?limit=500")
    yield _get("listPushSubscriptions", "", one, "/me/push-subscriptions")
    yield _get("getMe", "", one, "/me")
    yield _get("getQuotas", "", one, "/me/quotas")
    yield _get("getPlayer", "", one, f"/players/{one.id}")
    yield _get("getPlayerRecord", "1,000 matches", one, f"/players/{one.id}/record")
    yield _get("getPlayerRatings", "", one, f"/players/{one.id}/ratings")
    yield _get("listRatingSteps", "", one, f"/players/{one.id}/ratings/{RPW}?limit=500")
    yield _get("getOwnNote", "none", one, f"/matches/{built.ended[RPW]}/note")
    yield _get("getMatchRating", "not rated", one, f"/matches/{built.ended[RPW]}/rating")
    yield _get("getLog", "no log", one, "/log")
    yield _get("getMatchLog", "no log", one, f"/matches/{built.ended[RPW]}/log")
    yield _get("getStatistics", "", one, f"/games/{RPW}/statistics")
    yield _get("getLeaderboard", "", one, f"/leaderboards/{RPW}")


def _bodies(built: Scene, one: Caller) -> Iterator[Question]:
    """Whatever takes a body, with bodies that are refused."""
    places = {
        "createMatch": ("POST", "/matches"),
        "signUp": ("POST", "/players"),
        "createToken": ("POST", "/tokens"),
        "changeMe": ("PATCH", "/me"),
        "upgrade": ("POST", "/me/upgrade"),
        "becomeBot": ("PUT", "/me/bot"),
        "changeNoticeSettings": ("PATCH", "/me/notice-settings"),
        "readNotices": ("POST", "/me/notices/read"),
        "createWebhook": ("POST", "/me/webhooks"),
        "createPushSubscription": ("POST", "/me/push-subscriptions"),
        "askForPassword": ("POST", "/password-resets"),
        "setPassword": ("POST", "/password-resets/complete"),
        "confirmEmail": ("POST", "/email-confirmations"),
        "joinMatch": ("POST", f"/matches/{built.running[RPW]}/join"),
        "forkMatch": ("POST", f"/matches/{built.ended[RPW]}/forks"),
        "invite": ("POST", f"/matches/{built.running[RPW]}/invitations"),
        "giveStandingOrders": ("PUT", f"/matches/{built.running[CAVE]}/standing-orders"),
    }
    for operation, (verb, path) in places.items():
        for kind, text in bodies().items():
            yield _each(operation, f"64 kB: {kind}", one.ask, verb, path, text)
    ids = [f"0194{number:04x}-0000-7000-8000-00000000dead" for number in range(1700)]
    wide = {
        "readNotices": ("POST", "/me/notices/read", {"notices": ["x"] * 12_000}),
        "changeNoticeSettings": (
            "PATCH",
            "/me/notice-settings",
            {"matches": [{"match": "x", "kinds": [1, 1]} for _ in range(1800)]},
        ),
        "createToken": (
            "POST",
            "/tokens",
            {"handle": "x", "password": "x", "label": "x", "scopes": list(range(10_000))},
        ),
        "createWebhook": ("POST", "/me/webhooks", {"url": "x", "kinds": [{"a": number} for number in range(5000)]}),
        "createMatch": ("POST", "/matches", {"game": SAS, "seats": 2, "options": {"hand_sizes": ["x"] * 12_000}}),
        "giveStandingOrders": ("PUT", f"/matches/{built.running[CAVE]}/standing-orders", {"decline": [{}] * 15_000}),
    }
    for operation, (verb, path, body) in wide.items():
        yield _each(operation, "64 kB: a list of wrong items", one.ask, verb, path, body)
    yield _post("readNotices", "500 ids of no notice", one, "/me/notices/read", {"notices": ids[:500]})
    everything = [{"match": each, "kinds": ["your_turn"]} for each in [built.running[RPW]] * 1 + ids[:199]]
    yield _post(
        "changeNoticeSettings", "200 matches", one, "/me/notice-settings", {"matches": everything}, verb="PATCH"
    )
    found = [str(one) for one in Notice.objects.filter(player_id=one.id).values_list("id", flat=True)[:500]]
    yield _post("readNotices", "500 at once", one, "/me/notices/read", {"notices": found})


def _lobby(built: Scene) -> Iterator[Question]:
    host, other = scene.caller(), scene.caller()

    def waiting(**more: Any) -> str:
        return f"/matches/{scene.waiting(host, **more)}"

    new = {"game": CAVE, "seats": 6, "name": "x" * 80, "entropy": "x" * 64}
    yield _post("createMatch", "", host, "/matches", new)
    yield Question(
        "joinMatch",
        "the last seat: the match starts",
        lambda _: other.ask("POST", waiting(game=CAVE, seats=2) + "/join", {}),
    )
    for operation, call in (("leaveMatch", "leave"), ("cancelMatch", "cancel"), ("startMatch", "start")):
        yield _each(operation, "", lambda call: host.ask("POST", f"{waiting()}/{call}", {}), call)
    yield Question(
        "seatBot",
        "the last seat of the Cave",
        lambda _: host.ask("POST", waiting(game=CAVE, seats=2) + "/bots", {"bot": "steady"}),
    )
    yield Question("invite", "", lambda _: host.ask("POST", waiting() + "/invitations", {}))

    def revoke(_: int) -> Any:
        host = scene.caller()
        at = f"/matches/{scene.waiting(host)}/invitations"
        return host.ask("DELETE", f"{at}/{host.ask('POST', at, {}).json()['id']}")

    yield Question("revokeInvitation", "and the invitation before", revoke)

    def withdraw(_: int) -> Any:
        host = scene.caller()
        made = host.ask("POST", f"/matches/{scene.waiting(host)}/invitations", {}).json()["id"]
        return host.ask("DELETE", f"/me/invitations/{made}")

    def wait(_: int) -> Any:
        return scene.caller().ask("PUT", f"/me/wishes/{CAVE}/live", {})

    def come(_: int) -> Any:
        return scene.caller().ask("POST", f"/me/wishes/{CAVE}/live/confirmation", {})

    def go(_: int) -> Any:
        one = scene.caller()
        one.ask("PUT", f"/me/wishes/{CAVE}/live", {})
        return one.ask("DELETE", f"/me/wishes/{CAVE}/live")

    def block(_: int) -> Any:
        return scene.caller().ask("PUT", f"/me/blocks/{scene.caller().id}", {})

    def unblock(_: int) -> Any:
        one, other = scene.caller(), scene.caller()
        one.ask("PUT", f"/me/blocks/{other.id}", {})
        return one.ask("DELETE", f"/me/blocks/{other.id}")

    def follow(_: int) -> Any:
        return scene.caller().ask("PUT", f"/me/follows/{scene.caller().id}", {})

    def unfollow(_: int) -> Any:
        one, other = scene.caller(), scene.caller()
        one.ask("PUT", f"/me/follows/{other.id}", {})
        return one.ask("DELETE", f"/me/follows/{other.id}")

    def mute(_: int) -> Any:
        return scene.caller().ask("PUT", f"/me/mutes/{scene.caller().id}", {})

    def unmute(_: int) -> Any:
        one, other = scene.caller(), scene.caller()
        one.ask("PUT", f"/me/mutes/{other.id}", {})
        return one.ask("DELETE", f"/me/mutes/{other.id}")

    def report(_: int) -> Any:
        wish = {"player": scene.caller().id, "kind": "other", "text": "א" * 1_000}
        return scene.caller().ask("POST", "/me/reports", wish)

    cup = {"game": CAVE, "set": "days", "system": "swiss", "places": 64, "seats": {"min": 3, "max": 5}, "rounds": 9}

    def account() -> Caller:
        one = scene.caller()
        one.ask("POST", "/me/upgrade", {"password": PASSWORD})
        return one

    def made_cup(host: Caller) -> str:
        return "/cups/" + str(host.ask("POST", "/cups", cup).json()["id"])

    def of_host(call: str) -> Callable[[int], Any]:
        def ask(_: int) -> Any:
            host = account()
            return host.ask("POST", f"{made_cup(host)}/{call}")

        return ask

    def enter(_: int) -> Any:
        return account().ask("PUT", f"{made_cup(account())}/entry", {})

    def leave(_: int) -> Any:
        host = account()
        return host.ask("DELETE", f"{made_cup(host)}/entry")

    def appeal(_: int) -> Any:
        return scene.caller().ask("POST", f"/me/sanctions/{scene.caller().id}/appeal", {"text": "א" * 1_000})

    yield Question("mutePlayer", "", mute)
    yield Question("unmutePlayer", "and the mute before", unmute)
    yield Question("reportPlayer", "1,000 letters", report)
    yield Question("appeal", "1,000 letters, against nothing", appeal)
    yield Question("createCup", "", lambda _: account().ask("POST", "/cups", cup))
    yield Question("enterCup", "with a new account and a new cup", enter)
    yield Question("leaveCup", "its host", leave)
    yield Question("startCup", "with too few", of_host("start"))
    yield Question("cancelCup", "", of_host("cancel"))
    yield Question("followPlayer", "", follow)
    yield Question("unfollowPlayer", "", unfollow)
    yield Question("putWish", "", wait)
    yield Question("confirmWish", "without a wish", come)
    yield Question("withdrawWish", "and the wish before", go)
    yield Question("blockPlayer", "", block)
    yield Question("unblockPlayer", "and the block before", unblock)
    yield Question("withdrawInvitation", "and the invitation before", withdraw)


def _play(built: Scene, one: Caller) -> Iterator[Question]:
    for game, length in built.lengths.items():
        at, said = f"/matches/{built.running[game]}", f"{game}, after {length} events"
        yield _each("playMove", said, _moved, built, game)
        yield _each("playMove", said + ", dry run", _moved, built, game, "?dry_run=true")
        for kind, text in bodies().items():
            yield _each("playMove", f"{game}, 64 kB: {kind}", _sent, built, game, text)
        yield _each("playMove", said + ", repeated", _repeated, built, game)
        yield _post("askTakeBack", said, one, at + "/take-back", {"knowing": True})
        yield _post("agreeToTakeBack", said, one, at + "/take-back/consent", {})
        yield _post("refuseTakeBack", said, one, at + "/take-back/refusal", {})
        yield _post("pauseMatch", said, one, at + "/pause", {})
        yield _post("bindKey", said, one, at + "/keys", {"key": "5c" * 32, "proof": "5c" * 64})
        yield _post("resumeMatch", said, one, at + "/resume", {})
        yield _post("takeBackSeat", said, one, at + "/seats/0/take-back", {})
        yield _each("takeBackMove", said, _taken_back, built, game)
        yield _post("inviteReplacement", said, one, at + "/seats/0/replacement", {})
        consent = {"invited_by": 1}
        yield _post("consentToReplacement", said, one, at + "/seats/0/replacement/consent", consent)
        yield _post("rematch", said, one, f"/matches/{built.ended[game]}/rematch", {})
        fork = {"at": length, "clock": {"mode": "none"}}
        yield _post("forkMatch", said + ", waits for others", one, f"/matches/{built.ended[game]}/forks", fork)
        yield _each("joinMatch", f"the last seat of a fork of {said}", _fork_joined, built, game, length)
    yield _post(
        "giveStandingOrders",
        "Cave",
        one,
        f"/matches/{built.running[CAVE]}/standing-orders",
        {"decline": []},
        verb="PUT",
    )
    note = {"text": "א" * 2_000}
    written = {"text": "א" * 500}
    yield _post("writeChat", "500 letters, after 4,000 events", one, f"/matches/{built.running[CAVE]}/chat", written)
    read = {"number": 1}
    yield _post("markChatRead", "", one, f"/matches/{built.running[CAVE]}/chat/read", read, verb="PUT")
    yield _post("putOwnNote", "2,000 letters", one, f"/matches/{built.running[CAVE]}/note", note, verb="PUT")
    yield Question(
        "resign",
        "after 4,000 events",
        lambda number: built.people[number].ask("POST", f"/matches/{built.running[RPW]}/resign", {}),
    )


def _legal(built: Scene, game: str) -> tuple[Caller, dict[str, Any]]:
    match = load(built.running[game]).match
    seat = match.waiting_for[0]
    prompt = match.prompts[seat]
    listed = [legal for asked in prompt.moves for legal in asked.legal]
    return built.people[seat], {"prompt": prompt.id, **listed[0]}


def _moved(built: Scene, game: str, query: str = "") -> Any:
    who, body = _legal(built, game)
    scene.forget()
    return who.ask("POST", f"/matches/{built.running[game]}/moves{query}", body)


def _taken_back(built: Scene, game: str) -> Any:
    """The last move, whosever it was and whatever it did: refused at most places."""
    moves = load(built.running[game]).match.moves
    scene.forget()
    return built.people[0].ask("POST", f"/matches/{built.running[game]}/moves/{moves}/take-back", {})


def _sent(built: Scene, game: str, text: str) -> Any:
    who, body = _legal(built, game)
    scene.forget()
    return who.ask("POST", f"/matches/{built.running[game]}/moves", json.dumps(body)[:-1] + ", " + text[1:])


_repeats: dict[str, tuple[Caller, dict[str, Any]]] = {}


def _repeated(built: Scene, game: str) -> Any:
    from django.test import Client

    if game not in _repeats:
        _repeats[game] = _legal(built, game)
    who, body = _repeats[game]
    headers = {"Authorization": f"Bearer {who.token}", "Idempotency-Key": "again"}
    address = f"/api/v1/matches/{built.running[game]}/moves"
    scene.forget()
    return Client(SERVER_NAME="127.0.0.1").post(
        address, json.dumps(body), content_type="application/json", headers=headers
    )


def _fork_joined(built: Scene, game: str, length: int) -> Any:
    made = built.people[0].ask("POST", f"/matches/{built.ended[game]}/forks", {"at": length})
    at = f"/matches/{made.json()['id']}"
    for one in built.people[1:]:
        answer = one.ask("POST", at + "/join", {})
        if answer.status_code != 200 or answer.json()["status"] == "active":
            return answer
    return answer


def _apps() -> Iterator[Question]:
    maker, player = scene.caller(password=PASSWORD), scene.caller()
    on_page = replace(player, on_page=True)
    back = "https://app.example/" + "x" * 370
    wish = {"name": "x" * 64, "redirect_uris": [f"{back}{number}" for number in range(10)], "device_flow": True}
    made = [maker.ask("POST", "/me/apps", wish).json() for _ in range(8)]
    app = made[0]["client_id"]
    asked = {"response_type": "code", "client_id": app, "redirect_uri": f"{back}9", "scope": "read play host"}
    query = {"query": urlencode({**asked, "code_challenge": "x" * 43, "code_challenge_method": "S256"})}
    at = "/session/authorization"
    yield _get("listApps", "eight, ten addresses each", maker, "/me/apps")
    yield _post("registerApp", "ten addresses", scene.caller(password=PASSWORD), "/me/apps", wish)
    yield _get("getApp", "ten addresses", maker, f"/me/apps/{app}")
    yield _post("changeApp", "ten addresses", maker, f"/me/apps/{app}", wish, verb="PATCH")
    yield _post("askAboutAuthorization", "all scopes", on_page, f"{at}-question", query)
    yield _post("answerAuthorization", "all scopes", on_page, at, {**query, "accept": True})
    yield _post("askAboutDevice", "no such code", on_page, "/session/device-question", {"user_code": "BBBBBBBB"})
    denied = {"user_code": "BBBBBBBB", "accept": False}
    yield _post("answerDevice", "no such code", on_page, "/session/device-authorization", denied)
    yield _get("listAppAccess", "none", player, "/me/app-access")
    yield _post("removeAppAccess", "none", player, f"/me/app-access/{app}", {}, verb="DELETE")
    yield _post("deleteApp", "", maker, f"/me/apps/{made[1]['client_id']}", {}, verb="DELETE")


def _people(built: Scene) -> Iterator[Question]:
    guest = scene.caller()
    one = built.people[0]
    token = {"handle": one.handle, "password": PASSWORD, "label": "x", "scopes": ["read"]}
    yield Question(
        "signUp", "a guest", lambda number: NOBODY.ask("POST", "/players", {"handle": f"g{guest.handle[-9:]}{number}"})
    )
    yield Question(
        "signUp",
        "an account",
        lambda number: NOBODY.ask(
            "POST", "/players", {"handle": f"a{guest.handle[-9:]}{number}", "password": PASSWORD}
        ),
    )
    yield Question(
        "signUpOnPage",
        "an account",
        lambda number: ON_PAGE.ask(
            "POST", "/session/players", {"handle": f"p{guest.handle[-9:]}{number}", "password": PASSWORD}
        ),
    )
    log_in = {"handle": one.handle, "password": PASSWORD}
    yield _post("beginSession", "right", ON_PAGE, "/session", log_in)
    yield _post("beginSession", "an unknown handle", ON_PAGE, "/session", {**log_in, "handle": "nobody_at_all"})
    yield _post("keepSession", "without one", ON_PAGE, "/session", {}, verb="PUT")
    yield _post("endSession", "", ON_PAGE, "/session", {}, verb="DELETE")
    yield _post("createToken", "right", NOBODY, "/tokens", token)
    yield _post("createToken", "an unknown handle", NOBODY, "/tokens", {**token, "handle": "nobody_at_all"})
    yield _post("createToken", "256 letters with marks", NOBODY, "/tokens", {**token, "password": "ﷺ" * 256})
    yield _post("createStreamTicket", "", scene.caller(), "/me/stream-tickets", {})
    yield Question("upgrade", "", lambda _: scene.caller().ask("POST", "/me/upgrade", {"password": PASSWORD}))
    yield _post(
        "changeMe",
        "a time zone",
        one,
        "/me",
        {"quiet_hours": {"zone": "Europe/Warsaw", "from": "22:00", "to": "07:00"}},
        verb="PATCH",
    )
    yield _post("createWebhook", "a name", one, "/me/webhooks", {"url": "https://example.org/"})
    yield _post("testWebhook", "", one, f"/me/webhooks/{built.webhook}/test", {})
    delivery = one.ask("GET", f"/me/webhooks/{built.webhook}/deliveries?limit=1").json()["items"][0]["id"]
    yield _post("resendDelivery", "", one, f"/me/webhooks/{built.webhook}/deliveries/{delivery}/resend", {})
    change = {"kinds": ["your_turn"]}
    yield Question("changeWebhook", "", lambda _: one.ask("PATCH", f"/me/webhooks/{built.webhook}", change))
    yield _post("rotateWebhookSecret", "", one, f"/me/webhooks/{built.webhook}/secret", {})
    yield Question("deleteWebhook", "1,000 deliveries", lambda _: one.ask("DELETE", f"/me/webhooks/{built.webhook}"))
    yield _post("confirmMyEmail", "none", one, "/me/email-confirmations", {})
    yield _post("confirmEmail", "no such code", one, "/email-confirmations", {"token": "cnf_x"})
    yield _post("askForPassword", "", NOBODY, "/password-resets", {"email": "x@example.org"})
    yield _post(
        "setPassword", "no such code", NOBODY, "/password-resets/complete", {"token": "rst_x", "password": PASSWORD}
    )
    nowhere = f"/me/push-subscriptions/{guest.id}"
    yield Question("deletePushSubscription", "none", lambda _: one.ask("DELETE", nowhere))
    yield Question("revokeOtherTokens", "", lambda _: one.ask("DELETE", "/me/tokens"))
    yield Question("revokeToken", "", lambda _: one.ask("DELETE", f"/me/tokens/{guest.id}"))
    yield Question("deleteMe", "1,000 matches waiting", lambda _: one.ask("DELETE", "/me"))


def _get(operation: str, worst: str, who: Caller, path: str) -> Question:
    return _each(operation, worst, who.ask, "GET", path)


def _post(operation: str, worst: str, who: Caller, path: str, body: object, *, verb: str = "POST") -> Question:
    return _each(operation, worst, who.ask, verb, path, body)


def _each(operation: str, worst: str, ask: Callable[..., Any], *given: object) -> Question:
    """The same call in each round."""
    return Question(operation, worst, lambda _: ask(*given))
