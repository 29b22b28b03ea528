"""A full state as one seat may imagine it: the deck, hidden wild cards and hidden choices are drawn."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.core.chance import Chance
from games.rock_paper_wizard.components.cards import CARDS
from games.rock_paper_wizard.state import (
    Board,
    Choice,
    ChoosingReceiver,
    Counted,
    Defaulted,
    Gesture,
    GestureState,
    Learning,
    Source,
    State,
    Wizard,
    canonical,
)

View = Mapping[str, Any]


def resample(view: View, seat: int, chance: Chance) -> State:
    """A state that `seat` cannot tell from the real one; every card it has not seen is as likely in each place."""
    board = _board(view, chance)
    if view["step"] == "learn":
        answers = tuple(_answer(view, wizard, seat, chance) for wizard in view["wizards"])
        return Learning(board=board, answers=answers)
    wanted = view["receiver_wanted"]
    return ChoosingReceiver(board=board, caster=view["caster"], chooser=wanted["chooser"], amount=wanted["amount"])


def _board(view: View, chance: Chance) -> Board:
    known = {card for group in view["known_wild"] for card in group["cards"]}
    unseen = [card for card in _unseen(view) if card not in known]
    # By seat the cards that its hidden wild card is one of.
    drawn: dict[int, list[str]] = dict.fromkeys(range(len(view["wizards"])), unseen)
    for group in view["known_wild"]:
        together = list(group["cards"])
        drawn |= dict.fromkeys(group["seats"], together)
    gestures = tuple(_gesture(shown, drawn[seat], chance) for seat, shown in enumerate(view["gestures"]))
    return Board(
        max_rounds=view["max_rounds"],
        wizards=tuple(Wizard(shown["pos"], shown["gold"], shown["resigned"]) for shown in view["wizards"]),
        deck=tuple(unseen),
        discard=tuple(view["discard"]),
        book=tuple(view["book"]),
        gestures=gestures,
        turned_up=_turned_up(view),
        first_player=view["first_player"],
        round=view["round"],
        questions=view["questions"],
        idle_rounds=view["idle_rounds"],
        counted=tuple(Counted(tuple(group["seats"]), tuple(group["cards"])) for group in view["known_wild"]),
    )


def _unseen(view: View) -> Sequence[str]:
    """The cards of the deck and those that wizards point unseen, in canonical order."""
    seen = {*view["book"], *view["discard"], _turned_up(view)}
    return canonical(tuple(card.id for card in CARDS if card.id not in seen))


def _turned_up(view: View) -> str | None:
    """The wild card whose spell is under way: it lies neither in the book nor in the discard pile."""
    caster = view["caster"]
    if caster is None or view["gestures"][caster]["source"] != Source.WILD.value:
        return None
    card: str = view["gestures"][caster]["card"]
    return card


def _gesture(shown: View, unseen: list[str], chance: Chance) -> Gesture:
    """The gesture; a hidden card is taken out of what is `unseen`."""
    source = Source(shown["source"]) if shown["source"] else None
    card = shown["card"]
    if source is Source.WILD and card is None:
        card = unseen.pop(chance.below(len(unseen)))
    return Gesture(source, card, shown["aim"], GestureState(shown["state"]))


def _answer(view: View, wizard: View, seat: int, chance: Chance) -> Choice | Defaulted | None:
    if not wizard["ready"]:
        return None
    if wizard["defaulted"]:
        return Defaulted()
    if wizard["seat"] == seat:
        return Choice(view["your_choice"]["spell"], view["your_choice"]["target"])
    return chance.one_of(tuple(_choices(view, wizard["seat"])))


def _choices(view: View, seat: int) -> Iterator[Choice]:
    """All that a seat may have chosen."""
    others = [wizard["seat"] for wizard in view["wizards"] if wizard["seat"] != seat]
    return (Choice(spell, target) for spell in view["book"] for target in others)
