"""The terminal client on the service as `make serve` runs it, by keys alone."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tabularium_client import Tabularium
from tabularium_client.command.keeping import known
from tabularium_client.terminal.app import TerminalApp
from tabularium_client.terminal.dialogs import LayWord, Page
from tabularium_client.terminal.parts import Moves, Turner
from tabularium_client.terminal.rooms.creating import NewMatchRoom
from tabularium_client.terminal.rooms.lobby import LobbyRoom, place_of
from tabularium_client.terminal.rooms.replay import ReplayRoom
from tabularium_client.terminal.rooms.start import StartRoom
from tabularium_client.terminal.rooms.table import TableRoom
from textual.widgets import Input

from events.store import new_id
from tests.acceptance.conftest import Running

CAVE, RPW, SAS = "cave", "rock-paper-wizard", "spell-a-spell"
SECONDS = 120.0
Then = Callable[["Hands"], Awaitable[None]]


class Hands:
    """A player who has a keyboard and eyes, and nothing else."""

    def __init__(self, service: Running, app: TerminalApp, pilot: Any) -> None:
        self.service, self.app, self.pilot = service, app, pilot

    async def until(self, what: Callable[[], object]) -> None:
        """Wait for it, while the service's processes are kept alive."""
        end = asyncio.get_running_loop().time() + SECONDS
        while not what():
            assert asyncio.get_running_loop().time() < end, "it did not happen"
            self.service.processes.watch()
            await self.pilot.pause(0.02)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def come_in(self) -> None:
        """Log in as a new guest, on the first screen."""
        await self.until(lambda: isinstance(self.app.screen, StartRoom))
        await self.press(*f"Tui_{new_id()[-12:]}", "enter")
        await self.until(lambda: isinstance(self.app.screen, LobbyRoom))

    async def make(self, game: str, others: str = "easy", **options: Any) -> TableRoom:
        """Make a match of the fewest seats in the form; the table."""
        await self.press("n")
        await self.until(lambda: isinstance(self.app.screen, NewMatchRoom) and self.app.focused)
        await self.turn_to("game", game)
        await self.go_to(lambda one: one.id == "others")
        await self.turn_to("others", others)
        for name, value in options.items():
            await self.until(partial(self._is_offered, name))
            await self.go_to(partial(_is_named, name))
            if isinstance(self.app.focused, Input):
                await self.press("end", "ctrl+u", *str(value))
            else:
                await self.turn_to(name, value)
        await self.press("enter")
        return await self.table()

    def _is_offered(self, name: str) -> bool:
        return any(_is_named(name, one) for one in self.app.screen.query(".option"))

    async def go_to(self, what: Callable[[Any], bool]) -> None:
        """Down through the form until the line is there."""
        while not what(self.app.focused):
            await self.press("down")

    async def turn_to(self, name: str, value: Any) -> None:
        """Turn the line that is focused to this value."""
        turner = self.app.focused
        assert isinstance(turner, Turner)
        while turner.value != value:
            await self.press("right")

    async def play(self, table: TableRoom, answer: Callable[[TableRoom], Awaitable[None]]) -> None:
        """Answer whenever there is a question, until the match is over."""
        while not table.is_over:
            await self.until(lambda: table.is_over or self.is_asked(table))
            if self.is_asked(table):
                before = table.feed.view
                await answer(table)
                await self.until(partial(self._has_changed, table, before))

    def _has_changed(self, table: TableRoom, before: Any) -> bool:
        return table.is_over or (table.feed.view or {})["version"] != before["version"]

    async def sit_at(self, game: str, **options: Any) -> TableRoom:
        """Go from the lobby to a match against easy bots that was made elsewhere; the table."""
        seats = 3 if game == RPW else 2
        login = known()
        with Tabularium(login.url, login.token) as player:
            player.create_match({"game": game, "seats": seats, "bots": ["easy"] * (seats - 1), "options": options})
        lobby = self.app.screen
        assert isinstance(lobby, LobbyRoom)
        await self.until(lambda: any(row.get("you") is not None for row in lobby._rows))
        # One's own are the first; the line that was marked before may be another's.
        await self.press("home", "enter")
        return await self.table()

    async def table(self) -> TableRoom:
        """The table that is shown, as soon as it is."""
        await self.until(lambda: isinstance(self.app.screen, TableRoom) and self.app.screen.feed.match)
        table = self.app.screen
        assert isinstance(table, TableRoom)
        return table

    def is_asked(self, table: TableRoom) -> bool:
        # News of a move may come before its answer; until then no other is sent.
        if table.is_sending:
            return False
        return bool(table.feed.view and table.feed.view["prompts"] and self.app.screen.query_one(Moves).option_count)


def _is_named(name: str, line: Any) -> bool:
    return line is not None and line.name == name


