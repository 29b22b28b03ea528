import re
from collections import Counter
from pathlib import Path

import pytest

from games import cave
from games.cave.components import abilities, board, cards, chambers, characters
from games.cave.components.areas import AREAS, GATES
from games.cave.components.card import Deck
from games.cave.effects.writer import unparse
from games.cave.texts import TEXTS
from games.cave.wording.names import of_area
from games.core.messages import Texts

PAGE = (Path(cave.__file__).parent / "COMPONENTS.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip().strip("`").replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
    for line in PAGE.splitlines()
    if line.startswith("| ")
]


def _rows(pattern: str, columns: int) -> list[list[str]]:
    return [row for row in ROWS if re.fullmatch(pattern, row[0]) and len(row) == columns]


def names(texts: Texts) -> tuple[str, str, str]:
    """In the order of the page's columns."""
    return texts["pl"], texts["en"], texts["he"]


def _text(value: object) -> str:
    return "" if value is None else str(value)


def test_cave_r26_the_areas_are_those_of_the_page() -> None:
    assert _rows(r"[A-Z]\d*", 11) == [
        [
            *(area.id, area.kind, *names(of_area(area)), str(area.x), str(area.y)),
            *(str(area.draw), _text(area.deck), " ".join(area.exits), unparse(area.steps)),
        ]
        for area in AREAS
    ]


def test_cave_r26_1_the_drawing_of_the_page_shows_each_area_at_its_place_and_each_edge_and_gate() -> None:
    lines = PAGE.split("```\n")[1].splitlines()
    at = {
        found[0]: (column // 4 - 1, 7 - row // 2)
        for row, line in enumerate(lines)
        if row % 2 == 0
        for found in re.finditer(r"[A-Z]\d*", line[4:])
        for column in [found.start() + 4]
    }
    bars = sum(line.count("|") + line.count("--") + line.count("#") for line in lines)

    assert at == {area.id: (area.x, area.y) for area in AREAS}
    assert bars == len(board.EDGES)
    assert "; ".join(f"{gate.id} {gate.edge[0]}-{gate.edge[1]}" for gate in GATES) in PAGE


def test_cave_r19_2_the_kinds_of_chamber_are_those_of_the_page() -> None:
    kinds = [*((str(face), kind) for face, kind in chambers.KINDS.items()), ("-", chambers.CRYSTAL_CHAMBER)]

    assert _rows(r"[1-6-]", 5) == [
        [face, *names(TEXTS.table("chambers")[kind.id]), unparse(kind.steps)] for face, kind in kinds
    ]


def test_cave_r20_2_the_second_die_gives_the_abyss_or_the_crystal_chamber_evenly() -> None:
    kinds = [chambers.SECOND_KINDS[face].id for face in range(1, 7)]

    assert kinds == ["abyss"] * 3 + ["crystal_chamber"] * 3


def test_cave_r27_the_characters_are_those_of_the_page() -> None:
    assert _rows(r"C\d", 10) == [
        [
            *(who.id, *names(TEXTS.table("characters")[who.id]), who.alignment),
            *(str(who.strength), str(who.power), str(who.gold), str(who.spells), "; ".join(who.abilities)),
        ]
        for who in characters.CHARACTERS
    ]
    assert len(characters.CHARACTERS) == 8


def test_cave_r27_2_to_r27_17_each_ability_of_a_character_is_described_and_no_other() -> None:
    used = {ability for who in characters.CHARACTERS for ability in who.abilities}

    assert used == {ability.id for ability in abilities.ABILITIES}
    assert [ability.clause for ability in abilities.ABILITIES] == [f"CAVE-R27.{n}" for n in range(2, 18)]
    assert (
        list(TEXTS.table("abilities")) == list(TEXTS.table("ability_texts")) == [one.id for one in abilities.ABILITIES]
    )


@pytest.mark.parametrize(("letter", "deck"), [("J", "cave"), ("P", "adventure"), ("Z", "spells")])
def test_cave_r28_the_cards_are_those_of_the_page(letter: str, deck: Deck) -> None:
    assert _rows(rf"{letter}\d\d", 10) == [
        [
            *(
                card.id,
                *names(TEXTS.table("cards")[card.id]),
                card.type,
                _text(card.rank),
                _text(card.value),
                str(card.count),
            ),
            *(unparse(card.steps), _text(card.when)),
        ]
        for card in cards.DECKS[deck]
    ]


def test_cave_0_9a_59_cave_23_adventure_and_8_spell_cards_are_in_the_stacks() -> None:
    totals = {deck: sum(card.count for card in faces) for deck, faces in cards.DECKS.items()}

    assert totals == {"cave": 60, "adventure": 30, "spells": 10}
    assert {deck: len(cards.stack_of(deck)) for deck in cards.DECKS} == {"cave": 59, "adventure": 23, "spells": 8}


def test_cave_0_9_the_named_cards_are_set_aside() -> None:
    names = {TEXTS.table("cards")[card]["pl"] for deck in cards.DECKS for card in cards.set_aside_of(deck)}

    assert names == {
        *("Minerał", "Pokuta", "Deszcz Meteorytów", "Mapa Podziemi", "Pikt", "Werbunek", "Porwanie"),
        *("Opatrzność", "Hulaszczy Żywot", "Magiczny Kryształ"),
    }
    assert cards.set_aside_of("cave") == (cards.CRYSTAL,)


def test_cave_r28_2_the_decks_are_composed_as_the_page_says() -> None:
    def composition(deck: Deck) -> Counter[str]:
        return Counter(cards.BY_ID[card].type for card in (*cards.stack_of(deck), *cards.set_aside_of(deck)))

    assert composition("cave") == Counter(
        animal=8,
        monster=11,
        spirit=9,
        event=7,
        stranger=5,
        place=4,
        object=5,
        magic_object=5,
        friend=3,
        gold=2,
        crystal=1,
    )
    assert composition("adventure") == Counter(
        animal=4, monster=4, spirit=2, event=3, stranger=2, object=3, magic_object=1, friend=1, gold=3, unknown=7
    )


def test_every_component_has_a_name_and_no_name_is_of_anything_else() -> None:
    assert list(TEXTS.table("cards")) == [card.id for card in cards.CARDS]
    assert list(TEXTS.table("characters")) == [who.id for who in characters.CHARACTERS]
    assert list(TEXTS.table("chambers")) == list(chambers.BY_ID)
    assert TEXTS.table("areas").keys() <= {area.id for area in AREAS} | {area.kind for area in AREAS}
    assert all(of_area(area) for area in AREAS)
