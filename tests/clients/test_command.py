"""The command `tabularium`: where a login is kept, what is forwarded to whom, and what a table asks in a terminal."""

import io
import json
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from tabularium_client import Problem, Tabularium, webhooks
from tabularium_client.command import keeping
from tabularium_client.command.forwarding import NotLocal, body_of, checked_receiver, deliver
from tabularium_client.command.main import main
from tabularium_client.command.table import HELP, Left, Table
from tabularium_client.sending import Caller

from games.matches.notices.delivery import signatures

LOGIN = keeping.Login(url="http://127.0.0.1:8000", token="tab_secret", handle="Ada")
NOTICE = {
    "id": "n1", "kind": "your_turn", "text": "It is your turn.", "match": "m1", "game": "cave", "seat": 0,
    "prompt": "p1.0", "due_at": None, "invitation": None, "at": "2026-11-27T12:00:00.000000Z", "read_at": None,
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The player's configuration, and nothing of the machine's."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for name in ("TABULARIUM_URL", "TABULARIUM_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    mask = os.umask(0)
    yield tmp_path
    os.umask(mask)


def test_an_input_that_ends_before_all_was_asked_is_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["log-in"]) == 1
    assert capsys.readouterr().err == "tabularium: the input has ended before it said all that was asked\n"
    assert list(folder.iterdir()) == []


def test_a_login_is_kept_where_only_its_owner_reads_it_whatever_the_umask(folder: Path) -> None:
    path = keeping.keep(LOGIN)
    assert path == folder / "tabularium/login.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert keeping.known() == LOGIN
    assert os.listdir(path.parent) == ["login.json"]
    assert (keeping.forget(), keeping.forget()) == (True, False)
    with pytest.raises(keeping.NoLogin, match="not logged in"):
        keeping.known()


def test_a_login_that_others_may_read_or_that_is_none_is_not_used(folder: Path) -> None:
    path = keeping.keep(LOGIN)
    path.chmod(0o640)
    with pytest.raises(keeping.NoLogin, match="others may read") as refused:
        keeping.known()
    assert LOGIN.token not in str(refused.value)
    path.chmod(0o600)
    for text in ("", "[]", '{"url": "http://x"}'):
        path.write_text(text)
        with pytest.raises(keeping.NoLogin, match="holds no login"):
            keeping.known()


def test_the_environment_goes_before_the_kept_login_and_a_relative_folder_is_ignored(folder: Path) -> None:
    keeping.keep(LOGIN)
    given = {"TABULARIUM_TOKEN": "tab_other", "TABULARIUM_URL": "https://play.example/"}
    assert keeping.known(given) == keeping.Login(url="https://play.example", token="tab_other")
    kept = {"XDG_CONFIG_HOME": str(folder), "TABULARIUM_URL": f"{LOGIN.url}/"}
    assert keeping.known(kept) == LOGIN
    with pytest.raises(keeping.NoLogin, match="names another service"):
        keeping.known({**kept, "TABULARIUM_URL": "https://play.example"})
    assert keeping.place({"XDG_CONFIG_HOME": "here"}) == Path.home() / ".config/tabularium/login.json"


@pytest.mark.parametrize("url", ["play.example", "ftp://play.example", "http://", "http://ada:secret@play.example"])
def test_what_is_no_address_or_holds_a_password_is_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(keeping.NoLogin) as refused:
        keeping.checked_url(url)
    assert "secret" not in str(refused.value)


