"""Log in: the service's address, and a name for a new guest or a token."""

from typing import ClassVar

from tabularium_client.command import keeping
from tabularium_client.command.keeping import Login
from tabularium_client.terminal.lettering import glyphs, visual
from tabularium_client.terminal.parts import Entry, Keys, Lines, Turner
from tabularium_client.terminal.rooms.room import Room
from tabularium_client.terminal.sayings import LANGUAGES
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, Static

NAMES = {"en": "English", "he": "עברית", "pl": "Polski"}
BANNER = (
    "╺┳╸┏━┓┏┓ ╻ ╻╻  ┏━┓┏━┓╻╻ ╻┏┳┓",
    " ┃ ┣━┫┣┻┓┃ ┃┃  ┣━┫┣┳┛┃┃ ┃┃┃┃",
    " ╹ ╹ ╹┗━┛┗━┛┗━╸╹ ╹╹┗╸╹┗━┛╹ ╹",
)


class StartRoom(Room):
    """Asks who plays where. The token is never shown."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.quit", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    class LoggedIn(Message):
        """There is a player."""

    def compose(self) -> ComposeResult:
        yield Lines(id="head")
        with Vertical(id="start"):
            yield Lines(id="banner")
            yield Static(id="welcome")
            yield Static(id="url-label", classes="label")
            yield Entry(value=self.session.url or keeping.HERE, id="url")
            yield Static(id="name-label", classes="label")
            yield Entry(id="name", max_length=40)
            yield Static(id="token-label", classes="label")
            yield Entry(id="token", password=True)
            languages = [(code, NAMES[code]) for code in LANGUAGES]
            yield Turner(self.says("language"), languages, self.manner, id="language")
            ways = [(False, self.says("turned_here")), (True, self.says("turned_there"))]
            yield Turner(self.says("right_to_left"), ways, self.manner, id="turns")
            yield Lines(id="sample")
            yield Static(id="kept")
        yield Keys(id="keys")

    def on_mount(self) -> None:
        self._offer()
        self.redraw()
        self.query_one("#name", Input).focus()

    def _offer(self) -> None:
        languages = [(code, NAMES[code]) for code in LANGUAGES]
        self.query_one("#language", Turner).offer(
            [(code, name) for code, name in languages], LANGUAGES.index(self.session.language)
        )
        ways = [(False, self.says("turned_here")), (True, self.says("turned_there"))]
        self.query_one("#turns", Turner).offer(ways, int(self.manner.turns))

    def draw(self) -> None:
        says, manner = self.says, self.manner
        self.draw_head(self.title_of("Tabularium"))
        self.query_one("#banner", Lines).show([glyphs(line, "bold #7cc0ff") for line in BANNER], manner)
        for key in ("welcome", "url-label", "name-label", "token-label", "kept"):
            self.query_one(f"#{key}", Static).update(manner.text(says(key.replace("-", "_"))))
        sample = visual(glyphs(says("sample"))) + glyphs("  ") + visual(glyphs("שלום", "bold reverse"))
        self.query_one("#sample", Lines).show([glyphs("  ") + sample], manner)
        keys = [("Enter", "screen.enter", says("log_in")), ("Tab", "app.focus_next", says("next_field"))]
        self.draw_keys([*keys, ("F1", "screen.help", says("help")), ("Esc", "app.quit", says("quit"))])

    def on_input_submitted(self) -> None:
        self.action_enter()

    def on_turner_turned(self, event: Turner.Turned) -> None:
        if event.turner.id == "language":
            self.session.speak(event.turner.value)
        elif event.turner.value != self.manner.turns:
            super().action_turn_text()
        self.query_one("#turns", Turner).offer(
            [(False, self.says("turned_here")), (True, self.says("turned_there"))], int(self.manner.turns)
        )
        self.redraw()

    def action_turn_text(self) -> None:
        super().action_turn_text()
        self._offer()

    def action_enter(self) -> None:
        """Log in."""
        self.run_worker(self._enter(), exclusive=True)

    async def _enter(self) -> None:
        name = self.query_one("#name", Input).value.strip()
        token = self.query_one("#token", Input).value.strip()
        try:
            url = keeping.checked_url(self.query_one("#url", Input).value)
        except keeping.NoLogin as error:
            return self.tell(str(error))
        if not name and not token:
            return self.tell(self.says("who"))
        login = Login(url=url, token=token) if token else await self.attempt(self.session.sign_up(url, name))
        opened = await self.attempt(self.session.open(login)) if login is not None else None
        if opened is None:
            return None
        self.query_one("#token", Input).value = ""
        try:
            keeping.keep(opened)
        except OSError as error:
            self.tell(str(error))
        self.post_message(self.LoggedIn())
        return None
