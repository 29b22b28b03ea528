"""What holds in every match (I-1 to I-14), held against random ones over all options.

Uniform moves of the lists, seats that resign, seats that let time pass, words that nobody knows.
"""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from events.format.canon import canon
from games.core.chance import Chance
from games.core.codec import decode, encode
from games.core.errors import RuleBroken
from games.core.events import Event
from games.core.testing.stacked import no_draws
from games.spell_a_spell import GAME
from games.spell_a_spell.components.cards import EFFECT_CARDS, EFFECTS, FACE, FIREWALL, SNOWBALL, faces, of_kind
from games.spell_a_spell.lexicon.entries import SPECIAL
from games.spell_a_spell.options import Options
from games.spell_a_spell.state import (
    Defending,
    Finished,
    Replying,
    State,
    Thrown,
    Turn,
    Voting,
    left_of,
    on_turn,
    still_in,
)
from tests.games.spell_a_spell.scene import ALL, Played, folded, random_match, random_move, started

RATES = {
    "resigning": st.sampled_from([0.0, 0.02]),
    "idling": st.sampled_from([0.0, 0.2, 1.0]),
    "proposing": st.sampled_from([0.0, 0.3]),
}


def switch() -> st.SearchStrategy[bool]:
    return st.booleans()


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    """Any options that creation lets through, with the hints that let random play find words."""
    adjudication = draw(st.sampled_from(["lexicon", "lexicon_vote", "free"]))
    return {
        "hints": True,
        "adjudication": adjudication,
        "word_scope": draw(st.sampled_from(["tangible"] if adjudication == "lexicon" else ["tangible", "any"])),
        "end_check": draw(st.sampled_from(["passes", "solver"] if adjudication == "lexicon" else ["passes"])),
        "allow_imaginary": draw(switch()),
        "max_refused_words": draw(st.integers(1, 3)),
        "repeat": draw(st.sampled_from(["not_standing", "any", "never"])),
        "refill": draw(st.sampled_from(["to_hand_size", "by_word_length"])),
        "special_refill": draw(st.sampled_from(["to_hand_size", "letters_plus_one"])),
        "free_pass_draw": draw(st.sampled_from(["fill_plus_one", "one_card"])),
        "bewitched_hand_cap": draw(switch()),
        "snowball_growth": draw(st.sampled_from(["linear", "capped_at_2"])),
        "sandstorm": draw(st.sampled_from(["receive_from_left", "pass_to_left"])),
        "runs": draw(st.integers(1, 2)),
        "hand_size": draw(st.sampled_from([None, 6, 7])),
        "open_hands": draw(switch()),
        "rounds": draw(st.sampled_from(["even", "rulebook"])),
        "windows": draw(st.sampled_from(["needed", "all"])),
    }


@st.composite
def matches(draw: st.DrawFn, *, default_options: bool = False) -> Played:
    chosen = {"hints": True} if default_options else draw(options())
    rates: dict[str, Any] = {name: draw(rate) for name, rate in RATES.items()}
    return random_match(draw(st.integers(2, 5)), draw(st.integers(0, 10**9)), **rates, **chosen)


ANY = matches()
DEFAULT = matches(default_options=True)
# Whole matches are played for each example, so the time of one says nothing.
some = settings(max_examples=12)


def folding(match: Played) -> Iterator[tuple[State | None, Event, State]]:
    """Each event with the state before and after it."""
    before: State | None = None
    for event in match.events:
        after = GAME.evolve(before, event)
        yield before, event, after
        before = after


def all_cards(state: State) -> list[str]:
    table = state.table
    held = [card for player in table.players for card in (*player.hand, *player.pile)]
    return [*table.deck, *held, *table.discard, *(state.cards if isinstance(state, Voting) else ())]


@some
@given(ANY)
def test_i1_the_same_ninety_cards_lie_somewhere_after_every_event(match: Played) -> None:
    for _, event, state in folding(match):
        assert sorted(all_cards(state)) == sorted(ALL), event


