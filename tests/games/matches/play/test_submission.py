from dataclasses import replace
from typing import Any

import pytest

from events.store import find_command, new_id
from games.core.definition import GameDefinition
from games.core.errors import RuleBroken
from games.core.prompts import CompiledSchema
from games.matches.errors import (
    InvalidMove,
    MatchNotActive,
    MatchNotFound,
    NotSeated,
    NotYourSeat,
    StalePrompt,
)
from games.matches.lobby import lobby
from games.matches.play import submission
from games.matches.play.submission import Sent, play, resign
from games.matches.presentation import resources
from games.matches.stream.loading import load
from games.rock_paper_wizard import GAME
from tests.support.cast import legal, match_of, new_match, person, play_some
from tests.support.table_fixtures import Cast


def test_a_listed_move_is_played_and_sealed_for_its_seat(cast: Cast) -> None:
    match_id = match_of(*cast)
    move = legal(match_id, 1)[0]
    taken = play(match_id, cast[1].id, Sent(body=move), key=None)
    first = load(match_id).events[taken.first - 1]
    assert (first.openings[0].audience, first.openings[0].part) == ((1,), {"move": move})
    assert (first.envelope["by"], first.envelope["seat"], first.envelope["move"]) == ("player", 1, 1)


def test_a_match_played_by_lists_ends_with_match_ended_in_the_append_of_its_last_move(cast: Cast) -> None:
    match_id = match_of(*cast)
    play_some(match_id, cast)
    last = load(match_id)
    ended = last.events[-1].envelope
    assert ended["type"] == "match_ended"
    assert ended["at"] == last.events[-2].envelope["at"]
    assert sorted(seat for place in ended["data"]["ranking"] for seat in place) == [0, 1, 2]
    assert last.match.table.outcome == ended["data"]


def game_with(slug: str, schema: Any) -> GameDefinition:
    """A game whose moves of the one type `aim` are of this schema."""
    return replace(GAME, slug=slug, move_schemas={"aim": schema})


def test_the_shape_of_a_move_is_looked_at_once_and_what_only_equals_it_is_still_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = game_with(new_id(), {"type": "object", "properties": {"target": {"type": "integer"}}})
    asked: list[object] = []

    def violations(schema: CompiledSchema, body: Any) -> Any:
        asked.append(body)
        return judge(schema, body)

    judge = CompiledSchema.violations
    monkeypatch.setattr(CompiledSchema, "violations", violations)
    for _ in range(2):
        submission._check_shape(game, {"type": "aim", "target": 1})
    assert asked == [{"type": "aim", "target": 1}]
    wrong: Any
    for wrong in (1.0, True, "1", None, float("inf")) * 2:
        with pytest.raises(InvalidMove):
            submission._check_shape(game, {"type": "aim", "target": wrong})
    # One that is long is looked at each time.
    long: Any = {"type": "aim", "target": 1, "x": "x" * submission.MOST_REMEMBERED}
    for _ in range(2):
        submission._check_shape(game, long)
    assert len(asked) == 1 + 10 + 2


def test_the_schema_of_a_move_is_written_out_and_compiled_once_however_many_moves_are_held_against_it() -> None:
    schema: Any = {"type": "object", "properties": {"target": {"type": "integer"}}}
    game = game_with(new_id(), schema)
    submission._check_shape(game, {"type": "aim", "target": 1})
    # Whoever looked at the schema again would see this.
    schema["properties"].clear()
    with pytest.raises(InvalidMove):
        submission._check_shape(game, {"type": "aim", "target": "2"})


def test_a_move_that_one_game_takes_is_not_taken_for_one_of_another_game() -> None:
    loose, strict = game_with(new_id(), {"type": "object"}), game_with(new_id(), {"type": "string"})
    submission._check_shape(loose, {"type": "aim"})
    with pytest.raises(InvalidMove):
        submission._check_shape(strict, {"type": "aim"})


