"""A producer for each code of Spell-a-Spell; of the rules themselves where the table lets nothing such through."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from games.core.chance import Chance
from games.core.errors import RuleBroken
from games.core.moves import Move, Resign
from games.matches.stream import drafts
from games.matches.stream import state as folding
from games.spell_a_spell import GAME
from games.spell_a_spell.components.cards import EFFECTS, FACE
from games.spell_a_spell.components.spelling import LETTERS
from games.spell_a_spell.lexicon.entries import lexicon, newest
from games.spell_a_spell.state import State, left_of
from tests.api.producers import Answer, Tools, move, produces, prompt
from tests.games.spell_a_spell.scene import ACCEPT, END, cast, folded, play, scene
from tests.support.cast import SAS, Person, match_of, person

KEYS = 3000


@dataclass(frozen=True)
class Begun:
    """A match of two whose opening hands were wished for: seat `first` is on turn, `other` is next."""

    id: str
    people: Sequence[Person]
    state: State
    first: int

    @property
    def other(self) -> int:
        return 1 - self.first

    def hand(self, seat: int) -> tuple[str, ...]:
        return self.state.table.players[seat].hand

    def letters(self, seat: int) -> list[str]:
        return [card for card in self.hand(seat) if FACE[card] in LETTERS]

    def sends(self, seat: int, **body: Any) -> Answer:
        """The body as an answer to the seat's open prompt."""
        who = self.people[seat]
        return move(self.id, who, {"prompt": prompt(self.id, who)["prompt"], **body})

    def does(self, seat: int, **body: Any) -> None:
        assert self.sends(seat, **body).status_code == 201


def begun(tools: Tools, wanted: Callable[[Begun], bool] = lambda _: True, **options: Any) -> Begun:
    """A match whose chance has a key for which the hands are as `wanted`."""
    for number in range(KEYS):
        key = number.to_bytes(32, "big")
        state = folded(tuple(GAME.start(GAME.options(options), 2, Chance(key))))
        new = Begun("", (), state, left_of(state.table, state.table.dealer))
        if wanted(new):
            break
    else:
        raise AssertionError("no key deals such hands")
    for module in (folding, drafts):
        tools.patch.setattr(module, "key_of", lambda *_, **__: key)
    people = [person("Alice"), person("Bob")]
    return Begun(match_of(*people, game=SAS, options=options), people, state, new.first)


def holds(effect: str) -> Callable[[Begun], bool]:
    return lambda new: effect in [FACE[card] for card in new.hand(new.first)]


def word(cards: Sequence[str]) -> str:
    return "".join(FACE[card] for card in cards)


def common(new: Begun) -> list[str]:
    """Letters that both seats hold, each once, two that are no special word."""
    here, there = ({FACE[card] for card in new.letters(seat)} for seat in (new.first, new.other))
    return sorted((here & there) - {"א"})[:2]


def unlisted(new: Begun) -> list[str]:
    """Two letter cards of the first seat that no lexicon word is laid from."""
    cards = new.letters(new.first)
    pairs = [[one, two] for one in cards for two in cards if one != two]
    return next((pair for pair in pairs if not lexicon(newest()).accepts(word(pair))), [])


def creating(**options: Any) -> Answer:
    return person("Alice").post("/matches", {"game": SAS, "seats": 3, "options": options})


def refused(state: State, seat: int, one: Move) -> RuleBroken:
    with pytest.raises(RuleBroken) as caught:
        GAME.decide(state, seat, one, Chance(bytes(32)))
    return caught.value


def thrown(tools: Tools, **options: Any) -> Begun:
    """The first seat has thrown a snowball, and the other is in the defence window."""
    new = begun(tools, holds("snowball"), **options)
    new.does(new.first, type="play_effect", effect="snowball")
    return new


def voted_down(tools: Tools, **options: Any) -> Begun:
    """The table has refused a word of the first seat, which holds a sandstorm."""
    wanted = holds("sandstorm")
    new = begun(tools, lambda it: wanted(it) and bool(unlisted(it)), adjudication="lexicon_vote", **options)
    new.does(new.first, type="cast_word", word=word(unlisted(new)))
    new.does(new.other, type="vote", vote="challenge")
    return new


@produces("any_word_needs_judges", SAS)
def _(tools: Tools) -> Answer:
    return creating(word_scope="any")


@produces("solver_needs_lexicon", SAS)
def _(tools: Tools) -> Answer:
    return creating(end_check="solver", adjudication="free")


@produces("hand_sizes_twice", SAS)
def _(tools: Tools) -> Answer:
    return creating(hand_size=7, hand_sizes=[6, 6, 7])


@produces("hand_sizes_wrong_number", SAS)
def _(tools: Tools) -> Answer:
    return creating(hand_sizes=[6, 7])


@produces("word_malformed", SAS)
def _(tools: Tools) -> Answer:
    new = begun(tools)
    return new.sends(new.first, type="cast_word", word="בית ספר")


@produces("card_not_in_hand", SAS)
def _(tools: Tools) -> Answer:
    new = begun(tools)
    return new.sends(new.first, type="cast_word", word="קוף", card_ids=new.hand(new.other)[:3])