def test_no_token_is_shown_where_a_login_is_printed_or_nobody_answers(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keeping.keep(keeping.Login(url="http://127.0.0.1:9", token="tab_secret"))
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    assert main(["export", "m1"]) == 1
    told = capsys.readouterr()
    assert "no answer came to GET http://127.0.0.1:9/api/v1/matches/m1/export" in told.err
    assert "tab_secret" not in told.err + told.out + repr(LOGIN)


@pytest.mark.parametrize(
    "url",
    ["https://127.0.0.1:1/", "http://play.example/", "http://127.0.0.1.play.example/", "http://10.0.0.1/", "127.0.0.1"],
)
def test_deliveries_go_to_this_machine_alone(url: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NotLocal):
        checked_receiver(url)
    assert main(["forward", "--to", url]) == 1
    assert "only to this machine" in capsys.readouterr().err


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/hook", "http://[::1]:1/", "http://localhost:8/x"])
def test_each_address_of_this_machine_is_a_receiver(url: str) -> None:
    assert checked_receiver(url) == url


def delivered(answers: Sequence[int | None]) -> tuple[str, list[httpx.Request]]:
    """What becomes of a delivery to a receiver that answers so; None is no answer."""
    left, requests = list(answers), list[httpx.Request]()

    def answer(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        status = left.pop(0)
        if status is None:
            raise httpx.ConnectError("refused")
        return httpx.Response(status)

    with httpx.Client(transport=httpx.MockTransport(answer)) as http:
        return deliver(http, "http://127.0.0.1:1/hook", webhooks.new_secret(), NOTICE, (0.0, 0.0)), requests


def test_a_delivery_is_tried_until_it_is_taken_with_the_same_id_and_body() -> None:
    became, requests = delivered([None, 500, 204, 204])
    assert (became, len(requests)) == ("204", 3)
    assert len({(one.headers["webhook-id"], one.content) for one in requests}) == 1
    assert delivered([503, None, None])[0] == "no answer"


def test_a_forwarded_notice_has_the_body_of_the_service_and_a_signature_that_both_sides_know() -> None:
    body, secret = body_of(NOTICE), webhooks.new_secret()
    assert body == (
        b'{"type":"your_turn","timestamp":"2026-11-27T12:00:00.000000Z","data":{"notice":"n1","match":"m1",'
        b'"game":"cave","seat":0,"prompt":"p1.0","due_at":null}}'
    )
    assert webhooks.headers(body, "n1", secret, now=1000.9) == signatures.headers(secret, "n1", 1000, body)
    assert webhooks.verify(body, webhooks.headers(body, "n1", secret), secret)["type"] == "your_turn"


class Pretended:
    """A service with one match in which one question is asked, which is answered by the move 2."""

    def __init__(self, refusing: Callable[[], None] = lambda: None) -> None:
        self.posted: list[dict[str, Any]] = []
        self._refusing = refusing
        self.caller = Caller(url="http://127.0.0.1:9", language="en")

    def get_view(self, match: str) -> dict[str, Any]:
        legal = [{"type": "step", "n": n, "label": [{"text": f"Step {n}"}], "text": []} for n in (1, 2)]
        prompt = {"prompt": "p1", "optional": False, "due_at": None, "text": [{"text": "Where to?"}]}
        moves = [{"type": "step", "schema": {}, "legal": legal, "complete": True}]
        is_over = bool(self.posted)
        prompts = [] if is_over else [{**prompt, "moves": moves}]
        status = "finished" if is_over else "active"
        return {"status": status, "version": 1 + is_over, "game": "cave", "state": {"round": 7}, "prompts": prompts}

    def get_match(self, match: str) -> dict[str, Any]:
        return {"text": [{"text": "Seat 0 wins."}]}

    def get_content(self, game: str) -> dict[str, Any]:
        return {}

    def list_events(self, match: str, *, after: int) -> dict[str, Any]:
        return {"items": [{"version": after + 1, "text": [{"text": f"Event {after + 1}."}]}]}

    def play_move(self, match: str, move: dict[str, Any]) -> None:
        self._refusing()
        self.posted.append(move)


def played(pretended: Pretended, *lines: str) -> list[str]:
    """What the terminal shows to a player who types these lines."""
    typed, told = iter(lines), list[str]()

    def ask(prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    Table(cast(Tabularium, pretended), "m1", ask=ask, say=told.append).play()
    return told


def test_a_table_shows_events_and_moves_and_plays_the_number_that_is_typed() -> None:
    service = Pretended()
    told = played(service, "2")
    assert told[1:] == ["1: Event 1.", "question: Where to?", "1. Step 1", "2. Step 2", "2: Event 2.", "Seat 0 wins."]
    assert service.posted == [{"prompt": "p1", "type": "step", "n": 2}]


def test_a_table_shows_the_state_takes_json_and_asks_again_for_what_is_neither() -> None:
    service = Pretended()
    told = played(service, "s", "0", "3", "{", "[1]", ' {"type": "step", "n": 9}')
    assert "round: 7" in told
    assert told.count(HELP) == 4
    assert service.posted == [{"prompt": "p1", "type": "step", "n": 9}]


def test_a_refused_move_is_told_and_asked_for_again_and_one_may_leave() -> None:
    refusals = iter([Problem(422, {"code": "illegal_move", "detail": "Not there."})])

    def refuse() -> None:
        if (problem := next(refusals, None)) is not None:
            raise problem

    service = Pretended(refuse)
    assert "illegal_move: Not there." in played(service, "1", "2")
    assert [one["n"] for one in service.posted] == [2]
    for last in ((), ("q",)):
        with pytest.raises(Left):
            played(Pretended(), *last)


def test_an_unknown_command_is_refused_with_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["fly"])
    assert ended.value.code == 2
    assert json.dumps("fly").strip('"') in capsys.readouterr().err
