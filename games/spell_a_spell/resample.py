"""A full state as one seat may imagine it: hands, deck, votes, and which of the same cards lie where, are drawn."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from games.core.chance import Chance
from games.spell_a_spell.cards import DECKS, EFFECTS, FACE, canonical
from games.spell_a_spell.laying import FOG
from games.spell_a_spell.moves import VOTES
from games.spell_a_spell.options import Options
from games.spell_a_spell.spelling import normal
from games.spell_a_spell.state import (
    Defending,
    Player,
    Replying,
    Spell,
    Spelling,
    State,
    Table,
    Throw,
    Turn,
    Voting,
)

View = Mapping[str, Any]


def resample(view: View, seat: int, chance: Chance) -> State:
    """A state that `seat` cannot tell from the real one; every card it has not seen is as likely in each place.

    Of cards that lie open by their faces alone, words and effects, it is drawn which of the same ones they are.
    """
    unseen = _Unseen(view, chance)
    proposed = view["proposed"]
    laid = unseen.some(_faces(proposed)) if proposed else ()
    discard = unseen.some(face for face in EFFECTS for _ in range(view["discard"][face]))
    piles = tuple(_pile(view, shown, unseen) for shown in view["players"])
    hands = tuple(_hand(shown, unseen) for shown in view["players"])
    players = tuple(_player(shown, hand, pile) for shown, hand, pile in zip(view["players"], hands, piles, strict=True))
    table = _table(view, players, discard, deck=unseen.rest())
    return _phase(view, table, laid, seat, chance)


class _Unseen:
    """The cards whose place the seat does not know, by what is drawn of them."""

    def __init__(self, view: View, chance: Chance) -> None:
        seen = {
            card for shown in view["players"] for pile in (shown["hand"], shown["score_pile"]) for card in pile or ()
        }
        self._left = [card for card in DECKS[view["options"]["deck"]] if card not in seen]
        self._chance = chance

    def some(self, faces: Iterable[str]) -> tuple[str, ...]:
        """A card for each face."""
        return tuple(self._one([card for card in self._left if FACE[card] == face]) for face in faces)

    def any(self, count: int) -> tuple[str, ...]:
        """So many cards, whatever is on them."""
        return tuple(self._one(self._left) for _ in range(count))

    def rest(self) -> tuple[str, ...]:
        """All that is left."""
        return tuple(self._left)

    def _one(self, cards: Sequence[str]) -> str:
        card = self._chance.one_of(cards)
        self._left.remove(card)
        return card


def _faces(word: View) -> Iterator[str]:
    """What the cards of a word show, in reading order."""
    return (FOG if place in word["fogs"] else letter for place, letter in enumerate(normal(word["word"]).key))


def _pile(view: View, shown: View, unseen: _Unseen) -> tuple[str, ...]:
    """The cards that the seat has scored in this run: those of its words."""
    if shown["score_pile"] is not None:
        return tuple(shown["score_pile"])
    return unseen.some(face for word in view["words"] if word["seat"] == shown["seat"] for face in _faces(word))


def _hand(shown: View, unseen: _Unseen) -> tuple[str, ...]:
    return canonical(unseen.any(shown["hand_size"]) if shown["hand"] is None else shown["hand"])


def _player(shown: View, hand: tuple[str, ...], pile: tuple[str, ...]) -> Player:
    return Player(
        hand_size=shown["hand_limit"],
        hand=hand,
        pile=pile,
        earlier=shown["score"] - shown["score_pile_size"],
        bewitched=shown["bewitched"],
        resigned=shown["resigned"],
    )


def _table(view: View, players: tuple[Player, ...], discard: tuple[str, ...], *, deck: tuple[str, ...]) -> Table:
    options: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in view["options"].items()
    }
    return Table(
        options=Options(**options),
        players=players,
        run=view["run"],
        dealer=view["dealer"],
        deck=deck,
        discard=discard,
        spell=_spell(view["spell"]),
        casts=tuple(_spelling(word) for word in view["words"]),
        agreed=tuple(view["agreed"]),
        passes=tuple(_passes(view)),
        questions=view["questions"],
    )


def _spell(shown: View | None) -> Spell | None:
    if shown is None:
        return None
    return Spell(caster=shown["caster"], on=shown["on"], word=shown["word"], key=normal(shown["word"]).key)


def _spelling(shown: View) -> Spelling:
    return Spelling(seat=shown["seat"], word=shown["word"], key=normal(shown["word"]).key, fogs=tuple(shown["fogs"]))


def _passes(view: View) -> Iterator[int]:
    """The seats that passed without drawing, oldest first: those on the right of the seat on turn (SAS-42)."""
    here = [shown["seat"] for shown in view["players"] if not shown["resigned"]]
    turn = here.index(view["turn"])
    return (here[(turn - back) % len(here)] for back in range(view["idle_passes"], 0, -1))


def _phase(view: View, table: Table, laid: tuple[str, ...], seat: int, chance: Chance) -> State:
    match view["phase"]:
        case "turn":
            return Turn(table, view["turn"], view["refused_words"])
        case "word_vote":
            return _voting(view, table, laid, seat, chance)
        case "snowball_defence":
            return Defending(table, _throw(view["snowball"]))
        case "snowball_reply":
            return Replying(table, _throw(view["snowball"]))
        case _:
            raise ValueError(f"nobody is asked in the phase {view['phase']}")


def _voting(view: View, table: Table, laid: tuple[str, ...], seat: int, chance: Chance) -> Voting:
    """The open vote: how others have voted is drawn."""
    proposed = view["proposed"]
    voters = tuple(proposed["voters"])
    votes = tuple(
        None if voter not in proposed["voted"] else view["your_vote"] if voter == seat else chance.one_of(VOTES)
        for voter in voters
    )
    return Voting(table, _spelling(proposed), laid, voters, votes, view["refused_words"])


def _throw(shown: View) -> Throw:
    return Throw(initiator=shown["initiator"], number=shown["number"], thief=shown["thief"], target=shown["target"])
