from typing import Any

import pytest

from events import store
from games.core.errors import RuleBroken
from games.matches.errors import (
    GameNotFound,
    Invalid,
    MatchNotFound,
)
from games.matches.lobby import lobby
from games.matches.models.matches import Lobby
from games.matches.stream.loading import load
from games.spell_a_spell.lexicon.entries import newest
from tests.support.cast import SAS, create, new_match, person, types


def test_a_bank_is_not_capped_below_its_beginning() -> None:
    wrong = {"mode": "bank", "bank_seconds": 60, "increment_seconds": 10, "cap_seconds": 59}
    with pytest.raises(Invalid) as refused:
        lobby.create(person("Alice").id, new_match(clock=wrong), key=None)
    assert [violation.pointer for violation in refused.value.violations] == ["/clock/cap_seconds"]


def test_the_creator_holds_seat_0_and_the_seed_is_sealed_for_the_server() -> None:
    alice = person("Alice")
    loaded = load(create(alice.id))
    created = loaded.events[0]
    assert types(loaded.match.id) == ["match_created", "seat_taken"]
    assert loaded.holders == {0: alice.id}
    assert [opening.audience for opening in created.openings] == [()]
    assert "seed" not in created.envelope["data"]


def test_event_1_pins_game_rules_options_clock_seats_and_commitment() -> None:
    data = load(create(person("Alice").id, clock={"mode": "per_move", "seconds": 5})).events[0].envelope["data"]
    assert {name: data[name] for name in ("game", "rules", "seats", "options", "clock")} == {
        "game": "rock-paper-wizard",
        "rules": "1",
        "seats": 3,
        "options": {"max_rounds": 60},
        "clock": {
            "mode": "per_move",
            "seconds": 5,
            "on_timeout": "default_move",
            "strikes": 3,
            "quiet_hours": False,
            "vacation": False,
        },
    }
    assert len(data["commitment"]) == 64


def test_a_creation_cut_short_is_invisible_and_its_repeat_completes_it() -> None:
    alice = person("Alice")
    whole = create(alice.id, key="whole")
    request = Lobby.objects.get(match_id=whole).request_hash
    cut = store.new_id()
    Lobby.objects.create(match_id=cut, creator_id=alice.id, creation_key="cut", request_hash=request)
    with pytest.raises(MatchNotFound):
        load(cut)
    assert lobby.create(alice.id, new_match(), key="cut") == (cut, False)
    assert types(cut) == ["match_created", "seat_taken"]


@pytest.mark.parametrize(
    ("wishes", "pointer"),
    [
        ({"seats": 2}, "/seats"),
        ({"seats": 7}, "/seats"),
        ({"options": {"max_rounds": -1}}, "/options/max_rounds"),
        ({"options": {"speed": 1}}, "/options/speed"),
        ({"clock": {"mode": "hourglass"}}, "/clock"),
        ({"clock": {"mode": "per_move", "seconds": 0}}, "/clock"),
    ],
)
def test_a_creation_outside_the_games_bounds_is_refused_where_it_is_wrong(wishes: Any, pointer: str) -> None:
    with pytest.raises(Invalid) as refused:
        create(person("Alice").id, **wishes)
    assert refused.value.violations[0].pointer == pointer


def test_options_that_contradict_each_other_are_refused_by_the_rules_before_anything_is_stored() -> None:
    alice = person("Alice")
    with pytest.raises(RuleBroken) as refused:
        create(alice.id, game=SAS, options={"word_scope": "any"})
    assert (refused.value.code, refused.value.clause) == ("any_word_needs_judges", "SAS-48")
    assert not Lobby.objects.filter(creator_id=alice.id).exists()


def test_event_1_pins_the_lexicon_of_a_spell_a_spell_match_by_the_hash_of_its_content() -> None:
    data = load(create(person("Alice").id, game=SAS)).events[0].envelope["data"]
    assert data["options"]["lexicon"] == newest()


def test_an_unknown_game_is_not_found() -> None:
    with pytest.raises(GameNotFound):
        create(person("Alice").id, game="chess")
