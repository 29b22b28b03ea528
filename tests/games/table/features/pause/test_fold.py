from games.table.features.pause.events import PauseAgreed, Paused, ResumeAgreed, Resumed
from games.table.folding import book
from tests.games.table.tables import AT, LATER, folded, opened


def test_each_consent_counts_until_the_match_is_paused() -> None:
    one = folded(opened(), PauseAgreed(seat=1))
    assert (one.agreed, one.paused_at) == (frozenset({1}), None)
    two = folded(one, PauseAgreed(seat=0))
    assert two.agreed == {0, 1}
    paused = book(two, Paused(), version=9, at=LATER)
    assert (paused.agreed, paused.paused_at) == (frozenset(), LATER)


def test_a_match_that_goes_on_remembers_nothing_of_its_pause() -> None:
    before = opened()
    paused = folded(folded(before, Paused()), ResumeAgreed(seat=0))
    assert (paused.agreed, paused.paused_at) == (frozenset({0}), AT)
    assert folded(paused, Resumed()) == before
