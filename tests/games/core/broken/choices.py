"""Games that ask, list or refuse wrongly."""

from dataclasses import replace

from games.core.chance import Chance
from games.core.definition import Decision, GameDefinition, State
from games.core.events import Event
from games.core.moves import Move, shape
from games.core.prompts import PromptMove
from tests.games.core.breaking import asking, breaks, judging, relisting
from tests.games.core.toy import (
    TOY,
    Bid,
    Cheer,
    Cheered,
    Guess,
    Table,
)


@breaks("check_prompt_ids", "was closed and is open again")
def all_questions_have_one_number() -> GameDefinition:
    return asking(lambda state, prompt: replace(prompt, id=f"p1.{prompt.seat}"))


@breaks("check_prompt_ids", "was asked before")
def questions_count_down() -> GameDefinition:
    return asking(lambda state, prompt: replace(prompt, id=f"p{99 - state.question}.{prompt.seat}"))


@breaks("check_prompt_ids", "has the id 'question-")
def an_id_is_of_another_shape() -> GameDefinition:
    return asking(lambda state, prompt: replace(prompt, id=f"question-{prompt.seat}"))


@breaks("check_prompt_ids", "and is still open")
def an_answered_prompt_stays_open() -> GameDefinition:
    def evolve(state: State, event: Event) -> State:
        return state if isinstance(event, Cheered) else TOY.evolve(state, event)

    return replace(TOY, evolve=evolve)


@breaks("check_listed_moves", "is waited for and has no legal move")
def a_list_is_empty() -> GameDefinition:
    return relisting(lambda asked: replace(asked, legal=()))


@breaks("check_listed_moves", "is refused: forbidden")
def a_member_of_a_list_is_refused() -> GameDefinition:
    return judging(lambda state, seat, move: isinstance(move, Cheer) and move.times == 2)


@breaks("check_listed_moves", "is not of the narrowed schema")
def a_member_of_a_list_is_beyond_the_narrowed_schema() -> GameDefinition:
    return relisting(lambda asked: replace(asked, schema=shape("bid", amount={"const": 2})))


@breaks("check_listed_moves", "is not of the type's schema")
def a_member_of_a_list_is_beyond_the_types_schema() -> GameDefinition:
    return replace(TOY, move_schemas={**TOY.move_schemas, "bid": shape("bid", amount={"const": 2})})


@breaks("check_listed_moves", "lists a move twice")
def a_list_repeats_itself() -> GameDefinition:
    return relisting(lambda asked: replace(asked, legal=asked.legal * 2))


@breaks("check_listed_moves", "cannot stand in a prompt")
def a_clock_only_move_is_listed() -> GameDefinition:
    nothing = PromptMove(type="bid_nothing", schema=shape("bid_nothing"), legal=({"type": "bid_nothing"},))
    game = asking(lambda state, prompt: replace(prompt, moves=(*prompt.moves, nothing)))
    return replace(game, move_schemas={**TOY.move_schemas, "bid_nothing": shape("bid_nothing")})


@breaks("check_narrowed_schemas", "which is not listed")
def a_narrowed_schema_is_too_wide() -> GameDefinition:
    return relisting(lambda asked: replace(asked, schema=TOY.move_schemas["bid"]))


@breaks("check_unlisted_moves", "is accepted and not listed")
def an_unlisted_bid_is_accepted() -> GameDefinition:
    return relisting(lambda asked: replace(asked, legal=asked.legal[:2], schema=shape("bid", amount={"enum": [1, 2]})))


@breaks("check_unlisted_moves", "is accepted and not of the narrowed schema")
def a_move_beyond_an_open_schema_is_accepted() -> GameDefinition:
    narrow = shape("bid", amount={"enum": [1, 2]})
    return relisting(lambda asked: replace(asked, legal=asked.legal[:2], schema=narrow, complete=False))


@breaks("check_unlisted_moves", "which is not in game.clauses")
def a_refusal_names_no_clause() -> GameDefinition:
    return replace(judging(lambda state, seat, move: move == Bid(amount=4), clause="TOY-77"))


@breaks("check_unlisted_moves", "is forbidden (rule TOY-3), which is not in game.refusals")
def a_refusal_is_unpublished() -> GameDefinition:
    return judging(lambda state, seat, move: move == Bid(amount=4))


@breaks("check_unlisted_moves", "is no_such_bid (rule TOY-4), which is not in game.refusals")
def a_refusal_stands_on_another_clause_than_published() -> GameDefinition:
    return judging(lambda state, seat, move: move == Bid(amount=4), code="no_such_bid", clause="TOY-4")


@breaks("check_unlisted_moves", "without ['most'], which its text wants")
def a_refusal_lacks_a_parameter_of_its_text() -> GameDefinition:
    return judging(lambda state, seat, move: move == Bid(amount=4), code="no_such_bid")


@breaks("check_unlisted_moves", "has the code 'No!'")
def a_refusal_has_no_proper_code() -> GameDefinition:
    return judging(lambda state, seat, move: move == Bid(amount=4), code="No!")


@breaks("check_unlisted_moves", "the move does not")
def a_types_schema_admits_fields_that_the_move_lacks() -> GameDefinition:
    loose = {key: value for key, value in TOY.move_schemas["bid"].items() if key != "additionalProperties"}
    return replace(TOY, move_schemas={**TOY.move_schemas, "bid": loose})


@breaks("check_unasked_moves", "is not asked for guess")
def whoever_is_not_asked_may_guess() -> GameDefinition:
    def decide(state: Table, seat: int, move: Move, chance: Chance) -> Decision:
        if isinstance(move, Guess) and state.leader is not None and state.reason is None and seat not in state.gone:
            return TOY.decide(state, state.leader, move, chance)
        return TOY.decide(state, seat, move, chance)

    return replace(TOY, decide=decide)
