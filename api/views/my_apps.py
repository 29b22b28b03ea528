"""The apps that the caller has registered, and the apps of others that act for the caller."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import bodies, requests, resources
from api.answers.third_parties import NewApp
from api.http import entity_tags
from api.http.entity_tags import SECRET
from api.views.base import caller
from games.matches.accounts import app_access, third_party_apps


class MyAppsView(APIView):
    """The caller's apps, without their secrets; and a new one."""

    scopes: ClassVar = {"GET": "account", "POST": "account"}

    def get(self, request: Request) -> Response:
        requests.query(request)
        items = list(map(resources.app, third_party_apps.of_player(caller(request))))
        return entity_tags.of_content(request, {"items": items})

    def post(self, request: Request) -> Response:
        new = third_party_apps.NewApp(**requests.body(request, bodies.NEW_APP))
        made, secret = third_party_apps.register(caller(request), new, key=requests.idempotency_key(request))
        shown: NewApp = {**resources.app(made), "client_secret": secret}
        headers = {"Location": f"{resources.BASE}/me/apps/{made.client_id}", **SECRET}
        return Response(shown, status=201, headers=headers)


class MyAppView(APIView):
    """One of the caller's apps."""

    scopes: ClassVar = {"GET": "account", "PATCH": "account", "DELETE": "account"}

    def get(self, request: Request, app: str) -> Response:
        requests.query(request)
        return Response(resources.app(third_party_apps.find(caller(request), app)))

    def patch(self, request: Request, app: str) -> Response:
        wishes = requests.body(request, bodies.APP_CHANGE)
        return Response(resources.app(third_party_apps.change(caller(request), app, wishes)))

    def delete(self, request: Request, app: str) -> Response:
        requests.body(request, bodies.EMPTY)
        third_party_apps.delete(caller(request), app)
        return Response(status=204)


class AppsWithAccessView(APIView):
    """The apps that act for the caller."""

    scopes: ClassVar = {"GET": "account"}

    def get(self, request: Request) -> Response:
        requests.query(request)
        items = list(map(resources.app_access, app_access.of_player(caller(request))))
        return entity_tags.of_content(request, {"items": items})


class AppWithAccessView(APIView):
    """One app that acts for the caller."""

    scopes: ClassVar = {"DELETE": "account"}

    def delete(self, request: Request, app: str) -> Response:
        requests.body(request, bodies.EMPTY)
        app_access.remove(caller(request), app)
        return Response(status=204)
