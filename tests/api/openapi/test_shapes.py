from typing import get_type_hints

from api import answers
from api.openapi.shapes import SHAPES
from games.matches.presentation import shapes as presented


def test_the_fields_of_a_shape_stand_in_the_order_of_its_type() -> None:
    of_name = {name: kind for subject in answers.SUBJECTS for name, kind in vars(subject).items()}
    for name in ("Me", "Match", "Word", "QuietHours", "Webhook"):
        assert list(SHAPES[name]["properties"]) == list(get_type_hints(of_name[name]))
    assert list(SHAPES["Event"]["properties"]) == list(get_type_hints(presented.Event))


def test_what_may_be_missing_is_not_required_and_what_may_be_null_says_so() -> None:
    deadline = SHAPES["Deadline"]
    assert deadline["required"] == ["seat", "due_at"]
    assert deadline["properties"]["bank_seconds"]["minimum"] == 0
    handle = SHAPES["Player"]["properties"]["handle"]
    assert handle == {
        "anyOf": [{"type": "string"}, {"type": "null"}],
        "description": "Null once the player was deleted.",
    }


def test_a_word_of_today_is_no_closed_list() -> None:
    assert SHAPES["View"]["properties"]["status"] == {
        "type": "string",
        "description": "Where the match is in its life.",
        "x-extensible-enum": list(presented.MATCH_STATUSES),
    }


def test_a_description_is_the_docstring_without_its_indent() -> None:
    assert SHAPES["Audit"]["description"].endswith(
        "\n\n" + (answers.matches.Audit.__doc__ or "").split("\n\n")[1].strip()
    )


def test_what_only_builds_other_shapes_is_not_in_the_document() -> None:
    assert not {"Place", "MatchFacts", "MatchDocument"} & SHAPES.keys()
