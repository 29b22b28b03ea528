"""A full state made of what one seat sees and of cards that it may imagine where it sees none."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.core.chance import Chance
from games.spell_a_spell.components.cards import canonical
from games.spell_a_spell.components.spelling import normal
from games.spell_a_spell.knowledge import Memory
from games.spell_a_spell.moves import VOTES
from games.spell_a_spell.options import Options
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """Where all cards lie: hands and score piles by seat, `laid` those of a word that is put to the vote."""

    hands: tuple[tuple[str, ...], ...]
    piles: tuple[tuple[str, ...], ...]
    discard: tuple[str, ...]
    deck: tuple[str, ...]
    laid: tuple[str, ...]


def reconstructed(
    view: View, seat: int, cards: Cards, chance: Chance, memories: tuple[Memory | None, ...] = ()
) -> State:
    """The state that shows this view, with these cards; how others have voted so far is drawn."""
    seats = zip(view["players"], cards.hands, cards.piles, strict=True)
    players = tuple(_player(shown, canonical(hand), pile) for shown, hand, pile in seats)
    return _phase(view, _table(view, players, cards, memories), cards.laid, seat, chance)


def _player(shown: View, hand: tuple[str, ...], pile: tuple[str, ...]) -> Player:
    return Player(
        hand_size=shown["hand_limit"],
        hand=hand,
        pile=pile,
        earlier=shown["score"] - shown["score_pile_size"],
        bewitched=shown["bewitched"],
        resigned=shown["resigned"],
    )


def _table(view: View, players: tuple[Player, ...], cards: Cards, memories: tuple[Memory | None, ...]) -> Table:
    options: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in view["options"].items()
    }
    return Table(
        options=Options(**options),
        players=players,
        run=view["run"],
        dealer=view["dealer"],
        deck=cards.deck,
        discard=cards.discard,
        spell=_spell(view["spell"]),
        casts=tuple(_spelling(word) for word in view["words"]),
        agreed=tuple(view["agreed"]),
        passes=tuple(_passes(view)),
        questions=view["questions"],
        memories=memories,
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
