from api.openapi.operation import NO_CONTENT, DocumentedResponse, Operation, Operations, ok
from api.views.mails import ConfirmationsView, MyConfirmationsView, NewPasswordsView, ResetsView
from api.views.notices import NoticeSettingsView, NoticesView, ReadView
from api.views.push import PushSubscriptionsView, PushSubscriptionView
from api.views.webhooks import (
    DeliveriesView,
    ResendView,
    WebhookSecretView,
    WebhooksView,
    WebhookTestView,
    WebhookView,
)

_TAG = "notices"

OPERATIONS: Operations = {
    (NoticesView, "GET"): Operation(
        id="listNotices",
        tagged=True,
        tag=_TAG,
        summary="What you have been told, newest first",
        query=("unread", "before", "limit"),
        answers=ok("NoticePage"),
    ),
    (ReadView, "POST"): Operation(
        id="readNotices",
        tag=_TAG,
        summary="Mark notices as read",
        description="Those named, or with `up_to` that one and all before it.",
        body="ReadWish",
        answers=ok("Unread"),
    ),
    (NoticeSettingsView, "GET"): Operation(
        id="getNoticeSettings", tag=_TAG, summary="Which notices leave the inbox", answers=ok("NoticeSettings")
    ),
    (NoticeSettingsView, "PATCH"): Operation(
        id="changeNoticeSettings",
        tag=_TAG,
        summary="Choose the kinds that come by mail, and exceptions for matches",
        description="`kinds: null` takes an exception back, `kinds: []` silences a match outside the inbox.",
        body="NoticeSettingsWish",
        answers=ok("NoticeSettings"),
        refusals=("quota_exceeded", "player_not_found"),
    ),
    (WebhooksView, "GET"): Operation(
        id="listWebhooks", tagged=True, tag=_TAG, summary="Your webhooks", answers=ok("WebhookPage")
    ),
    (WebhooksView, "POST"): Operation(
        id="createWebhook",
        tag=_TAG,
        summary="Have notices sent to an address",
        description="All kinds in the format `standard` (Standard Webhooks 1.0) unless told. The secret is shown this "
        "once only: a repeat under the same key is `already_created`.",
        body="WebhookWish",
        keyed=True,
        answers={201: DocumentedResponse(shape="NewWebhook", headers=("Location",))},
        refusals=("address_not_allowed", "too_many_webhooks", "quota_exceeded", "already_created", "player_not_found"),
    ),
    (WebhookView, "GET"): Operation(id="getWebhook", tag=_TAG, summary="One webhook", answers=ok("Webhook")),
    (WebhookView, "PATCH"): Operation(
        id="changeWebhook",
        tag=_TAG,
        summary="Change a webhook's address, kinds or format",
        description="Its secret stays. With another address it begins anew, also where it was disabled.",
        body="WebhookChange",
        answers=ok("Webhook"),
        refusals=("address_not_allowed", "player_not_found", "quota_exceeded"),
    ),
    (WebhookSecretView, "POST"): Operation(
        id="rotateWebhookSecret",
        tag=_TAG,
        summary="Give a webhook a new secret",
        description="For a day deliveries are signed by both secrets, with a space between the signatures, so that a "
        "receiver can change over in its own time. The new one is shown this once only: a repeat under the same key is "
        "`already_created`.",
        body="Nothing",
        keyed=True,
        answers=ok("RotatedWebhook"),
        refusals=("already_created", "player_not_found"),
    ),
    (WebhookView, "DELETE"): Operation(
        id="deleteWebhook",
        tag=_TAG,
        summary="Take a webhook away",
        answers=NO_CONTENT,
        refusals=("player_not_found",),
    ),
    (WebhookTestView, "POST"): Operation(
        id="testWebhook",
        tag=_TAG,
        summary="Send something to see whether it arrives",
        body="Nothing",
        answers=ok("Delivery"),
        refusals=("webhook_disabled", "player_not_found"),
    ),
    (DeliveriesView, "GET"): Operation(
        id="listDeliveries",
        tagged=True,
        tag=_TAG,
        summary="What became of what was sent, newest first",
        query=("before", "limit"),
        answers=ok("DeliveryPage"),
    ),
    (ResendView, "POST"): Operation(
        id="resendDelivery",
        tag=_TAG,
        summary="Send a delivery once more, under its id",
        body="Nothing",
        answers=ok("Delivery"),
        refusals=("webhook_disabled", "player_not_found"),
    ),
    (PushSubscriptionsView, "GET"): Operation(
        id="listPushSubscriptions",
        tagged=True,
        tag=_TAG,
        summary="The browsers that show your notices, and the key for another",
        answers=ok("PushSubscriptionPage"),
    ),
    (PushSubscriptionsView, "POST"): Operation(
        id="createPushSubscription",
        tag=_TAG,
        summary="Have a browser show your notices",
        description="The body is a browser's `PushSubscription` as it writes itself, made with `key`. A browser shows "
        "the notices of one player, the last who asked, as long as the token of this call is good; of eleven browsers "
        "the oldest goes.",
        body="PushSubscriptionWish",
        answers={201: DocumentedResponse(shape="PushSubscription", headers=("Location",))},
        refusals=("push_not_offered", "address_not_allowed", "quota_exceeded", "player_not_found"),
    ),
    (PushSubscriptionView, "DELETE"): Operation(
        id="deletePushSubscription",
        tag=_TAG,
        summary="Have a browser show nothing any more",
        answers=NO_CONTENT,
        refusals=("player_not_found",),
    ),
    (MyConfirmationsView, "POST"): Operation(
        id="confirmMyEmail",
        tag=_TAG,
        summary="Have a code sent to your address",
        description="A few a day: to one mailbox, of one player, and from one network address.",
        body="Nothing",
        answers={202: DocumentedResponse(shape="MailSent")},
        refusals=("no_email", "too_much_mail", "player_not_found", "quota_exceeded"),
    ),
    (ConfirmationsView, "POST"): Operation(
        id="confirmEmail",
        tag=_TAG,
        summary="Confirm an address by the code that came there",
        description="From then on notices may go there. A code is good for one use, by whoever has it.",
        body="Confirmation",
        answers={204: DocumentedResponse(said="It is confirmed.")},
        refusals=("mail_token_not_found",),
    ),
    (ResetsView, "POST"): Operation(
        id="askForPassword",
        tag=_TAG,
        summary="Have a code for a new password sent to a confirmed address",
        description="The answer is the same whether or not an account has this address.",
        body="ResetWish",
        answers={202: DocumentedResponse(said="If there is such an account, a mail is on its way.")},
    ),
    (NewPasswordsView, "POST"): Operation(
        id="setPassword",
        tag=_TAG,
        summary="Set a new password by the code that came by mail",
        description="All tokens of the account are revoked.",
        body="PasswordWish",
        answers={204: DocumentedResponse(said="The password is set.")},
        refusals=("mail_token_not_found",),
    ),
}
