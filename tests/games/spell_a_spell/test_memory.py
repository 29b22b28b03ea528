"""What a seat was shown it remembers, and every sample of it keeps: refused words, storms, thefts, cards laid."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import orjson
import pytest

from games.core.chance import Chance
from games.core.events import Event
from games.core.records import replace
from games.core.testing.memories import told
from games.spell_a_spell import GAME
from games.spell_a_spell.bots_1 import resample as resample_of_version_1
from games.spell_a_spell.components.cards import canonical, faces
from games.spell_a_spell.resample import resample as newest
from games.spell_a_spell.resampling.recollection import Effort
from games.spell_a_spell.state import State
from tests.games.spell_a_spell.courses import SpellASpell
from tests.games.spell_a_spell.scene import (
    CHALLENGE,
    DECLINE,
    END,
    SANDSTORM,
    SNOWBALL,
    Played,
    cast,
    play,
    random_match,
    scene,
    stacked,
    started,
)

SAMPLES = 400
# Events that nothing of the same move follows, where somebody is asked then.
LAST = {"turn_started", "extra_turn", "word_proposed", "word_refused", "hands_rotated", "window_opened"}


def samples(state: State, seat: int, resample: Any = GAME.resample) -> Iterator[State]:
    view = orjson.loads(orjson.dumps(GAME.view(state, seat)))
    return (resample(view, seat, Chance(b"remembered", number << 16)) for number in range(SAMPLES))


def refused() -> State:
    table = scene("יצאבגד", "אבגדהו", "זחטיכל", adjudication="lexicon_vote")
    return play(table, (0, cast("יצא")), (1, CHALLENGE), (2, CHALLENGE)).state


def stormed() -> State:
    """Seat 1 has given its hand to seat 0, and has that of seat 2."""
    return play(scene("אבגדה sandstorm", "קופטזח", "מלכנסע"), (0, SANDSTORM)).state


def stolen() -> State:
    """Seat 0 has taken a ק of seat 1."""
    played = play(scene("אבגדה snowball", "קופטזח", "מלכנסע"), (0, SNOWBALL), (1, DECLINE), chance=stacked("L-ק-1"))
    return play(played.state, (1, DECLINE)).state


def test_cards_that_came_back_after_a_refused_word_are_in_the_hand_in_all_samples() -> None:
    for seat in (1, 2):
        assert all({*"יצא"} <= {*faces(one.table.players[0].hand)} for one in samples(refused(), seat))


def test_a_hand_passed_in_a_storm_is_with_its_receiver_in_all_samples() -> None:
    real = stormed().table.players[0].hand
    assert all(one.table.players[0].hand == real for one in samples(stormed(), 1))


def test_a_stolen_card_is_with_its_thief_in_all_samples() -> None:
    assert all("L-ק-1" in one.table.players[0].hand for one in samples(stolen(), 1))


def test_the_bots_of_version_1_forget_all_three() -> None:
    """Stored matches are judged by what they picked."""
    kept = [
        sum({*"יצא"} <= {*faces(one.table.players[0].hand)} for one in samples(refused(), 1, resample_of_version_1)),
        sum(
            one.table.players[0].hand == stormed().table.players[0].hand
            for one in samples(stormed(), 1, resample_of_version_1)
        ),
        sum("L-ק-1" in one.table.players[0].hand for one in samples(stolen(), 1, resample_of_version_1)),
    ]
    assert max(kept) < SAMPLES // 4


def test_where_no_course_is_found_in_time_a_sample_is_drawn_as_if_nothing_was_remembered() -> None:
    state = robbed()
    given = {*state.table.players[1].hand, *state.table.players[0].hand}
    hasty = partial(newest, effort=Effort((0,), notes=False))
    drawn = [{*one.table.players[1].hand} for one in samples(state, 2, hasty)]
    assert any(not hand <= given for hand in drawn)


def test_a_third_seat_remembers_nothing_that_it_was_not_shown() -> None:
    for state in (stormed(), stolen()):
        known: Any = GAME.view(state, 2)["known_cards"]
        named = {card for fact in known["facts"] for card in (*fact["cards"], *fact["got"])}
        assert named <= {*state.table.players[1].hand, *state.table.players[2].hand}
        assert GAME.view(state, None)["known_cards"] is None


def robbed() -> State:
    """Seat 2 gave its six cards to seat 1 in a storm; seat 0, which got a snowball, stole one of them unseen."""
    table = scene("אבגדה sandstorm", "מלכנס snowball", "קופטזח")
    state = play(table, (0, SANDSTORM), (0, SNOWBALL), (1, DECLINE)).state
    assert len({*table.table.players[2].hand} & {*state.table.players[0].hand}) == 1
    return state


def test_a_card_that_may_have_been_stolen_lies_with_thief_or_victim_as_often_as_counting_says() -> None:
    given = {*["L-ק-1", "L-ו-1", "L-פ-1", "L-ט-1", "L-ז-1", "L-ח-1"]}
    taken = Counter[str]()
    for sample in samples(robbed(), 2):
        (stolen_one,) = given & {*sample.table.players[0].hand}
        assert given - {stolen_one} == {*sample.table.players[1].hand}
        taken[stolen_one] += 1
    assert {*taken} == given
    assert max(taken.values()) < 2 * SAMPLES // len(given)


def test_what_is_on_the_other_cards_of_a_hand_that_showed_a_word_is_as_likely_as_ever() -> None:
    """The three cards that were shown are the hand's; the other three are any of those never seen."""
    met = Counter(face for one in samples(refused(), 1) for face in faces(one.table.players[0].hand))
    unseen = 90 - 6 - 3
    for face, copies in (("ל", 4), ("ר", 6), ("snowball", 5)):
        expected = SAMPLES * 3 * copies / unseen
        assert abs(met[face] - expected) < 5 * expected**0.5


