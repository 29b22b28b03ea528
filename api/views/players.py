from typing import ClassVar

from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import bodies, requests, resources
from api.answers.people import Me, NewToken, SignedUp
from api.http import entity_tags, gate, rate_limits
from api.http.entity_tags import SECRET
from api.views.base import caller, page, replayed, shows_record, token_of
from games.matches.accounts import bot_accounts, tokens
from games.matches.accounts.handles import handle_key
from games.matches.accounts.players import find as find_player
from games.matches.accounts.players import log_in, sign_up, upgrade, with_handle
from games.matches.accounts.tokens import Caller
from games.matches.lists import player_records
from games.matches.models.people import Player
from games.matches.play import time_off
from games.matches.presentation.resources import time
from games.matches.profiles import changes, deletion, own
from games.matches.profiles.own import Own
from games.matches.quotas import admission, among_bots


class PlayersView(APIView):
    """Find a player by their handle; sign up, as a guest or with a password as an account."""

    permission_classes = (AllowAny,)
    buckets: ClassVar = {"POST": "sign_up"}

    def get(self, request: Request) -> Response:
        found = with_handle(requests.handle(requests.query(request, "handle")))
        items = [resources.player_page(player) for player in found]
        return entity_tags.of_content(request, {"items": items, "next": None})

    def post(self, request: Request) -> Response:
        player, token = signed_up(request, label="sign-up")
        made = resources.player(player)
        headers = {"Location": f"{resources.BASE}/players/{made['id']}", **SECRET}
        return Response(SignedUp(player=made, token=token), status=201, headers=headers)


def signed_up(request: Request, *, label: str) -> tuple[Player, str]:
    """Sign up the player of a request, and make a token with this label."""
    asked = requests.body(request, bodies.SIGN_UP)
    return sign_up(
        asked["handle"],
        locale=asked["locale"],
        key=requests.idempotency_key(request),
        password=asked.get("password"),
        email=asked["email"],
        label=label,
    )


class PlayerView(APIView):
    """The public data of a player."""

    def get(self, request: Request, player: str) -> Response:
        requests.query(request)
        return Response(resources.player_page(find_player(player)))


class RecordView(APIView):
    """The record of a player's public matches."""

    def get(self, request: Request, player: str) -> Response:
        requests.query(request)
        found = find_player(player)
        games = player_records.of_player(str(found.id)) if shows_record(request, found) else None
        return entity_tags.of_content(request, resources.player_record(found, games))


class TokensView(APIView):
    """Log in: a token in return for an account's password."""

    permission_classes = (AllowAny,)
    buckets: ClassVar = {"POST": "sign_up"}

    def post(self, request: Request) -> Response:
        asked = requests.body(request, bodies.NEW_TOKEN)
        is_known = rate_limits.count_handle(request, handle_key(asked["handle"]))
        seconds = asked.pop("expires_in_seconds")
        made, secret = log_in(**asked, seconds=seconds, key=requests.idempotency_key(request), is_known=is_known)
        rate_limits.remember_address(request, handle_key(asked["handle"]), str(made.player_id))
        shown: NewToken = {
            "id": str(made.id),
            "token": secret,
            "label": made.label,
            "scopes": made.scopes,
            "expires_at": time(made.expires_at),
        }
        headers = {"Location": f"{resources.BASE}/me/tokens/{made.id}", **SECRET}
        return Response(shown, status=201, headers=headers)


class MeView(APIView):
    """Read and change the caller's settings; delete the account."""

    scopes: ClassVar = {"GET": "account", "PATCH": "account", "DELETE": "account"}
    _own: Own | None = None

    def look_up(self, request: Request, digest: bytes | None) -> Caller | None:
        """Look up the token by the statement that reads the caller's account."""
        self._own = None if digest is None else own.read(digest)
        return None if self._own is None else self._own.caller

    def get(self, request: Request) -> Response:
        requests.query(request)
        assert self._own is not None
        return entity_tags.of_content(request, resources.me(self._own.player, self._own.time))

    def patch(self, request: Request) -> Response:
        wishes = requests.body(request, bodies.SETTINGS)
        with gate.CALLS.turn(when=changes.reaches_into_matches(wishes)):
            changed = changes.change(
                caller(request), wishes, check=lambda before: entity_tags.require_content(request, _me(before))
            )
        body = _me(changed)
        return Response(body, headers={**entity_tags.PRIVATE, "ETag": entity_tags.content_tag(body)})

    def delete(self, request: Request) -> Response:
        requests.body(request, bodies.EMPTY)
        with gate.CALLS.turn():
            deletion.delete(caller(request))
        return Response(status=204)


def _me(player: Player) -> Me:
    return resources.me(player, time_off.time_off(player))


class UpgradeView(APIView):
    """Make a guest an account; seats and tokens stay."""

    # Hashing a password is slow on purpose, so it is counted as narrowly as signing up.
    buckets: ClassVar = {"POST": "sign_up"}

    scopes: ClassVar = {"POST": "account"}

    def post(self, request: Request) -> Response:
        asked = requests.body(request, bodies.UPGRADE)
        player, again = upgrade(
            caller(request),
            password=asked["password"],
            email=asked["email"],
            handle=asked.get("handle"),
            key=requests.idempotency_key(request),
        )
        return Response(_me(player), headers=replayed(again))


class MyBotView(APIView):
    """Make the caller's account a bot's, for good."""

    scopes: ClassVar = {"PUT": "account"}

    def put(self, request: Request) -> Response:
        requests.body(request, bodies.EMPTY)
        return Response(_me(bot_accounts.mark(caller(request))))


class BotPlayersView(APIView):
    """The accounts of bots."""

    def get(self, request: Request) -> Response:
        requests.query(request)
        items = [resources.player_page(one) for one in bot_accounts.listed()]
        return entity_tags.of_content(request, {"items": items, "next": None})


class MyQuotasView(APIView):
    """The caller's quotas, and how much of them is used."""

    scopes: ClassVar = {"GET": "account"}

    def get(self, request: Request) -> Response:
        requests.query(request)
        me = caller(request)
        items = [resources.quota(use) for use in (*admission.uses(me), *among_bots.uses(me))]
        return entity_tags.of_content(request, {"items": items})


class MyTokensView(APIView):
    """The caller's tokens, without their secrets."""

    scopes: ClassVar = {"GET": "account", "DELETE": "account"}

    def get(self, request: Request) -> Response:
        asked = requests.query(request, "before", "limit")
        limit = requests.limit(asked)
        # One more than the page tells whether there is another.
        rows = tokens.of_player(caller(request), before=requests.id_cursor(asked), limit=limit + 1)
        cursor = {"before": rows[limit - 1].id} if len(rows) > limit else None
        return page(request, [resources.token(row) for row in rows[:limit]], cursor)

    def delete(self, request: Request) -> Response:
        requests.body(request, bodies.EMPTY)
        tokens.revoke_others(caller(request), token_of(request))
        return Response(status=204)


class MyTokenView(APIView):
    """One token of the caller's."""

    scopes: ClassVar = {"DELETE": "account"}

    def delete(self, request: Request, token: str) -> Response:
        requests.body(request, bodies.EMPTY)
        tokens.revoke(caller(request), token)
        return Response(status=204)
