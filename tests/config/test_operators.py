import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import psycopg
import pytest
from django.contrib.auth.hashers import make_password
from django.core.management import call_command
from django.db import connection
from django.db.models.functions import Now
from django.test import Client

from config.local_stack import operators
from config.local_stack.errors import StackError
from config.local_stack.serve import HOST, free_port
from config.local_stack.stack import PROJECT, LocalStack
from events.randomness import new_id, new_key
from events.store import commands
from games.matches.accounts import tokens
from games.matches.audit import audits
from games.matches.errors import MatchQuarantined
from games.matches.models.notices import Dispatch, Notice, Webhook
from games.matches.models.people import OwnNote, Player, Token
from games.matches.models.service import Audit, Listing, Quarantine
from games.matches.models.talk import ChatMessage, Sanction
from games.matches.notices import writer
from games.matches.play import submission
from games.matches.play.submission import Sent
from games.matches.stream.loading import load
from tests.api.oauth.apps import as_app, registered
from tests.api.oauth.apps import tokens as tokens_of_app
from tests.config.operators import PASSWORD, STACK, Running, home, name, pages, port, running
from tests.support.cast import RPW, account_holder, match_of, person
from tests.support.chance import UNKNOWN_ID

__all__ = ["home", "name", "port", "running"]


class Browser:
    """What a person with a browser does on the operators' pages."""

    def __init__(self, port: int) -> None:
        self.root = f"http://{HOST}:{port}"
        self.cookies = CookieJar()
        self._open = build_opener(HTTPCookieProcessor(self.cookies)).open
        self._form = ""

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        return self._send(Request(self.root + path, headers=headers))

    def post(self, path: str, form: dict[str, str]) -> tuple[int, str]:
        """Send a form, with the token of the page that was read last."""
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self._form)
        token = {"csrfmiddlewaretoken": found[1]} if found else {}
        return self._send(Request(self.root + path, urlencode({**token, **form}).encode()))

    def log_in(self, name: str, password: str) -> bool:
        self.get("/login/")
        _, page = self.post("/login/?next=/", {"username": name, "password": password})
        return "What is kept" in page

    def _send(self, request: Request) -> tuple[int, str]:
        try:
            with self._open(request, timeout=60) as answer:
                status, page = answer.status, answer.read().decode()
        except HTTPError as error:
            with error:
                return error.code, error.read().decode()
        self._form = page
        return status, page


@contextmanager
def as_operators() -> Iterator[psycopg.Cursor[Any]]:
    """A cursor in the operators' role: the service's, which the suite has, may not read what they did."""
    with psycopg.connect(os.environ["DATABASE_OPERATORS_URL"]) as as_them, as_them.cursor() as cursor:
        yield cursor


@pytest.fixture(scope="module")
def operator(port: int, name: str) -> Browser:
    browser = Browser(port)
    assert browser.log_in(name, PASSWORD)
    return browser


def rows(page: str) -> list[str]:
    return re.findall(r"<tr>.*?</tr>", page, re.DOTALL)


@pytest.mark.parametrize("path", ["/admin/", "/admin", "/login/", "/matches/player/", "/static/admin/css/base.css"])
def test_the_public_api_has_no_path_to_the_operators_pages(path: str) -> None:
    answer = Client(raise_request_exception=False).get(path)
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")


def test_the_public_settings_have_no_logins_and_no_sessions() -> None:
    asked = "from django.conf import settings as s; print(s.ROOT_URLCONF, *s.INSTALLED_APPS, *s.MIDDLEWARE)"
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}
    told = subprocess.check_output([sys.executable, "-c", asked], cwd=PROJECT, env=environment, text=True)
    assert told.startswith("config.urls ")
    assert not re.search(r"contrib\.(admin|auth|sessions)", told)


@pytest.mark.parametrize("path", ["/", "/matches/player/", f"/matches/lobby/{UNKNOWN_ID}/stream/"])
def test_a_stranger_sees_the_login_and_nothing_else(path: str, port: int) -> None:
    _, page = Browser(port).get(path)
    assert 'name="password"' in page
    assert "What is kept" not in page


def test_a_player_cannot_log_in(port: int) -> None:
    alice = person("Alice")
    Player.objects.filter(id=alice.id).update(password=make_password(PASSWORD), is_operator=True)
    for secret in (PASSWORD, alice.token):
        assert not Browser(port).log_in(alice.handle, secret)
    _, page = Browser(port).get("/matches/player/", Authorization=f"Bearer {alice.token}")
    assert alice.handle not in page


