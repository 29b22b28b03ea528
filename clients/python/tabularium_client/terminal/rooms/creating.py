"""A new match: the game, how many play, who the others are, and the game's own options."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tabularium_client.shapes import MatchWish
from tabularium_client.terminal.lettering import field, glyphs
from tabularium_client.terminal.parts import LABEL, Entry, Keys, Lines, Turner
from tabularium_client.terminal.rooms.room import Room
from tabularium_client.terminal.rooms.table import TableRoom
from tabularium_client.terminal.session import Session
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Input, Static

PEOPLE = "people"
LEVELS = ("random", "steady", "easy", "medium", "hard")
# A match's clock, in seconds for each answer.
CLOCKS = (0, 60, 600, 86400)
# There is one of each of these; nobody chooses.
FIXED = frozenset({"deck", "lexicon"})


class NewMatchRoom(Room):
    """A form in lines; Enter makes the match."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        Binding("enter", "create", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._made = False

    def compose(self) -> ComposeResult:
        says, games = self.says, self.session.games
        yield Lines(id="head")
        with VerticalScroll(id="form", can_focus=False):
            named = [(one["game"], self.session.game_name(one["game"])) for one in games]
            yield Turner(says("game"), named, self.manner, id="game")
            yield Turner(says("seats"), [(2, "2")], self.manner, id="seats")
            yield Turner(says("others"), self._others(), self.manner, id="others")
            seen = [(one, says(one)) for one in ("public", "unlisted", "private")]
            yield Turner(says("visibility"), seen, self.manner, id="visibility")
            clocks = [(one, says(f"clock_{one}")) for one in CLOCKS]
            yield Turner(says("clock"), clocks, self.manner, id="clock")
            yield Static(self.manner.text(says("options"), "bold"), id="options-title")
            yield VerticalScroll(id="options", can_focus=False)
            yield Lines(id="about")
        yield Keys(id="keys")

    def on_mount(self) -> None:
        self.redraw()
        self.run_worker(self._of_game(), exclusive=True, group="options")
        self.query_one("#game", Turner).focus()

    def draw(self) -> None:
        says = self.says
        self.draw_head(self.title_of(says("new_match").capitalize()))
        keys = [
            ("Enter", "screen.create", says("create")),
            ("← →", "", says("turn_values")),
            ("↑ ↓", "", says("next_field")),
        ]
        self.draw_keys([*keys, ("Esc", "screen.back", says("back"))])

    def on_turner_turned(self, event: Turner.Turned) -> None:
        if event.turner.id == "game":
            self.run_worker(self._of_game(), exclusive=True, group="options")

    def on_input_submitted(self) -> None:
        self.action_create()

    def action_back(self) -> None:
        """To the lobby."""
        self.dismiss()

    def action_create(self) -> None:
        """Make the match and go to it."""
        if not self._made:
            self._made = True
            self.run_worker(self._create(), exclusive=True)

    def _others(self) -> list[tuple[str, str]]:
        bots = [(bot, f"{self.says('bots')}: {self._level(bot)} ({name})") for bot, name in self.session.bots.items()]
        easiest = [one for one in bots if one[0] == "easy"]
        return [*easiest, *(one for one in bots if one[0] != "easy"), (PEOPLE, self.says("people"))]

    def _level(self, bot: str) -> str:
        return self.says(f"level_{bot}") if bot in LEVELS else bot

    @property
    def _game(self) -> dict[str, Any]:
        chosen = self.query_one("#game", Turner).value
        return next(one for one in self.session.games if one["game"] == chosen)

    async def _of_game(self) -> None:
        """Offer what this game has: sizes of the table, and options."""
        game = self._game
        seats = range(game["seats"]["min"], game["seats"]["max"] + 1)
        self.query_one("#seats", Turner).offer([(one, str(one)) for one in seats])
        holder = self.query_one("#options", VerticalScroll)
        await holder.remove_children()
        await holder.mount_all([part for name, schema in _options(game) for part in self._option(game, name, schema)])

    def _option(self, game: Mapping[str, Any], name: str, schema: Mapping[str, Any]) -> Sequence[Any]:
        """What an option is chosen with: a line of values, or a number to type."""
        texts = game["option_texts"].get(name, {})
        language = self.session.language
        title = texts.get("title", {}).get(language, name)
        if schema.get("type") == "integer":
            shown = Static(self.manner.seen([glyphs("  ") + field(title, LABEL)]), classes="option-label")
            number = Entry(value=str(schema["default"]), type="integer", name=name, classes="option")
            return [Horizontal(shown, number, classes="option-row")]
        if schema.get("type") == "boolean":
            values = [(one, self.says("yes" if one else "no")) for one in (False, True)]
        else:
            words = texts.get("values", {})
            usual = self.says("usual")
            named = {
                one: words.get(str(one), {}).get(language, usual if one is None else str(one)) for one in schema["enum"]
            }
            values = list(named.items())
        first = next((one for one in values if one[0] == schema.get("default")), values[0])
        values = [first, *(one for one in values if one != first)]
        return [Turner(title, values, self.manner, name=name, classes="option")]

    async def _create(self) -> None:
        match = await self.attempt(self.session.client.create_match(self._wish()))
        self._made = False
        if match is not None:
            self.app.switch_screen(TableRoom(self.session, match["id"]))

    def _wish(self) -> MatchWish:
        game, seats = self._game["game"], self.query_one("#seats", Turner).value
        others, clock = self.query_one("#others", Turner).value, self.query_one("#clock", Turner).value
        wish: MatchWish = {
            "game": game,
            "seats": seats,
            "options": self._chosen_options(),
            "visibility": self.query_one("#visibility", Turner).value,
        }
        if others != PEOPLE:
            wish["bots"] = [others] * (seats - 1)
        if clock:
            wish["clock"] = {"mode": "per_move", "seconds": clock}  # type: ignore[typeddict-unknown-key]
        return wish

    def _chosen_options(self) -> dict[str, Any]:
        """Those that are not as the game has them anyway."""
        chosen: dict[str, Any] = {}
        defaults = {name: schema.get("default") for name, schema in _options(self._game)}
        for turner in self.query(Turner).filter(".option"):
            chosen[str(turner.name)] = turner.value
        for number in self.query(Input).filter(".option"):
            if number.value.strip():
                chosen[str(number.name)] = int(number.value)
        return {name: value for name, value in chosen.items() if value != defaults.get(name)}


def _options(game: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """The options that one value is chosen for."""
    found = game["options_schema"]["properties"].items()
    kinds = ("integer", "boolean")
    return [(name, one) for name, one in found if name not in FIXED and (one.get("type") in kinds or "enum" in one)]
