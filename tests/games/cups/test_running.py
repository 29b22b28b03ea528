import copy
import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.format.canon import NotCanonical
from events.format.chain import GENESIS, event_hash
from events.randomness import new_seed
from games.cups import __main__ as command
from games.cups import cup_events, running
from games.cups.check import CupBroken, body, check
from tests.games.cups.simulated import CUP, Played, created, play

CUPS = st.one_of(
    st.builds(
        lambda places, size: created(cup_events.SWISS, places, least=size, rounds=3), st.integers(6, 20), st.just(3)
    ),
    st.builds(lambda places: created(cup_events.ALL_MEET, places, least=3, most=5), st.sampled_from([9, 16])),
    st.builds(
        lambda places, least, most: created(cup_events.GROUPS, places, least=least, most=max(least, most), bot="easy"),
        st.integers(4, 40),
        st.integers(2, 4),
        st.integers(2, 5),
    ),
)


@given(CUPS, st.randoms(use_true_random=False), st.data())
@settings(max_examples=8, deadline=None)
def test_every_cup_comes_to_an_end_that_its_seed_proves(made: Any, chance: random.Random, data: st.DataObject) -> None:
    people = data.draw(st.integers(1, made["places"])) if made["bot"] else made["places"]
    withdraws = (
        data.draw(st.lists(st.integers(0, made["places"] - 1), max_size=2, unique=True)) if made["bot"] is None else []
    )
    played = play(made, chance, people=people, withdraws=withdraws)
    cup = check(CUP, played.told)
    assert cup == played.now
    assert cup.status == running.FINISHED
    assert sorted(cup.places) == list(range(made["places"]))
    assert 1 in cup.places.values()


@pytest.mark.parametrize(("places", "rounds"), [(8, 2), (16, 2), (36, 3), (64, 4)])
def test_of_groups_the_best_go_on_until_one_table_is_left(places: int, rounds: int) -> None:
    cup = play(created(cup_events.GROUPS, places, least=3, most=5), random.Random(new_seed(16))).now
    assert len(cup.rounds) == rounds
    (final,) = cup.rounds[-1].tables
    assert final.result is not None
    assert {one for one, place in cup.places.items() if place == 1} <= set(final.result.ranking[0])
    for before, after in zip(cup.rounds, cup.rounds[1:], strict=False):
        staying = {one for table in after.tables for one in table.entrants}
        firsts = {one for table in before.tables if table.result for one in table.result.ranking[0]}
        assert firsts <= staying or (staying <= firsts and len(firsts) > len(before.tables))


def test_who_withdraws_is_paired_no_more_and_keeps_the_points() -> None:
    cup = play(created(cup_events.SWISS, 12, rounds=4), random.Random(new_seed(16)), withdraws=[3, 5]).now
    for played in cup.rounds[1:]:
        assert not {3, 5} & {one for table in played.tables for one in table.entrants}
    assert {one.entrant for one in running.standings(cup)} == set(range(12))


def test_a_running_cup_can_be_checked_while_its_seed_is_sealed() -> None:
    played = play(created(cup_events.SWISS, 9, least=3, most=3, rounds=4), random.Random(new_seed(16)), until=2)
    assert check(CUP, played.told).seed is None


# ---- What the checker finds


def _other_order(told: list[Any]) -> None:
    started = next(one for one in told if one["type"] == cup_events.STARTED)
    started["data"]["entrants"].reverse()


def _other_pairing(told: list[Any]) -> None:
    tables = _paired(told)["data"]["tables"]
    first, second = tables[0]["entrants"], tables[1]["entrants"]
    first[0], second[0] = second[0], first[0]


def _other_seats(told: list[Any]) -> None:
    _paired(told)["data"]["tables"][0]["entrants"].reverse()


def _a_result_of_others(told: list[Any]) -> None:
    scored = next(one for one in told if one["type"] == cup_events.SCORED)
    scored["data"]["ranking"] = [[0, 1, 2]] if scored["data"]["ranking"] != [[0, 1, 2]] else [[3, 4, 5]]


def _another_lot(told: list[Any]) -> None:
    scored = next(one for one in told if one["type"] == cup_events.SCORED and one["data"]["by"] == cup_events.BY_LOT)
    scored["data"]["ranking"].reverse()


def _a_lot_where_people_played(told: list[Any]) -> None:
    scored = next(one for one in told if one["type"] == cup_events.SCORED and one["data"]["by"] == cup_events.BY_MATCH)
    scored["data"]["by"] = cup_events.BY_LOT


