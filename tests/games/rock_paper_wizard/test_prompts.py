import pytest

from games.core.prompts import violations
from games.rock_paper_wizard import GAME
from games.rock_paper_wizard.components.cards import CARDS
from games.rock_paper_wizard.moves import CastNothing
from tests.games.rock_paper_wizard.scene import asked, cast, choose, play, receive, scene

CHARM = ("charm_person", "fear", "fireball")


def test_every_seat_still_in_is_asked_at_once_with_one_number() -> None:
    prompts = GAME.prompts(scene(seats=4, resigned=[2], questions=7))

    assert {seat: prompt.id for seat, prompt in prompts.items()} == {0: "p7.0", 1: "p7.1", 3: "p7.3"}
    assert {prompt.kind for prompt in prompts.values()} == {"choose_spell"}


@pytest.mark.parametrize(("seats", "count"), [(3, 6), (4, 12), (5, 20), (6, 25)])
def test_d1_every_spell_of_the_book_on_every_other_seat_is_listed(seats: int, count: int) -> None:
    book = ("fireball", "passwall", "color_spray", "fear", "feeblemind")[: min(seats, 5)]
    (form,) = GAME.prompts(scene(seats=seats, book=book))[1].moves

    assert form.complete
    listed = {(move["spell"], move["target"]) for move in form.legal}
    assert listed == {(spell, target) for spell in book for target in range(seats) if target != 1}
    assert len(form.legal) == count


def test_d1_the_list_is_made_once_for_a_book_and_a_seat() -> None:
    first, second = (GAME.prompts(scene(seats=4, book=CHARM, questions=questions)) for questions in (1, 2))
    assert all(first[seat].moves[0] is second[seat].moves[0] for seat in range(4))


def test_d1_the_schema_is_narrowed_to_the_book_and_the_other_seats() -> None:
    (form,) = GAME.prompts(scene())[1].moves

    for move in form.legal:
        assert violations(form.schema, move) == ()
        assert violations(GAME.move_schemas["choose_spell"], move) == ()
    for wrong in ({"spell": "passwall", "target": 0}, {"spell": "fear", "target": 1}, {"spell": "fear"}):
        assert violations(form.schema, {"type": "choose_spell", **wrong}) != ()


def test_an_answered_seat_is_no_longer_asked_and_the_others_keep_their_questions() -> None:
    before = GAME.prompts(scene())

    assert GAME.prompts(play(scene(), (1, choose("fear", 0))).state) == {seat: before[seat] for seat in (0, 2)}


def test_d2_has_a_number_of_its_own_and_the_next_learn_step_the_one_after() -> None:
    question = asked(cast(scene(gold=(1, 4, 2), book=CHARM), {0: ("charm_person", 1)}))
    assert [prompt.id for prompt in GAME.prompts(question).values()] == ["p2.1"]

    after = play(question, (1, receive(0)))

    assert {prompt.id for prompt in GAME.prompts(after.state).values()} == {"p3.0", "p3.1", "p3.2"}


def test_d2_lists_the_poorer_wizards_only() -> None:
    question = asked(cast(scene(gold=(1, 4, 2, 4), book=(*CHARM, "passwall")), {0: ("charm_person", 1)}))
    (form,) = GAME.prompts(question)[1].moves

    assert [move["receiver"] for move in form.legal] == [2, 0]
    assert violations(form.schema, {"type": "choose_receiver", "receiver": 3}) != ()


@pytest.mark.parametrize("type", ["choose_spell", "choose_receiver", "cast_nothing"])
def test_the_shape_of_each_move_is_a_strict_object_with_its_type(type: str) -> None:
    schema = GAME.move_schemas[type]

    assert (schema["type"], schema["additionalProperties"]) == ("object", False)
    assert schema["properties"]["type"] == {"const": type}  # type: ignore[index,call-overload]
    assert "type" in schema["required"]  # type: ignore[operator]


def test_the_shape_of_choose_spell_takes_the_23_spells_and_seats_0_to_5() -> None:
    schema = GAME.move_schemas["choose_spell"]

    for card in CARDS:
        assert violations(schema, {"type": "choose_spell", "spell": card.id, "target": 5}) == ()
    for wrong in ({"spell": "levitate", "target": 0}, {"spell": "fear", "target": 6}, {"spell": "fear", "target": 1.0}):
        assert violations(schema, {"type": "choose_spell", **wrong}) != ()


def test_the_clock_casts_nothing_in_the_learn_step() -> None:
    assert GAME.default_move(scene(), 2) == CastNothing()
    assert play(scene(), (2, GAME.default_move(scene(), 2))).types == ["choice_defaulted"]
