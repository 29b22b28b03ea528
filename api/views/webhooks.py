from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import answers, bodies, requests, resources
from api.http.entity_tags import SECRET
from api.views.base import caller, page
from games.matches.notices import webhooks
from games.matches.notices.webhooks import NewWebhook
from games.matches.presentation.resources import time


class WebhooksView(APIView):
    """The caller's webhooks, without their secrets; and a new one."""

    scopes: ClassVar = {"GET": "account", "POST": "account"}

    def get(self, request: Request) -> Response:
        requests.query(request)
        player = caller(request)
        until = webhooks.held_until(player)
        return page(request, [resources.webhook(found, held_until=until) for found in webhooks.of_player(player)], None)

    def post(self, request: Request) -> Response:
        new = NewWebhook(**requests.body(request, bodies.NEW_WEBHOOK))
        made = webhooks.create(caller(request), new, key=requests.idempotency_key(request))
        shown: answers.notices.NewWebhook = {**resources.webhook(made, held_until=None), "secret": made.secret}
        headers = {"Location": f"{resources.BASE}/me/webhooks/{made.id}", **SECRET}
        return Response(shown, status=201, headers=headers)


class WebhookView(APIView):
    """One webhook of the caller's."""

    scopes: ClassVar = {"GET": "account", "PATCH": "account", "DELETE": "account"}

    def get(self, request: Request, webhook: str) -> Response:
        requests.query(request)
        player = caller(request)
        found = webhooks.find(player, webhook)
        return Response(resources.webhook(found, held_until=webhooks.held_until(player)))

    def patch(self, request: Request, webhook: str) -> Response:
        player = caller(request)
        changed = webhooks.change(player, webhook, requests.body(request, bodies.WEBHOOK_CHANGE))
        return Response(resources.webhook(changed, held_until=webhooks.held_until(player)))

    def delete(self, request: Request, webhook: str) -> Response:
        requests.body(request, bodies.EMPTY)
        webhooks.delete(caller(request), webhook)
        return Response(status=204)


class WebhookSecretView(APIView):
    """Give a webhook a new secret."""

    scopes: ClassVar = {"POST": "account"}

    def post(self, request: Request, webhook: str) -> Response:
        requests.body(request, bodies.EMPTY)
        player = caller(request)
        changed = webhooks.rotate(player, webhook, key=requests.idempotency_key(request))
        shown: answers.notices.RotatedWebhook = {
            **resources.webhook(changed, held_until=webhooks.held_until(player)),
            "secret": changed.secret,
            "previous_until": time(changed.previous_until),
        }
        return Response(shown, headers=SECRET)


class WebhookTestView(APIView):
    """Send a test delivery."""

    scopes: ClassVar = {"POST": "account"}

    def post(self, request: Request, webhook: str) -> Response:
        requests.body(request, bodies.EMPTY)
        return Response(resources.delivery(webhooks.test(caller(request), webhook)))


class DeliveriesView(APIView):
    """The deliveries to a webhook, and their outcomes."""

    scopes: ClassVar = {"GET": "account"}

    def get(self, request: Request, webhook: str) -> Response:
        asked = requests.query(request, "before", "limit")
        limit = requests.limit(asked)
        # One more than the page tells whether there is another.
        rows = webhooks.deliveries(caller(request), webhook, before=requests.id_cursor(asked), limit=limit + 1)
        cursor = {"before": rows[limit - 1].id} if len(rows) > limit else None
        return page(request, [resources.delivery(row) for row in rows[:limit]], cursor)


class ResendView(APIView):
    """Send a delivery again."""

    scopes: ClassVar = {"POST": "account"}

    def post(self, request: Request, webhook: str, delivery: str) -> Response:
        requests.body(request, bodies.EMPTY)
        return Response(resources.delivery(webhooks.resend(caller(request), webhook, delivery)))
