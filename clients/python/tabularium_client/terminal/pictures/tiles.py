"""Spell-a-Spell: the seats, the spell that stands, the words of the run, and one's own hand; a cell for each letter.

Words and hands run from right to left: the first letter is the tile on the right. Everything is in visual order.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tabularium_client.terminal.lettering import Line, columns, cut, field, glyphs, padded, visual
from tabularium_client.terminal.told import Told, colour_of

FINAL = {"כ": "ך", "מ": "ם", "נ": "ן", "פ": "ף", "צ": "ץ"}
PLAIN = {final: plain for plain, final in FINAL.items()}
# Cards that are no letters. Each sign takes one cell in every font.
SIGNS = {"fog": "?", "sandstorm": "@", "firewall": "#", "snowball": "*"}
LETTER, FOGGED, EFFECT = "bold", "bold #7cc0ff", "bold #f5d56b"
NAME, RUN_WORDS = 18, 4
LABEL = 14


def picture(told: Told) -> list[Line]:
    """The table. With little room fewer of the earlier words are shown."""
    state = told.state
    lines = [_piles(told), *(_seat(told, one) for one in state["players"])]
    lines += _standing(told)
    mine = next((one for one in state["players"] if one["seat"] == told.me), None)
    hand = _hand(told, mine["hand"]) if mine and mine["hand"] is not None else []
    room = max(1, min(RUN_WORDS, told.height - len(lines) - len(hand)))
    return [*lines, *_words(told, room), *hand, *_open_hands(told)]


def row_of(signs: Sequence[tuple[str, str]]) -> list[Line]:
    """Tiles in a row of boxes, the first on the right: each a sign and its style."""
    if not signs:
        return []
    turned = list(reversed(signs))
    middle = glyphs("│", "dim")
    for sign, style in turned:
        middle += glyphs(f" {sign} ", style) + glyphs("│", "dim")
    top = "┌" + "┬".join(["───"] * len(turned)) + "┐"
    return [glyphs(top, "dim"), middle, glyphs(top.translate(str.maketrans("┌┬┐", "└┴┘")), "dim")]


def letters_of(word: str, fogs: Sequence[int] = ()) -> list[tuple[str, str]]:
    """The tiles of a word in reading order; letters that fog stands for are marked."""
    signs = [sign for sign in word if "א" <= sign <= "ת"]
    return [(sign, f"{FOGGED} underline" if at in fogs else LETTER) for at, sign in enumerate(signs)]


def card_of(content: Mapping[str, Any], card: str) -> tuple[str, str]:
    """What kind a card is, and its letter or effect."""
    for deck in content["decks"].values():
        for one in deck:
            if one["id"] == card:
                return one["kind"], one["face"]
    return "unknown", card


def tile_of(told: Told, card: str) -> tuple[str, str]:
    """The sign of a card, and its style."""
    kind, face = card_of(told.content, card)
    if kind == "letter":
        return face, LETTER
    return (SIGNS["fog"], FOGGED) if kind == "fog" else (SIGNS.get(face, "?"), EFFECT)


def word_of(signs: Sequence[str]) -> str:
    """Letters of cards as a written word: the last one in its final form."""
    if len(signs) < 2:
        return "".join(signs)
    return "".join(signs[:-1]) + FINAL.get(signs[-1], signs[-1])


def _piles(told: Told) -> Line:
    state = told.state
    parts = [f"{told.term('deck')} {state['deck_size']}"]
    parts += [f"{told.term(effect)} {count}" for effect, count in state["discard"].items() if count]
    if state["runs"] > 1:
        parts.append(f"{told.term('run')} {state['run']}/{state['runs']}")
    return padded(visual(cut(glyphs("  ·  ".join(parts), "dim"), told.width)), told.width)


def _seat(told: Told, one: Mapping[str, Any]) -> Line:
    seat, state = one["seat"], told.state
    look = f"bold {colour_of(seat)}{' reverse' if seat == told.me else ''}"
    line = glyphs("►" if state["turn"] == seat else " ") + glyphs(f"{seat}", look) + glyphs(" ")
    line += field(told.person(seat), NAME, f"bold {colour_of(seat)}")
    line += field(f"{told.says('cards')} {one['hand_size']}", 11)
    line += field(f"{told.says('points')} {one['score']}", 11, "bold")
    if one["resigned"]:
        line += field(told.says("out"), 12, "dim")
    elif one["bewitched"]:
        line += field(told.term("bewitched"), 14, "bold #d0a2f7")
    return cut(line, told.width)


def _standing(told: Told) -> list[Line]:
    """The spell that stands, or the word that the table votes on."""
    state = told.state
    spell, proposed = state["spell"], state["proposed"]
    if proposed:
        label, over = f"{told.says('proposed')} ", proposed["seat"]
        boxes = row_of(letters_of(proposed["word"], proposed["fogs"]))
    elif spell:
        label, over = f"{told.says('spell_on')} ", spell["on"]
        boxes = row_of(letters_of(spell["word"]))
    else:
        return [field(told.says("no_spell"), told.width, "dim")]
    who = field(label, LABEL), field(told.person(over), LABEL, f"bold {colour_of(over)}"), glyphs(" " * LABEL)
    return [cut(one + other, told.width) for one, other in zip(who, boxes, strict=True)]


def _words(told: Told, most: int) -> list[Line]:
    """The words of the run, the latest first, as many as fit into so many lines."""
    lines: list[Line] = []
    line: Line = []
    for cast in reversed(told.state["words"]):
        piece = (
            glyphs(f"{cast['seat']}:", f"bold {colour_of(cast['seat'])}") + visual(glyphs(cast["word"])) + glyphs("  ")
        )
        if columns(line) + columns(piece) > told.width:
            lines.append(line)
            line = []
        line += piece
    return [*lines, line][:most] if told.state["words"] else []


def _hand(told: Told, cards: Sequence[str]) -> list[Line]:
    boxes = row_of([tile_of(told, card) for card in cards])
    if not boxes:
        return [field(told.says("no_cards"), told.width, "dim")]
    labels = field(f"{told.says('hand')} ", LABEL, "bold"), glyphs(" " * LABEL), glyphs(" " * LABEL)
    if columns(boxes[0]) + LABEL > told.width:
        # More cards than fit: without the frames between them.
        signs = [tile_of(told, card) for card in reversed(cards)]
        line = labels[0]
        for sign, style in signs:
            line = line + glyphs(f"{sign} ", style)
        return [cut(line, told.width), _legend(told, cards)]
    lines = [labels[1] + boxes[0], labels[0] + boxes[1], labels[2] + boxes[2]]
    return [
        *lines,
        *([_legend(told, cards)] if any(card_of(told.content, card)[0] != "letter" for card in cards) else []),
    ]


def _legend(told: Told, cards: Sequence[str]) -> Line:
    """What the signs in the hand mean that are no letters."""
    kinds = dict.fromkeys(
        "fog" if card_of(told.content, card)[0] == "fog" else card_of(told.content, card)[1] for card in cards
    )
    parts = [
        f"{SIGNS[kind]} {told.says('fog_card') if kind == 'fog' else told.term(kind)}"
        for kind in kinds
        if kind in SIGNS
    ]
    return glyphs(" " * LABEL) + visual(cut(glyphs("   ".join(parts), "dim"), told.width - LABEL))


def _open_hands(told: Told) -> list[Line]:
    """The hands of others, where they are seen."""
    lines: list[Line] = []
    for one in told.state["players"]:
        if one["seat"] != told.me and one["hand"]:
            line = glyphs(f"{one['seat']}: ", f"bold {colour_of(one['seat'])}")
            for sign, style in (tile_of(told, card) for card in reversed(one["hand"])):
                line = line + glyphs(f"{sign} ", style)
            lines.append(cut(line, told.width))
    return lines
