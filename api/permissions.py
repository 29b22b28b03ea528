"""Who may call what."""

from typing import TYPE_CHECKING

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

if TYPE_CHECKING:
    # At run time this module is read while the views' module is being made.
    from rest_framework.views import APIView


class ReaderOrPlayer(BasePermission):
    """Everybody reads; what changes something needs a player."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        # A verb that the address does not know is 405 for everybody, and no question of rights.
        unknown = request.method not in view.allowed_methods
        return unknown or request.method in SAFE_METHODS or request.user is not None
