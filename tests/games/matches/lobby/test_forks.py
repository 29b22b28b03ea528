from typing import Any

import pytest

from events import snapshots
from events.format.canon import canon
from events.format.chain import GENESIS, event_hash
from events.format.seal import seal_digest
from events.store import StoredEvent
from games.core.chance import derive_key
from games.matches.audit import rejudgement
from games.matches.autoplay import timeouts
from games.matches.lobby import forks, lobby
from games.matches.lobby.forks import ForkWish
from games.matches.lobby.lobby import SeatWish
from games.matches.models.matches import NOBODY, Lobby
from games.matches.play import submission
from games.matches.presentation import export
from games.matches.stream import snapshots as kept_states
from games.matches.stream.loading import Loaded, load
from games.table import clocks
from games.table.events import MatchEnded
from games.table.registry import EVENT_TYPES
from games.verify.report import Flaw
from games.verify.verifier import verify_bytes
from tests.support.cast import match_of, play_some
from tests.support.table_fixtures import Cast


def ended(cast: Cast, **wishes: Any) -> str:
    match_id = match_of(*cast, **wishes)
    play_some(match_id, cast)
    return match_id


def forked(parent: str, cast: Cast, at: int) -> str:
    wish = ForkWish(at=at, seat=0, clock=clocks.NONE, visibility=None, name="", start="auto", entropy="mine")
    fork, _ = forks.fork(load(parent), Lobby.objects.get(match_id=parent), cast[0].id, wish, key=None)
    for who in cast[1:]:
        lobby.join(fork, who.id, SeatWish(entropy="theirs"), key=None)
    return fork


def rules_events(loaded: Loaded, up_to: int | None = None) -> list[StoredEvent]:
    events = loaded.events[:up_to]
    return [event for event in events if event.envelope["type"] not in EVENT_TYPES]


def told(event: StoredEvent) -> list[Any]:
    kept = [event.envelope[name] for name in ("type", "schema", "seat", "move", "draws", "data")]
    return [*kept, [(opening.audience, opening.part) for opening in event.openings]]


def test_a_fork_has_the_events_of_its_parent_sealed_anew_and_nothing_else(cast: Cast) -> None:
    parent = ended(cast)
    fork = load(forked(parent, cast, 40))
    source = fork.match.table.forked_from
    assert source is not None

    old, new = rules_events(load(parent), source["version"]), rules_events(fork)

    assert [told(event) for event in old] == [told(event) for event in new]
    assert {event.envelope["by"] for event in new} == {"system"}
    salts = [{opening.salt for event in events for opening in event.openings} for events in (old, new)]
    assert len(salts[1]) >= 2
    assert not salts[0] & salts[1]


def test_who_starts_a_fork_keeps_a_snapshot_of_it_so_that_the_worker_of_the_clocks_need_not_fold_it(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_states, "EVERY", 1)
    fork = forked(ended(cast), cast, 40)

    assert snapshots.newest_version(fork, code=kept_states.CODE) == load(fork).match.head.version


def test_a_fork_names_the_head_it_goes_on_from(cast: Cast) -> None:
    parent = load(ended(cast))
    source = load(forked(parent.match.id, cast, 40)).events[0].envelope["data"]["forked_from"]

    assert source == {
        "match": parent.match.id,
        "version": source["version"],
        "head": parent.events[source["version"] - 1].hash.hex(),
        "resigned": [],
        "eliminated": [],
    }


def test_the_first_event_of_a_match_that_is_no_fork_has_no_word_of_it(cast: Cast) -> None:
    first = load(match_of(*cast)).events[0]

    assert "forked_from" not in first.envelope["data"]
    assert [opening.part.keys() for opening in first.openings] == [{"seed"}]


def test_a_forks_chain_and_seals_are_its_own(cast: Cast) -> None:
    fork = load(forked(ended(cast), cast, 40))
    before = GENESIS
    for event in fork.events:
        before = event_hash(before, canon(event.envelope))
        assert event.hash == before
        for opening in event.openings:
            content = canon([fork.match.id, event.version, opening.index, list(opening.audience), opening.part])
            assert seal_digest(opening.salt, content) == event.envelope["seals"][opening.index]["digest"]


def test_the_state_of_a_fork_is_that_of_its_parent_then(cast: Cast) -> None:
    parent = load(ended(cast))
    fork = load(forked(parent.match.id, cast, 60)).match

    then = forks.question_at(parent, 60)

    assert (fork.state, fork.resigned, fork.moves, fork.draws) == (then.state, then.resigned, then.moves, then.draws)