def sit_down(service: Running, folder: Path, then: Then, *, size: tuple[int, int] = (80, 24)) -> None:
    """Start the client, log in, and do this."""

    async def run() -> None:
        app = TerminalApp(None, url=service.url)
        async with app.run_test(size=size) as pilot:
            hands = Hands(service, app, pilot)
            await hands.come_in()
            assert known({"XDG_CONFIG_HOME": str(folder)}).url == service.url
            await then(hands)

    asyncio.run(run())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The player's configuration, and nothing of the machine's."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for name in ("TABULARIUM_URL", "TABULARIUM_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def whole(service: Running, table: TableRoom) -> list[int]:
    """The versions that the table has told, which are all that there are."""
    with Tabularium(service.url) as anybody:
        match = anybody.get_match(table.feed.id)
    assert match["status"] == "finished"
    versions = [one["version"] for one in table.feed.events]
    assert versions == list(range(1, match["version"] + 1))
    return versions


def test_a_match_of_rock_paper_wizard_is_played_to_its_end_and_seen_again(service: Running, folder: Path) -> None:
    async def then(hands: Hands) -> None:
        table = await hands.sit_at(RPW, max_rounds=2)

        async def answer(table: TableRoom) -> None:
            await hands.press("1", "enter")

        await hands.play(table, answer)
        assert whole(service, table)
        await hands.press("v")
        replay = hands.app.screen
        assert isinstance(replay, ReplayRoom)
        await hands.until(lambda: replay._steps and replay._views)
        await hands.press("end")
        await hands.until(lambda: replay.at == len(replay._steps) - 1 and len(replay._views) == 2)
        await hands.press("left", "escape")
        assert hands.app.screen is table
        await hands.press("m")
        await hands.until(lambda: isinstance(hands.app.screen, TableRoom) and hands.app.screen is not table)
        await hands.press("escape")
        await hands.until(lambda: isinstance(hands.app.screen, LobbyRoom))

    sit_down(service, folder, then)


def test_a_match_of_cave_is_played_to_its_end(service: Running, folder: Path) -> None:
    async def then(hands: Hands) -> None:
        table = await hands.make(CAVE, max_rounds=2)

        async def answer(table: TableRoom) -> None:
            await hands.press("enter")

        await hands.play(table, answer)
        assert whole(service, table)

    sit_down(service, folder, then, size=(120, 40))


def test_a_match_of_spell_a_spell_is_played_to_its_end_with_a_word_laid_letter_by_letter(
    service: Running, folder: Path
) -> None:
    laid: list[str] = []

    async def then(hands: Hands) -> None:
        table = await hands.sit_at(SAS, hints=True)

        async def answer(table: TableRoom) -> None:
            hints = [one.move["word"] for one in table._choices if one.move and one.move["type"] == "cast_word"]
            if hints and not laid:
                laid.append(hints[0])
                await hands.press("w")
                assert isinstance(hands.app.screen, LayWord)
                await hands.press(*hints[0], "enter")
            else:
                # The first line asks for a word, where there is one to lay.
                await hands.press("2" if table.query_one(Moves).option_count > 1 else "1", "enter")

        await hands.play(table, answer)
        assert whole(service, table)
        casts = ["".join(piece["text"] for piece in one["text"]) for one in table.feed.events if one["seat"] == 0]
        assert any(laid[0] in one for one in casts)

    sit_down(service, folder, then)
    assert laid


def test_a_table_goes_on_when_the_service_is_killed_under_it_and_loses_no_event(service: Running, folder: Path) -> None:
    async def then(hands: Hands) -> None:
        table = await hands.sit_at(RPW, max_rounds=4)
        kills, told = [True], [False]
        session = hands.app.session
        before = session.when_linked

        def linked() -> None:
            told[0] = told[0] or not session.is_linked
            before()

        session.when_linked = linked

        async def answer(table: TableRoom) -> None:
            if kills:
                kills.pop()
                for name in ("live", "web-1", "web-2"):
                    os.kill(service.processes.pid_of(name), signal.SIGKILL)
            await hands.press("1", "enter")

        await hands.play(table, answer)
        assert whole(service, table)
        assert told[0]
        assert session.is_linked

    sit_down(service, folder, then)


def test_a_friend_joins_by_the_link_that_is_shown_and_who_resigns_leaves_the_others(
    service: Running, folder: Path
) -> None:
    async def then(hands: Hands) -> None:
        table = await hands.make(CAVE, others="people")
        await hands.press("i")
        await hands.until(lambda: isinstance(hands.app.screen, Page))
        match, secret = place_of(hands.app.clipboard)
        assert (match, bool(secret)) == (table.feed.id, True)
        with Tabularium(service.url) as stranger:
            token = stranger.sign_up({"handle": f"Bob_{new_id()[-12:]}"})["token"]
        with Tabularium(service.url, token) as bob:
            bob.join_match(match, {"invitation": secret})
        await hands.press("escape")
        await hands.until(lambda: table.feed.match and table.feed.match["status"] == "active")
        assert table.people[1].startswith("Bob_")
        await hands.press("R")
        await hands.press("y")
        await hands.until(lambda: table.is_over)
        assert table.feed.match
        assert table.feed.match["outcome"]["winners"] == [1]

    sit_down(service, folder, then)
