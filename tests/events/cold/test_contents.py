import pytest

from events.cold import contents
from events.cold.contents import Contents
from events.format.canon import canon
from events.store import new_id
from tests.events.cold.test_moving import ENDED, ended, stored


def whole(match: str) -> Contents:
    return Contents(first={"match": match, "format": "f"}, rows=stored(match), last={"complete": True})


def test_what_is_packed_comes_out_as_it_was() -> None:
    packed = whole(ended())
    assert contents.unpack(contents.pack(packed)) == packed


def test_hashes_and_digests_are_left_out_and_computed_again() -> None:
    packed = whole(ended())
    text = contents.pack(packed)
    assert packed.rows[-1].hash.hex().encode() not in text
    assert b"digest" not in text
    assert packed.rows[-1].hash.hex().encode() in contents.match_file(contents.unpack(text))


def test_a_changed_event_leads_to_another_head() -> None:
    packed = whole(ended())
    text = contents.pack(packed).replace(b'"winners":[1]', b'"winners":[2]')
    assert contents.unpack(text).rows[-1].hash != packed.rows[-1].hash


@pytest.mark.parametrize("data", [b"", b"{}", b"[]\n[]\n[]\n", canon({"match": new_id()}) + b"\n{}\n{}\n"])
def test_what_is_no_cold_file_is_refused(data: bytes) -> None:
    with pytest.raises((LookupError, TypeError, ValueError)):
        contents.unpack(data)
    assert ENDED.type == "match_ended"
