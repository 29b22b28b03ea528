from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any, ClassVar

from django.utils.timezone import now
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import bodies, listed, requests, resources
from api.http import entity_tags, gate, languages
from api.views.base import caller, check_own, known_match, match_answer, page, replayed, viewer
from games.matches import access
from games.matches.accounts.players import id_of_handle
from games.matches.accounts.tokens import Caller
from games.matches.lists import match_pages
from games.matches.lists.match_pages import Filter, MatchPage
from games.matches.lobby import forks, invitations, lobby
from games.matches.lobby.creation import CREATION_KEY
from games.matches.lobby.forks import ForkWish
from games.matches.lobby.lobby import NewMatch, SeatWish
from games.matches.play import submission
from games.matches.presentation.resources import time
from games.matches.stream.commands import Appended

# So many matches are put into words in some 2 ms: a player's own are hardly ever more.
LONG_PAGE = 25


class MatchesView(APIView):
    """List matches, or make one."""

    scopes: ClassVar = {"POST": "host"}

    _page: MatchPage | None = None

    def look_up(self, request: Request, digest: bytes | None) -> Caller | None:
        """The caller, by the statement that reads the page."""
        wanted, limit = _filter(_asked(request))
        # One more than the page tells whether there is another.
        self._page = match_pages.read(digest, wanted, limit=limit + 1)
        return self._page.caller

    def get(self, request: Request) -> Response:
        asked = _asked(request)
        check_own(request, asked)
        _, limit = _filter(asked)
        assert self._page is not None
        shown = self._page.rows[:limit]
        # A sieve may have found too few, and not have come to the end of the list.
        last = listed.last_id(shown) if len(self._page.rows) > limit else self._page.looked_to
        cursor = None if last is None else {"before": last}
        with gate.LISTS.turn(when=len(shown) > LONG_PAGE):
            items = listed.matches(shown, viewer(request), languages.words(request), now(), self._page.away)
            return page(request, items, cursor, as_of=time(self._page.as_of))

    def post(self, request: Request) -> Response:
        new = NewMatch(**requests.body(request, bodies.NEW_MATCH))
        match_id, again = lobby.create(caller(request), new, key=requests.idempotency_key(request))
        return _made(request, match_id, again=again)


class MatchView(APIView):
    """One match."""

    def needs(self, request: Request) -> dict[str, bool]:
        """Have the statement that looks up the token read the holders of the seats too."""
        return {"people": True}

    def get(self, request: Request, match: str) -> Response:
        requests.query(request)
        shown = resources.match(known_match(request, match), viewer(request), languages.words(request))
        return entity_tags.answer(request, shown.make, shown.tag)


class JoinView(APIView):
    """Take a seat."""

    scopes: ClassVar = {"POST": "play"}

    def post(self, request: Request, match: str) -> Response:
        wish, key = SeatWish(**requests.body(request, bodies.JOIN)), requests.idempotency_key(request)
        known = known_match(request, match, invitation=wish.invitation, key=key)
        with starting(known.id):
            taken = lobby.join(known.id, caller(request), wish, key=key)
        return match_answer(request, known, taken)


class ForksView(APIView):
    """Fork a match that has ended: a new match that continues from one of its events."""

    scopes: ClassVar = {"POST": "host"}

    def post(self, request: Request, match: str) -> Response:
        parent = known_match(request, match)
        loaded = parent.load()
        asked, key = requests.body(request, bodies.FORK), requests.idempotency_key(request)
        wish = ForkWish(**{"visibility": None, **asked})
        with gate.CALLS.turn(when=loaded.match.head.version > gate.LONG):
            match_id, again = forks.fork(loaded, parent.lobby, caller(request), wish, key=key)
        return _made(request, match_id, again=again)


