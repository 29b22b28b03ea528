"""Random matches held against a second reading of the rules (`model.py`): same verdicts, same tables, same ends."""

import os
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from games.core.chance import Chance
from games.core.errors import RuleBroken
from games.core.events import Event
from games.core.moves import Move, Resign
from games.spell_a_spell import GAME
from games.spell_a_spell.components.cards import DECKS, FACE, NEWEST_DECK
from games.spell_a_spell.components.laying import FOG, lay
from games.spell_a_spell.components.spelling import LETTERS, MIN_LENGTH
from games.spell_a_spell.lexicon.entries import lexicon, newest
from games.spell_a_spell.moves import CastWord, Decline, EndTurn, PlayEffect, Vote
from games.spell_a_spell.state import Defending, Finished, Replying, Turn, Voting, on_turn
from tests.games.spell_a_spell.model import Model, Supply

LEXICON = lexicon(newest())
CARDS = list(DECKS[NEWEST_DECK])
MATCHES = int(os.environ.get("MODEL_MATCHES", "60"))
MOST_MOVES = 1500


def some_options(pick: random.Random, seats: int) -> dict[str, Any]:
    """Options of a match that `start` takes."""
    mode = pick.choice(["lexicon", "lexicon", "lexicon_vote", "free"])
    sizes = pick.choice([None, None, [pick.choice([6, 7]) for _ in range(seats)]])
    wished: dict[str, Any] = {
        "adjudication": mode,
        "word_scope": "tangible" if mode == "lexicon" else pick.choice(["tangible", "any"]),
        "allow_imaginary": pick.random() < 0.8,
        "max_refused_words": pick.randint(1, 3),
        "repeat": pick.choice(["not_standing", "any", "never"]),
        "refill": pick.choice(["to_hand_size", "by_word_length"]),
        "special_refill": pick.choice(["to_hand_size", "letters_plus_one"]),
        "free_pass_draw": pick.choice(["fill_plus_one", "one_card"]),
        "bewitched_hand_cap": pick.random() < 0.3,
        "snowball_growth": pick.choice(["linear", "capped_at_2"]),
        "sandstorm": pick.choice(["receive_from_left", "pass_to_left"]),
        "end_check": pick.choice(["passes", "solver"]) if mode == "lexicon" else "passes",
        "runs": pick.choice([1, 1, 2, 3]),
        "hand_sizes": sizes,
        "hand_size": None if sizes else pick.choice([None, 6, 7]),
        "open_hands": pick.random() < 0.2,
        "hints": pick.random() < 0.5,
        "rounds": pick.choice(["even", "even", "rulebook"]),
        "windows": pick.choice(["needed", "needed", "all"]),
    }
    return GAME.options(wished if pick.random() < 0.8 else {})


def supply(events: Sequence[Event]) -> Supply:
    taken: dict[str, list[tuple[int, list[str]]]] = {"cards_drawn": [], "cards_stolen": []}
    for event in events:
        if event.type in taken:
            taken[event.type].append((seat_of(event), list(vars(event)["cards"])))
    return Supply(drawn=taken["cards_drawn"], stolen=taken["cards_stolen"])


def cards_of(state: Any) -> list[str]:
    """Every card, wherever it is (I-1)."""
    table = state.table
    held = [card for player in table.players for card in (*player.hand, *player.pile)]
    proposed = state.cards if isinstance(state, Voting) else ()
    return [*held, *table.deck, *table.discard, *proposed]


def key_of(typed: str) -> str:
    return typed.replace("׳", "").translate(str.maketrans("ךםןףץ", "כמנפצ"))


def seat_of(event: Event) -> int:
    assert event.seat is not None
    return event.seat


def dealt(events: Sequence[Event]) -> Supply:
    hands = [(seat_of(event), list(vars(event)["cards"])) for event in events if event.type == "cards_dealt"]
    return Supply(drawn=hands, stolen=[])


