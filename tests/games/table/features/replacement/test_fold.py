from games.core.records import replace
from games.table.events import SeatTaken
from games.table.features.replacement.events import ReplacementAgreed
from games.table.features.replacement.fold import taken_over
from tests.games.table.tables import AT, folded, opened


def test_each_consent_names_who_is_away_who_invites_and_who_consents() -> None:
    one = folded(opened(), ReplacementAgreed(seat=0, replaces=2, invited_by=1))
    assert folded(one, ReplacementAgreed(seat=1, replaces=2, invited_by=1)).consents == {(2, 1, 0), (2, 1, 1)}


def test_a_newcomer_has_agreed_to_nothing_and_sits_behind_those_who_were_there() -> None:
    before = replace(
        opened(), seated={0: 2, 1: 3}, agreed=frozenset({0, 1}), consents=frozenset({(0, 1, 1), (2, 0, 1), (2, 1, 1)})
    )
    after = taken_over(before, SeatTaken(seat=0, entropy=None, invited_by=1), 9, AT)
    assert list(after.seated.items()) == [(1, 3), (0, 9)]
    assert (after.agreed, after.consents) == (frozenset({1}), frozenset({(2, 1, 1)}))
