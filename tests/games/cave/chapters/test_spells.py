import pytest

from games.cave import moves as m
from games.cave.agenda.jobs import Arrive, ExploreArea, MeetCards
from tests.games.cave.scene import assert_refused, do, hero, offered, play, scene


def test_cave_r23_5_after_a_cast_the_prompt_stands_without_spells_and_a_turn_allows_as_many_as_were_held() -> None:
    state = scene(hero("C8", "S1", endurance=1, spells=("Z03", "Z07")), discards=("Z04",))
    healed = play(state, 0, m.Cast(spell="Z03"))

    assert healed.question.kind == "start_action"
    assert not {"cast", "cast_at"} & {str(move["type"]) for move in offered(healed.state, 0)}
    assert_refused(healed.state, 0, m.CastAt(spell="Z07", target=1), "not_asked")


@pytest.mark.parametrize("kind", ["engage", "split_draw", "take"])
def test_cave_r23_6_spells_of_any_time_are_cast_at_these_prompts(kind: str) -> None:
    who = hero("C5", "S1", endurance=2, spells=("Z03",))
    states = {
        "engage": do(scene(who, hero("C6", "S1"), discards=("Z04",)), Arrive(seat=0)),
        "split_draw": do(scene(who, discards=("Z04",)), ExploreArea(seat=0)),
        "take": do(scene(who, lying={"S1": ("J40",)}, discards=("Z04",)), MeetCards(seat=0, lying=("J40",))),
    }
    asked = states[kind]

    assert asked.question.kind == kind
    assert asked.then(0, m.Cast(spell="Z03")).hero().endurance == 4