@pytest.fixture
def _no_attempts() -> Iterator[None]:
    with as_operators() as cursor:
        cursor.execute("DELETE FROM matches_loginattempt")
    yield
    with as_operators() as cursor:
        cursor.execute("DELETE FROM matches_loginattempt")


@pytest.mark.usefixtures("_no_attempts")
def test_after_five_wrong_passwords_not_even_the_right_one_opens_an_account_for_a_while(port: int, name: str) -> None:
    guesser = Browser(port)
    assert not any(guesser.log_in(name.upper() if attempt % 2 else name, f"guess-{attempt}") for attempt in range(5))
    assert not guesser.log_in(name, PASSWORD)
    _, page = guesser.post("/login/?next=/", {"username": name, "password": PASSWORD})
    assert "Too many attempts have failed" in page
    with as_operators() as cursor:
        cursor.execute("SELECT who FROM matches_loginattempt")
        assert not any(name in who for (who,) in cursor.fetchall())
        cursor.execute("UPDATE matches_loginattempt SET at = now() - interval '16 minutes'")
    assert guesser.log_in(name, PASSWORD)


@pytest.mark.usefixtures("_no_attempts")
def test_an_address_has_only_so_many_guesses_whatever_the_accounts(port: int, name: str) -> None:
    guesser = Browser(port)
    for attempt in range(20):
        guesser.log_in(f"nobody-{attempt}", "guess")
    assert not guesser.log_in(name, PASSWORD)


@pytest.mark.usefixtures("_no_attempts")
def test_a_browser_that_is_known_logs_in_whatever_strangers_of_its_address_guess(port: int, name: str) -> None:
    known, guesser = Browser(port), Browser(port)
    assert known.log_in(name, PASSWORD)
    for attempt in range(25):
        guesser.log_in(name if attempt % 2 else f"nobody-{attempt}", "guess")
    assert not Browser(port).log_in(name, PASSWORD)
    known.post("/logout/", {})
    assert "What is kept" not in known.get("/")[1]
    assert known.log_in(name, PASSWORD)
    # What it opens for its owner it does not open for strangers.
    assert not Browser(port).log_in(name, PASSWORD)


@pytest.mark.usefixtures("_no_attempts")
def test_a_known_browser_has_only_so_many_guesses_too_and_none_for_another_account(port: int, name: str) -> None:
    known = Browser(port)
    assert known.log_in(name, PASSWORD)
    known.post("/logout/", {})
    assert not any(known.log_in(name, f"guess-{attempt}") for attempt in range(10))
    assert not known.log_in(name, PASSWORD)
    assert Browser(port).log_in(name, PASSWORD)
    with as_operators() as cursor:
        cursor.execute("DELETE FROM matches_loginattempt")
    assert not any(known.log_in("somebody-else", "guess") for _ in range(6))
    assert "Too many attempts have failed" in known.post("/login/", {"username": "somebody-else", "password": "x"})[1]
    assert known.log_in(name, PASSWORD)


@pytest.mark.usefixtures("_no_attempts")
def test_who_logs_in_after_some_wrong_passwords_begins_anew_and_clears_sessions_that_are_over(
    port: int, name: str
) -> None:
    browser = Browser(port)
    with as_operators() as cursor:
        cursor.execute(
            "INSERT INTO django_session VALUES ('over', '', now() - interval '1 s'), ('on', '', now() + interval '1 h')"
        )
    for _ in range(2):
        assert not any(browser.log_in(name, "guess") for _ in range(4))
        assert Browser(port).log_in(name, PASSWORD)
    with as_operators() as cursor:
        cursor.execute("DELETE FROM django_session WHERE session_key IN ('over', 'on') RETURNING session_key")
        assert cursor.fetchall() == [("on",)]


@pytest.mark.usefixtures("_no_attempts")
def test_who_is_logged_in_at_one_node_is_at_another_and_wrong_passwords_count_at_both_together(
    port: int, name: str, tmp_path: Path
) -> None:
    browser = Browser(port)
    assert browser.log_in(name, PASSWORD)
    with pages(tmp_path) as elsewhere:
        # Cookies know no ports.
        browser.root = f"http://{HOST}:{elsewhere}"
        assert "What is kept" in browser.get("/")[1]
        guessers = [Browser(port), Browser(elsewhere)]
        assert not any(guessers[attempt % 2].log_in(name, f"guess-{attempt}") for attempt in range(5))
        assert not any(guesser.log_in(name, PASSWORD) for guesser in guessers)


