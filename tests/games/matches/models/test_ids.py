import pytest

from games.matches.models.ids import as_uuid

ID = "01940000-0000-7000-8000-00000000dead"


@pytest.mark.parametrize("written", [ID, ID.upper(), ID.replace("-", ""), f"{{{ID}}}", f"urn:uuid:{ID}"])
def test_an_id_is_one_and_the_same_however_it_is_written(written: str) -> None:
    assert str(as_uuid(written)) == ID


@pytest.mark.parametrize("text", ["", "one", ID[:-1], f"{ID}0", ID.replace("d", "x")])
def test_what_is_no_id_is_none(text: str) -> None:
    assert as_uuid(text) is None
