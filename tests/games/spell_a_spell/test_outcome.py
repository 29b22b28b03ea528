from games.spell_a_spell import GAME
from tests.games.spell_a_spell.scene import END, cast, play, scene


def test_sas_44_equal_scores_share_the_place_and_the_win() -> None:
    state = scene("קופ", "מלכ", "א", deck="")
    played = play(state, (0, cast("קוף")), (1, cast("מלך")), (2, END), (0, END), (1, END), (2, END))
    outcome = GAME.outcome(played.state)

    assert outcome is not None
    assert (outcome.ranking, outcome.winners) == (((0, 1), (2,)), (0, 1))
