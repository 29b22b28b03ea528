from datetime import timedelta
from typing import Any

import pytest

from games.matches.autoplay import timeouts
from games.matches.errors import (
    AlreadyAgreed,
    AlreadyCreated,
    AlreadySeated,
    ConsentMissing,
    InvitationNotFound,
    InvitationRequired,
    NotOnAutopilot,
    NotSeated,
    SeatOccupied,
    UnknownSeat,
)
from games.matches.lobby import invitations, lobby, replacements
from games.matches.lobby.lobby import SeatWish
from games.matches.models.matches import Invitation
from games.matches.play import autopilot, pauses, submission, time_off
from games.matches.profiles import changes
from games.matches.stream.loading import load
from games.matches.stream.state import fold
from tests.support.cast import Person, answer_first_prompt, match_of, new_match, person
from tests.support.table_fixtures import Cast, Later

CLOCK: dict[str, Any] = {"mode": "per_move", "seconds": 10, "strikes": 1, "quiet_hours": True}
NIGHT = {"zone": "Asia/Tokyo", "from": "22:00", "to": "06:00"}


@pytest.fixture
def deserted(cast: Cast, later: Later, monkeypatch: pytest.MonkeyPatch) -> str:
    """A running match of three whose seat 2 is on autopilot, with an open prompt."""
    monkeypatch.setattr(timeouts, "MOVES_AT_ONCE", 1)
    match_id, _ = lobby.create(cast[0].id, new_match(clock=CLOCK), key=None)
    for one in cast[1:]:
        lobby.join(match_id, one.id, SeatWish(entropy=one.handle), key=None)
    for seat in (0, 1):
        answer_first_prompt(match_id, cast[seat], seat)
    later(10)
    timeouts.expire(match_id)
    assert load(match_id).match.table.autopilot == {2}
    return match_id


def invite(match_id: str, who: Person, seat: int = 2, key: str | None = None) -> str:
    """With the consent of all who have a say."""
    secret = replacements.invite(match_id, who.id, seat, seconds=600, key=key)[1]
    loaded = load(match_id)
    invited_by = loaded.seat_of(who.id)
    assert invited_by is not None
    for other in set(loaded.match.attended) - {invited_by}:
        replacements.consent(match_id, loaded.holders[other], seat, invited_by=invited_by, key=None)
    return secret


def desert(match_id: str, cast: Cast, later: Later) -> None:
    """Seats 0 and 1 play until the time of seat 2 is up."""
    while 2 not in (match := load(match_id).match).table.autopilot:
        here = [seat for seat in match.waiting_for if seat in (0, 1)]
        if here:
            answer_first_prompt(match_id, cast[here[0]], here[0])
        else:
            later(10)
            timeouts.expire(match_id)


def test_whoever_joins_with_the_invitation_holds_the_seat_and_plays_it(deserted: str, cast: Cast) -> None:
    charlie = person("Charlie")
    lobby.join(deserted, charlie.id, SeatWish(invitation=invite(deserted, cast[0])), key=None)
    loaded = load(deserted)
    assert loaded.holders == {0: cast[0].id, 1: cast[1].id, 2: charlie.id}
    kinds = [(event.envelope["type"], event.envelope["data"]) for event in loaded.events[-2:]]
    assert kinds == [("seat_taken", {"entropy": None, "invited_by": 0}), ("autopilot_off", {"reason": "replaced"})]
    answer_first_prompt(deserted, charlie, 2)
    with pytest.raises(NotSeated):
        submission.resign(deserted, cast[2].id, key=None)


def invited(match_id: str, who: Person, seat: int = 2) -> str:
    """Without the consent of anybody else."""
    return replacements.invite(match_id, who.id, seat, seconds=600, key=None)[1]


