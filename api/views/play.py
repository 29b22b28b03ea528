import re
from typing import ClassVar, NamedTuple

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import bodies, requests
from api.answers.luck import DrawPage
from api.answers.matches import Legal, PromptList
from api.http import entity_tags, gate, languages
from api.http.call import Result, Waiter, call_of
from api.http.entity_tags import PRIVATE, PRIVATE_FOR_EVER, spoken, view_tag
from api.http.formats import JSONRenderer, LinesRenderer
from api.views.base import caller, following, known_match, replayed, viewer
from games.matches.errors import Invalid, MoveStands
from games.matches.play import submission, take_backs
from games.matches.play.submission import Sent
from games.matches.presentation import draw_openings, export, resources, views
from games.matches.presentation.views import Sight
from games.matches.stream.history import is_far
from games.table.state import FINISHED
from games.table.take_backs import NOT_LAST


class ViewView(APIView):
    """All that the caller may know of a match; a spectator's view without a seat."""

    def get(self, request: Request, match: str) -> Response:
        asked = requests.query(request, "seat", "at")
        loaded, at, words = known_match(request, match).load(), requests.at(asked), languages.words(request)
        with gate.CALLS.turn(when=at is not None and is_far(loaded, at, gate.LONG)):
            seen = views.look(loaded, loaded.seat_of(viewer(request)), seat=requests.seat(asked), at=at)
        return entity_tags.answer(request, lambda: seen.view(words), _view_tag(seen, words.languages))


class PromptsView(APIView):
    """The caller's open prompts with their legal moves."""

    def get(self, request: Request, match: str) -> Response:
        requests.query(request)
        loaded = known_match(request, match).load()
        seat, version = loaded.seat_of(viewer(request)), loaded.match.head.version
        words = languages.words(request)

        def shown() -> PromptList:
            return {
                **resources.game_of(loaded.match),
                "version": version,
                "items": resources.prompts(loaded.match, seat, words),
                "take_back": loaded.match.retractable(seat),
            }

        return entity_tags.answer(request, shown, view_tag(version, seat, *spoken(words.languages)))


class MovesView(APIView):
    """Play a move from the caller's seat, or check whether it would be legal (`dry_run=true`)."""

    buckets: ClassVar = {"POST": "moves"}

    scopes: ClassVar = {"POST": "play"}

    def post(self, request: Request, match: str) -> Response:
        player = caller(request)
        key, dry_run = requests.idempotency_key(request), requests.dry_run(request)
        # A dry run is never recorded, so it is no repeat either.
        known = known_match(request, match, key=None if dry_run else key)
        body, signed = requests.move_body(request)
        sent = Sent(body=body, signed=signed, only_at=entity_tags.required_versions(request))
        if dry_run:
            submission.check(known.id, player, sent, reading=known.reading)
            return Response(Legal(legal=True))
        played = submission.play(known.id, player, sent, key=key, reading=known.reading)
        words = languages.words(request)
        answer = resources.move_answer(known.id, player, played, reading=known.reading, words=words)
        return Response(answer.body, status=201, headers=replayed(answer.replayed))


class TakeBackMoveView(APIView):
    """Take back the caller's last move."""

    scopes: ClassVar = {"POST": "play"}

    def post(self, request: Request, match: str, move: str) -> Response:
        requests.body(request, bodies.EMPTY)
        player, key = caller(request), requests.idempotency_key(request)
        known = known_match(request, match, key=key)
        taken = take_backs.take_back_move(known.id, player, _number(move), key=key)
        answer = resources.move_answer(known.id, player, taken, reading=known.reading, words=languages.words(request))
        return Response(answer.body, headers=replayed(answer.replayed))


