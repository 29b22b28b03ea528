"""A match once more: step by step, by leaps, or by itself."""

from collections.abc import Mapping
from typing import Any, ClassVar

from tabularium_client.terminal.dialogs import AskLine
from tabularium_client.terminal.feed import UNTOLD, first_of_holder
from tabularium_client.terminal.lettering import Line, columns, glyphs, visual
from tabularium_client.terminal.parts import Keys, Lines, Story
from tabularium_client.terminal.pictures import picture_of
from tabularium_client.terminal.rooms.room import Room
from tabularium_client.terminal.session import Session
from tabularium_client.terminal.told import Told, in_words, people_of
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer

LEAP = 10
PACES = (1.2, 0.6, 0.25)
WIDE, STORY = 116, 40
PAGE = 500


class ReplayRoom(Room):
    """The events of a match, and the picture after each of them, as one's seat sees it now."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,n,l", "step(1)", show=False),
        Binding("left,p,h", "step(-1)", show=False),
        Binding("pagedown,down", f"step({LEAP})", show=False),
        Binding("pageup,up", f"step(-{LEAP})", show=False),
        Binding("home", "jump_to(0)", show=False),
        Binding("end", "jump_to(-1)", show=False),
        Binding("space", "run", show=False),
        Binding("plus,f", "pace", show=False),
        Binding("s", "seat", show=False),
        Binding("g", "ask", show=False),
        Binding("escape,q", "leave", show=False),
    ]

    def __init__(self, session: Session, match: str) -> None:
        super().__init__(session)
        self.match_id = match
        self.match: Mapping[str, Any] | None = None
        self.at = 0
        self.seat: int | None = None
        self.is_playing = False
        self._events: list[Mapping[str, Any]] = []
        self._steps: list[Mapping[str, Any]] = []
        self._views: dict[tuple[int, int | None], Mapping[str, Any]] = {}
        self._pace = 0
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Lines(id="head")
        yield Lines(id="board")
        story = Story(id="story")
        # The keys that scroll are those that step here.
        story.can_focus = False
        yield story
        yield Lines(id="progress")
        yield Keys(id="keys")

    def on_mount(self) -> None:
        self.run_worker(self._load(), exclusive=True, group="load")
        self._timer = self.set_interval(PACES[0], self._tick, pause=True)
        self.redraw()

    def on_resize(self) -> None:
        self.redraw()

    async def _load(self) -> None:
        client = self.session.client
        match = await self.attempt(client.get_match(self.match_id))
        page = await self.attempt(client.list_events(self.match_id, limit=PAGE)) if match else None
        if match is None or page is None:
            return
        events = [one async for one in client.each(page)]
        self._names = await self.session.names(match["game"])
        self._content = await self.session.content(match["game"])
        self.match, self._events, self.seat = dict(match), events, match["you"]
        # A step for each event that says something; the first one with a picture to show is the match's start.
        started = next((one["version"] for one in events if one["type"] == "match_started"), 1)
        told = [one for one in events if one.get("text") and one["type"] not in UNTOLD]
        self._steps = [one for one in told if one["version"] > started]
        await self._go(0)

    async def _go(self, at: int) -> None:
        """Show the match after this step."""
        if self.match is None or not self._steps:
            return
        self.at = max(0, min(at, len(self._steps) - 1))
        key = (self._steps[self.at]["version"], self.seat)
        if key not in self._views:
            view = await self.attempt(self.session.client.get_view(self.match_id, seat=key[1], at=key[0]))
            if view is None:
                self._stop()
                return
            self._views[key] = dict(view)
        self.redraw()

    # What is drawn.

    def draw(self) -> None:
        self.draw_head(self.title_of(self.says("replay").capitalize()))
        self._draw_keys()
        if self.match is None or not self._steps:
            self.query_one("#board", Lines).show([visual(glyphs(f" {self.says('loading')}", "dim"))], self.manner)
            return
        people = people_of(self.match, self.session.bots, self.says)
        title = self.title_of(f"{self.says('replay').capitalize()}: {self.session.game_name(self.match['game'])}")
        self.draw_head(title, visual(glyphs(self._seen_by(people), "dim")))
        if (view := self._views.get((self._steps[self.at]["version"], self.seat))) and view["state"]:
            self.query_one("#board", Lines).show(self._picture(view, people), self.manner)
        self._draw_story(people)
        self.query_one("#progress", Lines).show([self._progress()], self.manner)

    def _seen_by(self, people: list[str]) -> str:
        return self.says("seen_by", name=people[self.seat]) if self.seat is not None else self.says("seen_by_all")

    def _draw_keys(self) -> None:
        says = self.says
        keys = [("← →", "screen.step(1)", says("step")), ("PgUp PgDn", f"screen.step({LEAP})", says("leap"))]
        keys += [
            ("Space", "screen.run", says("halt" if self.is_playing else "run")),
            ("g", "screen.ask", says("go_to")),
        ]
        keys += [("s", "screen.seat", says("seat")), ("f", "screen.pace", says("faster"))]
        self.draw_keys([*keys, ("?", "screen.help", says("help")), ("Esc", "screen.leave", says("back"))])

    def _picture(self, view: Mapping[str, Any], people: list[str]) -> list[Line]:
        assert self.match is not None
        told = Told(
            game=self.match["game"],
            content=self._content,
            state=view["state"],
            people=people,
            me=self.seat,
            waiting_for=view["waiting_for"],
            moves=(),
            names=self._names,
            says=self.says,
            width=self.size.width,
            height=max(8, self.size.height - 8),
        )
        return picture_of(told)

    def _draw_story(self, people: list[str]) -> None:
        seated, entries = first_of_holder([dict(one) for one in self._events]), []
        for event in self._steps[: self.at + 1]:
            then = [name if seated.get(at, 0) <= event["version"] else str(at) for at, name in enumerate(people)]
            entries.append(in_words(event["text"], then))
        self.query_one(Story).show(entries, self.manner)

    def _progress(self) -> Line:
        steps, step = len(self._steps), self.at + 1
        told = (
            glyphs(f" {step}/{steps} ", "bold") + glyphs("►" if self.is_playing else "‖", "bold #ffe066") + glyphs(" ")
        )
        room = max(4, self.size.width - columns(told) - 1)
        done = round(room * step / steps)
        return told + glyphs("━" * done, "#7cc0ff") + glyphs("─" * (room - done), "dim")

    # What is done.

    def action_step(self, steps: int) -> None:
        """So many steps on, or back."""
        self._stop()
        self.run_worker(self._go(self.at + steps), exclusive=True, group="go")

    def action_jump_to(self, step: int) -> None:
        """To the beginning or the end."""
        self._stop()
        self.run_worker(self._go(step if step >= 0 else len(self._steps) - 1), exclusive=True, group="go")

    def action_ask(self) -> None:
        """To a step by its number."""

        def go(given: str | None) -> None:
            if given and given.isdecimal():
                self.action_jump_to(max(0, int(given) - 1))

        self.app.push_screen(AskLine(self.says("which_step", most=len(self._steps)), self.manner), go)

    def action_run(self) -> None:
        """Let it play by itself, or halt it."""
        if self.is_playing:
            self._stop()
        elif self._timer is not None:
            if self.at >= len(self._steps) - 1:
                self.run_worker(self._go(0), exclusive=True, group="go")
            self.is_playing = True
            self._timer.resume()
        self.redraw()

    def action_pace(self) -> None:
        """Faster; after the fastest the slowest."""
        self._pace = (self._pace + 1) % len(PACES)
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_interval(PACES[self._pace], self._tick, pause=not self.is_playing)

    def action_seat(self) -> None:
        """Look from the next seat, and after the last one as who only watches."""
        if self.match is None:
            return
        places = [None, *range(len(self.match["seats"]))]
        self.seat = places[(places.index(self.seat) + 1) % len(places)]
        self.run_worker(self._go(self.at), exclusive=True, group="go")

    def action_leave(self) -> None:
        """Back to where one came from."""
        self.dismiss()

    def _tick(self) -> None:
        if self.at >= len(self._steps) - 1:
            self._stop()
            self.redraw()
        else:
            self.run_worker(self._go(self.at + 1), exclusive=True, group="go")

    def _stop(self) -> None:
        self.is_playing = False
        if self._timer is not None:
            self._timer.pause()

    def help_lines(self) -> list[tuple[str, str]]:
        says = self.says
        keys = [("← →", says("step")), ("PgUp PgDn", says("leap")), ("Home End", says("help_ends"))]
        keys += [("Space", says("run")), ("f", says("faster")), ("g", says("go_to")), ("s", says("help_seat"))]
        return [*keys, *self.common_help()]
