"""Talk: chat beside a match, reports to moderators, and what they decided."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import answers, bodies, requests, resources
from api.http import entity_tags
from api.views.base import caller, following, known_match, replayed, viewer
from games.core.prompts import Violation
from games.matches import access
from games.matches.accounts import silences
from games.matches.errors import NotAllowed
from games.matches.models.talk import PlayerReport, Sanction
from games.matches.presentation.resources import time
from games.matches.talk import chat, reading, reports, sanctions
from games.matches.talk.chat import ChatLine


class ChatView(APIView):
    """One room of the chat of a match."""

    scopes: ClassVar = {"POST": "play"}
    buckets: ClassVar = {"POST": "chat"}

    def get(self, request: Request, match: str) -> Response:
        asked = requests.query(request, "room", "before", "limit")
        before, limit = requests.before(asked), requests.limit(asked)
        reader = viewer(request)
        there = chat.place(known_match(request, match).load(), reader, requests.room(asked))
        found = chat.read(there, reader, before=before or chat.LAST_NUMBER, limit=limit + 1)
        until = None if reader is None else silences.silenced_until(reader)
        page: answers.talk.ChatPage = {
            "room": there.room,
            "items": list(map(_message, found[:limit])),
            "read": reading.marked(there, reader),
            "silenced_until": time(until),
            "next": following(request, {"before": found[limit - 1].number} if len(found) > limit else None),
        }
        return entity_tags.of_content(request, page)

    def post(self, request: Request, match: str) -> Response:
        known = known_match(request, match)
        asked = requests.body(request, bodies.CHAT_MESSAGE)
        written, again = chat.write(
            known.load(),
            caller(request),
            room=asked["room"],
            text=asked["text"] or "",
            reaction=asked["reaction"] or "",
            key=requests.idempotency_key(request),
        )
        return Response(_message(written), status=201, headers=replayed(again))


class ChatReadView(APIView):
    """How far the caller has read the chat at their table."""

    scopes: ClassVar = {"PUT": "play"}

    def put(self, request: Request, match: str) -> Response:
        known = known_match(request, match)
        asked = requests.body(request, bodies.CHAT_READ)
        there = chat.place(known.load(), caller(request), chat.PLAYERS)
        reading.mark(there, caller(request), asked["number"])
        return Response(status=204)


class MyUnreadChatView(APIView):
    """The caller's tables with messages by others that the caller has not read."""

    scopes: ClassVar = {"GET": "account"}

    def get(self, request: Request) -> Response:
        requests.query(request)
        items: list[answers.talk.UnreadChat] = [
            {"match": one.match, "count": one.messages, "last": one.last, "written_at": time(one.written_at)}
            for one in reading.unread(caller(request))
        ]
        return entity_tags.of_content(request, {"items": items})


class MyChatView(APIView):
    """The caller's own messages in all matches."""

    scopes: ClassVar = {"GET": "account"}

    def get(self, request: Request) -> Response:
        asked = requests.query(request, "before", "limit")
        limit = requests.limit(asked)
        found = chat.of_writer(caller(request), before=requests.before_time(asked), limit=limit + 1)
        items: list[answers.talk.OwnChatEntry] = [
            {**_message(one), "match": one.match, "room": one.room} for one in found[:limit]
        ]
        cursor = {"before": time(found[limit - 1].written_at)} if len(found) > limit else None
        page: answers.talk.OwnChatPage = {"items": items, "next": following(request, cursor)}
        return entity_tags.of_content(request, page)


class MyReportsView(APIView):
    """The caller's reports to moderators."""

    scopes: ClassVar = {"GET": "account", "POST": "account"}

    def get(self, request: Request) -> Response:
        requests.query(request)
        items = list(map(_report, reports.of_reporter(caller(request))))
        return entity_tags.of_content(request, {"items": items})

    def post(self, request: Request) -> Response:
        asked = requests.body(request, bodies.REPORT)
        reporter, match, said = caller(request), asked["match"], asked["message"]
        known = None if match is None else access.known(match, reporter)
        if said is not None and known is None:
            detail = "A message is in the chat of a match."
            raise NotAllowed([Violation(pointer="/message", code="dependentRequired", detail=detail)])
        message = None
        if said is not None and known is not None:
            message = known.load(), said["room"], said["number"]
        made, again = reports.report(
            reporter,
            asked["player"],
            asked["kind"],
            asked["text"],
            match=None if known is None else known.id,
            message=message,
            key=requests.idempotency_key(request),
        )
        return Response(_report(made), status=201, headers=replayed(again))


class MySanctionsView(APIView):
    """Moderators' decisions about the caller."""

    scopes: ClassVar = {"GET": "account"}

    def get(self, request: Request) -> Response:
        requests.query(request)
        return entity_tags.of_content(request, {"items": list(map(_sanction, sanctions.of_player(caller(request))))})


class AppealView(APIView):
    """Appeal against a decision, once."""

    scopes: ClassVar = {"POST": "account"}

    def post(self, request: Request, sanction: str) -> Response:
        asked = requests.body(request, bodies.APPEAL)
        appealed, again = sanctions.appeal(caller(request), sanction, asked["text"])
        return Response(_sanction(appealed), headers=replayed(again))


def _message(found: ChatLine) -> answers.talk.ChatEntry:
    return {
        "number": found.number,
        "player": {"id": found.player, "handle": found.handle, "kind": found.kind},
        "seat": found.seat,
        "text": found.text or None,
        "reaction": found.reaction or None,
        "links": found.has_links,
        "removed": found.is_removed,
        "written_at": time(found.written_at),
    }


def _report(found: PlayerReport) -> answers.talk.Report:
    return {
        "id": str(found.id),
        "player": resources.player(found.player),
        "kind": found.kind,
        "text": found.text,
        "match": None if found.match_id is None else str(found.match_id),
        "state": found.state,
        "made_at": time(found.made_at),
    }


def _sanction(found: Sanction) -> answers.talk.Sanction:
    appeal: answers.talk.Appeal | None = None
    if found.appealed_at is not None:
        answered_at = time(found.answered_at)
        appeal = {
            "text": found.appeal,
            "made_at": time(found.appealed_at),
            "answer": found.answer if answered_at else None,
            "answered_at": answered_at,
        }
    return {
        "id": str(found.id),
        "kind": found.kind,
        "reason": found.reason,
        "made_at": time(found.made_at),
        "until": time(found.until),
        "lifted_at": time(found.lifted_at),
        "appeal": appeal,
    }