def test_an_opponents_invitation_counts_once_everybody_who_is_there_has_consented(deserted: str, cast: Cast) -> None:
    charlie, secret = person("Charlie"), invited(deserted, cast[0])
    with pytest.raises(ConsentMissing) as refused:
        lobby.join(deserted, charlie.id, SeatWish(invitation=secret), key=None)
    assert refused.value.params == {"seats": [1]}
    assert Invitation.objects.get(match_id=deserted).used_by is None
    replacements.consent(deserted, cast[1].id, 2, invited_by=0, key="k")
    assert replacements.consent(deserted, cast[1].id, 2, invited_by=0, key="k").replayed
    lobby.join(deserted, charlie.id, SeatWish(invitation=secret), key=None)
    told = [(event.envelope["type"], event.envelope["seat"]) for event in load(deserted).events[-4:]]
    agreed = ("replacement_agreed", 0), ("replacement_agreed", 1)
    assert told == [*agreed, ("seat_taken", 2), ("autopilot_off", 2)]


def test_a_match_tells_what_is_offered_and_whose_consent_is_missing(deserted: str, cast: Cast) -> None:
    def offered() -> Any:
        return cast[1].get(f"/matches/{deserted}").json()["replacements"]

    assert offered() == []
    replacements.invite(deserted, cast[0].id, 2, seconds=600, key=None)
    assert offered() == [{"seat": 2, "invited_by": 0, "undecided": [1]}]
    assert cast[1].post(f"/matches/{deserted}/seats/2/replacement/consent", {"invited_by": 0}).status_code == 200
    assert offered() == [{"seat": 2, "invited_by": 0, "undecided": []}]
    assert cast[2].post(f"/matches/{deserted}/seats/2/take-back").status_code == 200
    assert offered() == []


def test_a_consent_is_to_whom_one_seat_invites_and_no_other(deserted: str, cast: Cast) -> None:
    with pytest.raises(InvitationNotFound):
        replacements.consent(deserted, cast[1].id, 2, invited_by=0, key=None)
    invite(deserted, cast[0])
    secret = invited(deserted, cast[1])
    with pytest.raises(ConsentMissing):
        lobby.join(deserted, person("Charlie").id, SeatWish(invitation=secret), key=None)
    with pytest.raises(AlreadyAgreed):
        replacements.consent(deserted, cast[0].id, 2, invited_by=0, key=None)


def test_a_second_invitation_of_the_same_seat_needs_no_further_consent(deserted: str, cast: Cast) -> None:
    invite(deserted, cast[0])
    version = load(deserted).match.head.version
    secret = invited(deserted, cast[0])
    assert load(deserted).match.head.version == version
    lobby.join(deserted, person("Charlie").id, SeatWish(invitation=secret), key=None)


def test_the_absent_player_sends_another_without_asking_anybody(deserted: str, cast: Cast) -> None:
    charlie, version = person("Charlie"), load(deserted).match.head.version
    secret = invited(deserted, cast[2])
    assert load(deserted).match.head.version == version
    with pytest.raises(NotOnAutopilot):
        replacements.consent(deserted, cast[2].id, 2, invited_by=0, key=None)
    lobby.join(deserted, charlie.id, SeatWish(invitation=secret), key=None)
    assert load(deserted).events[-2].envelope["data"] == {"entropy": None, "invited_by": 2}


def test_consents_end_when_the_player_comes_back(deserted: str, cast: Cast, later: Later) -> None:
    secret = invite(deserted, cast[0])
    autopilot.end_autopilot(deserted, cast[2].id, 2, key=None)
    assert load(deserted).match.table.consents == frozenset()
    desert(deserted, cast, later)
    with pytest.raises(ConsentMissing) as refused:
        lobby.join(deserted, person("Charlie").id, SeatWish(invitation=secret), key=None)
    assert refused.value.params == {"seats": [0, 1]}


