"""The table: the picture on top, what has happened, the question and the moves, and the clock."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, ClassVar, NamedTuple

from tabularium_client.problem import Problem, Unanswered
from tabularium_client.problems import StalePrompt
from tabularium_client.shapes import GameData
from tabularium_client.terminal.dialogs import AskLine, Confirm, LayWord, Page, as_json
from tabularium_client.terminal.feed import UNTOLD, Feed, first_of_holder
from tabularium_client.terminal.laying import Card, Laying
from tabularium_client.terminal.lettering import Line, cut, field, glyphs, visual
from tabularium_client.terminal.parts import Keys, Lines, Moves, Story
from tabularium_client.terminal.pictures import picture_of
from tabularium_client.terminal.pictures.tiles import card_of
from tabularium_client.terminal.rooms.replay import ReplayRoom
from tabularium_client.terminal.rooms.room import Room
from tabularium_client.terminal.session import Session
from tabularium_client.terminal.told import Told, colour_of, in_words, people_of
from tabularium_client.words import OVER
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.css.query import NoMatches

# From here on the story stands beside the picture, and so many cells wide.
WIDE, STORY = 116, 40
# Lines for the question and the moves, by the height of the screen.
ASKED = ((24, 6), (30, 8), (36, 11), (44, 14))
LEAST_STORY = 3
SECOND = 1.0
SOON_SECONDS = 15


class Choice(NamedTuple):
    """A line among the moves: a listed one, or one that is asked for further."""

    label: Line
    move: GameData | None
    prompt: Mapping[str, Any]
    form: Mapping[str, Any]


class TableRoom(Room):
    """One match, from the empty table to its end."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", show=False),
        Binding("w", "word", show=False),
        Binding("t", "take_back", show=False),
        Binding("a", "agree", show=False),
        Binding("d", "refuse", show=False),
        Binding("R", "resign", show=False),
        Binding("m", "rematch", show=False),
        Binding("v", "replay", show=False),
        Binding("i", "invite", show=False),
        Binding("b", "seat_bot", show=False),
        Binding("s", "start", show=False),
        Binding("X", "cancel", show=False),
    ]

    def __init__(self, session: Session, match: str) -> None:
        super().__init__(session)
        self.feed = Feed(session.client, match)
        self._choices: list[Choice] = []
        self._asked: Any = None
        self._content: Mapping[str, Any] | None = None
        self.is_sending = False

    def compose(self) -> ComposeResult:
        yield Lines(id="head")
        with Container(id="table"):
            yield Lines(id="board")
            yield Story(id="story")
            with Vertical(id="questions"):
                yield Lines(id="asked")
                yield Moves(id="moves", compact=True)
        yield Keys(id="keys")

    def on_mount(self) -> None:
        self.set_interval(SECOND, self._count)
        self.run_worker(self._follow(), group="follow", exclusive=True)
        self.query_one(Moves).focus()
        self.redraw()

    def on_resize(self) -> None:
        self.redraw()

    def linked(self) -> None:
        self._count()

    def _count(self) -> None:
        """Draw the head again, where the clocks are."""
        if self.is_attached:
            with suppress(NoMatches):
                self._draw_head()

    async def _follow(self) -> None:
        try:
            async for _ in self.feed.changes():
                if self._content is None and self.feed.match is not None:
                    self._content = await self.session.content(self.feed.match["game"])
                    self._names = await self.session.names(self.feed.match["game"])
                self.redraw()
        except Problem as problem:
            self.tell_problem(problem)
        except Unanswered:
            self.tell(self.says("no_answer"), title="no_answer")

    # What is drawn.

    def draw(self) -> None:
        self._draw_head()
        self._lay_out()
        match, view = self.feed.match, self.feed.view
        if match is None:
            self.query_one("#board", Lines).show([visual(glyphs(f" {self.says('loading')}", "dim"))], self.manner)
            return
        people = self.people
        lines = self._picture() if view and view["state"] and self._content else self._seats()
        self.query_one("#board", Lines).show(lines, self.manner)
        self._draw_story()
        self._draw_questions(match, view, people)
        self._lay_out(len(lines))
        self.draw_keys(self._keys(match))

    @property
    def people(self) -> list[str]:
        """The names at the table, by seat."""
        return people_of(self.feed.match, self.session.bots, self.says) if self.feed.match else []

    @property
    def me(self) -> int | None:
        """One's own seat."""
        return self.feed.match["you"] if self.feed.match else None

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.feed.match is not None and self.feed.match["status"] in OVER

    def _is_wide(self) -> bool:
        # A terminal that turns text does so across the whole row: nothing may stand beside what it turns.
        return self.size.width >= WIDE and not (self.manner.turns and self.says.right_to_left)

    def _lay_out(self, high: int = 1) -> None:
        """The rows of the table: the picture, the story, the questions; the last never changes its height."""
        table, wide = self.query_one("#table", Container), self._is_wide()
        asked = self._asked_rows()
        room = max(1, self.size.height - 2)
        high = max(1, min(high, room - asked - (0 if wide else 1)))
        table.set_class(wide, "wide")
        table.styles.grid_size_columns = 2 if wide else 1
        table.styles.grid_columns = f"1fr {STORY}" if wide else "1fr"
        if wide:
            table.styles.grid_rows = f"{high} {room - high}"
        else:
            asked = min(asked, room - high - 1)
            table.styles.grid_rows = f"{high} {room - high - asked} {asked}"

    def _asked_rows(self) -> int:
        return next((rows for height, rows in reversed(ASKED) if self.size.height >= height), ASKED[0][1])

    def _draw_head(self) -> None:
        match = self.feed.match
        if match is None:
            return self.draw_head(self.title_of(self.says("table")))
        title = self.title_of(self.session.game_name(match["game"]))
        if match["status"] == "active" and self.me in match["waiting_for"]:
            stands = visual(glyphs(f" {self.says('your_turn')} ", "bold reverse #ffe066"))
        else:
            stands = visual(in_words(match["text"], self.people))
        return self.draw_head(title + glyphs("  ") + stands, self._clocks(match))

    def _clocks(self, match: Mapping[str, Any]) -> Line:
        """The time that each of those has left whose clock runs."""
        line: Line = []
        for one in () if match["paused_at"] else match["deadlines"]:
            left = max(0, int(self.feed.seconds_left(one["due_at"])))
            look = "bold reverse #ff8a80" if left <= SOON_SECONDS else f"bold {colour_of(one['seat'])}"
            line += glyphs(f"{one['seat']} {in_time(left)}", look) + glyphs(" ")
        return line

    def _picture(self) -> list[Line]:
        match, view = self.feed.match, self.feed.view
        assert match is not None
        assert view is not None
        assert self._content is not None
        moves = [move for prompt in view["prompts"] for form in prompt["moves"] for move in form["legal"]]
        width = self.size.width - (STORY + 1 if self._is_wide() else 0)
        told = Told(
            game=match["game"],
            content=self._content,
            state=view["state"],
            people=self.people,
            me=self.me,
            waiting_for=match["waiting_for"],
            moves=moves,
            names=self._names,
            says=self.says,
            width=width,
            height=self.size.height - 2 - self._asked_rows() - (0 if self._is_wide() else LEAST_STORY),
        )
        return picture_of(told)

    def _seats(self) -> list[Line]:
        """Who sits at a table that waits for players."""
        assert self.feed.match is not None
        lines = [[], visual(glyphs(f"  {self.says('waiting_room')}", "bold")), []]
        for one, name in zip(self.feed.match["seats"], self.people, strict=True):
            seat = one["seat"]
            taken = one["player"] or one["bot"]
            look = f"bold {colour_of(seat)}" if taken else "dim"
            lines.append(glyphs(f"  {seat} ", look) + field(name if taken else self.says("free"), 30, look))
        return [*lines, []]

    def _draw_story(self) -> None:
        seated, people = first_of_holder(self.feed.events), self.people
        entries = []
        for event in self.feed.events:
            # Who has left the seat since is not its present player.
            then = [name if seated.get(at, 0) <= event["version"] else str(at) for at, name in enumerate(people)]
            if event["type"] not in UNTOLD and (line := in_words(event.get("text"), then)):
                entries.append(line)
        self.query_one(Story).show(entries, self.manner)

    def _draw_questions(self, match: Mapping[str, Any], view: Mapping[str, Any] | None, people: list[str]) -> None:
        prompts = view["prompts"] if view and not self.is_over else []
        state = (prompts, self.feed.take_back, match["take_back_wish"], match["text"], self.manner, self.size.width)
        if self._asked == state:
            return
        self._asked = state
        width = self.size.width - (STORY + 1 if self._is_wide() else 0) - 2
        if prompts:
            text = [piece for prompt in prompts[:1] for piece in prompt["text"]]
            line = glyphs("► ", "bold #ffe066") + in_words(text, people)
        else:
            line = in_words(match["outcome"]["text"] if match["outcome"] else match["text"], people)
        self.query_one("#asked", Lines).show(self.manner.paragraph(line, width)[:3], self.manner)
        self._choices = [one for prompt in prompts for one in self._of_prompt(prompt, people)]
        self.query_one(Moves).show([cut(one.label, width - 4) for one in self._choices], self.manner)

    def _of_prompt(self, prompt: Mapping[str, Any], people: list[str]) -> list[Choice]:
        found = []
        for form in prompt["moves"]:
            if not form["complete"]:
                key = "lay_word" if form["type"] == "cast_word" else "as_json"
                found.append(Choice(glyphs(self.says(key), "bold"), None, prompt, form))
            for legal in form["legal"]:
                label = in_words(legal.get("label") or legal.get("text"), people)
                found.append(Choice(label, {"prompt": prompt["prompt"], **legal}, prompt, form))
        return found

    def _keys(self, match: Mapping[str, Any]) -> list[tuple[str, str, str]]:
        says = self.says
        keys: list[tuple[str, str, str]] = []
        if match["status"] == "open":
            if match["host"] == self.me:
                keys += [("i", "screen.invite", says("invite")), ("b", "screen.seat_bot", says("seat_bot"))]
                keys += [("s", "screen.start", says("start")), ("X", "screen.cancel", says("cancel"))]
        elif self.is_over:
            keys += [("v", "screen.replay", says("replay"))]
            keys += [("m", "screen.rematch", says("rematch"))] if self.me is not None else []
        elif self.me is not None:
            keys += self._keys_of_play(match)
        return [*keys, ("?", "screen.help", says("help")), ("Esc", "screen.leave", says("lobby"))]

    def _keys_of_play(self, match: Mapping[str, Any]) -> list[tuple[str, str, str]]:
        says, wish = self.says, match["take_back_wish"]
        keys = [("Enter", "screen.play", says("play"))] if self._choices else []
        if any(one.form["type"] == "cast_word" for one in self._choices):
            keys.append(("w", "screen.word", says("word")))
        if wish and self.me in wish["missing"]:
            keys += [("a", "screen.agree", says("agree")), ("d", "screen.refuse", says("refuse"))]
        return [*keys, ("t", "screen.take_back", says("take_back")), ("R", "screen.resign", says("resign"))]

    # What is done.

    def on_lines_tapped(self, event: Lines.Tapped) -> None:
        """A click on a thing: plays the only move with it, or goes to the first of several."""
        fitting = [
            at
            for at, one in enumerate(self._choices)
            if one.move and all(one.move.get(name) == value for name, value in event.part.items())
        ]
        if fitting:
            self.query_one(Moves).highlighted = fitting[0]
        if len(fitting) == 1:
            self.action_play()

    def on_option_list_option_selected(self) -> None:
        self.action_play()

    def action_play(self) -> None:
        """Play the move that the list stands on."""
        at = self.query_one(Moves).highlighted
        if at is None or at >= len(self._choices):
            return
        chosen = self._choices[at]
        if chosen.move is not None:
            self._send(chosen.move)
        elif chosen.form["type"] == "cast_word":
            self._lay(chosen)
        else:
            self._type(chosen)

    def action_word(self) -> None:
        """Lay a word, where one is asked for."""
        for one in self._choices:
            if one.form["type"] == "cast_word":
                self._lay(one)
                return

    def _lay(self, chosen: Choice) -> None:
        assert self.feed.view is not None
        assert self._content is not None
        mine = next(one for one in self.feed.view["state"]["players"] if one["seat"] == self.me)
        hand = [Card(card, *card_of(self._content, card)) for card in mine["hand"] or ()]
        question = in_words(chosen.prompt["text"], self.people)
        dialog = LayWord(Laying(hand), chosen.prompt["prompt"], question, self.manner)
        self.app.push_screen(dialog, lambda move: self._send(move) if move else None)

    def _type(self, chosen: Choice) -> None:
        def go(line: str | None) -> None:
            move = as_json(line) if line else None
            if move is not None:
                self._send({"prompt": chosen.prompt["prompt"], "type": chosen.form["type"], **move})

        self.app.push_screen(AskLine(self.says("as_json"), self.manner, note=str(chosen.form["schema"])), go)

    def _send(self, move: GameData) -> None:
        if not self.is_sending:
            self.is_sending = True
            self.run_worker(self._play(move), group="play", exclusive=True)

    async def _play(self, move: GameData) -> None:
        try:
            await self.session.client.play_move(self.feed.id, move)
        except StalePrompt:
            # The clock was quicker; the stream tells what is asked now.
            pass
        except Problem as problem:
            self.tell_problem(problem)
        except Unanswered:
            self.tell(self.says("no_answer"), title="no_answer")
        finally:
            self.is_sending = False

    def action_take_back(self) -> None:
        """Take back the last move; where others have learned of it, ask them."""
        if self.me is None or self.is_over:
            return
        client = self.session.client
        if self.feed.take_back is not None:
            self._do(client.take_back_move(self.feed.id, str(self.feed.take_back)))
        else:
            self._do(client.ask_take_back(self.feed.id, {}))

    def action_agree(self) -> None:
        """Agree to what another wants to take back."""
        if self.feed.match and self.feed.match["take_back_wish"]:
            self._do(self.session.client.agree_to_take_back(self.feed.id))

    def action_refuse(self) -> None:
        """Refuse it."""
        if self.feed.match and self.feed.match["take_back_wish"]:
            self._do(self.session.client.refuse_take_back(self.feed.id))

    def action_resign(self) -> None:
        """Leave the match for good, after a question."""

        def go(agreed: bool | None) -> None:
            if agreed:
                self._do(self.session.client.resign(self.feed.id))

        if self.me is not None and self.feed.match and self.feed.match["status"] == "active":
            self.app.push_screen(Confirm(self.says("resign_sure"), self.manner), go)

    def action_rematch(self) -> None:
        """Make a rematch, or take one's seat in it."""
        if self.is_over and self.me is not None:
            self.run_worker(self._rematch(), group="play", exclusive=True)

    async def _rematch(self) -> None:
        match = await self.attempt(self.session.client.rematch(self.feed.id))
        if match is not None:
            self.app.switch_screen(TableRoom(self.session, match["id"]))

    def action_replay(self) -> None:
        """See the match again."""
        if self.feed.match and self.feed.match["status"] != "open":
            self.app.push_screen(ReplayRoom(self.session, self.feed.id))

    def action_invite(self) -> None:
        """Make a link for one more player, and show it."""
        if self.feed.match and self.feed.match["status"] == "open" and self.feed.match["host"] == self.me:
            self.run_worker(self._invite(), group="play", exclusive=True)

    async def _invite(self) -> None:
        made = await self.attempt(self.session.client.invite(self.feed.id, {}))
        if made is not None:
            # A long address is broken into lines, which a mouse cannot mark well.
            link = link_of(self.session.url, self.feed.id, made["invitation"])
            self.app.copy_to_clipboard(link)
            lines = [("", self.says("invite_note")), ("", ""), ("", link)]
            self.app.push_screen(Page(self.says("invite").capitalize(), lines, self.manner))

    def action_seat_bot(self) -> None:
        """Seat an easy bot on the next free seat."""
        match = self.feed.match
        if match and match["status"] == "open" and match["host"] == self.me:
            free = [one["seat"] for one in match["seats"] if one["status"] == "open"]
            if free:
                self._do(self.session.client.seat_bot(self.feed.id, {"seat": free[0], "bot": "easy"}))

    def action_start(self) -> None:
        """Start a full match that waits for its host."""
        if self.feed.match and self.feed.match["status"] == "open":
            self._do(self.session.client.start_match(self.feed.id))

    def action_cancel(self) -> None:
        """Call the match off before its start."""

        def go(agreed: bool | None) -> None:
            if agreed:
                self._do(self.session.client.cancel_match(self.feed.id))

        if self.feed.match and self.feed.match["status"] == "open" and self.feed.match["host"] == self.me:
            self.app.push_screen(Confirm(self.says("cancel_sure"), self.manner), go)

    def action_leave(self) -> None:
        """To the lobby; the match goes on."""
        self.dismiss()

    def _do(self, call: Any) -> None:
        self.run_worker(self.attempt(call), group="play", exclusive=True)

    def help_lines(self) -> list[tuple[str, str]]:
        says = self.says
        keys = [("1 … 9", says("help_number")), ("↑ ↓", says("help_lines")), ("Enter", says("help_play"))]
        keys += [("Tab PgUp", says("help_story")), ("t", says("help_take_back")), ("R", says("resign"))]
        keys += [
            ("m", says("rematch")),
            ("v", says("replay")),
            ("i b s X", says("help_host")),
            ("Esc", says("help_leave")),
        ]
        keys += self.common_help()
        legend = says(f"legend_{self.feed.match['game'].replace('-', '_')}") if self.feed.match else ""
        return [*keys, ("", ""), *(("", line) for line in legend.split("\n"))]


def link_of(url: str, match: str, invitation: str) -> str:
    """Where an invitation is taken up in a browser; the lobby of this client takes it too."""
    return f"{url}/join/{match}#{invitation}"


def in_time(seconds: int) -> str:
    """A time that is left: minutes and seconds, or hours and minutes, or days."""
    if seconds >= 86400:
        return f"{seconds // 86400}d {seconds % 86400 // 3600}h"
    if seconds >= 3600:
        return f"{seconds // 3600}h {seconds % 3600 // 60:02}m"
    return f"{seconds // 60}:{seconds % 60:02}"
