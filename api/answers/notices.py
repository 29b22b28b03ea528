"""Shapes about notices, and the ways by which they are sent."""

from typing import Annotated, TypedDict

from msgspec import Meta

from api.answers.parts import Next
from games.matches.notices.kinds import KINDS
from games.matches.presentation.shapes import ID, Count, SeatNumber, Time, doc, format_of, words

NoticeKinds = list[Annotated[str, words(*KINDS)]]


class Notice(TypedDict):
    """Something you are told, once."""

    id: ID
    kind: Annotated[str, words(*KINDS), doc("What has happened.")]
    text: Annotated[str, doc("A sentence in your language.")]
    match: ID
    game: str
    seat: SeatNumber | None
    prompt: Annotated[str | None, doc("The prompt that it is about.")]
    due_at: Annotated[Time | None, doc("When the time of the prompt or the invitation is up.")]
    invitation: Annotated[ID | None, doc("Where you are invited: what to join with.")]
    at: Time
    read_at: Annotated[Time | None, doc("Also set once a prompt is answered: there is nothing left to look at.")]


class NoticeFacts(TypedDict):
    """What a webhook is told of a notice: ids and times. The rest is asked for with a token."""

    notice: ID
    match: ID
    game: str
    seat: SeatNumber | None
    prompt: Annotated[str | None, doc("The prompt that it is about.")]
    due_at: Annotated[Time | None, doc("When the time of the prompt or the invitation is up.")]


class NoticePage(TypedDict):
    """A page of notices, newest first."""

    items: list[Notice]
    next: Next
    unread: Annotated[Count, doc("In all.")]


class Unread(TypedDict):
    """How many notices were not read yet."""

    unread: Count


class NoticeException(TypedDict):
    """An exception."""

    match: ID
    kinds: Annotated[NoticeKinds, doc("Only these leave the inbox at all.")]


class NoticeSettings(TypedDict):
    """Which notices leave the inbox."""

    mail: Annotated[NoticeKinds, doc("The kinds that come by mail, to a confirmed address.")]
    matches: list[NoticeException]


class Webhook(TypedDict):
    """An address that is told of your notices."""

    id: ID
    url: Annotated[str, format_of("uri")]
    kinds: NoticeKinds
    format: Annotated[str, words("standard", "chat")]
    created_at: Time
    held_until: Annotated[
        Time | None,
        doc("Until then new notices stay in the inbox, because you have used up your quota `bytes`."),
    ]
    failing_since: Annotated[Time | None, doc("Since when no delivery was taken.")]
    disabled_at: Time | None
    disabled_for: Annotated[str, words("gone", "failing")] | None


class NewWebhook(Webhook):
    """A webhook with its secret."""

    secret: Annotated[str, Meta(pattern="^whsec_"), doc("It signs every delivery, and is shown this once only.")]


class RotatedWebhook(NewWebhook):
    """A webhook with its new secret."""

    previous_until: Annotated[Time | None, doc("Until then deliveries carry a signature by the secret before, too.")]


class WebhookPage(TypedDict):
    """A page of your webhooks, newest first."""

    items: list[Webhook]
    next: Next


class PushSubscription(TypedDict):
    """A browser that shows your notices."""

    id: ID
    endpoint: Annotated[str, format_of("uri")]
    kinds: NoticeKinds
    created_at: Time
    failing_since: Annotated[Time | None, doc("Since when no message was taken.")]


class PushSubscriptionPage(TypedDict):
    """The browsers that show your notices, newest first, and what another one needs to become one of them."""

    items: list[PushSubscription]
    next: Next
    key: Annotated[str | None, doc("`applicationServerKey` for a browser; null where push is not offered.")]


class Delivery(TypedDict):
    """What became of one message to a webhook."""

    id: ID
    message: Annotated[str, doc("Its `webhook-id`, the same for every attempt.")]
    kind: Annotated[str, words(*KINDS, "test")]
    state: Annotated[str, words("pending", "delivered", "failed", "dropped")]
    attempts: Count
    last_status: Annotated[int | None, doc("The receiver's last status.")]
    last_error: Annotated[str | None, doc("A word for why it was not taken, such as `timed_out`.")]
    next_attempt_at: Time | None
    created_at: Time
    done_at: Time | None


class DeliveryPage(TypedDict):
    """A page of deliveries, newest first."""

    items: list[Delivery]
    next: Next
