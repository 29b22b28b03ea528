"""The client as a whole: which screen is first, and what all of them share."""

import os
from collections.abc import Mapping
from typing import ClassVar

from tabularium_client.command import keeping
from tabularium_client.command.keeping import Login
from tabularium_client.problem import Problem, Unanswered
from tabularium_client.terminal.lettering import turns_text
from tabularium_client.terminal.link import Connect, connect
from tabularium_client.terminal.parts import Lines, Manner
from tabularium_client.terminal.rooms.lobby import LobbyRoom
from tabularium_client.terminal.rooms.room import Room
from tabularium_client.terminal.rooms.start import StartRoom
from tabularium_client.terminal.rooms.table import TableRoom
from tabularium_client.terminal.sayings import Sayings
from tabularium_client.terminal.session import Session
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType


class LoadingRoom(Room):
    """What is seen until the service has answered for the first time."""

    def compose(self) -> ComposeResult:
        yield Lines(id="head")

    def on_mount(self) -> None:
        self.redraw()

    def linked(self) -> None:
        self.redraw()

    def draw(self) -> None:
        self.draw_head(self.title_of(self.says("loading")))


class TerminalApp(App[None]):
    """Screens to play in. Without a login it asks for one; with a match it goes straight to its table."""

    CSS_PATH = "terminal.tcss"
    TITLE = "Tabularium"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "quit", show=False, priority=True)]

    def __init__(
        self,
        login: Login | None,
        *,
        language: str = "en",
        turns: bool = False,
        match: str | None = None,
        url: str = "",
        connect: Connect = connect,
    ) -> None:
        super().__init__()
        self._login, self._match = login, match
        self.session = Session(connect, Manner(Sayings(language), turns=turns))
        self.session.when_linked = self._linked
        self.session.url = url

    def on_mount(self) -> None:
        if self._login is None:
            self.push_screen(StartRoom(self.session))
        else:
            self.session.url = self._login.url
            self.push_screen(LoadingRoom(self.session))
            self.run_worker(self._open(self._login), exclusive=True)

    async def _open(self, login: Login) -> None:
        """Go on as who is logged in; where that is refused, ask again and say why."""
        try:
            await self.session.open(login)
        except (Problem, Unanswered) as refused:
            start = StartRoom(self.session)
            self.switch_screen(start)
            if isinstance(refused, Problem):
                start.call_after_refresh(start.tell_problem, refused)
            else:
                start.call_after_refresh(start.tell, self.session.manner.says("no_answer"), title="no_answer")
            return
        self.switch_screen(LobbyRoom(self.session))
        if self._match is not None:
            self.push_screen(TableRoom(self.session, self._match))

    async def on_unmount(self) -> None:
        await self.session.close()

    def on_start_room_logged_in(self) -> None:
        self.switch_screen(LobbyRoom(self.session))

    def on_lobby_room_logged_out(self) -> None:
        self.session.url = ""
        self.switch_screen(StartRoom(self.session))

    def _linked(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, Room) and screen.is_mounted:
                screen.linked()


def run(
    login: Login | None,
    *,
    language: str,
    turns: bool | None = None,
    match: str | None = None,
    environment: Mapping[str, str] = os.environ,
) -> None:
    """Show the screens until the player leaves. `turns`: whether the terminal turns right-to-left text itself."""
    known = turns_text(environment) if turns is None else turns
    url = environment.get("TABULARIUM_URL", "")
    TerminalApp(login, language=language, turns=known, match=match, url=url).run()


def kept_login() -> Login | None:
    """Who is logged in; None where nobody is, who is then asked."""
    try:
        return keeping.known()
    except keeping.NoLogin:
        return None
