"""Public matches that have ended are counted, each once."""

from typing import Any

import pytest
from django.core.management import call_command

from games.luck.tallies import Totals
from games.matches import tasks
from games.matches.counts import counting
from games.matches.models.counted import CountedMatch, GameCount
from games.matches.play import submission
from games.matches.stream.loading import load
from tests.support.cast import RPW, SAS, STRANGER, Person, match_of, person, play_some, resign_all
from tests.support.relay import catch_up
from tests.support.table_fixtures import all_listed

__all__ = ["all_listed"]


@pytest.fixture(autouse=True)
def nothing_counted(all_listed: None) -> None:
    """No match of another test waits or was counted."""
    CountedMatch.objects.all().delete()
    GameCount.objects.all().delete()


def ended(*people: Person, game: str = RPW, **wishes: Any) -> str:
    """A public match that was played for a while, until all but the last resigned."""
    match_id = match_of(*people, game=game, **wishes)
    play_some(match_id, people, moves=12, seed=len(match_id))
    resign_all(match_id, people)
    catch_up()
    return match_id


def cast() -> tuple[Person, Person, Person]:
    return person("Alice"), person("Bob"), person("Carol")


def test_a_match_is_counted_once_however_often_it_is_told() -> None:
    match_id = ended(*cast())
    assert [(str(one.match_id), one.state) for one in CountedMatch.objects.all()] == [(match_id, "waiting")]
    assert tasks.count_matches() == 1
    counting.note([load(match_id)])
    assert tasks.count_matches() == 0
    facts = counting.facts_of(load(match_id))
    expected = Totals()
    expected.add(facts)
    assert counting.totals_of(RPW) == expected
    row = CountedMatch.objects.get(match_id=match_id)
    assert (row.state, row.seats, row.moves, row.seconds) == ("counted", 3, facts.moves, facts.seconds)


def test_a_match_that_cannot_be_read_is_left_and_keeps_no_other_from_being_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bad, good = (ended(*cast()) for _ in range(2))

    def facts(loaded: Any) -> Any:
        if loaded.match.id == bad:
            raise ZeroDivisionError
        return facts_of(loaded)

    facts_of = counting.facts_of
    monkeypatch.setattr(counting, "facts_of", facts)
    assert counting.count() == 2
    states = {str(one.match_id): one.state for one in CountedMatch.objects.all()}
    assert states == {bad: "left", good: "counted"}


def test_private_and_running_matches_count_nowhere() -> None:
    ended(*cast(), visibility="private")
    match_of(*cast())
    catch_up()
    assert counting.count() == 0


def test_counts_of_many_matches_are_the_sum_of_theirs_and_the_same_anew() -> None:
    made = [ended(*cast(), game=game) for game in (RPW, SAS, RPW)]
    assert counting.count(limit=2) == 2
    assert counting.count() == 1
    expected = {game: Totals() for game in (RPW, SAS)}
    for match_id in made:
        facts = counting.facts_of(load(match_id))
        expected[facts.game].add(facts)
    assert {game: counting.totals_of(game) for game in expected} == expected
    GameCount.objects.filter(game=SAS).delete()
    call_command("rebuild_counts")
    found = counting.totals_of(SAS)
    assert found.matches[3] >= 1
    assert all(
        found.counts[kind] >= counts or sum(found.counts[kind]) >= sum(counts)
        for kind, counts in expected[SAS].counts.items()
    )


def test_matches_that_ended_before_anything_was_counted_are_found_by_the_command() -> None:
    match_id = ended(*cast())
    CountedMatch.objects.all().delete()
    call_command("rebuild_counts")
    assert CountedMatch.objects.get(match_id=match_id).state == "counted"


def test_the_statistics_tell_sizes_lengths_and_draws() -> None:
    made = [ended(*cast()) for _ in range(3)]
    assert counting.count() == 3
    told = STRANGER.get(f"/games/{RPW}/statistics").json()
    (size,) = told["sizes"]
    moves = sorted(counting.facts_of(load(match_id)).moves for match_id in made)
    assert (told["game"], told["matches"], size["seats"], size["matches"]) == (RPW, 3, 3, 3)
    assert (size["moves"]["tenth"], size["moves"]["half"], size["moves"]["nine_tenths"]) == tuple(moves)
    assert sum(size["wins_by_seat"]) == pytest.approx(1, abs=1e-3)
    first = next(one for one in told["draws"] if one["event"] == "first_player_drawn")
    assert (first["of"], sum(first["counts"])) == (3, 3)
    assert STRANGER.get(f"/games/{SAS}/statistics").json()["matches"] == 0
    assert STRANGER.get("/games/chess/statistics").status_code == 404


def test_the_draws_of_one_match_are_told_after_its_end_and_not_before() -> None:
    people = cast()
    match_id = match_of(*people)
    assert STRANGER.get(f"/matches/{match_id}/luck").json()["code"] == "match_not_finished"
    for one in people[:-1]:
        submission.resign(match_id, one.id, key=None)
    told = STRANGER.get(f"/matches/{match_id}/luck").json()
    totals = Totals()
    totals.add(counting.facts_of(load(match_id)))
    assert told["match"] == match_id
    assert told["draws"] == totals.told()["draws"]


def test_the_draws_of_a_private_match_are_told_to_those_who_sat_there() -> None:
    people = cast()
    match_id = ended(*people, visibility="private")
    assert people[0].get(f"/matches/{match_id}/luck").status_code == 200
    assert STRANGER.get(f"/matches/{match_id}/luck").status_code == 404