@some
@given(ANY)
def test_i2_score_piles_hold_letters_and_fog_the_discard_effects_and_both_only_grow(match: Played) -> None:
    for before, event, state in folding(match):
        piles = [player.pile for player in state.table.players]
        assert all(FACE[card] not in EFFECTS for pile in piles for card in pile)
        assert all(FACE[card] in EFFECTS for card in state.table.discard)
        for seat, pile in enumerate(piles):
            assert len(pile) == sum(len(cast.key) for cast in state.table.casts if cast.seat == seat)
        if before is not None and event.type != "run_started":
            earlier = [player.pile for player in before.table.players]
            assert all(pile[: len(old)] == old for pile, old in zip(piles, earlier, strict=True))
            assert state.table.discard[: len(before.table.discard)] == before.table.discard


@some
@given(ANY)
def test_i3_a_standing_spell_is_on_the_seat_on_turn_two_letters_or_longer_and_never_special(match: Played) -> None:
    for _, _, state in asking(match):
        spell = state.table.spell
        if spell is not None:
            assert spell.on == on_turn(state)
            assert len(spell.key) >= 2
            assert spell.key not in SPECIAL


@some
@given(ANY)
def test_i4_an_accepted_answer_is_long_enough_or_special_and_keeps_to_the_repeat_option(match: Played) -> None:
    for before, event, _ in folding(match):
        if before is None or event.type != "word_cast" or event.special is not None:  # type: ignore[attr-defined]
            continue
        key: str = event.key  # type: ignore[attr-defined]
        spell, repeat = before.table.spell, before.table.options.repeat
        assert spell is None or len(key) >= len(spell.key)
        assert repeat == "any" or spell is None or key != spell.key
        assert repeat != "never" or key not in [cast.key for cast in before.table.casts]


@some
@given(DEFAULT)
def test_i5_and_i6_a_word_fills_the_hand_up_and_a_turn_without_one_takes_one_card_more(match: Played) -> None:
    for before, event, after in folding(match):
        if before is None or event.type not in ("word_cast", "seat_bewitched", "free_pass"):
            continue
        assert event.seat is not None
        player = after.table.players[event.seat]
        due = max(0, player.hand_size - len(player.hand)) + (0 if event.type == "word_cast" else 1)
        count = min(due, len(after.table.deck))
        assert drawn_after(match, event) == ({event.seat: count} if count else {})


def drawn_after(match: Played, event: Event) -> dict[int | None, int]:
    """How many cards each seat draws between this event and the next turn or end."""
    found: dict[int | None, int] = {}
    place = next(index for index, one in enumerate(match.events) if one is event)
    for later in match.events[place + 1 :]:
        if later.type in ("turn_started", "extra_turn", "run_ended", "last_seat_remained"):
            break
        if later.type == "cards_drawn":
            found[later.seat] = found.get(later.seat, 0) + later.count  # type: ignore[attr-defined]
    return found


def asking(match: Played) -> Iterator[tuple[State | None, Event, State]]:
    """The places where somebody is asked and no further event of the same move follows."""
    places = list(folding(match))
    opens = ("turn_started", "extra_turn", "window_opened", "snowball_round_ended", "word_proposed", "word_refused")
    for place, (before, event, state) in enumerate(places):
        follower = places[place + 1][1].type if place + 1 < len(places) else None
        if event.type in opens and follower not in ("spell_ended", "turn_started", "run_ended"):
            yield before, event, state


@some
@given(ANY)
def test_i7_there_is_one_turn_or_one_window_or_one_open_vote_and_never_two_kinds(match: Played) -> None:
    for _, _, state in asking(match):
        prompts = GAME.prompts(state)
        kinds = {prompt.kind for prompt in prompts.values()}
        assert len(kinds) == 1
        assert kinds == {"word_vote"} or len(prompts) == 1
        match state:
            case Turn(seat=seat):
                assert list(prompts) == [seat]
            case Defending(throw=throw) | Replying(throw=throw):
                assert list(prompts) == [throw.target]
            case Voting():
                assert tuple(prompts) == state.missing


@some
@given(DEFAULT)
def test_i8_the_kth_theft_of_a_round_takes_k_or_all_and_there_are_five_snowballs_at_most(match: Played) -> None:
    for before, event, state in folding(match):
        if before is not None and event.type == "cards_stolen":
            assert isinstance(before, Thrown)
            held = len(before.table.players[event.target].hand)  # type: ignore[attr-defined]
            assert event.count == min(before.throw.number, held)  # type: ignore[attr-defined]
            assert before.throw.number <= 5
        assert len(state.table.discard) <= 11


