"""What the tests of notices do again and again."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.db.models.functions import Now
from pytest_django import Settings

from games.matches.models.notices import AccountMail, AskedMail, Dispatch, Notice, Webhook
from games.matches.models.people import Player
from games.matches.notices import courier, mailer, webhooks, writer
from games.matches.notices.delivery.http_post import PostSettings
from games.matches.notices.kinds import KINDS
from games.matches.notices.webhooks import NewWebhook
from games.matches.play import submission
from games.matches.play.submission import Sent
from games.matches.stream.loading import load
from tests.support.cast import Person, match_of, person
from tests.support.receiver import Receiver

# Patience with receivers that answer at once, however busy the machine is.
CALLER = PostSettings(loopback=True, seconds=20.0)


def trio() -> list[Person]:
    return [person(name) for name in ("Alice", "Bob", "Carol")]


def told_match(*people: Person, **wishes: Any) -> str:
    """A running match whose players have been told that it runs."""
    match_id = match_of(*(people or trio()), **wishes)
    writer.tell_now(match_id)
    return match_id


def hook(who: Person, receiver: Receiver, *kinds: str, form: str = "standard") -> Webhook:
    new = NewWebhook(url=receiver.url, kinds=kinds or KINDS, format=form)
    return webhooks.create(who.id, new, key=None)


def notices(who: Person, match_id: str | None = None) -> list[tuple[str, str]]:
    rows = Notice.objects.filter(player_id=who.id).order_by("id")
    if match_id is not None:
        rows = rows.filter(match_id=match_id)
    return [(row.kind, row.about) for row in rows]


def move(match_id: str, seat: int) -> None:
    """The first listed move of a seat."""
    loaded = load(match_id)
    asked = loaded.match.prompts[seat]
    submission.play(
        match_id, loaded.holders[seat], Sent(body={"prompt": asked.id, **asked.moves[0].legal[0]}), key=None
    )


def send(caller: PostSettings = CALLER) -> int:
    """One run of each lane over what is due."""
    return courier.WEBHOOKS.run(caller, seconds=20) + courier.BROWSERS.run(caller, seconds=20)


def make_due(**which: Any) -> None:
    """As if the gaps were over."""
    past = Now() - timedelta(seconds=1)
    Dispatch.objects.filter(**which).update(available_at=past)
    Webhook.objects.update(not_before=past, paused_until=past)


def confirmed(who: Person, email: str) -> None:
    Player.objects.filter(id=who.id).update(email=email, confirmed_email=email)


def dispatches(webhook: Webhook) -> list[Dispatch]:
    return list(Dispatch.objects.filter(webhook=webhook).order_by("id"))


def states(webhook: Webhook) -> list[str]:
    return [dispatch.state for dispatch in dispatches(webhook)]


def said(receiver: Receiver) -> list[Any]:
    return [json.loads(got.body) for got in receiver.received]


def match_with(alice: Person) -> str:
    return told_match(alice, person("Bob"), person("Carol"))


def fresh(name: str = "alice") -> str:
    """An address of this test alone."""
    return f"{name}.{datetime.now(UTC):%H%M%S%f}@example.org"


def sent() -> list[EmailMessage]:
    mailer.run()
    box: list[EmailMessage] = mail.outbox
    return box


@pytest.fixture(autouse=True)
def _nothing_due(settings: Settings) -> None:
    """What other tests have left to be sent is not sent in these."""
    settings.WEBHOOKS_TO_LOOPBACK = True
    settings.TURN_MAIL_DELAY_SECONDS = 0
    Webhook.objects.all().delete()
    Dispatch.objects.all().delete()
    AccountMail.objects.all().delete()
    AskedMail.objects.all().delete()
