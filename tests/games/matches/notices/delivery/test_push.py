"""Push messages: what a browser gets, who carries it, and when it ends."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.db.models.functions import Now
from pytest_django import Settings

from games.matches.errors import AddressNotAllowed, NotAllowed, PushNotOffered, SubscriptionNotFound
from games.matches.models.notices import PUSH, Dispatch, Notice, Webhook
from games.matches.models.people import Token
from games.matches.notices import bodies, subscriptions, webhooks, writer
from games.matches.notices.delivery import push
from games.matches.notices.delivery.push import Keys, decoded, encoded
from games.matches.notices.kinds import KINDS
from games.matches.notices.subscriptions import NewSubscription
from tests.games.matches.notices.scene import hook, make_due, match_with, send
from tests.support.cast import Person, match_of, person
from tests.support.receiver import Receiver

# The example of RFC 8291, appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
BROWSER_PRIVATE = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
BROWSER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
# The other side's point in the same example.
SERVER = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
OWN = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
MESSAGE = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A"
    "_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _offered(settings: Settings) -> None:
    settings.VAPID_KEY = encoded(bytes(range(1, 33)))
    settings.VAPID_SUBJECT = "mailto:operator@example.org"


def browser(who: Person, receiver: Receiver, path: str = "", **wishes: Any) -> Webhook:
    token = Token.objects.filter(player_id=who.id).latest("created_at")
    new = {"endpoint": receiver.url + path, "p256dh": BROWSER, "auth": AUTH, "kinds": KINDS, **wishes}
    return subscriptions.create(who.id, str(token.id), NewSubscription(**new))


def opened(body: bytes) -> Any:
    """What the browser of the example reads, by the steps of RFC 8291 and RFC 8188 in their own order."""
    salt, size, point, text = body[:16], body[20], body[21:86], body[86:]
    assert (int.from_bytes(body[16:20]), size) == (4096, 65)
    private = ec.derive_private_key(int.from_bytes(decoded(BROWSER_PRIVATE)), ec.SECP256R1())
    shared = private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point))

    def derived(secret: bytes, salt: bytes, info: bytes, size: int) -> bytes:
        return HKDF(algorithm=hashes.SHA256(), length=size, salt=salt, info=info).derive(secret)

    secret = derived(shared, decoded(AUTH), b"WebPush: info\0" + decoded(BROWSER) + point, 32)
    key, nonce = (
        derived(secret, salt, b"Content-Encoding: %b\0" % name, size)
        for name, size in ((b"aes128gcm", 16), (b"nonce", 12))
    )
    plain = AESGCM(key).decrypt(nonce, text, None)
    assert plain.endswith(b"\2")
    return json.loads(plain[:-1])


def claims(authorization: str) -> Any:
    """What a push service takes from the header, if the key in it has signed it."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, said, signature = parts["t"].split(".")
    both = decoded(signature)
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(parts["k"]))
    signed = encode_dss_signature(int.from_bytes(both[:32]), int.from_bytes(both[32:]))
    point.verify(signed, f"{head}.{said}".encode(), ec.ECDSA(hashes.SHA256()))
    assert (scheme, json.loads(decoded(head))) == ("vapid", {"typ": "JWT", "alg": "ES256"})
    assert parts["k"] == push.service_key()
    return json.loads(decoded(said))


def test_a_message_is_encrypted_as_the_rfc_says() -> None:
    keys = Keys.read(BROWSER, AUTH)
    assert Keys.kept(keys.text) == keys
    assert encoded(push.sealed(TEXT, keys, own=decoded(OWN), salt=decoded(SALT))) == MESSAGE


def test_no_two_messages_share_a_key_or_a_salt() -> None:
    first, second = (push.encrypted(b"{}", Keys.read(BROWSER, AUTH)) for _ in range(2))
    assert first[:16] != second[:16]
    assert first[21:86] != second[21:86]
    assert opened(first) == opened(second) == {}


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        (encoded(b"\4" + bytes(64)), AUTH),
        (encoded(decoded(BROWSER)[:-1]), AUTH),
        (encoded(b"\2" + decoded(BROWSER)[1:33]), AUTH),
        (BROWSER, encoded(bytes(15))),
        ("A", AUTH),
    ],
    ids=["off the curve", "too short", "compressed", "short secret", "no base64"],
)
def test_what_is_no_key_is_refused_when_it_is_given(p256dh: str, auth: str, alice: Person, receiver: Receiver) -> None:
    with pytest.raises(NotAllowed):
        browser(alice, receiver, p256dh=p256dh, auth=auth)


def test_a_browser_gets_a_sentence_and_an_address_that_whoever_carries_them_cannot_read(
    alice: Person, receiver: Receiver
) -> None:
    browser(alice, receiver, kinds=["match_started"])
    match_id = match_with(alice)
    assert send() == 1
    (got,) = receiver.received
    notice = Notice.objects.get(player_id=alice.id, kind="match_started")
    assert opened(got.body) == {
        "text": "Rock Paper Wizard: the match has started.",
        "kind": "match_started",
        "match": match_id,
        "url": bodies.address(notice),
    }
    assert match_id.encode() not in got.body
    assert (got.headers["content-encoding"], got.headers["topic"]) == ("aes128gcm", match_id.replace("-", ""))
    assert got.headers["ttl"] == str(24 * 3600)
    said = claims(got.headers["authorization"])
    assert (said["aud"], said["sub"]) == (receiver.url.removesuffix("/hook"), "mailto:operator@example.org")
    assert timedelta() < datetime.fromtimestamp(said["exp"], UTC) - notice.at < timedelta(hours=24)