def test_a_played_effect_card_and_cards_laid_from_a_known_hand_are_where_they_went() -> None:
    state = play(stormed(), (0, cast("קוף"))).state
    for sample in samples(state, 1):
        assert sample.table.players[0].pile == ("L-ק-1", "L-ו-1", "L-פ-1")
    for sample in samples(state, 0):
        assert sample.table.discard == ("FX-SAND-1",)


def test_a_new_run_is_remembered_anew() -> None:
    match = random_match(2, 3, hints=True, runs=2)
    state: Any = None
    for event in match.events:
        state = GAME.evolve(state, event)
        if event.type == "run_started":
            known: Any = GAME.view(state, 0)["known_cards"]
            assert not any(known.values())


def walk(match: Any, seats: int, number: int, resample: Any = GAME.resample) -> Iterator[str]:
    """What contradicts a perfect memory of each seat, at every question of the match."""
    memories = [SpellASpell(seats, seat) for seat in range(seats)]
    state: State | None = None
    for place, event in enumerate(match.events):
        state = GAME.evolve(state, event)
        for seat, memory in enumerate(memories):
            memory.told(told(event, seat))
        if event.type not in LAST or not GAME.prompts(state):
            continue
        seat = (place + number) % seats
        view = orjson.loads(orjson.dumps(GAME.view(state, seat)))
        sample = resample(view, seat, Chance(b"walk", place << 16))
        for name, shown in (("really", state), ("sample", sample)):
            if wrong := memories[seat].contradiction(shown):
                yield f"{name}: {seats} seats, event {place}, seat {seat}: {wrong}"


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("open_hands", [False, True])
def test_samples_agree_with_a_perfect_memory_where_the_table_votes_words_down(seats: int, open_hands: bool) -> None:
    match = random_match(
        seats, 7, proposing=0.4, resigning=0.01, hints=True, adjudication="lexicon_vote", open_hands=open_hands
    )
    assert {"word_refused", "word_cast"} <= {*match.types}
    assert not [*walk(match, seats, random.randrange(seats))]


@pytest.mark.parametrize("seats", [2, 4])
def test_samples_agree_with_a_perfect_memory_in_a_match_that_the_lexicon_judges(seats: int) -> None:
    match = random_match(seats, random.randrange(10**6), hints=True)
    assert not [*walk(match, seats, random.randrange(seats))]