OUTAGE = """
import django
django.setup()
from django.test import Client
for path in ("/login/", "/", "/matches/listing/"):
    client = Client(raise_request_exception=False, headers={"host": "localhost"})
    client.cookies["tabularium_operator"] = "a" * 32
    answer = client.get(path)
    print(answer.status_code, answer.headers.get("Retry-After"), "try again" in answer.content.decode())
"""


def test_while_the_database_is_away_the_pages_say_so_and_when_to_come_back() -> None:
    away = "postgresql://nobody@127.0.0.1:1/nothing"
    where = {"DATABASE_URL": away, "DATABASE_OPERATORS_URL": away, "DJANGO_SETTINGS_MODULE": operators.SETTINGS}
    command = [sys.executable, "-c", OUTAGE]
    done = subprocess.run(command, cwd=PROJECT, env={**os.environ, **where}, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["503 2 True"] * 3


def test_a_form_that_is_too_long_is_refused_as_such(operator: Browser) -> None:
    operator.get("/login/")
    assert operator.post("/login/", {"username": "x" * 65 * 1024})[0] == 413


def test_the_pages_are_styled_without_a_network(operator: Browser) -> None:
    _, page = operator.get("/")
    assert "//cdn" not in page
    for path in re.findall(r'(?:href|src)="(/static/[^"]+)"', page):
        assert operator.get(path)[0] == 200
    assert operator.get("/static/admin/css/base.css")[0] == 200
    assert operator.get("/static/../options.py")[0] == 404


def test_the_session_s_cookie_is_closed_to_scripts_and_to_other_sites(operator: Browser) -> None:
    cookies = {cookie.name: cookie for cookie in operator.cookies}
    assert set(cookies) == {"tabularium_operator", "tabularium_operator_csrf", "tabularium_operator_known"}
    for cookie in cookies.values():
        assert cookie.has_nonstandard_attr("HttpOnly")
        assert cookie.get_nonstandard_attr("SameSite") == "Strict"


def test_a_form_without_its_page_s_token_is_refused(operator: Browser) -> None:
    operator.get("/healthz")
    assert operator.post("/logout/", {})[0] == 403
    assert "What is kept" in operator.get("/")[1]


def test_a_player_is_found_by_handle_and_by_id_and_shown_without_password_or_address(operator: Browser) -> None:
    alice = person("Alice")
    kept = make_password(PASSWORD)
    Player.objects.filter(id=alice.id).update(password=kept, email="alice@example.org")
    for wanted in (alice.handle, alice.id, alice.id.upper(), alice.id[9:], alice.id[-12:]):
        assert alice.handle in operator.get(f"/matches/player/?q={wanted}")[1]
    assert alice.handle not in operator.get(f"/matches/player/?q={new_id()}")[1]
    status, page = operator.get(f"/matches/player/{alice.id}/change/")
    assert (status, alice.handle in page) == (200, True)
    assert kept not in page
    assert "alice@example.org" not in page


def test_an_operator_revokes_what_apps_hold_of_a_player_too(operator: Browser) -> None:
    app, alice = registered(), person("Alice")
    held = tokens_of_app(app, alice)
    operator.get("/matches/player/")
    status, page = operator.post(
        "/matches/player/", {"action": "revoke_tokens", "index": "0", "_selected_action": alice.id}
    )
    # Their own, that of the browser in which they agreed, and the app's.
    assert (status, "3 tokens revoked" in page) == (200, True)
    assert app.refresh(held["refresh_token"]).json()["error"] == "invalid_grant"
    assert as_app(held).get("/matches?mine=true").status_code == 401


def test_an_operator_revokes_the_tokens_of_a_player_and_of_no_other(operator: Browser) -> None:
    alice, bob = person("Alice"), person("Bob")
    operator.get("/matches/player/")
    status, page = operator.post(
        "/matches/player/", {"action": "revoke_tokens", "index": "0", "_selected_action": alice.id}
    )
    assert (status, "1 tokens revoked" in page) == (200, True)
    assert tokens.find(alice.token) is None
    assert Token.objects.filter(player_id=bob.id).exists()


def test_a_match_is_listed_with_game_status_and_players(operator: Browser, running: Running) -> None:
    match_id, bob, *_ = running
    (row,) = [row for row in rows(operator.get(f"/matches/lobby/?q={match_id}")[1]) if f"{match_id}/stream/" in row]
    for word in (match_id, "rock-paper-wizard", "active", bob.handle):
        assert word in row
    for wanted in (match_id[9:], match_id[-12:], bob.handle, bob.handle[-9:]):
        assert f"{match_id}/stream/" in operator.get(f"/matches/lobby/?q={wanted}")[1]
    assert f"{match_id}/stream/" not in operator.get("/matches/lobby/?q=nobody_at_all")[1]
    for page in ("lobby", "listing"):
        assert operator.get(f"/matches/{page}/{match_id}/change/")[0] == 200
    assert operator.get("/matches/listing/?status__exact=active&game=rock-paper-wizard")[0] == 200
    assert operator.get("/matches/deadline/")[0] == 200


def test_the_stream_of_a_running_match_shows_all_but_what_is_sealed(operator: Browser, running: Running) -> None:
    match_id, bob, move, sealed = running
    status, page = operator.get(f"/matches/lobby/{match_id}/stream/")
    assert status == 200
    loaded = load(match_id)
    for event in loaded.events:
        assert event.hash.hex() in page
        assert all(seal["digest"] in page for seal in event.envelope["seals"])
        assert not any(opening.salt.hex() in page for opening in event.openings)
    assert bob.id in page
    assert loaded.match.seed.hex() not in page
    (asked,) = [command for command in commands(match_id, up_to=10_000) if command.key == "bob-said-so"]
    assert asked.request_hash.hex() not in page
    assert asked.key not in page
    (row,) = [row for row in rows(page) if sealed.hash.hex() in row]
    hidden = {str(value) for name, value in move.items() if name not in ("type", "prompt")}
    assert hidden
    assert not any(re.search(rf"\b{re.escape(value)}\b", row) for value in hidden)


def test_times_are_written_alike_everywhere(operator: Browser, running: Running) -> None:
    audits.examine(running[0])
    told = operator.get("/matches/audit/")[1]
    assert re.search(r"\b20\d\d-\d\d-\d\d \d\d:\d\d:\d\d\b", told)
    assert not re.search(r"\b[ap]\.m\.", told)


def test_the_findings_of_audits_stand_on_a_page_those_that_fail_first(operator: Browser, running: Running) -> None:
    match_id, *_ = running
    audits.examine(match_id)
    Audit.objects.filter(match_id=match_id).update(failed=True, checks={"chain": 3})
    listed = rows(operator.get("/matches/audit/")[1])
    assert match_id in next(row for row in listed if "/stream/" in row)
    (row,) = [row for row in rows(operator.get("/matches/audit/?failed__exact=1")[1]) if match_id in row]
    assert "chain" in row
    assert "FAILED" in row
    assert operator.get(f"/matches/audit/{match_id}/change/")[0] == 200
    audits.examine(match_id)
    (row,) = [row for row in rows(operator.get("/matches/audit/")[1]) if match_id in row]
    # A cross would say that something is wrong.
    assert "holds" in row
    assert "icon-no" not in row
    assert match_id not in operator.get("/matches/audit/?failed__exact=1")[1]


NAMED_BY_NO_PAGE = (
    *("password__startswith", "email__contains", "confirmed_email__gt", "secret__startswith", "url__contains"),
    *("player__password__startswith", "user__password__startswith", "tokens__digest__startswith", "password", "digest"),
    *("handle_key__startswith", "kind__startswith", "logentry__user__password__startswith", "player__kind"),
)


def test_no_page_is_filtered_by_what_it_does_not_name_and_so_tells_nobody_a_hash_by_its_letters(
    operator: Browser,
) -> None:
    pages = set(re.findall(r'href="(/(?:admin|auth|events|matches)/\w+/)"', operator.get("/")[1]))
    assert {"/matches/player/", "/matches/webhook/", "/auth/user/", "/admin/logentry/"} <= pages
    answered = {(page, name): operator.get(f"{page}?{name}=p")[0] for page in pages for name in NAMED_BY_NO_PAGE}
    assert {asked: status for asked, status in answered.items() if status != 400} == {}
    assert operator.get("/matches/player/?_to_field=handle_key")[0] == 400
    # PostgreSQL takes no NUL.
    for asked in ("player/?kind__exact=%00", "playerreport/?state__exact=%00", "sanction/?q=%00"):
        assert operator.get(f"/matches/{asked}")[0] == 400
    assert operator.post("/matches/player/", {"action": "x", "_selected_action": "\0"})[0] == 400
    assert operator.get("/matches/player/?kind=guest&is_operator__exact=0&o=2")[0] == 200


def test_what_is_secret_of_players_and_webhooks_is_kept_from_the_role_of_the_pages() -> None:
    bob = person("Bob")
    Player.objects.filter(id=bob.id).update(password=make_password(PASSWORD), email="bob@example.org")
    hook = Webhook.objects.create(
        id=new_id(),
        player_id=bob.id,
        url="https://name:word@chat.example:8443/hidden-part?and=more",
        kinds=["match_started"],
        format="chat",
        secret="whsec_hiddenhiddenhidden",
        creation_key="k",
    )
    with as_operators() as cursor:
        cursor.execute("SELECT handle, password, email, sign_up_key FROM matches_player WHERE id = %s", [bob.id])
        assert cursor.fetchall() == [(bob.handle, "", "", "")]
        cursor.execute("SELECT url, secret, creation_key FROM matches_webhook WHERE id = %s", [hook.id])
        assert cursor.fetchall() == [("https://chat.example:8443", "", "")]
        cursor.execute("SELECT digest FROM matches_token WHERE player_id = %s", [bob.id])
        assert [bytes(digest) for (digest,) in cursor.fetchall()] == [b""]
    for column in ("password", "email", "confirmed_email"):
        with as_operators() as cursor, pytest.raises(psycopg.errors.InsufficientPrivilege):
            cursor.execute(f"SELECT {column} FROM public.matches_player")
    Webhook.objects.filter(id=hook.id).delete()


def test_what_players_write_is_kept_from_the_role_of_the_pages_but_for_what_was_reported() -> None:
    bob, match_id = person("Bob"), new_id()
    OwnNote.objects.create(match_id=match_id, player_id=bob.id, text="Bluffing.", written_at=Now())
    said = ChatMessage.objects.create(
        match_id=match_id, room="players", number=1, player_id=bob.id, text="Hidden.", written_at=Now()
    )
    with as_operators() as cursor:
        for table in ("ownnote", "chatmessage"):
            cursor.execute(f"SELECT text FROM matches_{table} WHERE match_id = %s", [match_id])
            assert cursor.fetchall() == [("",)]
    for statement in ("SELECT text FROM public.matches_ownnote", "SELECT text FROM public.matches_chatmessage"):
        with as_operators() as cursor, pytest.raises(psycopg.errors.InsufficientPrivilege):
            cursor.execute(statement)
    said.delete()


def test_a_moderator_closes_reports_and_answers_appeals_by_the_pages(operator: Browser, name: str) -> None:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    match_id = match_of(alice, bob, carol)
    bob.post(f"/matches/{match_id}/chat", {"text": "<b>You cheat!</b>"})
    about = {"player": bob.id, "match": match_id, "message": {"room": "players", "number": 1}}
    made = [alice.post("/me/reports", {**about, "kind": kind}).json()["id"] for kind in ("abuse", "other")]

    def decide(page: str, row: object, action: str, reason: str) -> str:
        operator.get(f"/matches/{page}/")
        form = {"action": action, "_selected_action": str(row), "reason": reason, "index": "0"}
        return operator.post(f"/matches/{page}/", form)[1]

    shown = operator.get("/matches/playerreport/?state__exact=open")[1]
    assert all(one in shown for one in ("&lt;b&gt;You cheat!&lt;/b&gt;", bob.handle, alice.handle))
    assert operator.get(f"/matches/playerreport/{made[0]}/change/")[0] == 200
    assert "give a reason" in decide("playerreport", made[0], "silence_7", " ")
    assert bob.get("/me/sanctions").json()["items"] == []
    decide("playerreport", made[0], "silence_7", "Insults.")
    decide("playerreport", made[1], "take_away", "An insult.")
    assert "was decided already" in decide("playerreport", made[0], "warn", "Again.")
    (shown_to_carol,) = carol.get(f"/matches/{match_id}/chat").json()["items"]
    assert shown_to_carol["removed"]
    (sanction,) = bob.get("/me/sanctions").json()["items"]
    assert (sanction["kind"], sanction["reason"]) == ("silence", "Insults.")
    bob.post(f"/me/sanctions/{sanction['id']}/appeal", {"text": "Please."})
    assert "Please." in operator.get("/matches/sanction/?appeal=waits")[1]
    assert operator.get(f"/matches/sanction/{sanction['id']}/change/")[0] == 200
    # Whether there are other operators, who would have to answer, depends on the tests before.
    Sanction.objects.filter(id=sanction["id"]).update(made_by="another")
    decide("sanction", sanction["id"], "lift", "Once.")
    (sanction,) = bob.get("/me/sanctions").json()["items"]
    assert sanction["appeal"]["answer"] == "Once."
    assert bob.post(f"/matches/{match_id}/chat", {"text": "Thanks."}).status_code == 201
    log = operator.get("/admin/logentry/")[1]
    assert all(
        done in log for done in ("Silenced, days: 7: Insults.", "Message taken away: An insult.", "Lifted: Once.")
    )
    own = {"player": bob.id, "kind": "other"}
    unknown = operator.post("/matches/moderatorplayer/add/", {"login": "nobody-here", "player": carol.id})
    assert "There is no such login." in unknown[1]
    operator.post("/matches/moderatorplayer/add/", {"login": name, "player": carol.id})
    assert carol.handle in operator.get("/matches/moderatorplayer/")[1]
    mine = carol.post("/me/reports", own).json()["id"]
    assert "concerns yourself" in decide("playerreport", mine, "warn", "I say so.")


def test_a_moderator_takes_the_names_of_a_match_and_of_a_cup_away_by_the_pages(operator: Browser) -> None:
    bob = account_holder("Bob")
    match_id = bob.post("/matches", {"game": RPW, "seats": 3, "name": "An insult"}).json()["id"]
    wish = {"game": RPW, "set": "days", "system": "groups", "places": 3, "seats": {"min": 3, "max": 3}}
    cup = bob.post("/cups", {**wish, "name": "Another insult"}).json()["id"]
    for page, row, address in (("lobby", match_id, "matches"), ("cuprow", cup, "cups")):
        assert row in operator.get(f"/matches/{page}/?q=insult")[1]
        assert operator.get(f"/matches/{page}/{row}/change/")[0] == 200
        form = {"action": "take_name_away", "_selected_action": str(row), "index": "0"}
        assert "give a reason" in operator.post(f"/matches/{page}/", {**form, "reason": ""})[1]
        operator.post(f"/matches/{page}/", {**form, "reason": f"Rude: {page}."})
        assert bob.get(f"/{address}/{row}").json()["name"] == ""
    told = {one["reason"] for one in bob.get("/me/sanctions").json()["items"]}
    assert told == {"Rude: lobby.", "Rude: cuprow."}
    # Of a cup these pages change nothing but its name.
    with as_operators() as cursor, pytest.raises(psycopg.errors.InsufficientPrivilege):
        cursor.execute("UPDATE matches_cup SET status = 'cancelled' WHERE id = %s", [cup])
    assert all(f"Name taken away: {reason}" in operator.get("/admin/logentry/")[1] for reason in told)


def test_signals_stand_on_a_page_of_the_rated_matches_and_of_each_player(operator: Browser) -> None:
    bob = person("Bob")
    status, page = operator.get("/matches/ratedmatch/signals/")
    assert (status, "innocent causes" in page) == (200, True)
    assert "/matches/ratedmatch/signals/" in operator.get("/matches/ratedmatch/")[1]
    assert f"/matches/ratedmatch/signals/?player={bob.id}" in operator.get(f"/matches/player/{bob.id}/change/")[1]
    for player in (bob.id, "no-id", ""):
        assert operator.get(f"/matches/ratedmatch/signals/?player={player}")[0] == 200


def test_without_the_operators_role_only_commands_run_that_need_no_logins(folder: Path, running: Running) -> None:
    given = {name: value for name, value in os.environ.items() if name != "DATABASE_OPERATORS_URL"}
    for command in (["admin", "--port", str(free_port())], ["operator", "--handle", "olga"]):
        done = subprocess.run(
            [*STACK, *command, "--data", str(folder)], cwd=PROJECT, env=given, capture_output=True, text=True
        )
        assert done.returncode == 1
        assert re.fullmatch(r"tabularium: set DATABASE_OPERATORS_URL beside DATABASE_URL: .+\n", done.stderr)
    command = [*STACK, "manage", "--data", str(folder), "--", "audit_matches", running[0]]
    assert subprocess.run(command, cwd=PROJECT, env=given, capture_output=True).returncode == 0


def test_a_command_of_the_operators_runs_with_the_rights_of_the_service(folder: Path, running: Running) -> None:
    command = [*STACK, "manage", "--data", str(folder), "--", "audit_matches", running[0]]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "1 matches audited, none fails\n"), done.stderr