@dataclass
class Match:
    """One random match, the kernel's state and the model's side by side."""

    seats: int
    seed: int
    pick: random.Random = field(init=False)
    chance: Chance = field(init=False)
    state: Any = None
    totals: list[int] = field(init=False)
    seen: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.pick = random.Random(self.seed)
        self.chance = Chance(self.seed.to_bytes(32, "big"))
        self.options = some_options(self.pick, self.seats)
        sizes = self.options["hand_sizes"] or [self.options["hand_size"] or 6] * self.seats
        self.model = Model(
            options=self.options,
            lexicon=LEXICON,
            face=FACE.__getitem__,
            seats=self.seats,
            inside=list(range(self.seats)),
            sizes=list(sizes),
        )
        self.totals = [0] * self.seats
        events = GAME.start(self.options, self.seats, self.chance)
        self.fold(events)
        self.model.start_run(next(vars(e)["dealer"] for e in events if e.type == "run_started"), CARDS, dealt(events))
        self.compare()

    def fold(self, events: Sequence[Event]) -> None:
        for event in events:
            self.state = GAME.evolve(self.state, event)
            self.seen[event.type] += 1
            assert sorted(cards_of(self.state)) == sorted(CARDS), f"after {event}"

    def step(self) -> None:
        seat, move = self.chosen()
        try:
            events = GAME.decide(self.state, seat, move, self.chance).events
        except RuleBroken as refusal:
            self.seen[refusal.code] += 1
            if not self.is_refused(seat, move, refusal):
                pytest.fail(f"{move} of seat {seat} is refused: {refusal}")
            return
        given = supply(events)
        self.apply(seat, move, given, events)
        assert given.is_spent(), f"{given} was not due"
        self.fold(events)
        self.follow(events)
        self.compare()

    def chosen(self) -> tuple[int, Move]:
        """A move of somebody who is asked, from the lists or beyond them; now and then a seat leaves."""
        if self.pick.random() < (0.004 if self.model.window is None and self.model.vote is None else 0.03):
            return self.pick.choice(self.model.inside), Resign()
        prompts = GAME.prompts(self.state)
        seat = self.pick.choice(sorted(prompts))
        if prompts[seat].kind == "turn" and self.pick.random() < 0.6:
            return seat, CastWord(word=self.word(seat), card_ids=None)
        if self.pick.random() < 0.1:
            return seat, PlayEffect(effect=self.pick.choice(["snowball", "firewall", "sandstorm"]))
        listed = [legal for asked in prompts[seat].moves for legal in asked.legal]
        body: dict[str, Any] = dict(self.pick.choice(listed))
        return seat, GAME.move_classes[body.pop("type")](**body)

    def word(self, seat: int) -> str:
        """A word of the lexicon that the hand lays, or letters as they come, which it may not."""
        faces = [FACE[card] for card in self.model.hands[seat]]
        again = [key for key in sorted(self.model.voted_in | self.model.cast) if lay(key, faces) is not None]
        if again and self.pick.random() < 0.3:
            return self.pick.choice(again)
        known = LEXICON.words(faces)
        if known and self.pick.random() < 0.8:
            return self.pick.choice(known).word
        letters = [
            face if face != FOG else self.pick.choice(LETTERS) for face in faces if face in LETTERS or face == FOG
        ]
        self.pick.shuffle(letters)
        return "".join(letters[: self.pick.randint(1, 5)]) or self.pick.choice(LETTERS)

    def apply(self, seat: int, move: Move, given: Supply, events: Sequence[Event]) -> None:
        model = self.model
        match move:
            case CastWord():
                key, cards = self.laid(seat, move)
                model.cast_word(seat, key, cards, given)
            case EndTurn():
                model.no_word(seat, given)
            case PlayEffect(effect=effect):
                card = next(vars(event)["card"] for event in events if event.type == "effect_played")
                assert FACE[card] == effect
                if model.window is None:
                    model.effect(seat, effect, card, given)
                else:
                    model.respond(seat, effect, card, given)
            case Decline():
                model.respond(seat, "decline", None, given)
            case Vote(vote=vote):
                model.answer(seat, vote, given)
            case Resign():
                model.resign(seat, given)

    def laid(self, seat: int, move: CastWord) -> tuple[str, list[str]]:
        """The key and the cards that the page would have: letter cards before fog cards."""
        key = key_of(move.word)
        hand = [card for card in CARDS if card in self.model.hands[seat]]
        places = lay(key, [FACE[card] for card in hand])
        assert places is not None, f"{key} cannot be laid and was taken"
        assert len(key) >= MIN_LENGTH
        return key, [hand[place] for place in places]

    def is_refused(self, seat: int, move: Move, refusal: RuleBroken) -> bool:
        """Whether the page refuses the move too, for the reason that the code names."""
        model, options = self.model, self.options
        if isinstance(move, PlayEffect):
            faces = [FACE[card] for card in model.hands[seat]]
            return {
                "effect_not_in_hand": move.effect not in faces,
                "nothing_to_stop": move.effect == "firewall" and model.window is None and model.spell is None,
                "effects_come_first": model.proposed_once,
                "only_a_firewall_now": move.effect != "firewall"
                and model.window is not None
                and model.window.kind == "snowball_defence",
                "only_a_snowball_now": move.effect != "snowball"
                and model.window is not None
                and model.window.kind == "snowball_reply",
                "not_your_turn": model.vote is not None,
            }.get(refusal.code, False)
        assert isinstance(move, CastWord), f"{move} was listed"
        key = key_of(move.word)
        special, entry = key in {"שלג", "ערפל", "אש", "חול"}, LEXICON.entries.get(key)
        known = entry is not None and bool(options["allow_imaginary"] or not entry.imaginary)
        reasons: dict[str, bool] = {
            "word_too_short": len(key) < MIN_LENGTH,
            "hand_cannot_lay": lay(key, [FACE[card] for card in model.hands[seat]]) is None,
            "shorter_than_the_spell": not special and model.spell is not None and len(key) < len(model.spell),
            "word_is_standing": not special and options["repeat"] != "any" and key == model.spell,
            "word_was_cast": not special and options["repeat"] == "never" and key in model.cast,
            "word_not_in_lexicon": options["adjudication"] == "lexicon" and not known,
            "no_more_words": model.refused >= options["max_refused_words"],
        }
        return reasons.get(refusal.code, False)

    def follow(self, events: Sequence[Event]) -> None:
        """The next run, where one follows."""
        model = self.model
        if model.over in ("passes", "solver", "full_round"):
            ended = next(vars(event) for event in events if event.type == "run_ended")
            assert (ended["reason"], list(ended["scores"])) == (model.over, model.scores())
            self.totals = [before + now for before, now in zip(self.totals, model.scores(), strict=True)]
            if model.run < self.options["runs"]:
                model.over = None
                model.start_run(model.left(model.dealer), CARDS, dealt(events))

    def compare(self) -> None:
        model, table = self.model, self.state.table
        assert isinstance(self.state, Finished) == (model.over is not None), (self.state, model.over)
        assert [sorted(player.hand) for player in table.players] == [sorted(hand) for hand in model.hands]
        assert [set(player.pile) for player in table.players] == [set(pile) for pile in model.piles]
        assert set(table.deck) == model.deck
        assert list(table.discard) == model.discard
        assert (table.run, table.dealer) == (model.run, model.dealer)
        if model.over is not None:
            return self.assert_same_end()
        assert (table.spell.key if table.spell else None) == model.spell
        assert table.spell is None or table.spell.on == model.turn == on_turn(self.state)
        assert {seat for seat, player in enumerate(table.players) if player.bewitched} == model.bewitched
        return self.assert_same_questions()

    def assert_same_questions(self) -> None:
        model, prompts = self.model, GAME.prompts(self.state)
        asked = {seat: prompt.kind for seat, prompt in prompts.items() if not prompt.optional}
        if model.vote is not None:
            assert isinstance(self.state, Voting)
            waiting = set(model.inside) - {model.vote.seat} - set(model.vote.answers)
            assert asked == dict.fromkeys(waiting, "word_vote")
        elif model.window is not None:
            assert isinstance(self.state, Defending | Replying)
            assert asked == {model.window.target: model.window.kind}
        else:
            assert isinstance(self.state, Turn)
            assert asked == {model.turn: "turn"}
            assert list(table_passes(self.state)) == model.passes

    def assert_same_end(self) -> None:
        model, outcome = self.model, GAME.outcome(self.state)
        assert outcome is not None
        assert outcome.reason == model.over
        sums = [before + now for before, now in zip(self.totals, model.scores(), strict=True)]
        if model.over != "last_seat":
            sums = self.totals
        best = max(sums[seat] for seat in model.inside)
        winners = [seat for seat in model.inside if sums[seat] == best]
        assert sorted(outcome.winners) == (model.inside if model.over == "last_seat" else winners)
        assert list(outcome.ranking[0]) == sorted(outcome.winners)
        placed = [seat for place in outcome.ranking for seat in place]
        assert sorted(placed) == list(range(self.seats))
        assert set(placed[: len(model.inside)]) == set(model.inside)


def table_passes(state: Any) -> Sequence[int]:
    passes: Sequence[int] = state.table.passes
    return passes


@pytest.mark.parametrize("seed", range(MATCHES))
def test_sas_a_random_match_goes_as_a_second_reading_of_the_page_has_it(seed: int) -> None:
    match = Match(seats=2 + seed % 4, seed=seed)
    for _ in range(MOST_MOVES):
        if match.model.over is not None:
            return
        match.step()
    pytest.fail(f"the match goes on after {MOST_MOVES} moves")
