"""What a person reads of a match: sentences in three languages, which explain each number and show no identifier."""

import random
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from games.cave import GAME
from games.cave import moves as m
from games.cave.agenda.jobs import Arrive, Fight, SetOff
from games.cave.agenda.questions import SecondWind
from games.cave.components.areas import AREAS
from games.cave.components.cards import CARDS
from games.cave.effects.writer import unparse
from games.cave.events.addends import addend
from games.cave.events.incidents import FightDecided
from games.cave.state import Finished
from games.cave.texts import TEXTS
from games.cave.wording.names import of_area
from games.core.chance import Chance
from games.core.codec import encode, move_from_json
from games.core.events import Event
from games.core.languages import LANGUAGES
from games.core.message_syntax import choices, parse
from games.core.messages import Book, compared, of_moves, plain
from games.core.prompts import Prompt
from games.core.records import replace
from tests.games.cave.scene import NOBODY, Played, carry_out, do, fight, hero, play, scene

BOOKS = {language: Book(GAME.tables, language) for language in LANGUAGES}
# Ids of areas and gates, which stand behind their names.
ID = re.compile(r"\b[A-Z][0-9]*\b")
LATIN = re.compile(r"[A-Za-z]")
ENGLISH = re.compile(r"\b(the|of|and|with|are|you|your|seat|turn|spell|card|cards|gold|strength|power|die)\b", re.I)


def told(event: Event, language: str, *, sealed: bool = False) -> str:
    fact = encode(event)
    opened = {} if sealed else {name: value for _, part in fact.parts for name, value in part.items()}
    return plain(BOOKS[language].say("events", event.type, compared({"seat": fact.seat, **fact.data, **opened})))


def asked(prompt: Prompt, language: str) -> Iterator[str]:
    book, about = BOOKS[language], {"seat": prompt.seat, **prompt.about}
    yield plain(book.say("questions", prompt.kind, about))
    for move in prompt.moves:
        own = f"{prompt.kind}.{move.type}"
        key = own if book.has("labels", own) else move.type
        yield from (plain(book.say("labels", key, one)) for one in of_moves(about, move.legal)[:20])


@cache
def whole_match(language: str) -> tuple[str, ...]:
    """All that a match of six seats says, to everybody and to those who are asked."""
    rng, chance = random.Random("sentences"), Chance(b"sentences".ljust(32))
    options = GAME.options({"max_rounds": 60, "character_selection": "pick"})
    events, state, said = GAME.start(options, 6, chance), None, list[str]()
    while not isinstance(state, Finished):
        for event in events:
            state = GAME.evolve(state, event)
            said += [told(event, language), told(event, language, sealed=True)]
        prompts = GAME.prompts(state)
        for prompt in prompts.values():
            said += asked(prompt, language)
        if prompts:
            seat = rng.choice(sorted(prompts))
            legal: Mapping[str, Any] = rng.choice(rng.choice(prompts[seat].moves).legal)
            events = GAME.decide(state, seat, move_from_json(GAME.move_classes, legal), chance).events
    return tuple(dict.fromkeys(said))


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_reads_an_identifier_or_a_gap_in_a_whole_match(language: str) -> None:
    for text in whole_match(language):
        assert not re.search(r"[_{}?]\w|\w[_{}]|\?[^ ]|[–:] ?$|\( ?\)|  ", text), text
        assert text[0] == text[0].upper(), text


def test_no_word_of_another_alphabet_stands_in_a_hebrew_sentence() -> None:
    assert [text for text in whole_match("he") if LATIN.search(ID.sub("", text))] == []


def test_no_english_word_stands_in_a_polish_sentence() -> None:
    assert [text for text in whole_match("pl") if ENGLISH.search(text)] == []


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("J28", ("fights Cursed Knight: ", "נגד אביר מקולל – ", "(Przeklęty Rycerz): ")),
        ("E1", ("fights an enemy (Echo Hollow E1): ", "נגד אויב (חלל ההדים E1) – ", "(Wróg, Komora Echa E1): ")),
    ],
)
def test_an_enemy_without_a_card_is_named_by_what_is_fought_and_else_by_where(
    source: str, said: tuple[str, ...]
) -> None:
    addends = addend(source, 7, "CAVE-R14.7")
    fought = FightDecided(
        seat=0,
        by="strength",
        cards=(),
        source=source,
        sum=7,
        addends=addends,
        enemy_sum=7,
        enemy_addends=addends,
        rules=("CAVE-R14.7",),
        result="drawn",
    )
    for language, part in zip(LANGUAGES, said, strict=True):
        assert part in told(fought, language)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            "Seat 0 fights Rock Troll: strength 4 + Two-edged Axe 2 + Monster slayer 1 + the die 5 = 12 "
            "to Rock Troll 6 + the die 1 = 7; the fight is won.",
        ),
        (
            "he",
            "מושב 0: קרב נגד טרול סלעים – כוח 4 + גרזן דו־להבי 2 + קוטל מפלצות 1 + הקובייה 5 = 12 "
            "מול טרול סלעים 6 + הקובייה 1 = 7; ניצחון.",
        ),
        (
            "pl",
            "Miejsce 0 toczy Walkę (Troll Skalny): Siła 4 + Topór Obosieczny 2 + Pogromca Potworów 1 + kostka 5 = 12 "
            "kontra Troll Skalny 6 + kostka 1 = 7; wygrana.",
        ),
    ],
)
def test_a_fight_is_told_with_what_entered_both_sums(language: str, said: str) -> None:
    fought = fight(hero("C6", objects=("J38",)), "J09", dice=(5, 1))

    assert told(fought.one("fight_decided"), language) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            "the dice come to 12, and strength 4 + Pickaxe 2 + Gatebreaker 2 = 8 is too little: the gate stays shut.",
        ),
        ("he", "הקוביות 12 מול כוח 4 + מכוש 2 + פורץ שערים 2 = 8; השער נשאר סגור."),
        ("pl", "kostki 12 kontra Siła 4 + Kilof 2 + Łamacz Wrót 2 = 8; Wrota pozostają zamknięte."),
    ],
)
def test_a_gate_is_told_with_what_the_dice_were_held_against(language: str, said: str) -> None:
    tried = play(scene(hero("C4", "W1", objects=("J37",)), NOBODY), 0, m.TryGate(gate="G1", by="strength"), dice=(6, 6))

    assert told(tried.one("gate_tried"), language).endswith(said)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Seat 0 has a light and is not slowed (Darkness)."),
        ("he", "מושב 0: בזכות האור אין האטה (חשכה)."),
        ("pl", "Miejsce 0: światło chroni przed spowolnieniem (Ciemność)."),
    ],
)
def test_a_step_that_did_nothing_is_told_by_its_reason(language: str, said: str) -> None:
    lit = carry_out("slow(1)", hero(objects=("J36",)), source="J21", origin="event")

    assert told(lit.one("effect_applied"), language) == said


