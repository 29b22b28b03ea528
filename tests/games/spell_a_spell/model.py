"""A second reading of the rules of record, written from the page alone, to hold random matches against.

It keeps plain sets and lists and is told which cards were drawn and stolen; how many there must be it knows itself.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from games.spell_a_spell.lexicon.entries import SPECIAL, Lexicon

Hand = list[str]
# The face of a card: its letter, `fog`, or an effect's name.
Face = Callable[[str], str]


@dataclass
class Supply:
    """What one move of the match under test drew and stole, in order: (seat, cards)."""

    drawn: list[tuple[int, list[str]]]
    stolen: list[tuple[int, list[str]]]

    def is_spent(self) -> bool:
        return not self.drawn and not self.stolen


@dataclass
class Window:
    """An open question in a snowball round (SAS-35 to SAS-40)."""

    initiator: int
    k: int
    thief: int
    target: int
    kind: str


@dataclass
class Vote:
    """A word on the table that the opponents judge (section 5)."""

    seat: int
    word: str
    cards: list[str]
    answers: dict[int, str] = field(default_factory=dict)


@dataclass
class Model:
    options: dict[str, Any]
    lexicon: Lexicon
    face: Face
    seats: int
    inside: list[int]
    sizes: list[int]
    turn: int = -1
    hands: list[Hand] = field(default_factory=list)
    deck: set[str] = field(default_factory=set)
    piles: list[list[str]] = field(default_factory=list)
    before: list[int] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    spell: str | None = None
    bewitched: set[int] = field(default_factory=set)
    passes: list[int] = field(default_factory=list)
    cast: set[str] = field(default_factory=set)
    voted_in: set[str] = field(default_factory=set)
    refused: int = 0
    proposed_once: bool = False
    window: Window | None = None
    vote: Vote | None = None
    run: int = 0
    dealer: int = -1
    # The seats in the order of their turns; those that have left stay in it.
    round: list[int] = field(default_factory=list)
    over: str | None = None

    # Seats and draws

    def left(self, seat: int) -> int:
        return next(other for k in range(1, self.seats + 1) if (other := (seat + k) % self.seats) in self.inside)

    def draw(self, seat: int, due: int, supply: Supply) -> int:
        due = min(due, len(self.deck))
        if due:
            who, cards = supply.drawn.pop(0)
            assert (who, len(cards), len(set(cards))) == (seat, due, due), (
                f"{seat} is due {due}, and {who} drew {cards}"
            )
            assert self.deck >= set(cards)
            self.deck -= set(cards)
            self.hands[seat] += cards
        return due

    def start_run(self, dealer: int, cards: Iterable[str], supply: Supply) -> None:
        self.run, self.dealer = self.run + 1, dealer
        self.deck, self.discard, self.spell = set(cards), [], None
        self.hands = [[] for _ in range(self.seats)]
        self.piles = [[] for _ in range(self.seats)]
        self.bewitched, self.passes, self.cast = set(), [], set()
        order = sorted(self.inside, key=lambda seat: (seat - dealer - 1) % self.seats)
        due = {seat: self.sizes[seat] for seat in order}
        if self.options["rounds"] == "even":
            due[order[0]] -= 1
            due[order[-1]] += len(order) > 2
        self.round = order
        for seat in {seat for seat, _ in supply.drawn}:
            assert seat in due, f"{seat} is out of the match and gets cards"
        while supply.drawn:
            seat, dealt = supply.drawn.pop(0)
            assert len(dealt) == due.pop(seat)
            self.deck -= set(dealt)
            self.hands[seat] = list(dealt)
        assert not due, f"{due} were not dealt"
        self.begin_turn(order[0])

    def begin_turn(self, seat: int) -> None:
        self.turn, self.refused, self.proposed_once = seat, 0, False
        self.bewitched.discard(seat)

    # Words

    def cast_word(self, seat: int, key: str, cards: list[str], supply: Supply) -> None:
        mode = self.options["adjudication"]
        entry = self.lexicon.entries.get(key)
        known = entry is not None and (self.options["allow_imaginary"] or not entry.imaginary)
        if mode == "free" or known or key in SPECIAL or key in self.voted_in:
            return self.accept(seat, key, cards, supply)
        assert mode == "lexicon_vote", f"{key} is not in the lexicon and was taken"
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        self.vote = Vote(seat, key, cards)
        return self.settle(supply)

    def answer(self, seat: int, answer: str, supply: Supply) -> None:
        assert self.vote is not None
        assert seat not in self.vote.answers
        assert seat != self.vote.seat
        self.vote.answers[seat] = answer
        self.settle(supply)

    def settle(self, supply: Supply) -> None:
        vote = self.vote
        assert vote is not None
        if {seat for seat in self.inside if seat != vote.seat} - set(vote.answers):
            return
        challenges = list(vote.answers.values()).count("challenge")
        self.vote = None
        self.hands[vote.seat] += vote.cards
        if challenges > len(vote.answers) - challenges:
            self.refused, self.proposed_once = self.refused + 1, True
        else:
            self.voted_in.add(vote.word)
            self.accept(vote.seat, vote.word, vote.cards, supply)

    def accept(self, seat: int, key: str, cards: list[str], supply: Supply) -> None:
        assert seat == self.turn
        assert self.refused < self.options["max_refused_words"], "words enough were refused this turn"
        special = key in SPECIAL
        if not special:
            assert self.spell is None or len(key) >= len(self.spell), "too short"
            assert self.options["repeat"] != "not_standing" or key != self.spell, "the standing word"
            assert self.options["repeat"] != "never" or key not in self.cast, "cast before"
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        self.piles[seat] += cards
        self.cast.add(key)
        self.passes = []
        short = max(0, self.sizes[seat] - len(self.hands[seat]))
        if special:
            self.draw(seat, short if self.options["special_refill"] == "to_hand_size" else len(cards) + 1, supply)
            self.spell = None
            return self.end_turn(seat, seat)
        self.draw(seat, short if self.options["refill"] == "to_hand_size" else len(cards), supply)
        self.spell = key
        return self.end_turn(seat, self.left(seat))

    def no_word(self, seat: int, supply: Supply) -> None:
        assert seat == self.turn
        held, size = len(self.hands[seat]), self.sizes[seat]
        if self.spell is not None:
            capped = self.options["bewitched_hand_cap"]
            self.draw(seat, max(0, size + 1 - held) if capped else max(0, size - held) + 1, supply)
            self.spell = None
            self.bewitched.add(seat)
        else:
            one = self.options["free_pass_draw"] == "one_card"
            drawn = self.draw(seat, 1 if one else max(0, size - held) + 1, supply)
            self.passes = [] if drawn else [*self.passes, seat]
        self.end_turn(seat, self.left(seat))

    # Effects

    def effect(self, seat: int, kind: str, card: str, supply: Supply) -> None:
        assert seat == self.turn
        assert not self.proposed_once, "an effect after a proposed word"
        self.spend(seat, card)
        if kind == "firewall":
            assert self.spell is not None
            self.spell = None
        elif kind == "sandstorm":
            held = [self.hands[other] for other in self.inside]
            step = 1 if self.options["sandstorm"] == "receive_from_left" else -1
            for place, other in enumerate(self.inside):
                self.hands[other] = held[(place + step) % len(held)]
        else:
            self.threaten(seat, 1, seat, supply)

    def threaten(self, initiator: int, k: int, thief: int, supply: Supply) -> None:
        target = self.left(thief)
        if not self.hands[target]:
            self.window = None
            return
        self.window = Window(initiator, k, thief, target, "snowball_defence")
        if not self.is_asked(target, "firewall"):
            self.steal(self.window, supply)

    def is_asked(self, target: int, answer: str) -> bool:
        """Whether the table cannot rule out that the target holds the answer."""
        if self.options["windows"] == "all":
            return True
        if self.options["open_hands"]:
            return answer in map(self.face, self.hands[target])
        there_are = {"firewall": 3, "snowball": 5}[answer]
        return list(map(self.face, self.discard)).count(answer) != there_are

    def respond(self, seat: int, answer: str, card: str | None, supply: Supply) -> None:
        window = self.window
        assert window is not None
        assert seat == window.target
        if answer == "firewall":
            assert card is not None
            self.spend(seat, card)
            self.window = None
        elif answer == "snowball":
            assert window.kind == "snowball_reply"
            assert card is not None
            self.spend(seat, card)
            self.threaten(window.initiator, window.k + 1, seat, supply)
        elif window.kind == "snowball_defence":
            self.steal(window, supply)
        else:
            self.window = None

    def steal(self, window: Window, supply: Supply) -> None:
        k = window.k if self.options["snowball_growth"] == "linear" else min(window.k, 2)
        due = min(k, len(self.hands[window.target]))
        thief, cards = supply.stolen.pop(0)
        assert (thief, len(cards)) == (window.thief, due)
        assert set(cards) <= set(self.hands[window.target])
        self.hands[window.target] = [card for card in self.hands[window.target] if card not in cards]
        self.hands[thief] += cards
        window.kind = "snowball_reply"
        if not self.hands[window.target] or not self.is_asked(window.target, "snowball"):
            self.window = None

    def spend(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.discard.append(card)
        self.passes = []

    # Ends

    def end_turn(self, seat: int, following: int) -> None:
        if len(self.passes) >= len(self.inside):
            self.over = "passes"
        elif self.options["end_check"] == "solver" and not self.deck and not self.anyone_can_go_on():
            self.over = "solver"
        elif self.is_full_round(seat, following):
            self.over = "full_round"
        else:
            self.begin_turn(following)

    def is_full_round(self, seat: int, following: int) -> bool:
        """Whether the deck is gone and nobody after the seat is to come in this round; another turn is of the same."""
        if self.options["rounds"] != "even" or self.deck or following == seat:
            return False
        return not set(self.round[self.round.index(seat) + 1 :]) & set(self.inside)

    def anyone_can_go_on(self) -> bool:
        spent = self.cast if self.options["repeat"] == "never" else set()
        return any(
            "snowball" in map(self.face, self.hands[seat])
            or self.lexicon.can_make(
                [self.face(card) for card in self.hands[seat]],
                without=spent - set(SPECIAL),
                imaginary=self.options["allow_imaginary"],
            )
            for seat in self.inside
        )

    def resign(self, seat: int, supply: Supply) -> None:
        following = self.left(seat)
        self.inside.remove(seat)
        self.bewitched.discard(seat)
        self.passes = [other for other in self.passes if other != seat]
        if len(self.inside) == 1:
            if self.vote is not None:
                self.hands[self.vote.seat] += self.vote.cards
            self.window = self.vote = None
            self.over = "last_seat"
            return
        if self.vote is not None and self.vote.seat == seat:
            self.hands[seat] += self.vote.cards
            self.vote = None
        if self.window is not None and self.concerns(self.window, seat):
            self.window = None
        if self.vote is not None:
            self.vote.answers.setdefault(seat, "accept")
            self.settle(supply)
        if seat == self.turn:
            self.spell = None
            self.end_turn(seat, following)

    def concerns(self, window: Window, seat: int) -> bool:
        pending = window.kind == "snowball_defence"
        return seat in (window.initiator, window.target) or (pending and seat == window.thief)

    def scores(self) -> list[int]:
        return [len(pile) for pile in self.piles]
