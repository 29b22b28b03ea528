"""A kept state that somebody wrote into the table is served to nobody, however well it is made."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection

from events.models import Snapshot
from games.matches.background import consumers
from games.matches.stream import snapshots as kept_states
from games.matches.stream.loading import load, recent
from games.matches.stream.serialization import freeze, thaw
from games.rock_paper_wizard.state import Learning
from tests.behaviours.past import answers
from tests.support.cast import STRANGER, Person, legal, match_of, person, play_some, timeless, unclocked

Forge = Callable[[str], None]


@pytest.fixture
def cast() -> list[Person]:
    return [person(name) for name in ("Alice", "Bob", "Carol")]


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_states, "EVERY", 1)


def kept_match(cast: list[Person]) -> str:
    """A running match in which one seat has chosen a spell in secret, and whose state is kept as it stands."""
    match_id = match_of(*cast)
    while not (isinstance(load(match_id).match.state, Learning) and len(load(match_id).match.waiting_for) == 2):
        play_some(match_id, cast, moves=1)
    consumers.list_and_keep([match_id])
    assert Snapshot.objects.get(match_id=match_id).version == load(match_id).match.head.version
    return match_id


def consistent(fields: Mapping[str, Any]) -> bytes:
    """The state with another hand and another score, under the very head that the stream has."""
    state = fields["state"]
    board = state.board
    wizards = tuple(replace(wizard, gold=wizard.gold + 7) for wizard in board.wizards)
    answered = tuple(None if answer else next(filter(None, state.answers), None) for answer in state.answers)
    forged = replace(state, board=replace(board, wizards=wizards, book=board.book[::-1]), answers=answered)
    return freeze({**fields, "state": forged})


def written_over(match_id: str) -> None:
    """Another state in the place of the true one; all else in the row stays."""
    row = Snapshot.objects.get(match_id=match_id)
    with connection.cursor() as cursor:
        state = consistent(thaw(bytes(row.state)))
        cursor.execute("UPDATE snapshot SET state = %s WHERE match_id = %s", [state, match_id])


def taken_from_another(match_id: str) -> None:
    """The row of another match, state and all, under this one's id and head."""
    cast = [person(name) for name in ("Dora", "Egon", "Fryda")]
    other = Snapshot.objects.get(match_id=kept_match(cast))
    own = Snapshot.objects.get(match_id=match_id)
    state = freeze({**thaw(bytes(other.state)), "id": match_id, "head": thaw(bytes(own.state))["head"]})
    columns = [field.attname for field in Snapshot._meta.concrete_fields]
    kept = {name: getattr(other, name) for name in columns} | {
        "match_id": match_id,
        "version": own.version,
        "hash": own.hash,
        "state": state,
    }
    names, places = ", ".join(columns), ", ".join(["%s"] * len(columns))
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM snapshot WHERE match_id = %s", [match_id])
        cursor.execute(f"INSERT INTO snapshot ({names}) VALUES ({places})", [kept[name] for name in columns])


@pytest.mark.parametrize("forge", [written_over, taken_from_another])
def test_no_reader_is_told_a_forged_state(cast: list[Person], forge: Forge) -> None:
    match_id = kept_match(cast)
    people = [*cast, STRANGER]
    told = answers(match_id, people)

    for address in told:
        # Each reader finds the forged row first, not what another has put right.
        forge(match_id)
        recent.clear()
        who, path = address
        asked = next(one for one in people if one.handle == who).get(path)
        listed = "matches?" in path
        body = [timeless(one) for one in asked.json()["items"]] if listed else unclocked(asked.content)
        assert body == told[address], address
        recent.clear()
        consumers.list_and_keep([match_id])


def test_a_move_is_judged_on_the_true_state(cast: list[Person]) -> None:
    match_id = kept_match(cast)
    before = gold(match_id)
    seat = load(match_id).match.waiting_for[0]
    move = legal(match_id, seat)[0]
    written_over(match_id)
    recent.clear()

    assert cast[seat].post(f"/matches/{match_id}/moves", move).status_code == 201
    assert gold(match_id) == before


def gold(match_id: str) -> list[int]:
    state: Any = load(match_id).match.state
    return [wizard.gold for wizard in state.board.wizards]


def test_a_forged_state_is_told_once_and_a_true_one_takes_its_place(
    cast: list[Person], caplog: pytest.LogCaptureFixture
) -> None:
    match_id = kept_match(cast)
    true = load(match_id).match
    written_over(match_id)

    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            recent.clear()
            assert load(match_id).match == true
    assert caplog.text.count(match_id) == 1
    assert not Snapshot.objects.filter(match_id=match_id).exists()

    consumers.list_and_keep([match_id])
    assert thaw(bytes(Snapshot.objects.get(match_id=match_id).state))["state"] == true.state
    recent.clear()
    assert load(match_id).match == true


def test_what_an_installation_with_another_key_kept_is_not_used(cast: list[Person], settings: Any) -> None:
    match_id = kept_match(cast)
    assert kept_states.find(match_id) is not None
    settings.SECRET_KEY = "another installation's secret key, as long as it has to be"
    assert kept_states.find(match_id) is None