def test_draws_before_the_fork_are_the_parents_and_later_ones_the_forks_own(cast: Cast) -> None:
    parent = load(ended(cast)).match
    fork = load(forked(parent.id, cast, 40)).match
    mine = derive_key(fork.seed, fork.id, ["mine", "theirs", "theirs"])

    theirs = derive_key(parent.seed, parent.id, [None, None, None])

    assert fork.origins == ((fork.draws, theirs),)
    assert (fork.chance()._key_of(fork.draws - 1), fork.chance()._key_of(fork.draws)) == (theirs, mine)


def test_a_fork_of_a_fork_knows_the_keys_of_all_before_it(cast: Cast) -> None:
    first = load(ended(cast)).match
    middle = forked(first.id, cast, 60)
    play_some(middle, cast, seed=5)
    draws = load(middle).match.origins[0][0]

    late = load(forked(middle, cast, load(middle).match.head.version)).match
    # When the first round begins is chance: some cards of the book may have been put aside.
    first_question = next(one.version for one in load(middle).events if one.envelope["type"] == "round_begun")
    early = load(forked(middle, cast, first_question)).match

    assert [until for until, _ in late.origins] == [draws, late.draws]
    assert [key for _, key in late.origins] == [
        derive_key(first.seed, first.id, [None] * 3),
        derive_key(load(middle).match.seed, middle, ["mine", "theirs", "theirs"]),
    ]
    assert [until for until, _ in early.origins] == [early.draws]
    assert early.draws < draws


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_fork_and_its_forks_are_judged_again_as_they_were_judged(cast: Cast, depth: int) -> None:
    match_id = ended(cast)
    for seed in range(depth):
        match_id = forked(match_id, cast, 25 * (seed + 1))
        play_some(match_id, cast, seed=seed + 100)

    events = load(match_id).events

    assert events[-1].envelope["type"] == MatchEnded.type
    assert str(rejudgement.rejudge(match_id, events)) == "same"


def test_what_the_clock_played_is_carried_over_without_the_clock(cast: Cast, later: Any) -> None:
    match_id = match_of(*cast, clock={"mode": "per_move", "seconds": 60})
    later(60)
    timeouts.expire(match_id)
    play_some(match_id, cast, moves=1, seed=3)
    at = load(match_id).match.head.version
    for who in cast[:2]:
        submission.resign(match_id, who.id, key=None)
    timed_out = [event for event in load(match_id).events if event.envelope["type"] == "timed_out"]
    assert len(timed_out) == 3

    fork = load(forked(match_id, cast, at))

    moved = [event for event in fork.events if any("move" in opening.part for opening in event.openings)]
    assert [event.envelope["type"] for event in moved[:3]] == ["choice_defaulted"] * 3
    assert [event.openings[0].part for event in moved[:3]] == [event.openings[0].part for event in timed_out]
    assert not any(event.envelope["type"] == "timed_out" for event in fork.events)
    assert str(rejudgement.rejudge(fork.match.id, fork.events)) == "same"


def test_what_comes_by_chance_after_a_fork_cannot_be_known_from_the_parent(cast: Cast) -> None:
    parent = ended(cast)
    drawn = []
    for _ in range(2):
        fork = forked(parent, cast, 20)
        # So many rounds that two forks do not draw the same by chance.
        play_some(fork, cast, seed=7, moves=30)
        drawn.append([event.envelope["data"] for event in load(fork).events if event.envelope["draws"]])

    assert drawn[0] != drawn[1]


def flaw_of(match_id: str, seat: int | None = None) -> Flaw | None:
    loaded = load(match_id)
    return verify_bytes(b"".join(export.lines(loaded.match, loaded.events, seat))).flaw


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_the_file_of_a_running_fork_verifies_for_whoever_has_it(cast: Cast, seat: int | None) -> None:
    fork = forked(ended(cast), cast, 40)
    play_some(fork, cast, moves=2)

    assert flaw_of(fork, seat) is None


def test_the_file_of_a_fork_that_has_ended_verifies_with_all_its_draws(cast: Cast) -> None:
    fork = forked(forked_and_ended(cast), cast, 60)
    play_some(fork, cast, seed=11)

    assert flaw_of(fork) is None


def forked_and_ended(cast: Cast) -> str:
    fork = forked(ended(cast), cast, 40)
    play_some(fork, cast, seed=12)
    return fork


def test_a_fork_that_claims_another_key_for_its_past_does_not_verify(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    origins = forks._origins
    monkeypatch.setattr(
        forks,
        "_origins",
        lambda *given: [{**origin, "seed": "00" * 32} for origin in origins(*given)],  # type: ignore[dict-item]
    )
    fork = forked_and_ended(cast)

    flaw = flaw_of(fork)

    assert flaw is not None
    assert load(fork).events[flaw.version - 1].envelope["draws"] is not None
    # Not to be audited when the test is over.
    Lobby.objects.filter(match_id=fork).update(creator_id=NOBODY)
