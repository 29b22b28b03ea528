"""What a question is about: the public facts that its sentence, and the labels of its answers, name (CAVE-R23.13).

No more than everybody knows: who is not asked may be told all of it too.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict

from games.cave.agenda import questions as q
from games.cave.agenda.jobs import Duel, Fight, ResolveSpell
from games.cave.agenda.tasks import Question
from games.cave.chapters import choices, exploration, sums
from games.cave.chapters.belongings import excess
from games.cave.chapters.movement import exits
from games.cave.chapters.totals import object_limit, spell_limit
from games.cave.components.ownership import is_object
from games.cave.effects.parser import parse
from games.cave.effects.steps import DiscardCards, Steps
from games.cave.effects.writer import term_of
from games.cave.events.addends import Addend, sum_of
from games.cave.state import Asking, others_here
from games.core.schemas import Nothing


class StartAbout(TypedDict):
    """Where the turn begins, the penalties that bind its move, and the totals that two dice would be held against.

    `gate_*` count at a gate, `trial_*` in the trials, of which wealth is held against `gold`.
    """

    area: str
    slow: int
    force_die: int
    gate_strength: int
    gate_power: int
    trial_strength: int
    trial_power: int
    gold: int


class MoveAbout(TypedDict):
    """Where the move goes on, and how many areas are `left` of it."""

    area: str
    left: int


class FirstStepAbout(MoveAbout):
    """The areas that lie `ahead`, left to right as a die at the fork counts them, and the one `behind`, if any."""

    ahead: Sequence[str]
    behind: str | None


class EngageAbout(TypedDict):
    """The area reached, the seats of the adventurers there, and one's own totals in a fight with one of them."""

    area: str
    others: Sequence[int]
    strength: int
    power: int


class ExploreAbout(TypedDict):
    """The area explored, how many cards will be drawn there, and how many already lie there."""

    area: str
    draw: int
    lying: int


class FightAbout(TypedDict):
    """A fight `by` strength or power: against `cards`, the enemy without a card that `source` names, or `opponent`.

    The totals are those before the dice fall; the addends explain them.
    """

    by: str
    cards: Sequence[str]
    source: str | None
    opponent: int | None
    total: int
    addends: Sequence[Addend]
    enemy_total: int
    enemy_addends: Sequence[Addend]


class SpellAbout(TypedDict):
    """The spell in the air, the seat that cast it, and the seat or the stack it was cast on."""

    spell: str
    caster: int
    target: int | None
    deck: str | None


class LoserAbout(TypedDict):
    """The seat that lost the fight, and whether by strength or power."""

    loser: int
    by: str


class VictimAbout(TypedDict):
    victim: int


class PrayerAbout(TypedDict):
    """What the die showed, and the effects that it would bring."""

    face: int
    effects: Sequence[str]


class OptionsAbout(TypedDict):
    """The card, area or chamber that asks, what kind of thing that is, and the effects of each option; [] is none."""

    source: str
    origin: str
    option_0: Sequence[str]
    option_1: Sequence[str]
    option_2: Sequence[str]


class OfferAbout(TypedDict):
    """What sells, at which price in gold, which effects."""

    source: str
    price: int
    gold: int
    effects: Sequence[str]


class DiscardAbout(TypedDict):
    """What takes cards of a kind, and how many more."""

    source: str
    what: str
    left: int


class DeckAbout(TypedDict):
    """The stack, and how many of its top cards were seen."""

    deck: str
    count: int


class CardAbout(TypedDict):
    """The card that can be taken, and where it lies; `full` says that an object has to stay for it."""

    card: str
    area: str
    full: bool


class ExcessAbout(TypedDict):
    """How many are too many, and how many one may hold."""

    excess: int
    limit: int


class AreaAbout(TypedDict):
    area: str


class TrialsAbout(TypedDict):
    """The totals of the first two trials, and the gold for the third."""

    trial_strength: int
    trial_power: int
    gold: int


def about(state: Asking) -> Mapping[str, Any]:
    """The public facts of the open question."""
    question = state.question
    told: Mapping[str, Any] = ABOUT[type(question)](state, question)
    return told


def _nothing(state: Asking, question: Question) -> Nothing:
    return {}


def _start(state: Asking, question: q.StartingTurn) -> StartAbout:
    board, seat = state.board, question.seat
    hero = board.hero(seat)
    return {
        "area": hero.area,
        "slow": hero.slow,
        "force_die": hero.force_die,
        "gate_strength": sum_of(sums.of_gate(board, seat, "strength")),
        "gate_power": sum_of(sums.of_gate(board, seat, "power")),
        **_trials(state, question),
    }


def _trials(state: Asking, question: Question) -> TrialsAbout:
    board, seat = state.board, question.seat
    return {
        "trial_strength": sum_of(sums.of_trial(board, seat, "strength")),
        "trial_power": sum_of(sums.of_trial(board, seat, "power")),
        "gold": board.hero(seat).gold,
    }


def _first_step(state: Asking, question: q.ChoosingFirstStep) -> FirstStepAbout:
    board, seat = state.board, question.seat
    hero = board.hero(seat)
    return {"area": hero.area, "left": question.left, "ahead": exits(board, seat), "behind": hero.entered_from}


def _branch(state: Asking, question: q.ChoosingBranch) -> MoveAbout:
    return {"area": state.board.hero(question.seat).area, "left": question.left}