def test_a_newcomer_has_consented_to_nothing(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, person("Dora"), clock=CLOCK)
    for seat in (0, 1, 2):
        answer_first_prompt(match_id, cast[seat], seat)
    later(10)
    timeouts.expire(match_id)
    secret = invite(match_id, cast[0], seat=3)
    desert(match_id, cast, later)
    lobby.join(match_id, person("Charlie").id, SeatWish(invitation=invited(match_id, cast[2])), key=None)
    assert load(match_id).match.table.consents == {(3, 0, 0), (3, 0, 1)}
    with pytest.raises(ConsentMissing) as refused:
        lobby.join(match_id, person("Erin").id, SeatWish(invitation=secret), key=None)
    assert refused.value.params == {"seats": [2]}


def test_a_player_who_consents_is_back(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, person("Dora"), clock=CLOCK)
    for seat in (0, 1):
        answer_first_prompt(match_id, cast[seat], seat)
    later(10)
    timeouts.expire(match_id)
    invited(match_id, cast[0], seat=3)
    replacements.consent(match_id, cast[2].id, 3, invited_by=0, key=None)
    last = [(event.envelope["type"], event.envelope["seat"]) for event in load(match_id).events[-2:]]
    assert last == [("autopilot_off", 2), ("replacement_agreed", 2)]


def test_a_newcomer_has_agreed_to_nothing_that_the_player_before_did(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, clock={**CLOCK, "seconds": 1000})
    pauses.pause(match_id, cast[2].id, key=None)
    for seat in (0, 1):
        answer_first_prompt(match_id, cast[seat], seat)
    later(1000)
    timeouts.expire(match_id)
    assert load(match_id).match.table.autopilot >= {2}
    charlie = person("Charlie")
    lobby.join(match_id, charlie.id, SeatWish(invitation=invite(match_id, cast[0])), key=None)
    for who in cast[:2]:
        pauses.pause(match_id, who.id, key=None)
    assert load(match_id).match.table.paused_at is None
    pauses.pause(match_id, charlie.id, key=None)
    loaded = load(match_id)
    assert loaded.match.table.paused_at is not None
    assert fold(match_id, loaded.events) == loaded.match


def test_the_chance_of_the_match_is_what_it_was_whatever_the_newcomer_sends(deserted: str, cast: Cast) -> None:
    before = load(deserted).match.chance().below(2**60)
    wish = SeatWish(invitation=invite(deserted, cast[0]), entropy="mine")
    lobby.join(deserted, person("Charlie").id, wish, key=None)
    loaded = load(deserted)
    assert loaded.match.chance().below(2**60) == before
    assert fold(deserted, loaded.events) == loaded.match


def test_the_newcomers_quiet_hours_take_the_place_of_the_old_players(deserted: str, cast: Cast) -> None:
    charlie = person("Charlie")
    changes.change(charlie.id, {"quiet_hours": NIGHT})
    lobby.join(deserted, charlie.id, SeatWish(invitation=invite(deserted, cast[0])), key=None)
    last = load(deserted).events[-1].envelope
    assert (last["type"], last["seat"], last["data"]["reason"]) == ("clock_changed", 2, "replaced")
    assert load(deserted).match.table.stops[2].quiet != ()


def test_a_player_who_has_come_back_keeps_his_seat(deserted: str, cast: Cast) -> None:
    secret, charlie = invite(deserted, cast[0]), person("Charlie")
    autopilot.end_autopilot(deserted, cast[2].id, 2, key=None)
    with pytest.raises(SeatOccupied):
        lobby.join(deserted, charlie.id, SeatWish(invitation=secret), key=None)
    assert Invitation.objects.get(match_id=deserted).used_by is None


def test_the_invitation_counts_once_and_for_one_who_has_no_seat(deserted: str, cast: Cast) -> None:
    secret = invite(deserted, cast[0])
    with pytest.raises(AlreadySeated):
        lobby.join(deserted, cast[1].id, SeatWish(invitation=secret), key=None)
    charlie = person("Charlie")
    lobby.join(deserted, charlie.id, SeatWish(invitation=secret), key="k")
    assert lobby.join(deserted, charlie.id, SeatWish(invitation=secret), key="k").replayed
    with pytest.raises(InvitationRequired):
        lobby.join(deserted, person("Dora").id, SeatWish(invitation=secret), key=None)