def test_who_may_not_know_a_spell_reads_a_whole_sentence_without_it() -> None:
    drawn = carry_out("spell(1)", hero("C5"), picks=["Z05"]).one("spell_drawn")

    assert told(drawn, "en") == "Seat 0 draws the spell Psychic Blow."
    assert told(drawn, "en", sealed=True) == "Seat 0 draws a spell."


def test_a_kind_of_question_is_not_told_by_the_ability_of_its_name() -> None:
    lost = fight(hero("C6"), "J12", dice=(1, 6))

    assert isinstance(lost.question, SecondWind)
    assert told(lost.one("question_put"), "en") == "Seat 0 is to decide whether to fight again."


def test_a_question_before_a_fight_tells_both_sides() -> None:
    state = scene(hero("C5", objects=("J38",)), lying={"S1": ("J01", "J06")})
    before: Played = do(state, Fight(seat=0, by="strength", cards=("J01", "J06")))
    question = next(asked(GAME.prompts(before.state)[0], "en"))

    assert question == (
        "You are to fight Blood Bat and Troglodyte: strength 2 + Two-edged Axe 2 = 4 to Blood Bat 2 + Troglodyte 3 = 5, "
        "and a die for each side. What do you do?"
    )


def test_a_label_tells_with_what_one_would_attack() -> None:
    met = do(scene(hero("C5"), hero("C4", objects=("J38",))), Arrive(seat=0))

    assert [*asked(GAME.prompts(met.state)[0], "pl")][1:4] == [
        "Badaj: Korytarz S1",
        "Zaatakuj Siłą 2: Miejsce 1",
        "Zaatakuj Mocą 4: Miejsce 1",
    ]


def test_cave_4_3_a_death_tells_that_trophies_do_not_stay() -> None:
    died: dict[str, Any] = {"seat": 0, "character": "C1", "area": "S1", "spells": ["Z01"]}

    assert plain(BOOKS["en"].say("events", "adventurer_died", died)) == (
        "The adventurer of Seat 0, the Cannibal, dies on Corridor S1. Objects, friends and gold stay there;"
        " trophies are discarded, and so is a spell: Invisibility."
    )


def test_cave_r14_7_each_card_that_is_fought_itself_is_told_by_its_name() -> None:
    """Elsewhere the source of an enemy without a card of its own is the place where the enemy is."""
    fought = {card.id for card in CARDS if "fight(" in unparse(card.steps)}
    for text in TEXTS["fragments.cardless_enemy"].values():
        (choice,) = choices(parse(text))
        assert set(choice.variants) == fought | {"other"}


def test_no_polish_sentence_declines_a_word_before_the_name_of_an_area() -> None:
    """A name stands in the nominative, so no case may be wanted of it."""
    names = "|".join(re.escape(of_area(area)["pl"]) for area in AREAS)
    wrong = re.compile(rf"(Obszar|Obszaru|Obszarze|na|do|z|ze|w|we|przy) ({names})\b")

    assert [text for text in whole_match("pl") if wrong.search(text)] == []


@pytest.mark.parametrize(("language", "over"), [("en", "by way of"), ("he", "דרך"), ("pl", "przez:")])
def test_cave_r22_10_a_walk_names_its_way_only_where_several_lead_to_its_end(language: str, over: str) -> None:
    state = scene(hero("C2", "S4", entered_from=None))
    state = replace(state, board=replace(state.board, rules=2, orders=((), ())))
    (prompt,) = GAME.prompts(do(state, SetOff(seat=0, left=5, mode="free")).state).values()
    (walks,) = prompt.moves
    ends = [move["to"] for move in walks.legal]
    _, *said = asked(prompt, language)

    assert len(said) == len(ends)
    assert [over in one for one in said] == [ends.count(end) > 1 for end in ends]
    assert len({over in one for one in said}) == 2