def test_after_the_end_the_stream_shows_every_seal_opened(operator: Browser, running: Running) -> None:
    match_id, *_ = running
    while waiting := load(match_id).match.waiting_for:
        loaded = load(match_id)
        prompt = loaded.match.prompts[waiting[0]]
        move = {"prompt": prompt.id, **prompt.moves[0].legal[0]}
        submission.play(match_id, loaded.holders[waiting[0]], Sent(body=move), key=None)
    _, page = operator.get(f"/matches/lobby/{match_id}/stream/")
    assert load(match_id).match.seed.hex() in page
    assert all(o.salt.hex() in page for event in load(match_id).events for o in event.openings)


def test_a_stream_that_is_not_there_is_not_found(operator: Browser) -> None:
    assert operator.get(f"/matches/lobby/{new_id()}/stream/")[0] == 404


@pytest.mark.parametrize("path", ["events/event", "events/matchhead", "events/command", "events/eventsecret"])
def test_history_has_no_page_that_could_change_it(path: str, operator: Browser) -> None:
    operator.get("/")
    for form in (f"/{path}/", f"/{path}/add/"):
        assert operator.post(form, {"version": "1"})[0] == 404


def test_what_is_shown_of_matches_cannot_be_posted_to(operator: Browser, running: Running) -> None:
    match_id, *_ = running
    before = load(match_id)
    operator.get("/")
    assert operator.post(f"/matches/lobby/{match_id}/stream/", {"version": "1"})[0] == 405
    for kind in (
        "player",
        "lobby",
        "listing",
        "deadline",
        "quarantine",
        "pastquarantine",
        "notice",
        "webhook",
        "dispatch",
    ):
        assert operator.post(f"/matches/{kind}/add/", {"match_id": match_id})[0] == 403
    for form in ("change", "delete"):
        assert operator.post(f"/matches/lobby/{match_id}/{form}/", {"name": "mine", "post": "yes"})[0] == 403
    assert load(match_id).events == before.events