def _other_places(told: list[Any]) -> None:
    told[-1]["data"]["places"][0]["place"] = 2


def _another_seed(told: list[Any]) -> None:
    told[-1]["data"]["seed"] = bytes(32).hex()


def _one_left_out(told: list[Any]) -> None:
    told.remove(_paired(told))


def _one_twice(told: list[Any]) -> None:
    scored = next(one for one in told if one["type"] == cup_events.SCORED)
    told.insert(told.index(scored), copy.deepcopy(scored))


def _a_stranger(told: list[Any]) -> None:
    next(one for one in told if one["type"] == cup_events.ENTERED)["data"]["player"] = "stranger"


def _no_end(told: list[Any]) -> None:
    ended = told.pop()
    told.insert(-3, ended)


def _an_unknown_type(told: list[Any]) -> None:
    told[4]["type"] = "cup_sold"


FORGERIES: list[Callable[[list[Any]], None]] = [
    _other_order,
    _other_pairing,
    _other_seats,
    _a_result_of_others,
    _another_lot,
    _a_lot_where_people_played,
    _other_places,
    _another_seed,
    _one_left_out,
    _one_twice,
    _a_stranger,
    _no_end,
    _an_unknown_type,
]


@pytest.fixture(scope="module")
def honest() -> Played:
    return play(
        created(cup_events.SWISS, 12, least=3, most=4, rounds=3, bot="easy"), random.Random(new_seed(16)), people=2
    )


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__.strip("_"))
def test_what_the_operator_changes_is_found_although_all_hashes_are_made_anew(forge: Any, honest: Played) -> None:
    told = copy.deepcopy(honest.told)
    forge(told)
    with pytest.raises(CupBroken):
        check(CUP, _rehashed(told))


def test_a_changed_event_is_found_by_its_hash(honest: Played) -> None:
    for at in range(len(honest.told)):
        told = copy.deepcopy(honest.told)
        told[at]["at"] = "2026-11-28T00:00:00.000000Z"
        with pytest.raises(CupBroken, match=f"event {at + 1}: its hash"):
            check(CUP, told)


def test_the_command_says_in_one_line_what_it_found(honest: Played, tmp_path: Path, capsys: Any) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps({"cup": CUP, "items": honest.told}))
    bad.write_text(json.dumps({"cup": CUP, "items": honest.told[1:]}))
    assert (command.main([str(good)]), command.main([str(bad)])) == (0, 1)
    held, broke = capsys.readouterr().out.splitlines()
    assert held == f"holds: {len(honest.told)} events, 3 rounds, finished"
    assert broke == "broken: event 1: a version is missing"


@pytest.mark.parametrize("text", [None, b"", b"[]", b'{"cup":"c"}', b"\xff", b'{"cup":"c","items":'])
def test_the_command_says_of_a_file_with_no_cup_that_there_is_nothing_to_check(
    text: bytes | None, tmp_path: Path, capsys: Any
) -> None:
    file = tmp_path / "events.json"
    if text is not None:
        file.write_bytes(text)
    assert command.main([str(file)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(str(file))


STRANGE = [None, True, -1, 2**53 - 1, 1.5, "x", "\ud800", [], {}, [[None]], {"x": 1}]


def test_whatever_stands_in_any_place_is_a_cup_or_a_fault(honest: Played) -> None:
    at = random.Random(new_seed(16))
    for place in range(len(honest.told)):
        path = at.choice(list(_places(honest.told[place])))
        told = copy.deepcopy(honest.told)
        inner: Any = told[place]
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = at.choice(STRANGE)
        with suppress(NotCanonical, TypeError):
            _rehashed(told)
        with suppress(CupBroken):
            check(CUP, told)
    others: list[Any] = [None, 1, "events", [None], [[]], [{}], {}, []]
    for items in others:
        with pytest.raises(CupBroken):
            check(CUP, items)


def _places(value: Any) -> Iterator[tuple[Any, ...]]:
    """The path to every place inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inside:
        yield (key,)
        yield from ((key, *path) for path in _places(one))


def _paired(told: list[Any]) -> Any:
    return next(one for one in told if one["type"] == cup_events.PAIRED)


def _rehashed(told: list[Any]) -> list[Any]:
    head = GENESIS
    for version, one in enumerate(told, 1):
        one["version"] = version
        head = event_hash(head, body(CUP, version, one["at"], one["type"], one["data"]))
        one["hash"] = head.hex()
    return told
