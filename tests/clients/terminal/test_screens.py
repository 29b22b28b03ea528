"""Every screen of the terminal client at recorded looks, as text: `screens/` has them.

After a change that is meant to alter them: `RECORD=1 make test ARGS="-n0 tests/clients/terminal/test_screens.py"`, and
read the difference.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tabularium_client import Problem
from tabularium_client.command.keeping import Login
from tabularium_client.terminal.app import TerminalApp
from tabularium_client.terminal.parts import Lines, Moves
from tabularium_client.terminal.rooms.start import StartRoom
from tabularium_client.terminal.rooms.table import TableRoom

from tests.clients.terminal.pretended import Pretended, compare, drawn

LOGIN = Login(url="http://127.0.0.1:8000", token="tab_secret", handle="Ada_1815")
SMALL, LARGE = (80, 24), (120, 40)
SIZES = {"small": SMALL, "large": LARGE}
GAMES = ("cave", "rock-paper-wizard", "spell-a-spell")
Then = Callable[[TerminalApp, Any], Awaitable[None]]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the machine's configuration, and colours."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)


def assert_shown(
    service: Pretended,
    then: Then,
    *,
    size: tuple[int, int] = SMALL,
    login: Login | None = LOGIN,
    table: bool = False,
    **wishes: Any,
) -> None:
    """Start the client, and do this when all is drawn."""

    async def run() -> None:
        match = service.document["match"]["id"] if table else None
        app = TerminalApp(login, match=match, connect=service.connect(), **wishes)
        async with app.run_test(size=size, notifications=True) as pilot:
            await still(pilot)
            await then(app, pilot)

    asyncio.run(run())


async def still(pilot: Any) -> None:
    """Until nothing is left to do: workers that fetch, and what they draw."""
    for _ in range(3):
        await pilot.pause()
        fetching = [one for one in pilot.app.workers if one.group != "follow"]
        if fetching:
            await pilot.app.workers.wait_for_complete(fetching)
    await pilot.pause()


def kept(name: str, *keys: str) -> Then:
    """Press these keys, and compare."""

    async def then(app: TerminalApp, pilot: Any) -> None:
        for key in keys:
            await pilot.press(key)
        await still(pilot)
        compare(name, app)

    return then


def test_the_first_screen_asks_who_plays_where() -> None:
    assert_shown(Pretended(), kept("start"), login=None)


def test_the_first_screen_is_in_hebrew_too() -> None:
    assert_shown(Pretended(), kept("start-he"), login=None, language="he")


def test_no_token_is_shown_while_it_is_typed() -> None:
    async def then(app: TerminalApp, pilot: Any) -> None:
        await pilot.press("down", *"tab_1234")
        await still(pilot)
        assert "tab_1234" not in drawn(app)
        assert "•" * 8 in drawn(app)

    assert_shown(Pretended(), then, login=None)


def test_a_login_that_is_refused_is_asked_for_again_with_the_reason() -> None:
    service = Pretended()
    service.refused = Problem(401, {"code": "invalid_token", "detail": "This token is not valid."})

    async def then(app: TerminalApp, pilot: Any) -> None:
        assert isinstance(app.screen, StartRoom)
        assert "invalid_token" in drawn(app)
        assert "This token is not valid." in drawn(app)
        assert LOGIN.token not in drawn(app)

    assert_shown(service, then)


def test_the_lobby_lists_ones_own_matches_with_those_that_wait_first() -> None:
    service = Pretended()
    other = Pretended("rock-paper-wizard").document["match"]
    service.lists["mine"] += [Pretended("spell-a-spell", "ended").document["match"]]
    service.lists["open"] = [{**other, "status": "open", "id": "m2", "you": None}]
    assert_shown(service, kept("lobby"))


def test_a_new_match_is_made_in_a_form() -> None:
    assert_shown(Pretended(), kept("new-match", "n"))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_a_table_that_uses_the_room_there_is(game: str, size: str) -> None:
    assert_shown(Pretended(game), kept(f"{game}-{size}"), size=SIZES[size], table=True)


@pytest.mark.parametrize("turns", [False, True], ids=["client", "terminal"])
def test_the_table_in_hebrew_is_turned_by_the_client_or_left_to_the_terminal(turns: bool) -> None:
    name = f"spell-a-spell-he-{'terminal' if turns else 'client'}"
    assert_shown(Pretended("spell-a-spell"), kept(name), table=True, language="he", turns=turns)


def test_the_table_in_polish_fits_too() -> None:
    assert_shown(Pretended("cave"), kept("cave-pl"), table=True, language="pl")


def test_a_match_that_has_ended_says_who_has_won_and_offers_a_rematch() -> None:
    assert_shown(Pretended("rock-paper-wizard", "ended"), kept("ended"), table=True)


def test_a_table_that_waits_shows_its_seats() -> None:
    service = Pretended("cave")
    match = service.document["match"]
    seats = [{**one, "bot": None, "player": None, "status": "open"} if one["seat"] else one for one in match["seats"]]
    service.document["match"] = {**match, "status": "open", "seats": seats}
    service.document["view"] = {**service.document["view"], "state": None, "prompts": []}
    service.events = []
    assert_shown(service, kept("waiting"), table=True)


def test_a_replay_shows_its_steps() -> None:
    assert_shown(Pretended("cave", "ended"), kept("replay", "v", "end", "left"), table=True)


def test_help_tells_the_keys_and_the_signs() -> None:
    assert_shown(Pretended("cave"), kept("help", "question_mark"), size=LARGE, table=True)


def test_a_refusal_is_told_in_words_with_its_code_and_the_move_stays() -> None:
    service = Pretended("rock-paper-wizard")
    service.refusal = Problem(409, {"code": "match_paused", "detail": "The match is paused."})
    assert_shown(service, kept("error", "enter"), table=True)


def test_a_word_is_laid_over_the_table() -> None:
    assert_shown(Pretended("spell-a-spell"), kept("word", "w", "a", "b"), table=True)


def test_a_lost_connection_is_told_in_the_head_and_forgotten_when_it_is_back() -> None:
    async def then(app: TerminalApp, pilot: Any) -> None:
        app.session._heard(False)
        await still(pilot)
        assert "no connection" in drawn(app).splitlines()[0]
        app.session._heard(True)
        await still(pilot)
        assert "no connection" not in drawn(app)

    assert_shown(Pretended("cave"), then, table=True)


def test_digits_go_to_a_move_and_enter_plays_it_as_it_is_listed() -> None:
    service = Pretended("rock-paper-wizard")
    (prompt,) = service.document["view"]["prompts"]
    listed = prompt["moves"][0]["legal"]

    async def then(app: TerminalApp, pilot: Any) -> None:
        await pilot.press(*str(len(listed)))
        assert app.screen.query_one(Moves).highlighted == len(listed) - 1
        await pilot.press("1", "enter")
        await still(pilot)

    assert_shown(service, then, table=True)
    assert len(listed) > 9
    assert service.posted == [listed[0]]


def test_a_click_on_a_spell_goes_to_its_moves_and_a_click_on_a_move_plays_it() -> None:
    service = Pretended("rock-paper-wizard")
    listed = service.document["view"]["prompts"][0]["moves"][0]["legal"]
    spell = listed[-1]["spell"]

    async def then(app: TerminalApp, pilot: Any) -> None:
        rows = drawn(app).splitlines()
        name = next(piece["text"] for piece in listed[-1]["label"] if piece.get("term") == spell)
        row = next(at for at, line in enumerate(rows) if line.startswith(f"■ {name}"))
        await pilot.click(offset=(4, row))
        moves = app.screen.query_one(Moves)
        assert listed[moves.highlighted or 0]["spell"] == spell
        await pilot.click(Moves, offset=(6, 0))
        await still(pilot)

    assert_shown(service, then, table=True)
    assert len(service.posted) == 1


def test_the_list_keeps_its_place_and_nothing_is_drawn_anew_while_nothing_changes() -> None:
    service = Pretended("rock-paper-wizard")

    async def then(app: TerminalApp, pilot: Any) -> None:
        await pilot.press("down", "down")
        board = app.screen.query_one("#board", Lines)
        before = board.visual
        service.change()
        await still(pilot)
        assert app.screen.query_one(Moves).highlighted == 2
        assert board.visual is before

    assert_shown(service, then, table=True)


@pytest.mark.parametrize("game", GAMES)
def test_without_colour_the_same_is_told(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def then(app: TerminalApp, pilot: Any) -> None:
        compare(f"{game}-small", app)
        greys = [
            piece.style.color.triplet
            for strip in app.screen._compositor.render_strips()
            for piece in strip
            if piece.style and piece.style.color and piece.style.color.triplet
        ]
        assert greys
        assert all(one.red == one.green == one.blue for one in greys)

    assert_shown(Pretended(game), then, table=True)


def test_f4_flips_who_turns_hebrew() -> None:
    async def then(app: TerminalApp, pilot: Any) -> None:
        before = drawn(app)
        await pilot.press("f4")
        await still(pilot)
        assert drawn(app) != before
        await pilot.press("f4")
        await still(pilot)
        assert drawn(app) == before

    assert_shown(Pretended("spell-a-spell"), then, table=True)


def test_a_move_is_taken_back_where_it_may_be_and_the_others_are_asked_where_they_know_of_it() -> None:
    service = Pretended("cave")
    service.document["take_back"] = 7

    async def then(app: TerminalApp, pilot: Any) -> None:
        await pilot.press("t")
        await still(pilot)
        service.document = {**service.document, "take_back": None}
        service.change()
        await still(pilot)
        await pilot.press("t")
        await still(pilot)

    assert_shown(service, then, table=True)
    assert service.asked == ["take_back_move 7", "ask_take_back"]


def test_another_seat_is_answered_when_it_wants_a_move_back() -> None:
    service = Pretended("cave")
    wish = {"first": 3, "seat": 1, "knowing": False, "agreed": [1], "missing": [0]}
    service.document["match"]["take_back_wish"] = wish

    async def then(app: TerminalApp, pilot: Any) -> None:
        assert "a agree   d refuse" in drawn(app)
        await pilot.press("a")
        await still(pilot)
        await pilot.press("d")
        await still(pilot)

    assert_shown(service, then, table=True)
    assert service.asked == ["agree_to_take_back", "refuse_take_back"]


def test_resigning_is_asked_once_more() -> None:
    async def then(app: TerminalApp, pilot: Any) -> None:
        await pilot.press("R")
        await still(pilot)
        assert "for good?" in drawn(app)
        await pilot.press("n")
        await still(pilot)
        assert isinstance(app.screen, TableRoom)

    assert_shown(Pretended("cave"), then, table=True)