def test_a_used_invitation_never_takes_the_seat_again(deserted: str, cast: Cast, later: Later) -> None:
    charlie, dora = person("Charlie"), person("Dora")
    used = invite(deserted, cast[0])
    lobby.join(deserted, charlie.id, SeatWish(invitation=used), key=None)
    desert(deserted, cast, later)
    lobby.join(deserted, dora.id, SeatWish(invitation=invite(deserted, cast[0])), key=None)
    desert(deserted, cast, later)
    with pytest.raises(InvitationRequired):
        lobby.join(deserted, charlie.id, SeatWish(invitation=used), key=None)


def test_only_seats_in_play_invite_and_only_for_a_seat_on_autopilot(deserted: str, cast: Cast) -> None:
    with pytest.raises(NotSeated):
        invite(deserted, person("Charlie"))
    with pytest.raises(NotOnAutopilot):
        invite(deserted, cast[0], seat=1)
    with pytest.raises(UnknownSeat):
        invite(deserted, cast[0], seat=3)
    invite(deserted, cast[1], key="k")
    with pytest.raises(AlreadyCreated):
        invite(deserted, cast[1], key="k")
    submission.resign(deserted, cast[1].id, key=None)
    with pytest.raises(NotSeated):
        invite(deserted, cast[1])


def test_an_invitation_expires_and_its_maker_may_take_it_back(deserted: str, cast: Cast) -> None:
    secret = invite(deserted, cast[1])
    Invitation.objects.filter(match_id=deserted).update(expires_at=time_off.now() - timedelta(seconds=1))
    with pytest.raises(InvitationRequired):
        lobby.join(deserted, person("Charlie").id, SeatWish(invitation=secret), key=None)
    made, _ = replacements.invite(deserted, cast[1].id, 2, seconds=600, key=None)
    invitations.revoke(deserted, cast[1].id, str(made.id))
    assert not Invitation.objects.filter(id=made.id).exists()


def test_an_invitation_of_the_lobby_does_not_open_a_running_match(cast: Cast, later: Later) -> None:
    match_id, _ = lobby.create(cast[0].id, new_match(clock=CLOCK), key=None)
    _, secret = invitations.invite(match_id, cast[0].id, seat=None, seconds=600, key=None)
    for one in cast[1:]:
        lobby.join(match_id, one.id, SeatWish(), key=None)
    later(10)
    timeouts.expire(match_id)
    with pytest.raises(InvitationRequired):
        lobby.join(match_id, person("Charlie").id, SeatWish(invitation=secret), key=None)


def test_over_http_a_stranger_gets_into_a_private_match_by_the_invitation(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, clock=CLOCK, visibility="private")
    for seat in (0, 1):
        answer_first_prompt(match_id, cast[seat], seat)
    later(10)
    timeouts.expire(match_id)
    made = cast[1].post(f"/matches/{match_id}/seats/2/replacement", {"expires_in_seconds": 60})
    assert (made.status_code, made.json()["seat"]) == (201, 2)
    charlie = person("Charlie")
    assert charlie.post(f"/matches/{match_id}/join").status_code == 404
    refused = charlie.post(f"/matches/{match_id}/join", {"invitation": made.json()["invitation"]})
    assert (refused.status_code, refused.json()["code"], refused.json()["params"]) == (
        409,
        "consent_missing",
        {"seats": [0]},
    )
    consent = f"/matches/{match_id}/seats/2/replacement/consent"
    assert charlie.post(consent, {"invited_by": 1}).status_code == 404
    assert cast[0].post(consent, {"invited_by": 1}).status_code == 200
    joined = charlie.post(f"/matches/{match_id}/join", {"invitation": made.json()["invitation"]})
    assert (joined.status_code, joined.json()["you"]) == (200, 2)
    assert cast[2].get(f"/matches/{match_id}").status_code == 404