def _engage(state: Asking, question: q.Engaging) -> EngageAbout:
    board, seat = state.board, question.seat
    return {
        "area": board.hero(seat).area,
        "others": others_here(board, seat),
        "strength": sum_of(sums.of_adventurer(board, seat, "strength", "fight")),
        "power": sum_of(sums.of_adventurer(board, seat, "power", "psychic")),
    }


def _explore(state: Asking, question: q.AboutToExplore | q.SplittingDraw) -> ExploreAbout:
    board, seat = state.board, question.seat
    lying = exploration.lying_here(board, seat)
    return {"area": board.hero(seat).area, "draw": exploration.cards_to_draw(board, seat), "lying": len(lying)}


def _fight(state: Asking, question: q.BeforeFight | q.SecondWind) -> FightAbout:
    fight, board, seat = question.fight, state.board, question.seat
    cards, source, opponent = _enemies(fight, seat)
    if isinstance(fight, Duel):
        assert opponent is not None
        addends, enemy_addends = sums.of_side(board, fight, seat), sums.of_side(board, fight, opponent)
    else:
        addends, enemy_addends = sums.of_fight(board, fight), sums.of_enemies(fight)
    return {
        "by": fight.by,
        "cards": cards,
        "source": source,
        "opponent": opponent,
        "total": sum_of(addends),
        "addends": addends,
        "enemy_total": sum_of(enemy_addends),
        "enemy_addends": enemy_addends,
    }


def _enemies(fight: Fight | Duel, seat: int) -> tuple[tuple[str, ...], str | None, int | None]:
    if isinstance(fight, Duel):
        return (), None, fight.attacker if seat == fight.defender else fight.defender
    return fight.cards, fight.source, None


def _spell(state: Asking, question: q.Counterspell) -> SpellAbout:
    spell = state.board.being_cast
    assert spell is not None
    cast = next((task for task in reversed(state.then) if isinstance(task, ResolveSpell)), None)
    target, deck = (cast.target, cast.deck) if cast else (None, None)
    return {"spell": spell, "caster": question.seat, "target": target, "deck": deck}


def _loser(state: Asking, question: q.ClaimingReward) -> LoserAbout:
    return {"loser": question.loser, "by": question.by}


def _victim(state: Asking, question: q.PickingPocket) -> VictimAbout:
    return {"victim": question.victim}


def _prayer(state: Asking, question: q.Praying) -> PrayerAbout:
    steps = choices.branch_of(question.chain, question.face)
    return {"face": question.face, "effects": _terms(steps, question.chain.origin)}


def _options(state: Asking, question: q.Choosing) -> OptionsAbout:
    chain = question.chain
    first, second, third, *_ = [*choices.option_terms(chain), (), ()]
    return {
        "source": chain.source,
        "origin": chain.origin,
        "option_0": first,
        "option_1": second,
        "option_2": third,
    }


def _offer(state: Asking, question: q.Paying) -> OfferAbout:
    offer, chain = choices.offer_of(question), question.chain
    gold = state.board.hero(question.seat).gold
    return {"source": chain.source, "price": offer.n, "gold": gold, "effects": _terms(offer.steps, chain.origin)}


def _discard(state: Asking, question: q.ChoosingDiscard) -> DiscardAbout:
    (step,) = parse(question.chain.text)
    assert isinstance(step, DiscardCards)
    return {"source": question.chain.source, "what": step.what, "left": question.left}


def _deck(state: Asking, question: q.Eye) -> DeckAbout:
    return {"deck": question.deck, "count": question.count}


def _card(state: Asking, question: q.Taking) -> CardAbout:
    board, seat = state.board, question.seat
    hero = board.hero(seat)
    full = is_object(question.card) and len(hero.objects) >= object_limit(board, seat)
    return {"card": question.card, "area": hero.area, "full": full}


def _excess(state: Asking, question: q.DroppingExcess) -> ExcessAbout:
    return {"excess": excess(state.board, question.seat), "limit": object_limit(state.board, question.seat)}


def _spell_excess(state: Asking, question: q.DiscardingSpell) -> ExcessAbout:
    limit = spell_limit(state.board, question.seat)
    return {"excess": len(state.board.hero(question.seat).spells) - limit, "limit": limit}


def _area(state: Asking, question: q.UsingMap) -> AreaAbout:
    return {"area": state.board.hero(question.seat).area}


def _terms(steps: Steps, origin: str) -> tuple[str, ...]:
    return tuple(term_of(step, origin) for step in steps)


ABOUT: Mapping[type[Question], Callable[[Asking, Any], Any]] = {
    q.PickingCharacter: _nothing,
    q.StartingTurn: _start,
    q.ChoosingFirstStep: _first_step,
    q.ChoosingBranch: _branch,
    q.Engaging: _engage,
    q.AboutToExplore: _explore,
    q.SplittingDraw: _explore,
    q.BeforeFight: _fight,
    q.Counterspell: _spell,
    q.SecondWind: _fight,
    q.ClaimingReward: _loser,
    q.PickingPocket: _victim,
    q.Praying: _prayer,
    q.Choosing: _options,
    q.Paying: _offer,
    q.ChoosingDiscard: _discard,
    q.Eye: _deck,
    q.Taking: _card,
    q.DroppingExcess: _excess,
    q.DiscardingSpell: _spell_excess,
    q.UsingMap: _area,
    q.FacingTrials: _trials,
}
