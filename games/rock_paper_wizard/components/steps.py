"""The vocabulary that cards are written in; `chapters/interpreter.py` says what each word does."""

from dataclasses import dataclass, fields
from typing import ClassVar, Literal, TypedDict

Who = Literal["caster", "target", "target_of_target", "neighbours"]


@dataclass(frozen=True, slots=True)
class PerPoorer:
    """`each` for every wizard poorer than the target (RPW-38)."""

    each: int


@dataclass(frozen=True, slots=True)
class GoldGap:
    """By how much gold target and caster differ."""


@dataclass(frozen=True, slots=True)
class PerCardBetween:
    """`base`, and `each` for every card that lies between this one and the deck (RPW-47)."""

    base: int
    each: int


Amount = int | PerPoorer | GoldGap | PerCardBetween


@dataclass(frozen=True, slots=True)
class Push:
    op: ClassVar[str] = "push"
    who: Who
    amount: Amount


@dataclass(frozen=True, slots=True)
class Advance:
    op: ClassVar[str] = "advance"
    who: Who
    amount: Amount


@dataclass(frozen=True, slots=True)
class Place:
    op: ClassVar[str] = "place"
    who: Who
    at: Who
    offset: int


@dataclass(frozen=True, slots=True)
class Swap:
    op: ClassVar[str] = "swap"


@dataclass(frozen=True, slots=True)
class Lose:
    op: ClassVar[str] = "lose"
    who: Who
    amount: Amount


@dataclass(frozen=True, slots=True)
class Give:
    op: ClassVar[str] = "give"
    giver: Who
    receiver: Who
    amount: int


@dataclass(frozen=True, slots=True)
class GiveEachPoorer:
    op: ClassVar[str] = "give_each_poorer"
    amount: int


@dataclass(frozen=True, slots=True)
class GiveChosenPoorer:
    """The only step that may ask a question; it stands last on its card."""

    op: ClassVar[str] = "give_chosen_poorer"
    amount: int


@dataclass(frozen=True, slots=True)
class PoolSplit:
    op: ClassVar[str] = "pool_split"


@dataclass(frozen=True, slots=True)
class RedirectNext:
    op: ClassVar[str] = "redirect_next"


@dataclass(frozen=True, slots=True)
class RedirectSelf:
    op: ClassVar[str] = "redirect_self"


@dataclass(frozen=True, slots=True)
class Cancel:
    op: ClassVar[str] = "cancel"


@dataclass(frozen=True, slots=True)
class MakeWild:
    op: ClassVar[str] = "make_wild"


MovingStep = Push | Advance | Place | Swap
GoldStep = Lose | Give | GiveEachPoorer | GiveChosenPoorer | PoolSplit
GestureStep = RedirectNext | RedirectSelf | Cancel | MakeWild
Step = MovingStep | GoldStep | GestureStep


class ForEachPoorer(TypedDict):
    """So much for each wizard poorer than the target."""

    per_poorer: int


class ForEachCardBetween(TypedDict):
    """So much at the least, and so much more for each card between this one and the deck."""

    per_card_between: list[int]


# A word of a step, or what it is used with.
Token = str | int | ForEachPoorer | ForEachCardBetween


def step_to_json(step: Step) -> list[Token]:
    """`["push", "target", 5]`: the word, then what it is used with, as clients read it."""
    return [step.op, *(_value_to_json(getattr(step, item.name)) for item in fields(step))]


def _value_to_json(value: str | Amount) -> Token:
    match value:
        case PerPoorer(each):
            return {"per_poorer": each}
        case GoldGap():
            return "gold_gap"
        case PerCardBetween(base, each):
            return {"per_card_between": [base, each]}
        case _:
            return value