class EventsView(APIView):
    """The events of a match that the caller may see; with `wait`, the next ones as soon as they exist."""

    def needs(self, request: Request) -> dict[str, tuple[int, int] | None]:
        """Have the statement that looks up the token read the page's events too."""
        try:
            asked = _page_asked(request)
        except Invalid:
            # It is told as soon as the caller is known.
            return {}
        return {"page": (asked.first, asked.last)}

    def get(self, request: Request, match: str) -> Response:
        asked = _page_asked(request)
        loaded = known_match(request, match).load()
        own = loaded.seat_of(viewer(request))
        seat, ended = views.seen_by(loaded, own, asked.seat)
        game, words, head = loaded.match.game, languages.words(request), loaded.match.head.version
        first, last = asked.within(head)
        is_last = first <= asked.after if asked.is_backwards else last == head
        cursor = {"before": first + 1} if asked.is_backwards else {"after": last}

        def shown() -> dict[str, object]:
            stored = loaded.events_between(first, last)
            items = [resources.event(game, one, seat=seat, ended=ended, words=words) for one in stored]
            following_page = following(request, None if is_last else cursor)
            return {**resources.game_of(loaded.match), "items": items, "next": following_page}

        # What is sealed is opened at the end, and then everything rests.
        rests = loaded.match.table.status == FINISHED and last == asked.last
        tag = view_tag(last, seat, *["last"] * is_last, *["open"] * ended, *spoken(words.languages))
        response = entity_tags.answer(request, shown, tag, PRIVATE_FOR_EVER if rests else PRIVATE)
        if asked.wait and head <= asked.first and not loaded.match.is_over:
            _let_wait(request, response, Waiter(asked.wait, viewer(request), own is not None))
        return response


class PageAsked(NamedTuple):
    """The events that a request asks for: those after `first` up to `last`, and never those up to `after`.

    `is_backwards` if the next page has earlier events; `seat` names the seat whose view is requested.
    """

    after: int
    first: int
    last: int
    wait: int
    is_backwards: bool
    seat: int | str | None

    def within(self, head: int) -> tuple[int, int]:
        """The page of a match whose head is `head`; for a version later than that, its last page."""
        beyond = max(0, self.last - head) if self.is_backwards else 0
        return max(self.after, self.first - beyond), min(self.last, head)


def _page_asked(request: Request) -> PageAsked:
    asked = requests.query(request, "after", "before", "limit", "wait", "seat")
    limit, after, before = requests.limit(asked), requests.after(asked), requests.before(asked)
    wait, seat = requests.wait(asked), requests.eyes(asked)
    if before is None:
        return PageAsked(after, after, after + limit, wait, False, seat)
    # What lies before a version is there or is not: there is nothing to wait for.
    return PageAsked(after, max(after, before - 1 - limit), before - 1, 0, True, seat)


class DrawsView(APIView):
    """The draws that everybody has seen, opened; as many events are looked through as a page may hold."""

    def get(self, request: Request, match: str) -> Response:
        asked = requests.query(request, "after", "limit")
        after, limit = requests.after(asked), requests.limit(asked)
        loaded = known_match(request, match).load()
        head = loaded.match.head.version
        last = min(after + limit, head)
        shown: DrawPage = {
            "match": loaded.match.id,
            "version": head,
            "root": loaded.match.table.open_draws,
            "items": draw_openings.opened(loaded.match, loaded.events_between(after, last)),
            "next": following(request, None if last >= head else {"after": last}),
        }
        return Response(shown, headers=entity_tags.PRIVATE)


class ExportView(APIView):
    """The match file: every event with its hash, and the openings of the sealed parts that the caller may see."""

    # JSON second, for the problem documents of callers who ask for JSON alone.
    renderer_classes = (LinesRenderer, JSONRenderer)

    def get(self, request: Request, match: str) -> Response:
        requests.query(request)
        loaded = known_match(request, match).load()
        request.accepted_renderer, request.accepted_media_type = LinesRenderer(), LinesRenderer.media_type
        with gate.CALLS.turn(when=loaded.match.head.version > gate.LONG):
            text = b"".join(export.lines(loaded.match, loaded.events, loaded.seat_of(viewer(request))))
        name = f'attachment; filename="{loaded.match.id}.ndjson"'
        return Response(text, headers={**entity_tags.PRIVATE, "Content-Disposition": name})


def _number(move: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,8}", move):
        raise MoveStands(reason=NOT_LAST)
    return int(move)


def _view_tag(seen: Sight, languages: tuple[str, ...]) -> str:
    # A match is set aside without an event, and so without a new version.
    aside = ("q",) if seen.status == "quarantined" else ()
    return view_tag(seen.match.head.version, seen.seat, *aside, *spoken(languages))


def _let_wait(request: Request, response: Result, waiter: Waiter) -> None:
    """Tell the live process that this response is not final: it repeats the request after the next event. The web
    process sends the response at once.
    """
    if call_of(request).may_wait:
        response.waiter = waiter