def refusals(match_id: str, cast: Cast) -> list[tuple[type[Exception], str, Any]]:
    mine, theirs = legal(match_id, 0)[0], legal(match_id, 1)[0]
    return [
        (NotSeated, person("Charlie").id, mine),
        (StalePrompt, cast[0].id, {**mine, "prompt": "p99.0"}),
        (NotYourSeat, cast[0].id, theirs),
        (InvalidMove, cast[0].id, {name: value for name, value in mine.items() if name != "prompt"}),
        (InvalidMove, cast[0].id, {**mine, "type": "resign"}),
        (InvalidMove, cast[0].id, {**mine, "type": ["choose_spell"]}),
        (InvalidMove, cast[0].id, {**mine, "target": "1"}),
        (InvalidMove, cast[0].id, {**mine, "target": 1.0}),
        (InvalidMove, cast[0].id, {**mine, "colour": "red"}),
        (RuleBroken, cast[0].id, {**mine, "target": 0}),
        (RuleBroken, cast[0].id, {"prompt": mine["prompt"], "type": "cast_nothing"}),
    ]


def test_every_refusal_has_its_kind_and_records_nothing(cast: Cast) -> None:
    match_id = match_of(*cast)
    before = load(match_id).events
    for kind, player, move in refusals(match_id, cast):
        with pytest.raises(kind):
            play(match_id, player, Sent(body=move), key="refused")
        assert find_command(match_id, player, "refused") is None
    assert load(match_id).events == before


def test_rpw_23_cast_nothing_is_refused_from_a_player_with_its_clause(cast: Cast) -> None:
    match_id = match_of(*cast)
    move = {"prompt": legal(match_id, 0)[0]["prompt"], "type": "cast_nothing"}
    with pytest.raises(RuleBroken) as refused:
        play(match_id, cast[0].id, Sent(body=move), key=None)
    assert (refused.value.code, refused.value.clause) == ("clock_only_move", "RPW-23")


def test_the_checks_run_in_the_order_of_the_contract(cast: Cast) -> None:
    match_id = match_of(*cast)
    broken: Any = {"prompt": "p99.0", "type": 7}
    with pytest.raises(NotSeated):
        play(match_id, person("Charlie").id, Sent(body=broken), key=None)
    with pytest.raises(StalePrompt):
        play(match_id, cast[0].id, Sent(body=broken), key=None)
    with pytest.raises(NotYourSeat):
        play(match_id, cast[0].id, Sent(body={**broken, "prompt": legal(match_id, 1)[0]["prompt"]}), key=None)
    with pytest.raises(InvalidMove):
        play(match_id, cast[0].id, Sent(body={**broken, "prompt": legal(match_id, 0)[0]["prompt"]}), key=None)


def test_an_open_and_a_finished_match_take_no_moves(cast: Cast) -> None:

    waiting, _ = lobby.create(cast[0].id, new_match(), key=None)
    over = match_of(*cast)
    move = legal(over, 0)[0]
    play_some(over, cast)
    for match_id in (waiting, over):
        with pytest.raises(MatchNotActive):
            play(match_id, cast[0].id, Sent(body=move), key=None)
        with pytest.raises(MatchNotActive):
            resign(match_id, cast[0].id, key=None)


def test_an_unknown_match_is_not_found(cast: Cast) -> None:
    with pytest.raises(MatchNotFound):
        play("01940000-0000-7000-8000-00000000dead", cast[0].id, Sent(body={}), key=None)


def test_resigning_needs_no_prompt_and_shows_on_the_seat(cast: Cast) -> None:
    match_id = match_of(*cast)
    play(match_id, cast[2].id, Sent(body=legal(match_id, 2)[0]), key=None)
    resign(match_id, cast[2].id, key="out")
    assert resign(match_id, cast[2].id, key="out").replayed
    loaded = load(match_id)
    assert loaded.match.resigned == {2}
    assert loaded.match.waiting_for == (0, 1)
    seats: Any = resources.resource(loaded.match, quarantined=False)["seats"]
    assert seats[2]["status"] == "resigned"
    with pytest.raises(RuleBroken):
        resign(match_id, cast[2].id, key=None)


def test_rpw_66_the_last_seat_not_resigned_wins(cast: Cast) -> None:
    match_id = match_of(*cast)
    resign(match_id, cast[0].id, key=None)
    resign(match_id, cast[2].id, key=None)
    outcome = load(match_id).match.table.outcome
    assert outcome is not None
    assert (outcome["reason"], outcome["winners"]) == ("last_seat", [1])
