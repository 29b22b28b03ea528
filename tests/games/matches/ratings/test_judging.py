"""The course of the ratings: judged in order, once each, and the same whichever way it came to be."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.utils.timezone import now

from events.randomness import new_seed
from events.store import new_id
from games.matches.background import consumers
from games.matches.errors import AccountNeeded, MatchIsRated, NotAllowed, RatedMatchNotFound
from games.matches.lobby import lobby, rematches, replacements
from games.matches.lobby.lobby import SeatWish
from games.matches.models.matches import Lobby
from games.matches.models.rated import RatedMatch, Rating, RatingChange
from games.matches.play import submission
from games.matches.ratings import judging, strengths
from games.matches.ratings.strengths import NEWCOMER
from games.matches.stream.commands import fingerprint
from games.table.clocks import NONE
from tests.support.cast import RPW, SAS, Person, account_holder, match_of, new_match, person
from tests.support.relay import catch_up

pytestmark = pytest.mark.usefixtures("no_ratings")

CLOCK = {"mode": "per_move", "seconds": 3600}


def new_player() -> UUID:
    return UUID(new_id())


def rated_match(*people: Person, **wishes: Any) -> str:
    return match_of(*people, **{"clock": CLOCK, "rated": True, **wishes})


def ended(*people: Person, **wishes: Any) -> str:
    """A rated match that all but the last have resigned, the first first."""
    match_id = rated_match(*people, **wishes)
    for one in people[:-1]:
        submission.resign(match_id, one.id, key=None)
    catch_up()
    return match_id


def noted(places: Sequence[tuple[UUID, int]], at: datetime, *, game: str = RPW) -> RatedMatch:
    """A match that has come to be known."""
    return RatedMatch.objects.create(
        match_id=UUID(new_id()),
        game=game,
        finished_at=at,
        places=[[str(who), place] for who, place in places],
        state=RatedMatch.WAITING,
    )


def rate_all() -> int:
    return sum(iter(lambda: judging.rate(limit=3), 0))


def all_rows() -> tuple[set[Any], set[Any]]:
    changes = RatingChange.objects.values_list("match_id", "player_id", "place", "mu_before", "mu", "sigma", "matches")
    return set(changes), set(Rating.objects.values_list("player_id", "game", "mu", "sigma", "matches", "rated_at"))


def test_a_rated_match_that_has_ended_changes_the_ratings_of_its_players() -> None:
    alice, bob, carol = account_holder("Alice"), account_holder("Bob"), account_holder("Carol")
    match_id = ended(alice, bob, carol)
    assert RatedMatch.objects.get(match_id=match_id).state == RatedMatch.WAITING
    assert rate_all() == 1
    assert RatedMatch.objects.get(match_id=match_id).state == RatedMatch.COUNTED
    winner, loser = Rating.objects.get(player_id=carol.id), Rating.objects.get(player_id=alice.id)
    assert loser.mu < NEWCOMER.mu < winner.mu
    assert (winner.game, winner.matches) == (RPW, 1)
    assert rate_all() == 0
    assert RatingChange.objects.count() == 3


def test_matches_that_are_not_rated_change_nothing() -> None:
    alice, bob = account_holder("Alice"), account_holder("Bob")
    match_id = match_of(alice, bob, game=SAS)
    submission.resign(match_id, alice.id, key=None)
    catch_up()
    assert rate_all() == 0
    assert not RatedMatch.objects.exists()


def test_a_running_match_is_not_noted_and_one_that_is_called_off_neither() -> None:
    alice, bob = account_holder("Alice"), account_holder("Bob")
    rated_match(alice, bob, game=SAS)
    open_match, _ = lobby.create(alice.id, new_match(rated=True, clock=CLOCK), key=None)
    lobby.cancel(open_match, alice.id, key=None)
    catch_up()
    assert not RatedMatch.objects.exists()


def test_who_resigns_comes_in_behind_all_who_stay() -> None:
    people = [account_holder(name) for name in ("Alice", "Bob", "Carol")]
    match_id = ended(*people)
    placed = dict(RatedMatch.objects.get(match_id=match_id).places)
    assert [placed[one.id] for one in people] == [2, 2, 1]


def test_a_match_that_was_rebuilt_is_noted_once_and_what_was_annulled_stays_so() -> None:
    alice, bob = account_holder("Alice"), account_holder("Bob")
    match_id = ended(alice, bob, game=SAS)
    judging.annul(UUID(match_id), reason="Played by one person.", by="ops")
    consumers.rebuild([match_id])
    assert RatedMatch.objects.get(match_id=match_id).state == RatedMatch.ANNULLED
    assert rate_all() == 0
    RatedMatch.objects.all().delete()
    consumers.rebuild([match_id])
    assert rate_all() == 1


@pytest.mark.parametrize("rounds", [10])
def test_the_ratings_are_the_same_in_whatever_order_matches_come_to_be_known(rounds: int) -> None:
    rng = random.Random(new_seed(16))
    players = [new_player() for _ in range(6)]
    for _ in range(rounds):
        start = now() - timedelta(days=1)
        matches = [
            (
                rng.sample(players, rng.randint(2, 5)),
                start + timedelta(seconds=rng.randint(0, 40)),
                rng.choice((RPW, SAS)),
            )
            for _ in range(12)
        ]
        for who, at, game in matches:
            noted([(one, rng.randint(1, 3)) for one in who], at, game=game)
        rows = list(RatedMatch.objects.all())
        rate_all()
        at_once = all_rows()
        RatedMatch.objects.all().delete()
        RatingChange.objects.all().delete()
        Rating.objects.all().delete()
        for row in rng.sample(rows, len(rows)):
            row.state = RatedMatch.WAITING
            row.save(force_insert=True)
            if rng.random() < 0.5:
                rate_all()
        rate_all()
        assert all_rows() == at_once
        assert judging.rebuild() == judging.Rebuilt(matches=12, differ=0)
        assert all_rows() == at_once
        RatedMatch.objects.all().delete()
        RatingChange.objects.all().delete()
        Rating.objects.all().delete()


def test_an_annulled_match_is_as_if_its_players_had_not_met_and_can_be_taken_back_in() -> None:
    one, two, three = new_player(), new_player(), new_player()
    start = now() - timedelta(hours=1)
    first = noted([(one, 1), (two, 2)], start)
    bad = noted([(two, 1), (three, 2)], start + timedelta(seconds=1))
    noted([(three, 1), (one, 2)], start + timedelta(seconds=2))
    rate_all()
    whole = all_rows()
    judging.annul(bad.match_id, reason="Two accounts of one person.", by="ops")
    rate_all()
    assert set(RatingChange.objects.values_list("match_id", flat=True)) == {
        one.match_id for one in RatedMatch.objects.exclude(pk=bad.pk)
    }
    assert Rating.objects.get(player_id=two).mu == RatingChange.objects.get(match_id=first.pk, player_id=two).mu
    assert (Rating.objects.get(player_id=three).matches, Rating.objects.get(player_id=two).matches) == (1, 1)
    judging.restore(bad.match_id)
    rate_all()
    assert all_rows() == whole


def test_who_only_played_what_was_annulled_has_no_rating() -> None:
    one, two = new_player(), new_player()
    match = noted([(one, 1), (two, 2)], now() - timedelta(hours=1))
    rate_all()
    judging.annul(match.match_id, reason="A test.", by="ops")
    rate_all()
    assert not Rating.objects.exists()


def test_what_is_not_rated_can_be_neither_annulled_nor_restored() -> None:
    match = noted([(new_player(), 1), (new_player(), 2)], now() - timedelta(hours=1))
    with pytest.raises(RatedMatchNotFound):
        judging.annul(new_player(), reason="A test.", by="ops")
    with pytest.raises(RatedMatchNotFound):
        judging.restore(match.match_id)


def test_a_match_waits_until_none_before_it_can_come_any_more() -> None:
    noted([(new_player(), 1), (new_player(), 2)], now() + timedelta(minutes=1))
    assert rate_all() == 0


def test_each_step_is_what_the_model_says_of_the_strengths_before() -> None:
    one, two, three = new_player(), new_player(), new_player()
    start = now() - timedelta(hours=1)
    noted([(one, 1), (two, 2)], start)
    noted([(three, 1), (one, 2), (two, 2)], start + timedelta(seconds=1))
    rate_all()
    won, lost = strengths.after([NEWCOMER, NEWCOMER], [1, 2])
    expected = strengths.after([NEWCOMER, won, lost], [1, 2, 2])
    found = {row.player_id: (row.mu, row.sigma) for row in Rating.objects.all()}
    assert found == {three: tuple(expected[0]), one: tuple(expected[1]), two: tuple(expected[2])}


@pytest.mark.parametrize(
    ("wishes", "pointer"),
    [
        ({"visibility": "private"}, "/visibility"),
        ({"visibility": "unlisted"}, "/visibility"),
        ({"clock": NONE}, "/clock"),
        ({"bots": ["easy"]}, "/bots"),
        ({"fill": {"after": 60, "bot": "easy"}}, "/fill"),
    ],
)
def test_a_rated_match_is_public_has_a_clock_and_no_bots(wishes: dict[str, Any], pointer: str) -> None:
    with pytest.raises(NotAllowed) as refused:
        lobby.create(account_holder("Alice").id, new_match(**{"rated": True, "clock": CLOCK, **wishes}), key=None)
    assert [one.pointer for one in refused.value.violations] == [pointer]


def test_guests_neither_make_a_rated_match_nor_sit_down_at_one() -> None:
    guest = person("Guest")
    with pytest.raises(AccountNeeded):
        lobby.create(guest.id, new_match(rated=True, clock=CLOCK), key=None)
    match_id, _ = lobby.create(account_holder("Alice").id, new_match(rated=True, clock=CLOCK), key=None)
    with pytest.raises(AccountNeeded):
        lobby.join(match_id, guest.id, SeatWish(), key=None)


def test_no_bot_and_nobody_else_takes_a_seat_of_a_rated_match() -> None:
    alice, bob = account_holder("Alice"), account_holder("Bob")
    match_id, _ = lobby.create(alice.id, new_match(rated=True, clock=CLOCK), key=None)
    with pytest.raises(MatchIsRated):
        lobby.seat_bot(match_id, alice.id, seat=None, bot="easy", key=None)
    running = rated_match(alice, bob, game=SAS)
    with pytest.raises(MatchIsRated):
        replacements.invite(running, alice.id, 1, seconds=60, key=None)
    with pytest.raises(MatchIsRated):
        replacements.consent(running, alice.id, 1, invited_by=0, key=None)


def test_the_rematch_of_a_rated_match_is_rated() -> None:
    alice, bob = account_holder("Alice"), account_holder("Bob")
    again = rematches.rematch(ended(alice, bob, game=SAS), alice.id, key=None)
    assert Lobby.objects.get(match_id=again.match_id).rated


def test_a_repeat_of_a_match_that_0_1_0_made_is_known() -> None:
    alice = person("Alice")
    made, _ = lobby.create(alice.id, new_match(), key="once")
    wishes = {name: value for name, value in vars(new_match()).items() if name not in lobby.LATER}
    assert bytes(Lobby.objects.get(match_id=made).request_hash) == fingerprint("create", wishes)


def test_what_comes_to_be_known_while_all_is_judged_anew_waits_for_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = new_player(), new_player()
    noted([(one, 1), (two, 2)], now() - timedelta(hours=1))
    rate_all()
    judged, late = judging._judged, list[RatedMatch]()

    def meanwhile(*asked: Any) -> Any:
        late.append(noted([(two, 1), (one, 2)], now() - timedelta(hours=2)))
        return judged(*asked)

    monkeypatch.setattr(judging, "_judged", meanwhile)
    assert judging.rebuild().matches == 1
    monkeypatch.undo()
    assert RatedMatch.objects.get(pk=late[0].pk).state == RatedMatch.WAITING
    assert rate_all() == 2
    assert judging.rebuild() == judging.Rebuilt(matches=2, differ=0)


def test_the_commands_annul_restore_and_judge_anew(capsys: pytest.CaptureFixture[str]) -> None:
    match_id = ended(account_holder("Alice"), account_holder("Bob"), game=SAS)
    rate_all()
    call_command("annul_rating", match_id, reason="Two accounts of one person.")
    assert RatedMatch.objects.get(match_id=match_id).reason == "Two accounts of one person."
    assert not Rating.objects.exists()
    call_command("annul_rating", match_id, restore=True)
    call_command("rebuild_ratings")
    assert "1 matches judged anew; 2 ratings are not what they were" in capsys.readouterr().out
    call_command("rebuild_ratings")
    assert "1 matches judged anew; 0 ratings are not what they were" in capsys.readouterr().out
    for wrong in ({}, {"reason": "x" * 201}, {"reason": "x", "restore": True}):
        with pytest.raises(CommandError, match="200 characters"):
            call_command("annul_rating", match_id, **wrong)
    with pytest.raises(CommandError, match="rated_match_not_found"):
        call_command("annul_rating", str(new_player()), reason="x")
