"""The bodies of webhooks: small, because a receiver requests the rest with its own token."""

from datetime import datetime
from typing import TypedDict

import orjson
from django.conf import settings

from games.core.json import JSON
from games.matches.models.notices import CHAT, PUSH, Dispatch, Notice
from games.matches.models.people import Player
from games.matches.notices import sentences
from games.matches.notices.kinds import CALLED
from games.matches.presentation import resources


class Facts(TypedDict):
    """The facts of a notice outside the service: ids and times; no name, no card, no choice."""

    notice: str
    match: str
    game: str
    seat: int | None
    prompt: str | None
    due_at: str | None


def body(dispatch: Dispatch, player: Player, form: str, *, at: datetime) -> bytes:
    """The body for a webhook of this format, the same bytes for every attempt; `at` is the time of a test."""
    if form == CHAT:
        return orjson.dumps(chat(dispatch.notice, player))
    if form == PUSH:
        return orjson.dumps(push(dispatch.notice, player))
    return orjson.dumps(standard(dispatch.notice, at))


def standard(notice: Notice | None, at: datetime) -> dict[str, object]:
    """`type`, `timestamp`, `data`, as Standard Webhooks advises."""
    if notice is None:
        return {"type": sentences.TEST, "timestamp": resources.time(at), "data": {}}
    return {"type": notice.kind, "timestamp": resources.time(notice.at), "data": facts(notice)}


def chat(notice: Notice | None, player: Player) -> dict[str, JSON]:
    """One sentence, as Discord (`content`) and Slack (`text`) take it; it mentions nobody."""
    said = sentences.sentence(notice, sentences.known(player.locale))
    if notice is not None:
        said = f"{said} {address(notice)}"
    return {"content": said, "text": said, "allowed_mentions": {"parse": []}}


def push(notice: Notice | None, player: Player) -> dict[str, JSON]:
    """What a browser shows: one sentence, and where a tap leads."""
    said = sentences.sentence(notice, sentences.known(player.locale))
    return {
        "text": said,
        **({} if notice is None else {"kind": notice.kind, "match": str(notice.match_id), "url": address(notice)}),
    }


def address(notice: Notice) -> str:
    """Where its player opens the match; of a call, whose match is not made yet, home, where it is answered."""
    if notice.kind == CALLED:
        return f"{settings.PUBLIC_URL}/"
    return settings.MATCH_URL.replace("{match}", str(notice.match_id))


def facts(notice: Notice) -> Facts:
    """Where to look: ids, and when the time is up. No name, no card, no choice."""
    return {
        "notice": str(notice.id),
        "match": str(notice.match_id),
        "game": notice.game,
        "seat": notice.seat,
        "prompt": notice.about.partition(" ")[0] if is_about_prompt(notice) else None,
        "due_at": resources.time(notice.due_at),
    }


def is_about_prompt(notice: Notice) -> bool:
    return notice.about.startswith("p")
