"""Games that end wrongly, or do not end."""

from collections.abc import Mapping
from dataclasses import replace

from games.core.chance import Chance
from games.core.definition import Decision, GameDefinition, State
from games.core.events import Event
from games.core.moves import Move, Resign
from games.core.prompts import Prompt
from tests.games.core.breaking import asking, breaks, ending, judging, only_first
from tests.games.core.toy import (
    TOY,
    Bid,
    CardHidden,
    Cheer,
    Ended,
    Table,
    decided,
)


@breaks("check_random_play_ends", "goes on after")
def the_match_never_ends() -> GameDefinition:
    def evolve(state: State, event: Event) -> State:
        return replace(TOY.evolve(state, event), rounds=9)

    return replace(TOY, evolve=evolve)


@breaks("check_random_play_ends", "was listed and is refused")
def a_listed_move_is_refused_in_play() -> GameDefinition:
    return judging(lambda state, seat, move: isinstance(move, Bid) and move.amount == 3)


@breaks("check_random_play_ends", "waits for nobody")
def nobody_is_waited_for() -> GameDefinition:
    return asking(lambda state, prompt: replace(prompt, optional=True))


@breaks("check_random_play_ends", "does not hold each of")
def a_seat_is_not_ranked() -> GameDefinition:
    return ending(lambda outcome: replace(outcome, ranking=outcome.ranking[:-1]))


@breaks("check_random_play_ends", "the winners")
def a_stranger_wins() -> GameDefinition:
    return ending(lambda outcome: replace(outcome, winners=(7,)))


@breaks("check_random_play_ends", "is not in game.reasons")
def the_reason_is_unpublished() -> GameDefinition:
    return ending(lambda outcome: replace(outcome, reason="boredom"))


@breaks("check_declinable_prompts", "may decline bid, and cannot")
def what_may_be_declined_lists_no_move_that_does_so() -> GameDefinition:
    return replace(TOY, declinable=frozenset({"bid"}))


@breaks("check_declinable_prompts", "['parade'] may be declined")
def what_may_be_declined_is_never_asked() -> GameDefinition:
    return replace(TOY, declinable=frozenset({"guess", "parade"}))


@breaks("check_skippable_prompts", "['guess'] may be skipped and is never forced")
def what_may_be_skipped_is_never_forced() -> GameDefinition:
    return replace(TOY, skippable=frozenset({"guess"}))


@breaks("check_skippable_prompts", "['guess'] may be skipped and is never forced, or the other way round")
def what_is_forced_may_not_be_skipped() -> GameDefinition:
    return asking(lambda state, prompt: replace(prompt, forced=prompt.kind == "guess"))


@breaks("check_skippable_prompts", "is forced to")
def what_is_forced_is_not_listed() -> GameDefinition:
    return asking(lambda state, prompt: replace(prompt, forced=prompt.kind == "bid"))


@breaks("check_skippable_prompts", "['guess'] is skipped and may not be")
def what_is_skipped_unless_told_otherwise_may_not_be_skipped() -> GameDefinition:
    return replace(TOY, skipped=frozenset({"guess"}))


@breaks("check_enough_was_reached", "states of 120")
def a_match_is_one_move_long() -> GameDefinition:
    def decide(state: Table, seat: int, move: Move, chance: Chance) -> Decision:
        return decided(state, [Ended(rules=("TOY-6",), reason="rounds")])

    return replace(TOY, decide=decide)


@breaks("check_nothing_follows_the_end", "is accepted after the end")
def a_bid_is_accepted_after_the_end() -> GameDefinition:
    def decide(state: Table, seat: int, move: Move, chance: Chance) -> Decision:
        if state.reason and isinstance(move, Resign):
            return decided(state, [])
        return TOY.decide(state, seat, move, chance)

    return replace(TOY, decide=decide)


@breaks("check_nothing_follows_the_end", "prompts after the end")
def somebody_is_asked_after_the_end() -> GameDefinition:
    return replace(TOY, prompts=lambda state: TOY.prompts(replace(state, reason=None)))


@breaks("check_default_moves", "is refused: not_bidding")
def the_default_move_is_refused() -> GameDefinition:
    return replace(TOY, default_move=lambda state, seat: Bid(amount=1))


@breaks("check_default_moves", "is not in its prompt")
def the_default_move_is_not_listed() -> GameDefinition:
    def default_move(state: Table, seat: int) -> Move:
        move = TOY.default_move(state, seat)
        return Cheer(times=2) if isinstance(move, Cheer) else move

    game = asking(lambda state, prompt: only_first(prompt) if prompt.kind == "cheer" else prompt)
    return replace(game, default_move=default_move)


@breaks("check_default_play_ends", "have not ended the match")
def default_moves_go_round_in_circles() -> GameDefinition:
    def evolve(state: State, event: Event) -> State:
        after = TOY.evolve(state, event)
        nothing = isinstance(event, CardHidden) and state.bids and not any(state.bids)
        return replace(after, rounds=9) if nothing else after

    return replace(TOY, evolve=evolve)


@breaks("check_resigning", "resigning is refused for seat")
def the_leader_may_not_resign() -> GameDefinition:
    return judging(lambda state, seat, move: isinstance(move, Resign) and state.leader == seat)


@breaks("check_resigning", "is accepted a second time")
def resigning_twice_is_accepted() -> GameDefinition:
    def decide(state: Table, seat: int, move: Move, chance: Chance) -> Decision:
        if isinstance(move, Resign) and seat in state.gone:
            return decided(state, [])
        return TOY.decide(state, seat, move, chance)

    return replace(TOY, decide=decide)


@breaks("check_resigning", "have resigned and are asked")
def a_seat_that_resigned_is_asked() -> GameDefinition:
    def prompts(state: Table) -> Mapping[int, Prompt]:
        asked = TOY.prompts(state)
        return {**{seat: replace(one, seat=seat) for one in asked.values() for seat in state.gone}, **asked}

    return replace(TOY, prompts=prompts)


@breaks("check_resigning", "goes on although all seats have resigned")
def the_match_outlives_its_seats() -> GameDefinition:
    def evolve(state: State, event: Event) -> State:
        return state if isinstance(event, Ended) and event.reason == "left_alone" else TOY.evolve(state, event)

    return replace(TOY, evolve=evolve)
