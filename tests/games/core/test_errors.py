import pytest

from games.core.errors import RuleBroken, refusals, refused, require_in_play
from tests.support.asserting import assert_nothing_raised

CLAUSES = {"match_is_over": "T-1", "no_such_seat": "T-2", "seat_resigned": "T-3"}
TEXTS = {
    "match_is_over": {"en": "over {by}", "pl": "koniec {by}"},
    "no_such_seat": {"en": "no seat", "pl": "brak miejsca"},
    "seat_resigned": {"en": "resigned", "pl": "rezygnacja"},
}
REFUSALS = refusals(CLAUSES, TEXTS)


def test_an_entry_has_its_clause_and_a_sentence_in_every_language() -> None:
    entry = REFUSALS["no_such_seat"]
    assert (entry.clause, entry.texts) == ("T-2", {"en": "no seat", "pl": "brak miejsca"})


def test_a_refusal_is_raised_with_the_clause_of_its_table() -> None:
    broken = refused(REFUSALS, "match_is_over", by=7)
    assert (broken.code, broken.clause, broken.params) == ("match_is_over", "T-1", {"by": 7})


def test_a_code_that_is_not_published_is_an_error() -> None:
    with pytest.raises(KeyError):
        refused(REFUSALS, "no_such_code")


@pytest.mark.parametrize(
    ("seat", "over", "code"),
    [
        (0, True, "match_is_over"),
        (9, True, "match_is_over"),
        (3, False, "no_such_seat"),
        (-1, False, "no_such_seat"),
        (1, False, "seat_resigned"),
    ],
)
def test_a_seat_that_is_not_in_play_is_refused(seat: int, over: bool, code: str) -> None:
    with pytest.raises(RuleBroken) as caught:
        require_in_play(REFUSALS, seat, over=over, seats=3, playing=(0, 2))
    assert caught.value.code == code


def test_a_seat_in_play_is_not_refused() -> None:
    with assert_nothing_raised():
        require_in_play(REFUSALS, 2, over=False, seats=3, playing=(0, 2))
