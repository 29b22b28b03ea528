"""Effect strings to typed steps: which word takes what (CAVE-R25). What no rule gives a meaning is an error."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeVar, get_args

from games.cave.effects import passives, values
from games.cave.effects import steps as s
from games.cave.effects.grammar import Call, EffectError, Item, tree_of

T = TypeVar("T")

STATS: tuple[values.Stat, ...] = get_args(values.Stat)
OWN_STATS: tuple[values.OwnStat, ...] = get_args(values.OwnStat)
DECKS: tuple[values.Deck, ...] = get_args(values.Deck)
ALIGNMENTS: tuple[values.Alignment, ...] = get_args(values.Alignment)
WHENS: tuple[values.When, ...] = get_args(values.When)
PLACES: tuple[values.Destination, ...] = ("entrance", "nearest_chamber", "random_corridor")
LOSABLE: tuple[values.Losable, ...] = get_args(values.Losable)
CHOOSERS: tuple[values.Chooser, ...] = get_args(values.Chooser)
FACES = range(1, 7)


@cache
def parse(text: str) -> s.Steps:
    """The steps of an effect string; an empty one has none. Raises EffectError."""
    return _steps(tree_of(text)) if text else ()


def _steps(calls: tuple[Call, ...]) -> s.Steps:
    return tuple(_step(call) for call in calls)


def _step(call: Call) -> s.Step:
    if call.name in BARE and not call.items:
        return BARE[call.name]()
    if call.name in BUILDERS:
        return BUILDERS[call.name](call)
    raise EffectError(f"there is no step {call.name!r} with {len(call.items)} things in brackets")


def _items(call: Call, least: int, most: int | None = None) -> tuple[Item, ...]:
    if not least <= len(call.items) <= (most or least):
        raise EffectError(f"{call.name!r} cannot have {len(call.items)} things in brackets")
    return call.items


def _number(item: Item) -> int:
    if item.label is not None or item.atom is None or not item.atom.isdigit() or int(item.atom) == 0:
        raise EffectError(f"a number from 1 on belongs here, not {item}")
    return int(item.atom)


def _one_of(item: Item, words: tuple[T, ...]) -> T:
    if item.label is None and len(item.calls) == 1 and not item.calls[0].items:
        for word in words:
            if word == item.calls[0].name:
                return word
    raise EffectError(f"one of {words} belongs here, not {item}")


def _labelled(item: Item, label: str | None) -> s.Steps:
    if item.label != label or not item.calls:
        raise EffectError(f"steps with the label {label!r} belong here, not {item}")
    return _steps(item.calls)


def _faces(text: str | None) -> tuple[int, int]:
    low, _, high = (text or "").partition("-")
    if not low.isdigit() or not FACES[0] <= int(low) <= int(high or low) <= FACES[-1]:
        raise EffectError(f"faces of a die belong here, not {text!r}")
    return int(low), int(high or low)


def _counted(make: Callable[[int], s.Step]) -> Callable[[Call], s.Step]:
    return lambda call: make(_number(_items(call, 1)[0]))


def _of_stat(make: Callable[[values.Stat, int], s.Step]) -> Callable[[Call], s.Step]:
    def build(call: Call) -> s.Step:
        stat, n = _items(call, 2)
        return make(_one_of(stat, STATS), _number(n))

    return build


def _of_steps(make: Callable[[s.Steps], s.Step], label: str | None = None) -> Callable[[Call], s.Step]:
    return lambda call: make(_labelled(_items(call, 1)[0], label))


def _heal(call: Call) -> s.Step:
    (n,) = _items(call, 1)
    if n.atom is None:
        _one_of(n, ("all",))
        return s.Heal(None)
    return s.Heal(_number(n))


def _discard_cards(call: Call) -> s.Step:
    what, n, who = _items(call, 3)
    return s.DiscardCards(_one_of(what, LOSABLE), _number(n), _one_of(who, CHOOSERS))


def _go(call: Call) -> s.Step:
    (to,) = _items(call, 1)
    if to.label == "area" and to.atom is not None and to.atom[0].isupper():
        return s.Go("area", to.atom)
    return s.Go(_one_of(to, PLACES))


def _fight(call: Call) -> s.Step:
    by, n, *win = _items(call, 2, 3)
    return s.Fight(_one_of(by, OWN_STATS), _number(n), _labelled(win[0], "win") if win else ())


def _roll(call: Call) -> s.Step:
    branches = tuple(s.Branch(*_faces(item.label), _labelled(item, item.label)) for item in call.items)
    covered = Counter(face for branch in branches for face in range(branch.low, branch.high + 1))
    if covered != Counter(FACES):
        raise EffectError("the branches of a roll cover each face of the die once")
    return s.Roll(branches)


def _test(call: Call) -> s.Step:
    stat, ok, fail = _items(call, 3)
    return s.StatTest(_one_of(stat, OWN_STATS), _labelled(ok, "ok"), _labelled(fail, "fail"))


def _choose(call: Call) -> s.Step:
    if len(call.items) < 2:
        raise EffectError("a choice has two options or more")
    return s.Choose(tuple(_labelled(item, None) for item in call.items))


def _pay(call: Call) -> s.Step:
    (item,) = _items(call, 1)
    if not (item.label or "").isdigit():
        raise EffectError(f"a price belongs before the colon, not {item.label!r}")
    return s.Pay(_number(Item(atom=item.label)), _labelled(item, item.label))


def _if(call: Call) -> s.Step:
    return s.If(tuple(_case(item) for item in _items(call, 1, len(ALIGNMENTS))))


def _case(item: Item) -> s.Case:
    for alignment in ALIGNMENTS:
        if item.label == f"alignment={alignment}":
            return s.Case(alignment, _labelled(item, item.label))
    raise EffectError(f"a condition belongs before the colon, not {item.label!r}")


def _peek(call: Call) -> s.Step:
    deck, n = _items(call, 2)
    return s.Peek(_one_of(deck, DECKS), _number(n))


def _peek_reorder(call: Call) -> s.Step:
    deck, n = _items(call, 2)
    _one_of(deck, ("choice",))
    return s.PeekReorder(_number(n))


def _bonus(call: Call) -> s.Step:
    stat, n, when = _items(call, 3)
    return passives.Bonus(_one_of(stat, OWN_STATS), _number(n), _one_of(when, WHENS))


def _armour(call: Call) -> s.Step:
    (item,) = _items(call, 1)
    return passives.Armour(*_faces(item.atom))


def _restrict(call: Call) -> s.Step:
    return passives.Restrict(tuple(_one_of(item, ALIGNMENTS) for item in _items(call, 1, 2)))


def _limit(call: Call) -> s.Step:
    what, n = _items(call, 2)
    _one_of(what, ("objects",))
    return passives.Limit(_number(n))


def _immune(call: Call) -> s.Step:
    _one_of(_items(call, 1)[0], ("slow",))
    return passives.Immune()


def _evade(call: Call) -> s.Step:
    _one_of(_items(call, 1)[0], ("all",))
    return s.Evade()


BARE: Mapping[str, Callable[[], s.Step]] = {
    step.op: step
    for step in (
        *(s.Stay, s.Discard, s.Nothing),
        *(passives.Weapon, passives.Key, passives.Map, passives.Guide),
        *(s.AddPowerToStrength, s.GateOpen, s.CancelSpell),
        *(s.SetAside, s.Infirmary),
    )
}

BUILDERS: Mapping[str, Callable[[Call], s.Step]] = {
    "gain": _of_stat(s.Gain),
    "lose": _of_stat(s.Lose),
    "heal": _heal,
    "raise_endurance": _counted(s.RaiseEndurance),
    "lose_turn": _counted(s.LoseTurn),
    "slow": _counted(s.Slow),
    "force_die_movement": _counted(s.ForceDieMovement),
    "spell": _counted(s.DrawSpells),
    "bonus_next_test": _counted(s.BonusNextTest),
    "discard_cards": _discard_cards,
    "go": _go,
    "fight": _fight,
    "on_defeat": _of_steps(s.OnDefeat),
    "on_victory": _of_steps(s.OnVictory),
    "roll": _roll,
    "test": _test,
    "choose": _choose,
    "pay": _pay,
    "if": _if,
    "each_all": _of_steps(s.EachAll),
    "target": _of_steps(s.Target, "adventurer"),
    "peek": _peek,
    "peek_reorder": _peek_reorder,
    "bonus": _bonus,
    "armour": _armour,
    "restrict": _restrict,
    "limit": _limit,
    "immune": _immune,
    "evade": _evade,
}