def test_a_message_is_kept_for_a_browser_that_is_away_no_longer_than_it_is_of_use() -> None:
    notice = Notice(match_id=UUID(int=1), due_at=NOW + timedelta(minutes=5))
    url = "https://push.example.org/x"

    def kept() -> str:
        return push.headers(url, notice, NOW)["TTL"]

    assert kept() == "300"
    notice.due_at = NOW - timedelta(seconds=1)
    assert kept() == "0"
    notice.due_at = NOW + timedelta(days=9)
    assert kept() == str(24 * 3600)


def test_no_notice_tells_a_browser_a_name_or_a_choice(alice: Person, receiver: Receiver) -> None:
    browser(alice, receiver)
    bob = person("Bob")
    writer.tell_now(match_of(alice, bob, person("Carol")))
    send()
    assert {opened(got.body)["kind"] for got in receiver.received} == {"match_started", "your_turn"}
    for got in receiver.received:
        assert bob.handle not in str(opened(got.body))
        assert opened(got.body).keys() == {"text", "kind", "match", "url"}


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten_at_once(status: int, alice: Person, receiver: Receiver) -> None:
    receiver.answer = status
    browser(alice, receiver)
    match_with(alice)
    assert send() == 0
    assert subscriptions.of_player(alice.id) == []
    assert len(receiver.received) == 1


def test_404_says_nothing_of_a_webhook(alice: Person, receiver: Receiver) -> None:
    receiver.answer = 404
    webhook = hook(alice, receiver)
    match_with(alice)
    send()
    webhook.refresh_from_db()
    assert (webhook.disabled_at, webhook.failures) == (None, 1)


def test_whoever_carries_messages_and_fails_is_tried_again_and_given_up_after_three_days(
    alice: Person, receiver: Receiver
) -> None:
    receiver.answer = 503
    found = browser(alice, receiver, kinds=["match_started"])
    match_with(alice)
    send()
    assert [one.attempts for one in Dispatch.objects.filter(webhook=found)] == [1]
    receiver.answer = 201
    make_due(webhook=found)
    assert send() == 1
    receiver.answer = 503
    match_with(alice)
    Webhook.objects.filter(id=found.id).update(failures=5, failing_since=Now() - timedelta(days=3))
    send()
    assert subscriptions.of_player(alice.id) == []


def test_a_subscription_ends_with_the_session_that_made_it(alice: Person, receiver: Receiver) -> None:
    browser(alice, receiver)
    Token.objects.filter(player_id=alice.id).delete()
    match_with(alice)
    assert send() == 0
    assert receiver.received == []
    assert subscriptions.of_player(alice.id) == []


def test_a_browser_shows_the_notices_of_the_player_who_asked_last(alice: Person, receiver: Receiver) -> None:
    bob = person("Bob")
    browser(alice, receiver)
    browser(bob, receiver)
    assert subscriptions.of_player(alice.id) == []
    again = browser(bob, receiver)
    assert [one.id for one in subscriptions.of_player(bob.id)] == [UUID(str(again.id))]


@pytest.mark.parametrize("other", [{"auth": encoded(bytes(16))}, {"p256dh": SERVER}], ids=["auth", "point"])
def test_who_knows_a_browser_s_address_and_not_its_keys_takes_nothing_away(
    other: dict[str, str], alice: Person, receiver: Receiver
) -> None:
    browser(alice, receiver, kinds=["match_started"])
    mallory = person("Mallory")
    # Not refused, or the answer would say that somebody has this address.
    browser(mallory, receiver, kinds=["match_ended"], **other)
    match_with(alice)
    assert send() == 1
    assert opened(receiver.received[0].body)["kind"] == "match_started"
    # The browser itself, which has the keys, takes over its own.
    browser(person("Bob"), receiver)
    assert subscriptions.of_player(alice.id) == []
    assert len(subscriptions.of_player(mallory.id)) == 1


def test_of_eleven_browsers_the_oldest_goes(alice: Person, receiver: Receiver) -> None:
    made = [browser(alice, receiver, f"/{number}") for number in range(subscriptions.MOST + 1)]
    assert [one.id for one in subscriptions.of_player(alice.id)] == [UUID(str(one.id)) for one in made[:0:-1]]


def test_browsers_are_no_webhooks_and_count_beside_them(alice: Person, receiver: Receiver) -> None:
    found = browser(alice, receiver)
    assert webhooks.of_player(alice.id) == []
    for number in range(webhooks.MOST):
        webhook = hook(alice, Receiver(url=f"{receiver.url}/{number}"))
    with pytest.raises(SubscriptionNotFound):
        subscriptions.delete(alice.id, str(webhook.id))
    with pytest.raises(SubscriptionNotFound):
        subscriptions.delete(person("Mallory").id, str(found.id))
    subscriptions.delete(alice.id, str(found.id))
    assert len(webhooks.of_player(alice.id)) == webhooks.MOST


def test_nothing_is_sent_to_an_address_within(alice: Person, receiver: Receiver, settings: Settings) -> None:
    settings.WEBHOOKS_TO_LOOPBACK = False
    with pytest.raises(AddressNotAllowed):
        browser(alice, receiver)
    with pytest.raises(AddressNotAllowed):
        browser(alice, Receiver(url="https://169.254.169.254/latest"))


def test_without_a_key_push_is_not_offered_and_what_waits_is_dropped(
    alice: Person, receiver: Receiver, settings: Settings
) -> None:
    browser(alice, receiver)
    match_with(alice)
    settings.VAPID_KEY = ""
    assert push.service_key() is None
    with pytest.raises(PushNotOffered):
        browser(alice, receiver)
    assert send() == 0
    assert not Webhook.objects.filter(format=PUSH).exists()
