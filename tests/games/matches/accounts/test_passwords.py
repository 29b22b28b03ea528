import threading
import unicodedata
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import pytest

from api.serving.admission.pending import SHARE
from events.store import new_id
from games.matches.accounts import mails, passwords
from games.matches.accounts.players import sign_up
from games.matches.errors import HandleTaken, Invalid, MailTokenNotFound, TooBusy
from games.matches.models.notices import RESET, AccountMail
from games.matches.models.people import Player
from games.matches.quotas import callers
from tests.support.asserting import wait_until
from tests.support.cast import person


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("7chars!", "password_too_short"),
        ("9351702648", "password_entirely_numeric"),
        ("password123", "password_too_common"),
        ("WIZARD_OF_ODDS", "password_is_handle"),
    ],
)
def test_a_weak_password_is_refused_without_being_quoted(password: str, code: str) -> None:
    with pytest.raises(Invalid) as refused:
        sign_up("wizard_of_odds", locale="en", key=None, password=password)
    assert code in [wrong.code for wrong in refused.value.violations]
    assert {wrong.pointer for wrong in refused.value.violations} == {"/password"}
    assert password not in repr(refused.value.violations)
    assert not Player.objects.filter(handle="wizard_of_odds").exists()


def test_a_password_opens_however_its_letters_are_composed() -> None:
    kept = passwords.hashed(unicodedata.normalize("NFD", "żółta łódź"))
    assert passwords.opens(unicodedata.normalize("NFC", "żółta łódź"), kept)
    assert not passwords.opens("zolta lodz", kept)


def test_no_password_opens_where_none_is_kept() -> None:
    assert not passwords.opens("", "")
    assert not passwords.opens("anything", "")


# Hashing is bounded


PATIENCE = 300.0


@dataclass
class Slow:
    """A hasher that takes until it is let go, and knows how many hashes ran at once."""

    free: threading.Event = field(default_factory=threading.Event)
    begun: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    lock: threading.Lock = field(default_factory=threading.Lock)
    running: int = 0
    most: int = 0

    def __call__(self, password: str, kept: str = "") -> bool:
        with self.lock:
            self.running += 1
            self.most = max(self.most, self.running)
        self.begun.release()
        self.free.wait(PATIENCE)
        with self.lock:
            self.running -= 1
        return False


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    made = Slow()
    monkeypatch.setattr(passwords, "check_password", made)
    # A busy machine may take longer to begin some threads than a caller waits.
    monkeypatch.setattr(passwords, "PATIENCE_SECONDS", PATIENCE)
    yield made
    made.free.set()
    # A hash may have begun although nobody waits for it any more.
    passwords._hasher.submit(int).result(60)


def test_one_password_is_hashed_at_a_time_few_wait_and_the_next_is_refused_at_once(slow: Slow) -> None:
    with ThreadPoolExecutor(passwords.PLACES) as callers:
        waiting = [callers.submit(passwords.opens, "a guess", "") for _ in range(passwords.PLACES)]
        slow.begun.acquire(timeout=30)
        wait_until(lambda: not passwords._turns.free)
        with pytest.raises(TooBusy):
            passwords.opens("one more", "")
        slow.free.set()
        assert [each.result(60) for each in waiting] == [False] * passwords.PLACES
    assert slow.most == 1


def test_callers_from_one_address_leave_places_to_others(slow: Slow) -> None:
    def guess(network: str) -> bool:
        with callers.called_from(network):
            return passwords.opens("a guess", "")

    with ThreadPoolExecutor(passwords.PLACES) as pool:
        waiting = [pool.submit(guess, "192.0.2.1") for _ in range(passwords.PLACES_OF_ONE)]
        wait_until(lambda: passwords._turns.free == passwords.PLACES - passwords.PLACES_OF_ONE)
        with pytest.raises(TooBusy):
            guess("192.0.2.1")
        waiting.append(pool.submit(guess, "192.0.2.2"))
        slow.free.set()
        assert [each.result(60) for each in waiting] == [False] * (passwords.PLACES_OF_ONE + 1)
    wait_until(lambda: passwords._turns.free == passwords.PLACES)


def test_of_a_class_that_logs_in_at_once_as_many_wait_as_leave_its_players_calls_at_work(slow: Slow) -> None:
    def logs_in(_: int) -> bool:
        with callers.called_from("192.0.2.7"):
            return passwords.opens("a guess", "")

    with ThreadPoolExecutor(6) as six:
        each = [six.submit(logs_in, number) for number in range(6)]
        wait_until(lambda: passwords._turns.free == passwords.PLACES - 6 or any(one.done() for one in each))
        slow.free.set()
        assert [one.result(60) for one in each] == [False] * 6
    assert passwords.PLACES_OF_ONE < SHARE


def test_places_are_free_again_whatever_became_of_a_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(password: str, kept: str) -> bool:
        raise ValueError

    monkeypatch.setattr(passwords, "check_password", fails)
    for _ in range(2 * passwords.PLACES):
        with pytest.raises(ValueError):
            passwords.opens("a guess", "")


def test_a_caller_waits_no_longer_than_a_few_hashes_take(monkeypatch: pytest.MonkeyPatch, slow: Slow) -> None:
    monkeypatch.setattr(passwords, "PATIENCE_SECONDS", 0.0)
    with pytest.raises(TooBusy):
        passwords.opens("a guess", "")


def test_a_handle_that_is_taken_costs_a_sign_up_no_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    handle = person("Alice").handle
    monkeypatch.setattr(passwords, "make_password", None)
    with pytest.raises(HandleTaken):
        sign_up(handle, locale="en", key=None, password="correct horse battery")


def test_a_code_that_is_none_costs_a_reset_no_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "make_password", None)
    spent = AccountMail(id=new_id(), purpose=RESET)
    for token in ("rst_x", mails.token_of(spent)):
        with pytest.raises(MailTokenNotFound):
            mails.reset(token, "correct horse battery")
