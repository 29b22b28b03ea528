"""What a text asks: which option, pay or not, pray or not, which card goes (CAVE-R25.12, CAVE-R25.13).

Each question has its answers, the clock's answer, and what comes of an answer; `*_stands` says whether there is still
something to ask.
"""

from collections.abc import Mapping
from typing import cast

from games.cave import moves as m
from games.cave.agenda.jobs import Chain
from games.cave.agenda.questions import Choosing, ChoosingDiscard, Paying, Praying
from games.cave.agenda.tasks import Question
from games.cave.chapters import changes, discards
from games.cave.chapters.totals import spell_limit
from games.cave.components.board import BY_ID as AREAS
from games.cave.draft import Draft
from games.cave.effects.parser import parse
from games.cave.effects.steps import Choose, DiscardCards, DrawSpells, Nothing, Pay, Roll, Step, Steps
from games.cave.effects.writer import term_of, unparse
from games.cave.events.course import ChoiceMade
from games.cave.events.incidents import AbilityUsed
from games.cave.state import Board
from games.core.codec import frozen, move_to_json
from games.core.json import JSONObject
from games.core.moves import Move
from games.core.records import replace

IDLE = "idle"
PAYING = ("CAVE-3.3", "CAVE-R25.13")
TEMPLE_DIE = ("CAVE-R19.2", "CAVE-R25.10", "CAVE-R27.8")
TOO_LITTLE_GOLD, SPELL_LIMIT = "too_little_gold", "spell_limit"
# The rulings by which an offer is not made; that it takes gold enough is what the step itself says.
NOT_OFFERED: Mapping[str, tuple[str, ...]] = {TOO_LITTLE_GOLD: (), SPELL_LIMIT: ("CAVE-R25.13a",)}


def choose_moves(board: Board, question: Choosing, seat: int) -> list[Move]:
    """The options, those with a price only if there is gold for it (CAVE-R25.13)."""
    gold = board.hero(seat).gold
    return [m.Choose(option=at) for at, option in enumerate(options_of(question.chain)) if price(option) <= gold]


def choose_default(board: Board, question: Choosing, seat: int) -> Move:
    """`none` if it is offered, else the last option that is legal (CAVE-R25.12)."""
    options = options_of(question.chain)
    if (Nothing(),) in options:
        return m.Choose(option=options.index((Nothing(),)))
    return choose_moves(board, question, seat)[-1]


def made(question: Question, seat: int, move: Move, rules: tuple[str, ...]) -> ChoiceMade:
    """The answer as history tells it; of an option of a text its effects too."""
    effects: tuple[str, ...] = ()
    if isinstance(question, Choosing) and isinstance(move, m.Choose):
        effects = option_terms(question.chain)[move.option]
    told = cast(JSONObject, frozen(move_to_json(move)))
    return ChoiceMade(seat=seat, kind=question.kind, move=told, effects=effects, rules=rules)


def order_ended(seat: int, move: m.AskAgain) -> ChoiceMade:
    """That questions of a kind are put again, as history tells it, whatever question is open."""
    told = cast(JSONObject, frozen(move_to_json(move)))
    return ChoiceMade(seat=seat, kind=move.kind, move=told, rules=("CAVE-R23.4", "CAVE-R23.15"))


def besides(move: Move) -> tuple[str, ...]:
    """The clause of an answer that rules 2 has brought."""
    if isinstance(move, m.WalkTo):
        return ("CAVE-R22.10",)
    return ("CAVE-R23.15",) if isinstance(move, m.ORDERS) else ()


def option_terms(chain: Chain) -> list[tuple[str, ...]]:
    """The effects of each option, as `terms` name them; to do nothing has a name of its own where one chooses."""
    return [
        tuple(IDLE if isinstance(step, Nothing) else term_of(step, chain.origin) for step in option)
        for option in options_of(chain)
    ]


def choose_answer(draft: Draft, question: Choosing, seat: int, move: Move) -> None:
    """Pay for the option if it has a price, and go on with it."""
    assert isinstance(move, m.Choose)
    option = options_of(question.chain)[move.option]
    chosen: list[Step] = []
    for step in option:
        chosen.extend(step.steps if isinstance(step, Pay) else (step,))
    if asked := price(option):
        changes.lose(draft, seat, "gold", asked, PAYING, question.chain.source)
    draft.push(replace(question.chain, text=unparse(tuple(chosen))))


