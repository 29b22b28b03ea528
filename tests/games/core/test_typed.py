from games.core.testing.typed import exact

SHAPES = {"$defs": {"Count": {"type": "integer"}, "Pair": {"properties": {"one": {"$ref": "#/$defs/Count"}}}}}
HOLD = exact(SHAPES)


def faults(value: object, reference: str = "#/$defs/Pair") -> list[str]:
    return [error.message for error in HOLD(reference).iter_errors(value)]


def test_a_value_like_one_that_was_right_is_looked_at_all_the_same() -> None:
    assert faults({"one": 1}) == []
    assert faults({"one": True}) == ["True is not of type 'integer'"]
    assert faults({"one": "1"}) == ["'1' is not of type 'integer'"]


def test_a_value_that_was_wrong_is_wrong_again() -> None:
    assert faults({"one": None}) == faults({"one": None}) == ["None is not of type 'integer'"]


def test_what_was_right_for_one_reference_is_not_for_another() -> None:
    assert faults({"one": 1}) == []
    assert faults({"one": 1}, "#/$defs/Count") == ["{'one': 1} is not of type 'integer'"]
