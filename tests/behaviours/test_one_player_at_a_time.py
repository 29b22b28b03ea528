"""What a player has is counted and written one request at a time, and nothing is left with a player who is gone."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.db import models, transaction

from events import store
from events.store import new_id
from games.matches.accounts import mails, passwords
from games.matches.accounts import players as accounts
from games.matches.accounts.players import log_in
from games.matches.errors import (
    MailTokenNotFound,
    NotAllowed,
    PlayerNotFound,
    TooManyWebhooks,
    TooMuchMail,
    WrongCredentials,
)
from games.matches.lobby import forks, invitations, lobby, rematches
from games.matches.lobby.forks import ForkWish
from games.matches.lobby.lobby import SeatWish
from games.matches.models.matches import Lobby
from games.matches.models.notices import CONFIRM, RESET, AccountMail, Dispatch, MatchNotices, Notice, Webhook
from games.matches.models.notices import NoticeSettings as Settings
from games.matches.models.people import ACCOUNT, Player, StandingOrder, Token, Vacation
from games.matches.notices import preferences, webhooks, writer
from games.matches.notices.kinds import YOUR_TURN, Wanted
from games.matches.notices.webhooks import NewWebhook
from games.matches.play import submission
from games.matches.profiles import changes, deletion
from games.matches.stream.loading import load
from games.table.clocks import NONE
from tests.support.cast import Person, create, match_of, new_match, person
from tests.support.races import at_once, started, while_held
from tests.support.table_fixtures import Cast

PASSWORD = "correct horse battery"
HOOK = NewWebhook(url="https://hooks.example.org/", kinds=("your_turn",), format="standard")
OWNED: tuple[type[models.Model], ...] = (
    AccountMail,
    Dispatch,
    MatchNotices,
    Notice,
    Settings,
    StandingOrder,
    Token,
    Vacation,
    Webhook,
)


def hold(who: Person) -> Callable[[], object]:
    """As any request holds a player while it writes what is theirs."""
    return lambda: Player.objects.select_for_update().get(id=who.id)


@pytest.fixture
def alice() -> Person:
    """An account with a confirmed address and a webhook, without a mail so far."""
    made = person("Alice")
    address = f"{new_id()}@example.org"
    Player.objects.filter(id=made.id).update(
        kind=ACCOUNT, password=passwords.hashed(PASSWORD), email=address, confirmed_email=address
    )
    return made


def webhook(who: Person) -> Webhook:
    return webhooks.create(who.id, HOOK, key=None)


def test_parallel_confirmations_send_no_more_than_one_by_one(alice: Person) -> None:
    came = while_held(hold(alice), *[partial(mails.ask_confirmation, alice.id)] * 8)
    assert came.count(TooMuchMail) == 8 - mails.MOST_A_DAY
    assert AccountMail.objects.filter(player_id=alice.id, purpose=CONFIRM).count() == mails.MOST_A_DAY


def test_parallel_wishes_for_a_new_password_send_no_more_than_one_by_one(alice: Person) -> None:
    address = Player.objects.get(id=alice.id).email
    wishes = []
    for _ in range(8):
        mails.ask_reset(address)
        wishes.append(AccountMail.objects.filter(player=None, email=address).latest("created_at"))
    while_held(hold(alice), *[partial(_expand, wish) for wish in wishes])
    assert AccountMail.objects.filter(player_id=alice.id, purpose=RESET).count() <= mails.MOST_A_DAY


@transaction.atomic
def _expand(wish: AccountMail) -> None:
    mails._expand(wish)


def test_parallel_exceptions_are_no_more_than_one_by_one(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preferences, "MAX_EXCEPTIONS", 5)
    wishes = [{new_id(): ["invited"]} for _ in range(8)]
    came = while_held(hold(alice), *[partial(preferences.change, alice.id, mail=None, matches=one) for one in wishes])
    assert came.count(NotAllowed) == 3
    assert MatchNotices.objects.filter(player_id=alice.id).count() == 5


def test_parallel_webhooks_are_no_more_than_one_by_one(alice: Person) -> None:
    came = while_held(hold(alice), *[partial(webhook, alice)] * (webhooks.MOST + 2))
    assert came.count(TooManyWebhooks) == 2
    assert Webhook.objects.filter(player_id=alice.id).count() == webhooks.MOST


def test_a_log_in_with_the_password_that_is_just_reset_opens_nothing(alice: Person) -> None:
    def reset() -> None:
        # As `mails.reset` does once it has the player.
        Player.objects.select_for_update().get(id=alice.id)
        Player.objects.filter(id=alice.id).update(password=passwords.hashed("another fine password"))
        Token.objects.filter(player_id=alice.id).delete()

    assert while_held(reset, partial(entered, alice)) == [WrongCredentials]
    assert not Token.objects.filter(player_id=alice.id).exists()


def test_a_code_is_spent_while_its_player_is_deleted_without_either_waiting_for_the_other(alice: Person) -> None:
    mails.ask_confirmation(alice.id)
    code = mails.token_of(AccountMail.objects.get(player_id=alice.id))

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            # As a deletion does; the code's row must be free then, or each would wait for the other.
            hold(alice)()
            (spent,) = started(pool, partial(mails.confirm, code))
            assert AccountMail.objects.select_for_update(nowait=True).filter(player_id=alice.id).exists()
            AccountMail.objects.filter(player_id=alice.id).delete()
        assert spent.result() is MailTokenNotFound


WRITES: dict[str, Callable[[Person, Cast], Callable[[], object]]] = {
    "a webhook": lambda alice, _: partial(webhook, alice),
    "a webhook's test": lambda alice, _: partial(webhooks.test, alice.id, str(webhook(alice).id)),
    "settings of notices": lambda alice, _: partial(preferences.change, alice.id, mail=[], matches={new_id(): []}),
    "the end of mails": lambda alice, _: partial(preferences.unsubscribe, preferences.unsubscribe_token(alice.id)),
    "a confirmation": lambda alice, _: partial(mails.ask_confirmation, alice.id),
    "a new password": lambda alice, _: partial(_expand, _wish(alice)),
    "a log-in": lambda alice, _: partial(entered, alice),
    "an invitation": lambda alice, cast: partial(_invite, cast[0], alice),
    "notices of a match": lambda alice, cast: partial(_tell, match_of(*cast[:2], alice)),
    "a vacation": lambda alice, _: partial(changes.change, alice.id, {"vacation": {"ends_at": "2100-01-01T00:00:00Z"}}),
}


@pytest.mark.parametrize("name", WRITES)
def test_what_is_written_while_a_player_is_deleted_is_not_left_behind(
    name: str, alice: Person, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = WRITES[name](alice, cast)
    with ThreadPoolExecutor(1) as pool:
        made: list[Future[object]] = []

        def locked(player_id: str) -> Player:
            found = accounts.locked(player_id)
            made.extend(started(pool, write))
            return found

        monkeypatch.setattr(deletion, "locked", locked)
        deletion.delete(alice.id)
        for one in made:
            one.result()
    left = {model.__name__: model._default_manager.filter(player_id=alice.id).count() for model in OWNED}
    assert left == dict.fromkeys(left, 0)


def test_a_webhook_is_deleted_while_a_worker_writes_a_dispatch_to_it(alice: Person, cast: Cast) -> None:
    hook, match_id = webhook(alice), match_of(*cast[:2], alice)
    deletion = partial(webhooks.delete, alice.id, str(hook.id))
    assert while_held(partial(_tell, match_id), deletion) == [None]
    assert not Webhook.objects.filter(id=hook.id).exists()
    assert Notice.objects.filter(player_id=alice.id).exists()


def test_a_worker_writes_its_notices_while_a_webhook_is_deleted(alice: Person, cast: Cast) -> None:
    hook, match_id = webhook(alice), match_of(*cast[:2], alice)
    deletion = partial(webhooks.delete, alice.id, str(hook.id))
    assert while_held(deletion, partial(_tell, match_id)) == [None]
    assert not Dispatch.objects.filter(webhook_id=hook.id).exists()
    assert Notice.objects.filter(player_id=alice.id).exists()


def _ended(cast: Cast) -> str:
    match_id = match_of(*cast)
    for who in cast[:2]:
        submission.resign(match_id, who.id, key=None)
    return match_id


def _fork(who: Person, match_id: str) -> object:
    wish = ForkWish(
        at=load(match_id).match.head.version,
        seat=None,
        clock=NONE,
        visibility=None,
        name="",
        start="auto",
        entropy=None,
    )
    return forks.fork(load(match_id), Lobby.objects.get(match_id=match_id), who.id, wish, key=None)


SEATS: dict[str, Callable[[Cast], Callable[[], object]]] = {
    "of another player's match": lambda cast: partial(lobby.join, create(cast[1].id), cast[0].id, SeatWish(), key=None),
    "of a new match": lambda cast: partial(lobby.create, cast[0].id, new_match(), key=None),
    "of a rematch": lambda cast: partial(rematches.rematch, _ended(cast), cast[0].id, key=None),
    "of a fork": lambda cast: partial(_fork, cast[0], _ended(cast)),
    "that starts a match": lambda cast: partial(lobby.join, _almost_full(*cast[1:]), cast[0].id, SeatWish(), key=None),
}


@pytest.mark.parametrize("name", SEATS)
def test_a_seat_that_is_taken_while_its_player_is_deleted_is_given_up(
    name: str, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    take, append = SEATS[name](cast), store.append
    made: list[str] = []

    def append_late(match_id: str, **what: Any) -> object:
        # The player was there when the call looked, and is gone when it writes.
        if not made:
            made.append(match_id)
            assert at_once(partial(deletion.delete, cast[0].id)) == [None]
        return append(match_id, **what)

    monkeypatch.setattr(store, "append", append_late)
    with pytest.raises(PlayerNotFound):
        take()
    match = load(made[0]).match
    seat = load(made[0]).seat_of(cast[0].id)
    assert seat is None or seat in match.resigned


def _almost_full(*people: Person) -> str:
    match_id = create(people[0].id)
    for one in people[1:]:
        lobby.join(match_id, one.id, SeatWish(), key=None)
    return match_id


def entered(who: Person) -> object:
    return log_in(who.handle, PASSWORD, label="x", scopes=["read"], key=None)


def _wish(who: Person) -> AccountMail:
    address = Player.objects.get(id=who.id).email
    mails.ask_reset(address)
    return AccountMail.objects.get(player=None, email=address)


def _invite(host: Person, guest: Person) -> object:
    return invitations.invite(create(host.id), host.id, seat=None, seconds=600, key=None, player=guest.id)


def _tell(match_id: str) -> None:
    with transaction.atomic():
        writer._write([(load(match_id), [Wanted(kind=YOUR_TURN, seat=2, about="p1.2")])])