@some
@given(ANY)
def test_i9_after_a_sandstorm_the_same_hands_lie_one_seat_on(match: Played) -> None:
    for before, event, state in folding(match):
        if before is None or event.type != "hands_rotated":
            continue
        table = before.table
        for seat in still_in(table):
            other = left_of(table, seat)
            to, source = (seat, other) if table.options.sandstorm == "receive_from_left" else (other, seat)
            assert state.table.players[to].hand == table.players[source].hand


@some
@given(ANY)
def test_i10_no_view_names_a_card_that_its_seat_was_not_shown_while_hands_are_closed(match: Played) -> None:
    """Besides its own cards a seat is shown those that it played, gave away, or lost to a thief in this run."""
    shown_to: list[set[str]] = []
    for _, event, state in folding(match):
        table = state.table
        if event.type == "run_started":
            shown_to = [set() for _ in range(table.seats)]
        for audience, part in encode(event).parts:
            for viewer in audience:
                cards: Any = part.get("cards", [part.get("card")])
                shown_to[viewer].update(cards)
        for viewer in (None, *range(table.seats)):
            named = canon(GAME.view(state, viewer)).decode()
            hidden = {*table.deck}
            if not table.options.open_hands:
                hidden |= {card for seat, p in enumerate(table.players) if seat != viewer for card in p.hand}
                hidden -= set() if viewer is None else shown_to[viewer]
            assert not [card for card in hidden if f'"{card}"' in named]


@some
@given(ANY)
def test_i10_replaying_the_stored_log_gives_the_same_state_and_draws_nothing(match: Played) -> None:
    stored = [encode(event) for event in match.events]
    with no_draws():
        again = folded([decode(GAME.event_classes, fact) for fact in stored])

    assert again == match.state
    assert hash(again) == hash(match.state)


@some
@given(ANY)
def test_i11_every_match_ends_whatever_its_options(match: Played) -> None:
    outcome = GAME.outcome(match.state)

    assert outcome is not None
    assert outcome.reason in GAME.reasons
    assert sorted(seat for place in outcome.ranking for seat in place) == list(range(match.table.seats))
    assert outcome.winners == outcome.ranking[0]
    ends = [state for _, _, state in folding(match) if isinstance(state, Finished)]
    assert len(ends) == 1


@some
@given(options(), st.integers(2, 5), st.integers(0, 10**6))
def test_i11_play_from_the_lists_ends_without_hints_too(chosen: dict[str, Any], seats: int, seed: int) -> None:
    match = random_match(seats, seed, **{**chosen, "hints": False})

    assert GAME.outcome(match.state) is not None
    assert match.of("word_cast") == []


@some
@given(DEFAULT)
def test_i11_deck_and_hands_shrink_with_every_word_and_effect_and_every_draw(match: Played) -> None:
    for before, event, state in folding(match):
        if before is not None and event.type in ("word_cast", "effect_played", "cards_drawn"):
            assert weight(state) < weight(before)


def weight(state: State) -> int:
    """Twice the deck and all cards that can still be laid: what I-11 counts down."""
    laid = len(state.cards) if isinstance(state, Voting) else 0
    return 2 * len(state.table.deck) + sum(len(player.hand) for player in state.table.players) + laid


@some
@given(options(), st.integers(2, 5), st.integers(0, 10**6))
def test_i11_letting_all_time_pass_ends_every_match_too(chosen: dict[str, Any], seats: int, seed: int) -> None:
    chosen["hints"] = False
    state: State = started(seats, key=random.Random(seed).randbytes(32), **chosen).state
    chance = Chance(bytes(32), 1000)
    moves = 0
    while GAME.outcome(state) is None:
        seat = next(iter(GAME.prompts(state)))
        for event in GAME.decide(state, seat, GAME.default_move(state, seat), chance).events:
            state = GAME.evolve(state, event)
        moves += 1
    assert moves <= 2 * (90 + 2 * seats)


