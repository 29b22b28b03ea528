"""The lobby: one's own matches, matches that wait for players, and those that have ended."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from urllib.parse import urlsplit

from tabularium_client.command import keeping
from tabularium_client.problem import Problem, Unanswered
from tabularium_client.terminal.dialogs import AskLine, Confirm
from tabularium_client.terminal.lettering import Line, columns, cut, field, glyphs, visual
from tabularium_client.terminal.parts import Keys, Lines
from tabularium_client.terminal.rooms.creating import NewMatchRoom
from tabularium_client.terminal.rooms.replay import ReplayRoom
from tabularium_client.terminal.rooms.room import Room
from tabularium_client.terminal.rooms.table import TableRoom
from tabularium_client.terminal.session import Session
from tabularium_client.terminal.told import in_words, people_of
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

# Lists lag a little behind matches, and open ones of others tell nobody that they change.
SECONDS = 6.0
MOST = 30


class LobbyRoom(Room):
    """Where a match is chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", show=False),
        Binding("j", "join", show=False),
        Binding("w", "watch", show=False),
        Binding("r,f5", "reload", show=False),
        Binding("o", "log_out", show=False),
        Binding("q,escape", "quit", show=False),
    ]

    class LoggedOut(Message):
        """The login is forgotten."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._rows: list[Mapping[str, Any]] = []
        self._shown: Sequence[Any] = ()
        self._mine: list[Any] = []
        self._open: list[Any] = []
        self._of_others: list[Any] = []

    def compose(self) -> ComposeResult:
        yield Lines(id="head")
        yield OptionList(id="matches")
        yield Keys(id="keys")

    def on_mount(self) -> None:
        self.set_interval(SECONDS, self.action_reload)
        self.run_worker(self._follow(), group="follow", exclusive=True)
        self.redraw()

    def on_screen_resume(self) -> None:
        self.action_reload()
        self.redraw()

    def on_resize(self) -> None:
        self._shown = ()
        self.redraw()

    def linked(self) -> None:
        self.redraw()
        if self.session.is_linked:
            self.action_reload()

    def action_reload(self) -> None:
        """Ask for the lists again."""
        if self.is_current:
            self.run_worker(self._load(), group="load", exclusive=True)

    async def _load(self) -> None:
        client = self.session.client
        asked = (
            client.list_matches(mine=True, limit=MOST),
            client.list_matches(status="open", limit=MOST),
            client.list_matches(status="active", limit=10),
        )
        pages = await self.attempt(asyncio.gather(*asked))
        if pages is not None:
            self._mine, self._open, self._of_others = ([*page["items"]] for page in pages)
            self.redraw()

    async def _follow(self) -> None:
        """One's own matches, as they change; a token without the scope for it is told by the lists alone."""
        try:
            async for message in self.session.client.follow_me():
                if message["type"] == "match":
                    told = message["data"]
                    self._mine = [told, *(one for one in self._mine if one["id"] != told["id"])]
                    self.redraw()
                elif message["type"] == "left":
                    self._mine = [one for one in self._mine if one["id"] != message["data"]["match"]]
                    self.redraw()
        except (Problem, Unanswered):
            return

    def draw(self) -> None:
        says, me = self.says, self.session.me
        self.draw_head(self.title_of(says("lobby")), visual(glyphs(f"{me.get('handle')} @ {self.session.url}", "dim")))
        keys = [("Enter", "screen.choose", says("open")), ("n", "screen.new", says("new_match"))]
        keys += [("j", "screen.join", says("join_link")), ("w", "screen.watch", says("replay"))]
        keys += [("?", "screen.help", says("help")), ("o", "screen.log_out", says("log_out"))]
        self.draw_keys([*keys, ("q", "screen.quit", says("quit"))])
        self._list()

    def _list(self) -> None:
        says = self.says
        ids = {one["id"] for one in self._mine}
        mine = sorted((one for one in self._mine if one["status"] in ("open", "active")), key=self._urgency)
        over = [one for one in self._mine if one["status"] not in ("open", "active")]
        groups = (
            (says("mine"), mine, says("none_mine")),
            (says("open_matches"), [one for one in self._open if one["id"] not in ids], says("none_open")),
            (says("running"), [one for one in self._of_others if one["id"] not in ids], ""),
            (says("ended"), over[:15], ""),
        )
        shown = [(title, matches, empty) for title, matches, empty in groups if matches or empty]
        if self._shown == (shown, self.manner):
            return
        self._shown = (shown, self.manner)
        self._fill(shown)

    def _fill(self, shown: Sequence[tuple[str, Sequence[Mapping[str, Any]], str]]) -> None:
        listed = self.query_one("#matches", OptionList)
        before = self._chosen()
        self._rows, options = [], []
        for title, matches, empty in shown:
            options.append(Option(self.manner.seen([visual(glyphs(title, "bold underline"))]), disabled=True))
            self._rows.append({})
            for match in matches:
                options.append(Option(self.manner.seen([self._row(match)])))
                self._rows.append(match)
            if not matches:
                options.append(Option(self.manner.seen([glyphs("  ") + visual(glyphs(empty, "dim"))]), disabled=True))
                self._rows.append({})
        listed.clear_options()
        listed.add_options(options)
        kept = [at for at, row in enumerate(self._rows) if row and before and row["id"] == before["id"]]
        some = [at for at, row in enumerate(self._rows) if row]
        listed.highlighted = (kept or some or [None])[0]

    def _urgency(self, match: Mapping[str, Any]) -> tuple[bool, bool]:
        return (match["you"] not in match["waiting_for"], match["status"] != "active")

    def _row(self, match: Mapping[str, Any]) -> Line:
        """A match in a line: whose turn, the game, who plays, how it stands."""
        people = people_of(match, self.session.bots, self.says)
        is_asked = match["status"] == "active" and match["you"] in match["waiting_for"]
        mark = glyphs("► ", "bold #ffe066") if is_asked else glyphs("  ")
        line = mark + field(self.session.game_name(match["game"]), 19, "bold")
        seated = [people[one["seat"]] for one in match["seats"] if one["player"] or one["bot"]]
        free = sum(1 for one in match["seats"] if one["status"] == "open")
        who = ", ".join(seated) + (f" +{free}" if free else "")
        status = glyphs(self.says("your_turn"), "bold #ffe066") if is_asked else in_words(match["text"], people)
        width = self.app.size.width - 4
        line += field(match["name"] or who, max(20, (width - 21) // 2)) + glyphs(" ")
        return line + visual(cut(status, width - columns(line)))

    def _chosen(self) -> Mapping[str, Any] | None:
        at = self.query_one("#matches", OptionList).highlighted
        return self._rows[at] if at is not None and at < len(self._rows) and self._rows[at] else None

    def on_option_list_option_selected(self) -> None:
        self.action_choose()

    def action_choose(self) -> None:
        """Go to the chosen match; a seat in an open one of others is asked for first."""
        match = self._chosen()
        if match is None:
            return
        if match["status"] == "open" and match["you"] is None:
            self.run_worker(self._join(match["id"], None), exclusive=True)
        elif match["status"] in ("finished", "imported"):
            self.app.push_screen(ReplayRoom(self.session, match["id"]))
        else:
            self.app.push_screen(TableRoom(self.session, match["id"]))

    def action_watch(self) -> None:
        """Replay the chosen match as far as it has come."""
        if (match := self._chosen()) and match["status"] != "open":
            self.app.push_screen(ReplayRoom(self.session, match["id"]))

    def action_new(self) -> None:
        """Make a match."""
        self.app.push_screen(NewMatchRoom(self.session))

    def action_join(self) -> None:
        """Take a seat by an invitation's address, or go to a match by its id."""

        def go(given: str | None) -> None:
            if given:
                self.run_worker(self._join(*place_of(given)), exclusive=True)

        self.app.push_screen(AskLine(self.says("join_by"), self.manner, note=self.says("join_note")), go)

    async def _join(self, match: str, invitation: str | None) -> None:
        body: Any = {"invitation": invitation} if invitation else {}
        if await self.attempt(self.session.client.join_match(match, body)) is not None:
            self.app.push_screen(TableRoom(self.session, match))

    def action_log_out(self) -> None:
        """Forget the login, and ask for another."""

        def go(agreed: bool | None) -> None:
            if agreed:
                keeping.forget()
                self.post_message(self.LoggedOut())

        self.app.push_screen(Confirm(self.says("log_out_sure"), self.manner), go)

    def action_quit(self) -> None:
        """Leave the client."""
        self.app.exit()

    def help_lines(self) -> list[tuple[str, str]]:
        says = self.says
        keys = [("↑ ↓", says("help_lines")), ("Enter", says("help_open")), ("n", says("new_match"))]
        keys += [("j", says("join_by")), ("w", says("replay")), ("r", says("reload")), ("o", says("log_out"))]
        return [*keys, *self.common_help()]


def place_of(given: str) -> tuple[str, str | None]:
    """The match and the secret in an invitation's address, `…/join/{match}#{secret}`; a match's id alone is one too."""
    parts = urlsplit(given.strip())
    return parts.path.rstrip("/").rpartition("/")[2], parts.fragment or None
