"""The empty view that calls are compared with, beside all addresses of the service."""

from django.urls import path
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.urls import urlpatterns as served


class EmptyView(APIView):
    """Answers with nothing: what framework and middleware cost."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    def get(self, request: Request) -> Response:
        return Response({})

    def post(self, request: Request) -> Response:
        return Response({}, status=201)


urlpatterns = [path("api/v1/empty", EmptyView.as_view()), *served]
