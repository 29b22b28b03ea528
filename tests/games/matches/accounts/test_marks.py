import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.matches.accounts import marks
from games.matches.accounts.marks import OPERATOR, PLAYER

ALICE, KEPT = "01940000-0000-7000-8000-00000000dead", "pbkdf2_sha256$1$salt$hash"


def test_a_mark_fits_its_account_and_password_and_no_other() -> None:
    mark = marks.new_mark(PLAYER, ALICE, KEPT)
    assert marks.is_mark(PLAYER, mark)
    assert marks.fits(PLAYER, mark, ALICE, KEPT)
    for kind, who, password in (
        (OPERATOR, ALICE, KEPT),
        (PLAYER, ALICE.replace("d", "e"), KEPT),
        (PLAYER, ALICE, KEPT + "x"),
        (PLAYER, ALICE, ""),
    ):
        assert not marks.fits(kind, mark, who, password)
    assert not marks.is_mark(OPERATOR, mark)
    assert ALICE not in mark
    assert marks.new_mark(PLAYER, ALICE, KEPT) != mark


@given(st.integers(0, 63), st.characters(codec="ascii"))
def test_a_mark_that_was_changed_is_none(place: int, sign: str) -> None:
    mark = marks.new_mark(PLAYER, ALICE, KEPT)
    changed = mark[:place] + sign + mark[place + 1 :]
    assert marks.is_mark(PLAYER, changed) == (changed == mark)
    assert not marks.is_mark(PLAYER, mark[:place] + sign + mark[place:])


@pytest.mark.parametrize("text", ["", ".", "é", "A" * 64, "A" * 63, "=" * 64, "\0"])
def test_what_the_service_did_not_write_is_no_mark(text: str) -> None:
    assert not marks.is_mark(PLAYER, text)


def test_a_mark_is_written_in_one_way_because_its_uses_are_counted_by_its_text() -> None:
    mark = marks.new_mark(PLAYER, ALICE, KEPT)
    for other in (f"{mark} ", f"!{mark}", f"{mark}==", f"{mark}\n"):
        assert not marks.is_mark(PLAYER, other)
