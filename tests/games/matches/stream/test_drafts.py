from events.store import NewEvent, Part
from games import registry
from games.matches.stream import drafts
from tests.support.cast import RPW

SEED, MATCH = bytes(range(32)), "01940000-0000-7000-8000-00000000dead"
OF_KERNEL = Part(audience=(2,), part={"card": "fireball"})


def started(match_id: str, *entropies: str | None) -> list[NewEvent]:
    game = registry.newest(RPW)
    return drafts.start(match_id, game=game, options=game.options({}), seed=SEED, entropies=entropies)


def test_a_move_is_sealed_for_its_seat_ahead_of_what_the_kernel_seals_and_in_the_first_event_alone() -> None:
    one, two = NewEvent(type="choice_made", data={}, parts=(OF_KERNEL,)), NewEvent(type="round_begun", data={})
    first, second = drafts.with_move([one, two], seat=1, move={"type": "choose"})
    assert first.parts == (Part(audience=(1,), part={"move": {"type": "choose"}}), OF_KERNEL)
    assert second == two


def test_a_match_starts_the_same_for_the_same_seed_and_otherwise_for_any_other_word_of_a_seat() -> None:
    once, other = started(MATCH, "a", None, "c"), started(MATCH, "a", None, "d")
    assert started(MATCH, "a", None, "c") == once
    assert once[0].type == "match_started"
    assert other[1:] != once[1:]
    assert started(MATCH.replace("dead", "beef"), "a", None, "c")[1:] != once[1:]
