from api.serving.admission.shares import Shares


def test_one_address_has_its_share_and_others_find_theirs() -> None:
    shares = Shares(3, of_one=2)
    assert [shares.take("a"), shares.take("a"), shares.take("a")] == [True, True, False]
    assert [shares.take("b"), shares.take("b")] == [True, False]
    shares.leave("a")
    assert shares.take("b")


def test_callers_from_no_address_have_all_places_and_no_more() -> None:
    shares = Shares(2, of_one=1)
    assert [shares.take(""), shares.take(""), shares.take("")] == [True, True, False]
    shares.leave("")
    assert shares.free == 1
