"""Rock Paper Wizard: the lair from the exit to the hoard, a lane for each wizard, and the spell book."""

from collections.abc import Mapping
from typing import Any

from tabularium_client.terminal.lettering import Line, columns, cut, field, glyphs, padded, visual, wrapped
from tabularium_client.terminal.told import Told, colour_of

SPACE, WIDE_SPACE, WIDE = 5, 7, 104
NAME, WIDE_NAME = 13, 18
ZONES = {"exit_area": "on #3c1f2b", "treasure_area": "on #3f3414"}
CARDS = {"blue": "#7cc0ff", "red": "#ff8a80", "green": "#7fd99b", "yellow": "#f5d56b", "gold": "#f5d56b"}
COIN = "#f5d56b"
SPELL, KIND = 21, 10


def picture(told: Told) -> list[Line]:
    """The track, and below it the spells that may be picked."""
    wizards = told.state["wizards"]
    lines = [_zones(told), _numbers(told), *(_lane(told, one) for one in wizards), _edge(told)]
    book = told.state["book"]
    most = 2 if len(lines) + 2 * len(book) + 1 <= told.height else 1
    return [*lines, *(line for spell in book for line in _card(told, spell, most)), _piles(told)]


def _space(told: Told) -> int:
    return WIDE_SPACE if told.width >= WIDE else SPACE


def _name(told: Told) -> int:
    return WIDE_NAME if told.width >= WIDE else NAME


def _zone(told: Told, space: int) -> str:
    board = told.content["board"]
    return next((style for zone, style in ZONES.items() if board[zone][0] <= space <= board[zone][1]), "")


def _zones(told: Told) -> Line:
    board = told.content["board"]
    (first, last), (_, exit_end), (hoard, _) = board["spaces"], board["exit_area"], board["treasure_area"]
    wide = _space(told)
    exit_width, hoard_width = wide * (exit_end - first + 1), wide * (last - hoard + 1)
    left = field(f"◄ {told.term('exit_area')}", exit_width, "bold #ff8a80")
    right = field(f"{told.term('treasure_area')} ►", hoard_width, f"bold {COIN}", right=True)
    between = glyphs(" " * (wide * (last - first + 1) - exit_width - hoard_width + 1))
    return glyphs(" " * _name(told)) + left + between + right


def _numbers(told: Told) -> Line:
    first, last = told.content["board"]["spaces"]
    line = glyphs(" " * (_name(told) + 1))
    for space in range(first, last + 1):
        line += glyphs(str(space).center(_space(told) - 1) + " ", f"dim {_zone(told, space)}".strip())
    return line + glyphs("  ") + field(told.term("gold_kind"), 8, f"bold {COIN}")


def _lane(told: Told, wizard: Mapping[str, Any]) -> Line:
    first, last = told.content["board"]["spaces"]
    seat, wide = wizard["seat"], _space(told)
    look = f"bold {colour_of(seat)}"
    mine = " reverse" if seat == told.me else ""
    line = glyphs(f"{seat} ", look) + field(told.person(seat), _name(told) - 2, look)
    for space in range(first, last + 1):
        zone = _zone(told, space)
        line += glyphs("│", "dim")
        inside = f"({seat})".center(wide - 1) if wizard["pos"] == space else " " * (wide - 1)
        for sign in inside:
            line += glyphs(sign, f"{look}{mine}" if sign != " " else zone)
    return line + glyphs("│ ", "dim") + glyphs(f"{wizard['gold']:>2}", f"bold {COIN}") + _doing(told, wizard)


def _doing(told: Told, wizard: Mapping[str, Any]) -> Line:
    """Whether a wizard still thinks, or where their hand points."""
    seat = wizard["seat"]
    mark = " ★" if told.state["first_player"] == seat else "  "
    gestures = told.state["gestures"]
    if wizard["resigned"]:
        return glyphs(f"{mark} †", "dim")
    if gestures and seat < len(gestures) and gestures[seat].get("card"):
        aim = gestures[seat].get("aim")
        return glyphs(f"{mark}→{aim}" if aim is not None else mark, "bold")
    sign = "✓" if wizard["ready"] else ("…" if told.state["step"] == "learn" else " ")
    return glyphs(f"{mark} {sign}")


def _edge(told: Told) -> Line:
    line = glyphs("── ", "dim") + visual(glyphs(told.term("book"), "bold")) + glyphs(" ")
    return line + glyphs("─" * max(0, told.width - columns(line)), "dim")


def _card(told: Told, spell: str, most: int) -> list[Line]:
    """A spell with what it does, in as many lines at most; a click on it goes to its moves."""
    found = next((card for card in told.content["cards"] if card["id"] == spell), None)
    if found is None:
        return [field(spell, told.width)]
    language = told.says.language
    look = CARDS.get(found["colour"], "")
    mine = (told.state.get("your_choice") or {}).get("spell") == spell
    sign = "►" if mine else "■"
    kind = told.term("gold_kind" if found["kind"] == "gold" else found["kind"])
    tapped = {"part": {"spell": spell}}
    name = field(found["names"][language], SPELL, f"bold {look}", meta=tapped)
    room = told.width - SPELL - 2 - KIND
    text = wrapped(glyphs(found["text"][language], "", tapped), room)
    # What does not fit is told by the cut.
    rest = [cut([one for line in text[most - 1 :] for one in [*line, *glyphs(" ")]][:-1], room)]
    shown = [padded(visual(line), room) for line in [*text[: most - 1], *rest] if line] or [padded([], room)]
    first = glyphs(f"{sign} ", look) + name + shown[0] + field(kind, KIND, f"dim {look}", right=True)
    return [first, *(glyphs(" " * (SPELL + 2)) + line for line in shown[1:])]


def _piles(told: Told) -> Line:
    state = told.state
    rounds = f"{state['round']}/{state['max_rounds']}" if state["max_rounds"] else str(state["round"])
    parts = [
        f"{told.term('round')} {rounds}",
        f"{told.term('deck')} {state['deck_size']}",
        f"{told.term('discard')} {len(state['discard'])}",
        f"★ {told.term('first_player')}",
    ]
    if (chosen := state.get("your_choice")) and chosen.get("spell"):
        parts.append(f"► {told.term(chosen['spell'])} → {told.person(chosen['target'])}")
    return padded(visual(cut(glyphs("  ·  ".join(parts), "dim"), told.width)), told.width)
