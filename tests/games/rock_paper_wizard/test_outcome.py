from games.core.definition import Outcome
from games.rock_paper_wizard import GAME
from games.rock_paper_wizard.outcome import ranking
from tests.games.rock_paper_wizard.scene import cast, scene


def test_rpw_54_equal_gold_shares_a_place_and_resigned_seats_come_last() -> None:
    board = scene(gold=(7, 30, 7, 40, 9), resigned=[3, 4]).board

    assert ranking(board) == ((1,), (0, 2), (3,), (4,))


def test_rpw_54_the_winner_and_the_places_are_the_outcome() -> None:
    played = cast(scene(pos=(9, 6, 3), gold=(22, 3, 6)), {})

    assert GAME.outcome(played.state) == Outcome(reason="goal", ranking=((0,), (1, 2)), winners=(0,))