@some
@given(ANY)
def test_i12_the_next_turn_is_the_left_neighbours_unless_the_match_says_why_not(match: Played) -> None:
    last: int | None = None
    for before, event, state in folding(match):
        if event.type == "turn_started":
            assert before is not None
            first = left_of(before.table, before.table.dealer)
            assert event.seat == (first if last is None else left_of(state.table, last))
            last = event.seat
        elif event.type == "extra_turn":
            assert event.seat == last
        elif event.type == "run_started":
            last = None


@some
@given(ANY)
def test_i13_the_options_never_change_within_a_match(match: Played) -> None:
    pinned: set[Options] = {state.table.options for _, _, state in folding(match)}

    assert len(pinned) == 1
    assert [event.options for event in match.of("run_started")][1:] in ([], [None])


@some
@given(ANY, st.integers(0, 10**9))
def test_i14_a_refused_move_changes_nothing_and_draws_nothing(match: Played, seed: int) -> None:
    rng = random.Random(seed)
    states = [state for _, _, state in asking(match)]
    if not states:
        return
    here, elsewhere = rng.choice(states), rng.choice(states)
    move, seat = random_move(elsewhere, rng)[1], rng.randrange(here.table.seats)
    before, chance = hash(here), Chance(bytes(32))
    with suppress(RuleBroken):
        GAME.decide(here, seat, move, chance)
        # It was accepted, so it may draw.
        chance = Chance(bytes(32))
    assert (hash(here), chance.next_draw) == (before, 0)


@some
@given(ANY)
def test_every_event_names_clauses_that_exist_and_each_draw_is_numbered_without_a_gap(match: Played) -> None:
    due = 0
    for event in match.events:
        assert event.rules
        assert set(event.rules) <= set(GAME.clauses)
        if event.draws is not None:
            assert event.draws.first == due
            due += event.draws.count
    kinds = {event.type for event in match.events if event.draws is not None}
    assert kinds <= {"run_started", "cards_dealt", "cards_drawn", "cards_stolen"}


@some
@given(ANY)
def test_what_is_listed_is_accepted_in_every_state_reached(match: Played) -> None:
    rng = random.Random(len(match.events))
    for _, _, state in rng.sample(list(asking(match)), min(5, len(list(asking(match))))):
        seat, move = random_move(state, rng)
        assert GAME.decide(state, seat, move, Chance(bytes(32)))
        assert len(of_kind(state.table.players[seat].hand, "fog")) <= 3


@some
@given(ANY)
def test_sas_50_with_even_rounds_every_seat_still_in_has_had_as_many_turns_when_a_run_ends(match: Played) -> None:
    turns: Counter[int | None] = Counter()
    for before, event, after in folding(match):
        if event.type == "run_started":
            turns.clear()
        turns[event.seat] += event.type == "turn_started"
        if event.type == "run_ended" and after.table.options.rounds == "even":
            assert before is not None
            if event.reason == "solver":  # type: ignore[attr-defined]
                continue
            assert len({turns[seat] for seat in still_in(before.table)}) == 1, turns
            assert not before.table.deck


@some
@given(ANY)
def test_sas_50_with_even_rounds_no_turn_begins_a_round_without_a_deck(match: Played) -> None:
    for _, event, after in folding(match):
        if event.type == "turn_started" and after.table.options.rounds == "even" and not after.table.deck:
            assert event.seat != left_of(after.table, after.table.dealer)


@some
@given(ANY)
def test_sas_52_a_window_is_left_out_only_where_its_answer_is_in_no_closed_hand(match: Played) -> None:
    """Whether it opens follows from what a spectator sees, and nobody who could answer goes unasked."""
    answers = {"defence": FIREWALL, "reply": SNOWBALL}
    for before, event, after in folding(match):
        table = after.table
        if before is None or table.options.windows != "needed":
            continue
        if event.type == "window_opened":
            shown, window = GAME.view(before, None), event.window  # type: ignore[attr-defined]
            gone = shown["discard"][answers[window]] == EFFECT_CARDS[answers[window]]
            assert not gone
        if event.type == "cards_stolen" and isinstance(before, Thrown) and "SAS-52" in event.rules:
            assert FIREWALL not in faces(before.table.players[before.throw.target].hand)
        if event.type == "snowball_round_ended" and event.reason == "no_answer":  # type: ignore[attr-defined]
            assert isinstance(before, Thrown | Defending)
            assert SNOWBALL not in faces(before.table.players[before.throw.target].hand)
