"""Games that do not keep a secret."""

from dataclasses import dataclass, replace
from typing import ClassVar

from games.core.chance import Chance
from games.core.definition import Decision, GameDefinition, State
from games.core.errors import RuleBroken
from games.core.events import SERVER, Event, sealed
from games.core.json import JSONObject
from games.core.moves import Move
from games.core.prompts import Prompt
from tests.games.core.breaking import asking, breaks, only_first, telling
from tests.games.core.toy import (
    TOY,
    Bid,
    BidMade,
    Cheered,
    Guess,
    Table,
    decided,
)


@breaks("check_secret_choices", "sees a secret at bid_made")
def a_view_shows_the_bids_of_others() -> GameDefinition:
    return replace(TOY, view=lambda state, seat: {**TOY.view(state, seat), "bids": state.bids})


@breaks("check_secret_choices", "a spectator sees a secret")
def a_view_shows_the_bids_to_spectators() -> GameDefinition:
    return replace(TOY, view=lambda state, seat: {**TOY.view(state, seat), "all": None if seat else state.bids})


@dataclass(frozen=True, kw_only=True)
class OpenBidMade(Event):
    type: ClassVar[str] = "bid_made"
    amount: int


@breaks("check_secret_choices", "the public events differ: bid_made")
def a_bid_is_public_while_others_bid() -> GameDefinition:
    def evolve(state: State, event: Event) -> State:
        shown = isinstance(event, OpenBidMade)
        return TOY.evolve(state, BidMade(**vars(event)) if shown else event)

    game = telling(lambda event: OpenBidMade(**vars(event)) if isinstance(event, BidMade) else event, evolve)
    return replace(game, event_classes={**TOY.event_classes, "bid_made": OpenBidMade})


@breaks("check_secret_choices", "one course has more events")
def a_high_bid_makes_a_noise() -> GameDefinition:
    def decide(state: Table, seat: int, move: Move, chance: Chance) -> Decision:
        decision = TOY.decide(state, seat, move, chance)
        noise = Cheered(rules=("TOY-4",), seat=seat, times=1)
        return decided(state, [*decision.events, noise]) if move == Bid(amount=3) else decision

    return replace(TOY, decide=decide)


@breaks("check_secret_choices", "who is asked depends on a secret")
def who_is_asked_depends_on_a_bid() -> GameDefinition:
    return asking(lambda state, prompt: replace(prompt, optional=3 in state.bids) if prompt.kind == "bid" else prompt)


@breaks("check_secret_choices", "tells a secret")
def a_list_depends_on_the_bids_of_others() -> GameDefinition:
    def narrowed(state: Table, prompt: Prompt) -> Prompt:
        return only_first(prompt) if prompt.kind == "bid" and 3 in state.bids else prompt

    return asking(narrowed)


@breaks("check_secret_choices", "tells seat")
def a_refusal_shows_the_bids_of_others() -> GameDefinition:
    def decide(state: Table, seat: int, move: Move, chance: Chance) -> Decision:
        if state.leader is None and isinstance(move, Guess):
            raise RuleBroken("not_now", clause="TOY-4", bids=state.bids)
        return TOY.decide(state, seat, move, chance)

    return replace(TOY, decide=decide)


@breaks("check_secret_choices", "no two choices lead to states that differ")
def no_bid_makes_a_difference() -> GameDefinition:
    def evolve(state: State, event: Event) -> State:
        return TOY.evolve(state, replace(event, amount=1) if isinstance(event, BidMade) else event)

    return replace(TOY, evolve=evolve)


@breaks("check_secret_draws", "sees a secret at card_hidden")
def a_view_shows_the_hidden_card() -> GameDefinition:
    return replace(TOY, view=lambda state, seat: {**TOY.view(state, seat), "odd": state.hidden % 2 == 1})


@breaks("check_secret_draws", "sees a secret at card_dealt")
def a_view_shows_the_hand_of_a_neighbour() -> GameDefinition:
    def view(state: Table, seat: int | None) -> JSONObject:
        return {**TOY.view(state, seat), "next": state.hands[((seat or 0) + 1) % len(state.hands)]}

    return replace(TOY, view=view)


@breaks("check_secret_draws", "tells a secret")
def a_prompt_shows_the_hidden_card() -> GameDefinition:
    return asking(lambda state, prompt: only_first(prompt) if state.hidden % 2 else prompt)


@breaks("check_secret_draws", "sees a secret at")
def a_card_is_shown_a_move_later() -> GameDefinition:
    """Nothing leaks when the card is hidden, only once the first seat has bid."""

    def view(state: Table, seat: int | None) -> JSONObject:
        return {**TOY.view(state, seat), "odd": state.hidden % 2 if any(state.bids) else None}

    return replace(TOY, view=view)


@dataclass(frozen=True, kw_only=True)
class Whispered(Event):
    type: ClassVar[str] = "whispered"
    word: str = sealed(SERVER)


@breaks("check_every_secret_was_paired", "['whispered']")
def a_secret_never_comes_up() -> GameDefinition:
    return replace(TOY, event_classes={**TOY.event_classes, "whispered": Whispered})
