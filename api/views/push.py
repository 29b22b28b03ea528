from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import bodies, requests, resources
from api.views.base import caller, page, token_of
from games.matches.notices import subscriptions
from games.matches.notices.delivery import push
from games.matches.notices.subscriptions import NewSubscription


class PushSubscriptionsView(APIView):
    """The browsers that show the caller's notices; and one more."""

    scopes: ClassVar = {"GET": "account", "POST": "account"}

    def get(self, request: Request) -> Response:
        requests.query(request)
        found = [resources.subscription(one) for one in subscriptions.of_player(caller(request))]
        return page(request, found, None, key=push.service_key())

    def post(self, request: Request) -> Response:
        asked = requests.body(request, bodies.NEW_SUBSCRIPTION)
        new = NewSubscription(endpoint=asked["endpoint"], kinds=asked["kinds"], **asked["keys"])
        made = subscriptions.create(caller(request), token_of(request), new)
        headers = {"Location": f"{resources.BASE}/me/push-subscriptions/{made.id}"}
        return Response(resources.subscription(made), status=201, headers=headers)


class PushSubscriptionView(APIView):
    """One browser that shows the caller's notices."""

    scopes: ClassVar = {"DELETE": "account"}

    def delete(self, request: Request, subscription: str) -> Response:
        requests.body(request, bodies.EMPTY)
        subscriptions.delete(caller(request), subscription)
        return Response(status=204)