class InvitationsView(APIView):
    """Invite a player: a single-use pass, for a seat if one is named."""

    scopes: ClassVar = {"POST": "host"}

    def post(self, request: Request, match: str) -> Response:
        known = known_match(request, match)
        asked = requests.body(request, bodies.INVITATION)
        made, secret = invitations.invite(
            known.id,
            caller(request),
            seat=asked["seat"],
            player=asked["player"] if asked["handle"] is None else id_of_handle(asked["handle"]),
            seconds=asked["expires_in_seconds"],
            key=requests.idempotency_key(request),
        )
        shown = resources.invitation(made, secret)
        return Response(shown, status=201, headers={"Location": f"{request.path}/{made.id}"})


class InvitationView(APIView):
    """One invitation."""

    scopes: ClassVar = {"DELETE": "host"}

    def delete(self, request: Request, match: str, invitation: str) -> Response:
        requests.body(request, bodies.EMPTY)
        known = known_match(request, match)
        invitations.revoke(known.id, caller(request), invitation)
        return Response(status=204)


class BareCall(APIView):
    """A call without a body."""

    service: Any

    def post(self, request: Request, match: str) -> Response:
        requests.body(request, bodies.EMPTY)
        key = requests.idempotency_key(request)
        known = known_match(request, match, key=key)
        taken = type(self).service(known.id, caller(request), key=key)
        return match_answer(request, known, taken)


class LeaveView(BareCall):
    """Give the seat back before the start."""

    scopes: ClassVar = {"POST": "play"}
    service = staticmethod(lobby.leave)


class StartView(BareCall):
    """Start a full match."""

    scopes: ClassVar = {"POST": "host"}

    @staticmethod
    def service(match_id: str, player: str, *, key: str | None) -> Appended:
        with starting(match_id):
            return lobby.start(match_id, player, key=key)


class CancelView(BareCall):
    """Call a match off before its start."""

    scopes: ClassVar = {"POST": "host"}
    service = staticmethod(lobby.cancel)


class ResignView(APIView):
    """Leave a running match for good."""

    scopes: ClassVar = {"POST": "play"}

    def post(self, request: Request, match: str) -> Response:
        signed = requests.body(request, bodies.RESIGNATION).get("signed")
        key = requests.idempotency_key(request)
        known = known_match(request, match, key=key)
        resigned = submission.resign(known.id, caller(request), signed=signed, key=key)
        return match_answer(request, known, resigned)


def starting(match_id: str) -> AbstractContextManager[None]:
    """The gate for a call that may start a match, because starting a fork of a long match takes long."""
    return gate.CALLS.turn(when=lobby.copied_at_start(match_id) > gate.LONG)


def _made(request: Request, match_id: str, *, again: bool) -> Response:
    """The response with a match, just made or made before a retry, for its creator."""
    made = resources.match(
        access.known(match_id, caller(request), key=CREATION_KEY), caller(request), languages.words(request)
    )
    headers = {**entity_tags.PRIVATE, "ETag": made.tag, "Location": made.body["links"]["self"]}
    return Response(made.body, status=201, headers={**headers, **replayed(again)})


_ASKED = ("game", "status", "player", "mine", "waiting_for", "since", "until", "before", "limit")
_SIEVE = ("bots", "open_seats", "least_events", "most_events")


def _asked(request: Request) -> dict[str, str]:
    return requests.query(request, *_ASKED, *_SIEVE, "order")


def _filter(asked: Mapping[str, str]) -> tuple[Filter, int]:
    own = requests.own_filters(asked)
    least_events, most_events = requests.lengths(asked)
    wanted = Filter(
        game=asked.get("game"),
        status=requests.status(asked),
        player=requests.player(asked),
        is_mine="mine" in own,
        is_waiting="waiting_for" in own,
        before=requests.id_cursor(asked),
        since=requests.instant(asked, "since"),
        until=requests.instant(asked, "until"),
        is_oldest_first=requests.is_oldest_first(asked),
        has_bots=requests.has_bots(asked),
        open_seats=requests.open_seats(asked),
        least_events=least_events,
        most_events=most_events,
    )
    return wanted, requests.limit_of_matches(asked)
