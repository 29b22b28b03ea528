from games.cave.effects.parser import parse
from games.cave.effects.writer import steps_to_json


def test_the_steps_stand_in_json_with_the_names_of_their_fields() -> None:
    assert steps_to_json(parse("roll(1-5: none | 6: choose(gain(strength,1) | heal(all)))")) == [
        {
            "op": "roll",
            "branches": [
                {"low": 1, "high": 5, "steps": [{"op": "none"}]},
                {
                    "low": 6,
                    "high": 6,
                    "steps": [
                        {
                            "op": "choose",
                            "options": [[{"op": "gain", "stat": "strength", "n": 1}], [{"op": "heal", "n": None}]],
                        }
                    ],
                },
            ],
        }
    ]
