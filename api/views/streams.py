from typing import ClassVar

from django.utils.timezone import now
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import answers, bodies, requests, resources
from api.http import languages
from api.http.authentication import TicketOrToken, digest_of
from api.http.call import Result, call_of
from api.http.entity_tags import SECRET
from api.http.formats import JSONRenderer, LinesRenderer, ServerSentRenderer
from api.serving.streams import news, pages
from api.serving.streams.formats import FORMS, LINES, Form
from api.serving.streams.openings import AccountOpening, MatchOpening
from api.serving.streams.pages import Listener
from api.views.base import caller, known_match, viewer
from games.matches import access
from games.matches.access import Known
from games.matches.accounts import tickets
from games.matches.errors import Invalid, Unavailable
from games.matches.notices import inbox, shown_positions
from games.matches.presentation import resources as presented
from games.matches.status.polls import AccessState

# No cache may keep a stream, and no proxy hold it back or compress it.
STREAM = {**SECRET, "X-Accel-Buffering": "no", "Content-Encoding": "identity"}


class StreamView(APIView):
    """A stream: the events that the caller has missed, and then the new ones. The live process sends the new ones."""

    # No HEAD, which Django would take for a GET: a stream's begin is not known without opening it.
    http_method_names = ["get", "options"]  # noqa: RUF012 (Django declares it without ClassVar)
    buckets: ClassVar = {"GET": "streams"}
    authentication_classes = (TicketOrToken,)
    # Lines first, for programs that take anything; JSON last, for the problem documents of who asks for it alone.
    renderer_classes = (LinesRenderer, ServerSentRenderer, JSONRenderer)

    def opening(self, request: Request, known: Known, after: int, *, wants_table: bool) -> MatchOpening:
        """The first messages about a match."""
        loaded, listener = known.load(), Listener(viewer(request), languages.of(request), wants_table)
        return MatchOpening(
            match=known.id,
            listener=listener,
            digest=digest_of(request),
            form=_form(request),
            page=pages.page(known, loaded, listener, after=after),
            standing=AccessState(known.lobby.visibility, "seconds" in (known.lobby.delay or {}), loaded.is_set_aside),
        )


class MatchStreamView(StreamView):
    """The stream of one match."""

    def needs(self, request: Request) -> dict[str, tuple[int, int] | bool]:
        """Have the statement that looks up the token read the first page and the holders of the seats too."""
        try:
            asked = request.query_params.dict()
            after = requests.resume(request, asked)
            return {"page": (after, after + pages.MOST), "people": requests.table(asked)}
        except Invalid:
            # It is told as soon as the caller is known.
            return {}

    def get(self, request: Request, match: str) -> Response:
        asked = requests.query(request, "after", "table", "language", "ticket")
        after, wants_table = requests.resume(request, asked), requests.table(asked)
        _require_live_process(request)
        opening = self.opening(request, known_match(request, match), after, wants_table=wants_table)
        if opening.page.ends and not opening.page.events and after:
            # A browser that is told so does not come back.
            return Response(status=204, headers=STREAM)
        return _opened(opening)


class MyStreamView(StreamView):
    """The stream of the caller's account: everything that concerns them, and whole matches on request, on one
    connection.
    """

    scopes: ClassVar = {"GET": "account"}

    def get(self, request: Request) -> Response:
        asked = requests.query(request, "after", "matches", "table", "language", "ticket")
        named, wants_table = requests.followed(asked), requests.table(asked)
        place, versions = requests.account_resume(request, asked, len(named))
        _require_live_process(request)
        player = caller(request)
        # A reader may stand ahead of a copy that was put back from a backup, and would miss what comes.
        last = inbox.last_position(player)
        position = last if place is None else min(shown_positions.position(player, place), last)
        found = [access.known(match, player) for match in named]
        listener = Listener(player, languages.of(request))
        opening = AccountOpening(
            listener=listener,
            digest=digest_of(request),
            form=_form(request),
            position=position,
            news=news.first(listener, position),
            matches=tuple(
                self.opening(request, *each, wants_table=wants_table) for each in zip(found, versions, strict=True)
            ),
        )
        return _opened(opening)


class StreamTicketsView(APIView):
    """A ticket for one stream, for browsers, which cannot send a token with it."""

    scopes: ClassVar = {"POST": "account"}

    def post(self, request: Request) -> Response:
        match = requests.body(request, bodies.STREAM_TICKET)["match"]
        if match is not None:
            match = access.known(match, caller(request)).id
        digest = digest_of(request)
        assert digest is not None
        ticket = tickets.issue(digest, match, now())
        address = resources.my_stream() if match is None else resources.match_stream(match)
        shown = answers.streams.StreamTicket(
            ticket=ticket.secret,
            stream=f"{address}?ticket={ticket.secret}",
            expires_at=presented.time(ticket.expires_at),
        )
        return Response(shown, status=201, headers=SECRET)


def _form(request: Request) -> Form:
    return FORMS.get(request.accepted_renderer.media_type, FORMS[LINES])


def _opened(opening: MatchOpening | AccountOpening) -> Response:
    response = Result(headers=STREAM)
    response.opening = opening
    return response


def _require_live_process(request: Request) -> None:
    """Raises `Unavailable` in a web process: it passes streams to a live process, and none has responded."""
    if not call_of(request).is_live:
        raise Unavailable