def options_of(chain: Chain) -> tuple[Steps, ...]:
    """The options of a choice, as the text names them."""
    (step,) = parse(chain.text)
    assert isinstance(step, Choose)
    return step.options


def price(option: Steps) -> int:
    """How much gold an option or an offer takes."""
    return sum(step.n for step in option if isinstance(step, Pay))


def pay_stands(board: Board, question: Paying) -> bool:
    """Whether the offer can still be taken: a card dropped may have lowered the spell limit."""
    return why_not_offered(board, question.seat, offer_of(question)) is None


def pay_moves(board: Board, question: Paying, seat: int) -> list[Move]:
    always = [m.AlwaysDecline(area=question.chain.source)] if board.rules > 1 and question.chain.source in AREAS else []
    return [m.Pay(), m.Decline(), *always]


def pay_default(board: Board, question: Paying, seat: int) -> Move:
    return m.Decline()


def pay_answer(draft: Draft, question: Paying, seat: int, move: Move) -> None:
    """Pay and go on with what was offered, or leave it."""
    if isinstance(move, m.Pay):
        changes.lose(draft, seat, "gold", offer_of(question).n, PAYING, question.chain.source)
        draft.push(replace(question.chain, text=unparse(offer_of(question).steps)))


def offer_of(question: Paying) -> Pay:
    """What is sold, and for how much."""
    (step,) = parse(question.chain.text)
    assert isinstance(step, Pay)
    return step


def why_not_offered(board: Board, seat: int, offer: Pay) -> str | None:
    """Why an offer outside a choice is not made; None when it is (CAVE-R25.13, CAVE-R25.13a)."""
    hero = board.hero(seat)
    if hero.gold < offer.n:
        return TOO_LITTLE_GOLD
    only_spells = all(isinstance(step, DrawSpells) for step in offer.steps)
    if only_spells and len(hero.spells) >= spell_limit(board, seat):
        return SPELL_LIMIT
    return None


def prayer_moves(board: Board, question: Praying, seat: int) -> list[Move]:
    return [m.Keep(), m.Reroll()]


def prayer_default(board: Board, question: Praying, seat: int) -> Move:
    return m.Keep()


def prayer_answer(draft: Draft, question: Praying, seat: int, move: Move) -> None:
    """Keep the Temple's die, or roll it once more; the second result stands (CAVE-R27.8)."""
    face = question.face
    if isinstance(move, m.Reroll):
        draft.write(AbilityUsed(seat=seat, ability="prayer", rules=("CAVE-R27.8",)))
        face = draft.roll(seat, "effect", TEMPLE_DIE, source=question.chain.source)
    take_branch(draft, question.chain, face)


def take_branch(draft: Draft, chain: Chain, face: int) -> None:
    """Go on with the branch of a roll that a face of the die picks (CAVE-R25.10)."""
    draft.push(replace(chain, text=unparse(branch_of(chain, face))))


def branch_of(chain: Chain, face: int) -> Steps:
    """What a face of the die brings."""
    (roll,) = parse(chain.text)
    assert isinstance(roll, Roll)
    return roll.branches[roll.branch_of(face)].steps


def discard_stands(board: Board, question: ChoosingDiscard) -> bool:
    """Whether there is still a card of the kind: a free action may have taken the last one away."""
    return bool(_losable(board, question))


def discard_moves(board: Board, question: ChoosingDiscard, seat: int) -> list[Move]:
    return [m.DiscardCard(card=card) for card in dict.fromkeys(_losable(board, question))]


def discard_default(board: Board, question: ChoosingDiscard, seat: int) -> Move:
    """The newest."""
    return m.DiscardCard(card=_losable(board, question)[-1])


def discard_answer(draft: Draft, question: ChoosingDiscard, seat: int, move: Move) -> None:
    """Discard the card, and ask again while more have to go (CAVE-R25.6)."""
    assert isinstance(move, m.DiscardCard)
    discards.discard(draft, seat, move.card)
    if question.left > 1:
        draft.push(ChoosingDiscard(seat=seat, left=question.left - 1, chain=question.chain))


def _losable(board: Board, question: ChoosingDiscard) -> tuple[str, ...]:
    (step,) = parse(question.chain.text)
    assert isinstance(step, DiscardCards)
    return discards.losable(board, question.seat, step.what)