@produces("card_lays_no_letter", SAS)
def _(tools: Tools) -> Answer:
    new = begun(tools, holds("snowball"))
    effect = next(card for card in new.hand(new.first) if FACE[card] in EFFECTS)
    return new.sends(new.first, type="cast_word", word="אש", card_ids=[new.letters(new.first)[0], effect])


@produces("hand_cannot_lay", SAS)
def _(tools: Tools) -> Answer:
    new = begun(tools)
    return new.sends(new.first, type="cast_word", word="זזזזז")


@produces("word_too_short", SAS)
def _(tools: Tools) -> Answer:
    new = begun(tools)
    return new.sends(new.first, type="cast_word", word="א")


@produces("wrong_number_of_cards", SAS)
def _(tools: Tools) -> Answer:
    new = begun(tools)
    return new.sends(new.first, type="cast_word", word="קוף", card_ids=new.letters(new.first)[:2])


@produces("card_is_another_letter", SAS)
def _(tools: Tools) -> Answer:
    new = begun(tools, lambda it: "ז" not in word(it.letters(it.first)))
    return new.sends(new.first, type="cast_word", word="זז", card_ids=new.letters(new.first)[:2])


@produces("shorter_than_the_spell", SAS)
def _(tools: Tools) -> Answer:
    new = begun(tools, lambda it: len(common(it)) == 2, adjudication="free")
    new.does(new.first, type="cast_word", word=word(new.letters(new.first)[:3]))
    return new.sends(new.other, type="cast_word", word="".join(common(new)))


@produces("word_is_standing", SAS)
def _(tools: Tools) -> Answer:
    new = begun(tools, lambda it: len(common(it)) == 2, adjudication="free")
    new.does(new.first, type="cast_word", word="".join(common(new)))
    return new.sends(new.other, type="cast_word", word="".join(common(new)))


@produces("word_was_cast", SAS)
def _(tools: Tools) -> Answer:
    new = begun(tools, lambda it: len(common(it)) == 2, adjudication="free", repeat="never")
    new.does(new.first, type="cast_word", word="".join(common(new)))
    return new.sends(new.other, type="cast_word", word="".join(common(new)))


@produces("word_not_in_lexicon", SAS)
def _(tools: Tools) -> Answer:
    new = begun(tools, lambda it: bool(unlisted(it)))
    return new.sends(new.first, type="cast_word", word=word(unlisted(new)), card_ids=unlisted(new))


@produces("no_more_words", SAS)
def _(tools: Tools) -> Answer:
    new = voted_down(tools, max_refused_words=1)
    return new.sends(new.first, type="cast_word", word="אש")


@produces("effects_come_first", SAS)
def _(tools: Tools) -> Answer:
    new = voted_down(tools)
    return new.sends(new.first, type="play_effect", effect="sandstorm")


@produces("no_vote_wanted", SAS)
def _(tools: Tools) -> Answer:
    new = begun(tools)
    return new.sends(new.first, type="vote", vote="accept")


@produces("effect_not_in_hand", SAS)
def _(tools: Tools) -> Answer:
    new = begun(tools, lambda it: not holds("sandstorm")(it))
    return new.sends(new.first, type="play_effect", effect="sandstorm")


@produces("nothing_to_stop", SAS)
def _(tools: Tools) -> Answer:
    new = begun(tools, holds("firewall"))
    return new.sends(new.first, type="play_effect", effect="firewall")


@produces("not_your_turn", SAS)
def _(tools: Tools) -> Answer:
    new = thrown(tools)
    return new.sends(new.other, type="end_turn")


@produces("only_a_firewall_now", SAS)
def _(tools: Tools) -> Answer:
    new = thrown(tools)
    return new.sends(new.other, type="play_effect", effect="snowball")


@produces("only_a_snowball_now", SAS)
def _(tools: Tools) -> Answer:
    new = thrown(tools)
    new.does(new.other, type="decline")
    return new.sends(new.other, type="play_effect", effect="firewall")


@produces("nothing_to_decline", SAS)
def _(tools: Tools) -> Answer:
    new = begun(tools)
    return new.sends(new.first, type="decline")


@produces("wrong_number_of_seats", SAS)
def _(tools: Tools) -> Answer:
    with pytest.raises(RuleBroken) as caught:
        GAME.start(GAME.options({}), 6, Chance(bytes(32)))
    return caught.value


@produces("already_voted", SAS)
def _(tools: Tools) -> Answer:
    open_vote = play(scene("יצא", "אב", "אב", adjudication="lexicon_vote"), (0, cast("יצא")))
    return refused(play(open_vote.state, (1, ACCEPT)).state, 1, ACCEPT)


@produces("no_such_seat", SAS)
def _(tools: Tools) -> Answer:
    return refused(scene("א", "א"), 2, END)


@produces("unknown_move", SAS)
def _(tools: Tools) -> Answer:
    return refused(scene("א", "א"), 0, Move())


@produces("seat_resigned", SAS)
def _(tools: Tools) -> Answer:
    return refused(scene("א", "א", "א", resigned=(1,)), 1, Resign())


@produces("match_is_over", SAS)
def _(tools: Tools) -> Answer:
    return refused(play(scene("א", "א"), (0, Resign())).state, 1, Resign())
