"""Who may call what."""

from typing import TYPE_CHECKING

from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from games.matches.accounts.tokens import Caller
from games.matches.models.people import Token

if TYPE_CHECKING:
    # At run time this module is read while the views' module is being made.
    from rest_framework.views import APIView

READ = "read"


class InsufficientScope(PermissionDenied):
    """The token is good, but not for this (RFC 6750, section 3.1)."""

    def __init__(self, scope: str) -> None:
        super().__init__()
        self.params = {"scope": scope}
        self.auth_header = f'Bearer error="insufficient_scope", scope="{scope}"'


class Scoped(BasePermission):
    """Every call needs a scope, named by the view: `scopes = {"POST": "play"}`; GET needs `read` unless it says more.

    What needs no more than `read` is open to callers without a token too; everything else needs a player's token that
    has the scope.
    """

    def has_permission(self, request: Request, view: "APIView") -> bool:
        # A preflight needs none.
        if request.method == "OPTIONS":
            return True
        scope = scope_of(view, str(request.method))
        if not isinstance(request.auth, Token | Caller):
            return scope == READ
        if scope not in request.auth.scopes:
            raise InsufficientScope(scope)
        return True


def scope_of(view: "APIView | type[APIView]", method: str) -> str:
    """The scope that a verb of a view needs; a KeyError for one that changes something and names none."""
    # A view that names no scope for a verb that changes something ends here, so that no call gets through by mistake.
    scopes: dict[str, str] = {"GET": READ, **getattr(view, "scopes", {})}
    return scopes["GET" if method == "HEAD" else method]
