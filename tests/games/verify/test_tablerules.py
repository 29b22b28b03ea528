"""When the table's own events may stand where they stand, in true files and in files that nobody here would write."""

import pytest

from games.verify.verifier import verify_bytes
from tests.games.verify.tables import CAST_NOTHING, RESIGN, Step, assert_refuted, event, expire, prompt, scribe

FALSE: dict[str, tuple[Step, str]] = {
    "a seat left in play": (lambda of: of.append([event("seat_left", 1)]), "lobby is closed"),
    "a start in play": (lambda of: of.append([event("match_started", by="system", entropies=[])]), "lobby is closed"),
    "called off in play": (lambda of: of.append([event("match_cancelled", by="system")]), "lobby is closed"),
    "ended in play": (
        lambda of: of.append([event("match_ended", by="system", reason="goal", ranking=[], winners=[])]),
        "the match goes on",
    ),
    "time called twice": (
        lambda of: expire(of, 1, event("timed_out", 1, "clock", move=1, prompt=prompt(of, 1))),
        "the table says nothing here",
    ),
    "time called and another move": (lambda of: expire(of, 1, body=of.legal(1)[0]), "the default move and no other"),
    "the clock's move without an expiry of its own": (
        lambda of: of.move(1, CAST_NOTHING, "clock", [event("autopilot_off", 1, move=1, reason="played")]),
        "only the clock makes this move",
    ),
    "the default where the seat resigns": (lambda of: expire(of, 1), "the seat resigns"),
    "nobody's move": (lambda of: of.move(1, of.legal(1)[0], "system"), "a player, a bot or the clock"),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_the_table_would_not_write_is_refuted(name: str) -> None:
    write, expected = FALSE[name]
    of = scribe(on_timeout="resign") if "resigns" in expected else scribe()
    write(of)
    assert_refuted(of, expected)


def test_the_clock_resigns_where_the_match_says_so() -> None:
    of = scribe(on_timeout="resign")
    of.run_out(1)
    timed_out = event("timed_out", 1, "clock", move=1, prompt=prompt(of, 1))
    of.move(1, RESIGN, "clock", [timed_out])
    found = verify_bytes(of.file(whole=True)).flaw
    assert found is not None
    assert found.reason == "a resignation says nothing else"
    of = scribe(on_timeout="resign")
    of.run_out(1)
    of.resign_by_clock(1)
    assert verify_bytes(of.file(whole=True)).flaw is None


def test_the_clock_resigns_nowhere_else() -> None:
    of = scribe()
    of.run_out(1)
    of.resign_by_clock(1)
    found = verify_bytes(of.file(whole=True)).flaw
    assert found is not None
    assert found.reason == "only a player resigns"