@pytest.mark.parametrize("variable", ["DATABASE_URL", "DATABASE_OPERATORS_URL"])
@pytest.mark.parametrize("statement", ["UPDATE event SET type = 'x'", "DELETE FROM command", "TRUNCATE event_secret"])
def test_the_roles_of_the_operators_pages_cannot_change_history(statement: str, variable: str, folder: Path) -> None:
    url = operators.environment(folder, os.environ)[variable]
    with psycopg.connect(url) as given, pytest.raises(psycopg.errors.InsufficientPrivilege):
        given.execute(statement.encode())


def test_the_owner_s_address_stays_outside(folder: Path) -> None:
    kept = operators.environment(folder, os.environ)
    assert "DATABASE_OWNER_URL" in os.environ
    assert not {"DATABASE_OWNER_URL", "DATABASE_SUPERUSER_URL"} & set(kept)


def test_a_release_lets_the_match_go_on_and_is_logged_under_the_operator_s_name(
    operator: Browser, name: str, running: Running
) -> None:
    match_id, *_ = running
    holder = load(match_id).holders[0]
    prompt = load(match_id).match.prompts[0]
    sent = Sent(body={"prompt": prompt.id, **prompt.moves[0].legal[0]})
    Quarantine.objects.create(match_id=match_id, version=1, error="KeyError in somewhere:1")
    Listing.objects.filter(match_id=match_id).update(status="quarantined")
    with pytest.raises(MatchQuarantined):
        submission.play(match_id, holder, sent, key=None)
    assert "KeyError in somewhere:1" in operator.get(f"/matches/quarantine/?q={match_id}")[1]
    _, page = operator.post("/matches/quarantine/", {"action": "release", "index": "0", "_selected_action": match_id})
    assert f"{match_id} goes on." in page
    assert Listing.objects.get(match_id=match_id).status == "active"
    submission.play(match_id, holder, sent, key=None)
    with as_operators() as cursor:
        cursor.execute(
            "SELECT username, change_message FROM django_admin_log JOIN auth_user ON auth_user.id = user_id"
            " WHERE object_id = %s",
            [match_id],
        )
        assert cursor.fetchall() == [(name, "Released; was set aside at version 1: KeyError in somewhere:1")]
    assert match_id in operator.get(f"/admin/logentry/?q={match_id}")[1]
    kept = operator.get(f"/matches/pastquarantine/?q={match_id}")[1]
    assert "KeyError in somewhere:1" in kept
    assert f"by operator {name}" in kept


