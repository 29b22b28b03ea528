import pytest

from events import outbox
from games.matches.autoplay import deadlines
from games.matches.background import consumers
from games.matches.background.consumers import PROJECTIONS
from games.matches.stream.loading import load
from tests.support.cast import answer_first_prompt, match_of, person
from tests.support.relay import catch_up


def test_news_of_deadlines_is_forgotten_where_the_row_knows_it_and_told_where_it_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    known, news = (match_of(*cast, clock={"mode": "per_move", "seconds": 600}) for _ in range(2))
    catch_up()
    for match_id in (known, news):
        answer_first_prompt(match_id, cast[0], 0)
    deadlines.put_deadlines([load(known)])
    while outbox.relay(list(PROJECTIONS)):
        pass
    told: list[str] = []
    by_name = {deadlines.DEADLINES: told.extend}
    monkeypatch.setattr(consumers, "CONSUMERS", by_name)
    consumers.catch_up(deadlines.DEADLINES)
    assert told == [news]