def test_the_perfect_memory_finds_that_the_bots_of_version_1_forget() -> None:
    match = random_match(3, 7, proposing=0.4, hints=True, adjudication="lexicon_vote")
    found = [*walk(match, 3, 0, resample_of_version_1)]
    assert len(found) > 10
    assert all(wrong.startswith("sample") for wrong in found)


def perfect(events: Sequence[Event], seat: int) -> SpellASpell:
    """What the seat of three knows by these events."""
    memory = SpellASpell(3, seat)
    for event in events:
        memory.told(told(event, seat))
    return memory


def dealt(*hands: str, **options: Any) -> Played:
    """A match of three that is dealt these hands, written as in `scene`; seat 0 begins."""
    cards = [card for player in scene(*hands).table.players for card in player.hand]
    return started(3, 2, *cards, **options)


def swapped(state: State, one: str, other: str) -> State:
    """The state with these two cards in each other's place."""
    change = {one: other, other: one}
    table = state.table
    players = tuple(
        replace(player, hand=canonical(change.get(card, card) for card in player.hand)) for player in table.players
    )
    deck = canonical(change.get(card, card) for card in table.deck)
    return replace(state, table=replace(table, players=players, deck=deck))


def test_the_perfect_memory_finds_a_returned_card_that_a_sample_forgets() -> None:
    new = dealt("יצאבגד", "אבגדהו", "זחטיכל", adjudication="lexicon_vote")
    played = play(new.state, (0, cast("יצא")), (1, CHALLENGE), (2, CHALLENGE))
    memory = perfect((*new.events, *played.events), 1)

    assert memory.contradiction(played.state) is None
    assert memory.contradiction(swapped(played.state, "L-ב-1", "L-ר-1")) is None
    assert memory.contradiction(swapped(played.state, "L-צ-1", "L-צ-2")) is None
    assert memory.contradiction(swapped(played.state, "L-צ-1", "L-ר-1"))


def test_the_perfect_memory_finds_a_passed_hand_that_a_sample_forgets() -> None:
    new = dealt("אבגדה sandstorm", "קופטזח", "מלכנסע")
    played = play(new.state, (0, SANDSTORM))
    memory = perfect((*new.events, *played.events), 1)

    assert memory.contradiction(played.state) is None
    assert memory.contradiction(swapped(played.state, "L-א-1", "L-ר-1")) is None
    assert memory.contradiction(swapped(played.state, "L-ק-1", "L-ק-2"))


def test_the_perfect_memory_finds_a_thief_with_more_of_the_known_cards_than_were_taken() -> None:
    new = dealt("אבגדה sandstorm", "מלכנס snowball", "קופטזח")
    played = play(new.state, (0, SANDSTORM), (0, SNOWBALL), (1, DECLINE))
    memory = perfect((*new.events, *played.events), 2)
    thief, victim = (played.table.players[seat].hand for seat in (0, 1))
    (stolen_one,) = {*thief} & {*new.table.players[2].hand}
    another = min({*victim} - {stolen_one})

    assert memory.contradiction(played.state) is None
    assert memory.contradiction(swapped(played.state, stolen_one, another)) is None
    assert memory.contradiction(swapped(played.state, another, "L-מ-1"))
    assert memory.contradiction(swapped(played.state, stolen_one, "L-ר-1"))


def test_letters_that_no_known_card_can_be_use_up_the_unseen_cards_of_a_hand() -> None:
    """Three cards were new: they are ש, מ and ל, so that ח is the card that was known, and the other two remain."""
    new = dealt("אבגדה sandstorm", "קופטזח", "מלכנסע", adjudication="free")
    state = play(new.state, (0, SANDSTORM)).state
    state = play(state, (0, cast("קוף")), chance=stacked("L-ש-1", "L-מ-2", "L-ל-2")).state
    state = play(state, (1, END), (2, END), (0, cast("חשמל"))).state
    for sample in samples(state, 1):
        assert "L-ח-1" in sample.table.players[0].pile
        assert {"L-ט-1", "L-ז-1"} <= {*sample.table.players[0].hand}