def test_the_pages_find_the_stack_that_runs_on_the_folder(
    start_stack: Callable[[], LocalStack], folder: Path, plain_environment: dict[str, str]
) -> None:
    stack = start_stack()
    given = {name: value for name, value in plain_environment.items() if name != "SECRET_KEY"}
    found = operators.environment(folder / "data", given)
    for one in ("DATABASE_URL", "DATABASE_OPERATORS_URL"):
        assert found[one] == stack.environment[one]
    stack.close()
    with pytest.raises(StackError, match=r"^nothing is running on \S+; start it with make serve, or set DATABASE_URL$"):
        operators.environment(folder / "data", given)


def test_without_a_terminal_a_login_is_made_of_the_password_in_the_environment_or_not_at_all(home: Path) -> None:
    name = f"otto-{new_key(4).hex()}"
    command = [*STACK, "operator", "--handle", name, "--data", str(home)]
    run = partial(subprocess.run, command, cwd=PROJECT, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    refused = run()
    assert refused.returncode == 1
    assert re.fullmatch(r"tabularium: the password is asked for on a terminal.+ or set \w+\n", refused.stderr)
    made = run(env={**os.environ, operators.PASSWORD: PASSWORD})
    assert (made.returncode, PASSWORD in made.stdout + made.stderr) == (0, False)
    with as_operators() as cursor:
        cursor.execute("SELECT count(*) FROM auth_user WHERE username = %s", [name])
        assert cursor.fetchone() == (1,)


def test_without_any_data_it_says_so_in_one_line_and_makes_no_folder(
    folder: Path, plain_environment: dict[str, str]
) -> None:
    command = [*STACK, "admin", "--port", str(free_port()), "--data", str(folder / "data")]
    done = subprocess.run(command, cwd=PROJECT, env=plain_environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert re.fullmatch(r"tabularium: there is no data in \S+; name its folder .+\n", done.stderr)
    assert not (folder / "data").exists()


@pytest.fixture
def parked(running: Running) -> tuple[str, str]:
    """A match whose news a consumer of this test has failed at too often."""
    match_id, consumer = running[0], f"consumer-{new_id()}"
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO delivery (match_id, version, consumer, attempts, parked_at, error)"
            " VALUES (%s, 1, %s, 20, now(), 'KeyError')",
            [match_id, consumer],
        )
    return match_id, consumer


def test_parked_news_is_seen_and_let_go_under_the_operator_s_name(
    operator: Browser, name: str, parked: tuple[str, str]
) -> None:
    match_id, consumer = parked
    (row,) = [row for row in rows(operator.get("/events/waitingdelivery/?parked=yes")[1]) if consumer in row]
    assert "KeyError" in row
    key = f"{consumer} {match_id} 1"
    assert operator.get(f"/events/waitingdelivery/{key.replace(' ', '%20')}/change/")[0] == 200
    _, page = operator.post("/events/waitingdelivery/", {"action": "retry", "index": "0", "_selected_action": key})
    assert f"{match_id}: 1 rows are tried again." in page
    with connection.cursor() as cursor:
        cursor.execute("SELECT attempts, parked_at FROM delivery WHERE consumer = %s", [consumer])
        assert cursor.fetchall() == [(0, None)]
    with as_operators() as cursor:
        cursor.execute("SELECT change_message FROM django_admin_log WHERE object_id = %s", [key])
        assert cursor.fetchall() == [("Let 1 parked rows be tried again.",)]


def test_the_command_lets_parked_news_go(parked: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    match_id, consumer = parked
    call_command("retry_deliveries", match=match_id)
    assert capsys.readouterr().out == "1 rows are tried again\n"
    with connection.cursor() as cursor:
        cursor.execute("SELECT parked_at FROM delivery WHERE consumer = %s", [consumer])
        assert cursor.fetchall() == [(None,)]


def test_what_is_sent_to_people_is_shown_without_addresses_and_secrets(operator: Browser, running: Running) -> None:
    match_id, bob, *_ = running
    Player.objects.filter(id=bob.id).update(email="bob@example.org", confirmed_email="bob@example.org")
    hook = Webhook.objects.create(
        id=new_id(),
        player_id=bob.id,
        url="https://chat.example/hidden-part-of-the-address",
        kinds=["match_started"],
        format="chat",
        secret="whsec_hiddenhiddenhidden",
        creation_key="k",
    )
    writer.tell_now(match_id)
    notice = Notice.objects.get(player_id=bob.id, kind="match_started")
    dispatch = Dispatch.objects.get(webhook=hook)
    pages = [
        operator.get(path)
        for path in (
            f"/matches/webhook/?q={bob.handle}",
            f"/matches/webhook/{hook.id}/change/",
            f"/matches/notice/?q={bob.handle}",
            f"/matches/notice/{notice.id}/change/",
            f"/matches/dispatch/?q={bob.handle}",
            f"/matches/dispatch/{dispatch.id}/change/",
            "/matches/heartbeat/",
        )
    ]
    assert [status for status, _ in pages] == [200] * len(pages)
    text = "".join(page for _, page in pages)
    assert "chat.example" in text
    assert "match_started" in text
    for secret in ("hidden-part", "whsec_", "bob@example.org"):
        assert secret not in text
    Webhook.objects.filter(id=hook.id).delete()


@pytest.mark.parametrize("kind", ["accountmail", "tally", "told", "noticesettings"])
def test_codes_and_the_like_have_no_page(kind: str, operator: Browser) -> None:
    assert operator.get(f"/matches/{kind}/")[0] == 404
