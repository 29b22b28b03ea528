"""A producer for each code of Rock Paper Wizard; of the rules themselves where the table lets nothing such through."""

from typing import Any

import pytest

from games.core.chance import Chance
from games.core.errors import RuleBroken
from games.core.moves import Move, Resign
from games.matches.stream import drafts, state
from games.rock_paper_wizard import GAME
from games.rock_paper_wizard.components.cards import CARDS
from games.rock_paper_wizard.state import State
from tests.api.producers import Answer, Tools, legal, move, produces, prompt, seated
from tests.games.rock_paper_wizard.scene import cast, choose, play, receive, scene
from tests.games.rock_paper_wizard.wild_scene import match_with_wild_cards_held
from tests.support.cast import RPW, match_of, person


def choosing(**changes: Any) -> Answer:
    match_id, people = seated()
    return move(match_id, people[0], {**legal(match_id, people[0]), **changes})


def asked_for_a_receiver(tools: Tools, answer: dict[str, Any]) -> Answer:
    """The answer to this from the seat that is asked where gold shall go; None in it stands for that seat itself."""
    key, opening, last = match_with_wild_cards_held()
    for module in (state, drafts):
        tools.patch.setattr(module, "key_of", lambda *_, **__: key)
    people = [person(f"Seat{seat}") for seat in range(5)]
    match_id = match_of(*people)
    for seat, sent in [*opening, last]:
        named = {"prompt": prompt(match_id, people[seat])["prompt"], **sent}
        assert move(match_id, people[seat], named).status_code == 201
    (chooser,) = people[0].get(f"/matches/{match_id}").json()["waiting_for"]
    sent = {name: chooser if value is None else value for name, value in answer.items()}
    return move(match_id, people[chooser], {"prompt": prompt(match_id, people[chooser])["prompt"], **sent})


def assert_refused(state: State, seat: int, one: Move) -> RuleBroken:
    with pytest.raises(RuleBroken) as caught:
        GAME.decide(state, seat, one, Chance(bytes(32)))
    return caught.value


@produces("target_is_self", RPW)
def _(tools: Tools) -> Answer:
    return choosing(target=0)


@produces("unknown_target", RPW)
def _(tools: Tools) -> Answer:
    return choosing(target=5)


@produces("spell_not_in_book", RPW)
def _(tools: Tools) -> Answer:
    match_id, people = seated()
    book = {one["spell"] for one in prompt(match_id, people[0])["moves"][0]["legal"]}
    absent = next(card.id for card in CARDS if card.id not in book)
    return move(match_id, people[0], {**legal(match_id, people[0]), "spell": absent})


@produces("no_receiver_wanted", RPW)
def _(tools: Tools) -> Answer:
    match_id, people = seated()
    sent = {"prompt": prompt(match_id, people[0])["prompt"], "type": "choose_receiver", "receiver": 1}
    return move(match_id, people[0], sent)


@produces("receiver_not_poorer", RPW)
def _(tools: Tools) -> Answer:
    return asked_for_a_receiver(tools, {"type": "choose_receiver", "receiver": None})


@produces("not_learning", RPW)
def _(tools: Tools) -> Answer:
    return asked_for_a_receiver(tools, {"type": "choose_spell", "spell": "fireball", "target": None})


@produces("wrong_number_of_seats", RPW)
def _(tools: Tools) -> Answer:
    with pytest.raises(RuleBroken) as caught:
        GAME.start(GAME.options({}), 2, Chance(bytes(32)))
    return caught.value


@produces("no_such_seat", RPW)
def _(tools: Tools) -> Answer:
    return assert_refused(scene(), 3, Resign())


@produces("malformed_choice", RPW)
def _(tools: Tools) -> Answer:
    return assert_refused(scene(), 0, choose("fear", True))


@produces("unknown_move", RPW)
def _(tools: Tools) -> Answer:
    return assert_refused(scene(), 0, Move())


@produces("seat_resigned", RPW)
def _(tools: Tools) -> Answer:
    return assert_refused(scene(resigned=(0,)), 0, Resign())


@produces("match_is_over", RPW)
def _(tools: Tools) -> Answer:
    over = play(scene(), *[(seat, Resign()) for seat in range(2)]).state
    return assert_refused(over, 2, Resign())


@produces("already_chosen", RPW)
def _(tools: Tools) -> Answer:
    return assert_refused(play(scene(), (0, choose("fear", 1))).state, 0, choose("fear", 1))


@produces("not_your_choice", RPW)
def _(tools: Tools) -> Answer:
    charmed = cast(scene(gold=(3, 9, 3), book=("charm_person", "fear", "fireball")), {0: ("charm_person", 1)})
    return assert_refused(charmed.state, 0, receive(2))
