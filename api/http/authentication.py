"""Bearer tokens (RFC 6750)."""

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from games.matches.accounts import tokens
from games.matches.models.people import Player, Token

CHALLENGE = 'Bearer realm="tabularium"'


class BearerToken(BaseAuthentication):
    """`Authorization: Bearer tab_…` stands for a player; no header for none, and a wrong one is refused."""

    def authenticate(self, request: Request) -> tuple[Player, Token] | None:
        words = get_authorization_header(request).split()
        if not words:
            return None
        if len(words) != 2 or words[0].lower() != b"bearer":
            raise AuthenticationFailed
        # A byte outside ASCII cannot be part of a token, and must not become an error of ours.
        token = tokens.find(words[1].decode("ascii", "replace"))
        if token is None:
            raise AuthenticationFailed
        return token.player, token

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE
