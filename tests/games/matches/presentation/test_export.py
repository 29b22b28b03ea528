import pytest
from django.core.management import CommandError, call_command

from tests.support.cast import STRANGER, Person, match_of, play_some
from tests.support.chance import UNKNOWN_ID


def test_the_command_writes_the_very_bytes_that_the_api_gives_to_the_same_reader(
    cast: tuple[Person, ...], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    match_id = match_of(*cast)
    play_some(match_id, cast, moves=4)

    def command(*arguments: str) -> bytes:
        call_command("export_match", match_id, *arguments)
        return capfdbinary.readouterr().out

    assert command() == STRANGER.get(f"/matches/{match_id}/export").content
    for seat, who in enumerate(cast):
        assert command("--seat", str(seat)) == who.get(f"/matches/{match_id}/export").content
    assert len({command(), command("--seat", "0"), command("--seat", "1"), command("--whole")}) == 4
    play_some(match_id, cast)
    answers = {who.get(f"/matches/{match_id}/export").content for who in (*cast, STRANGER)}
    assert answers == {command(), command("--seat", "2"), command("--whole")}


@pytest.mark.parametrize(("arguments", "reason"), [([UNKNOWN_ID], "match_not_found"), (["x"], "invalid UUID")])
def test_there_is_no_file_of_no_match(arguments: list[str], reason: str) -> None:
    with pytest.raises(CommandError, match=reason):
        call_command("export_match", *arguments)


def test_there_is_no_file_for_a_seat_that_the_match_has_not(cast: tuple[Person, ...]) -> None:
    with pytest.raises(CommandError, match="seats 0 to 2"):
        call_command("export_match", match_of(*cast), "--seat", "3")
