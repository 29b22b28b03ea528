"""A full service for `bench.web.endpoints`: the longest matches, full lists, and the players who call."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models.functions import Now
from django.test import Client

from api.http import session
from events import outbox
from events.store import new_id
from games.core.chance import Chance
from games.core.prompts import Prompt
from games.matches.accounts import tokens
from games.matches.accounts.players import sign_up
from games.matches.background import consumers
from games.matches.lobby import lobby
from games.matches.lobby.lobby import NewMatch, SeatWish
from games.matches.models.notices import DELIVERED, STANDARD, Dispatch, Notice, Webhook
from games.matches.models.people import Player, Token
from games.matches.notices.kinds import KINDS
from games.matches.play.submission import Sent, play, resign
from games.matches.stream import history, loading
from games.table.clocks import NONE

PASSWORD = "correct horse battery"
LENGTH = 4000
LISTED = 1000
OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "rock-paper-wizard": {"max_rounds": 0},
    "spell-a-spell": {"hints": True, "hand_size": 7, "runs": 20},
    "cave": {"max_rounds": 0},
}
SEATS = {"rock-paper-wizard": 6, "spell-a-spell": 5, "cave": 6}


@dataclass(frozen=True, kw_only=True)
class Caller:
    """A signed-up player, who asks through every layer but the socket; `on_page` calls come from the page."""

    id: str
    handle: str
    token: str
    on_page: bool = False

    def ask(self, verb: str, path: str, body: object = None) -> Any:
        text = body if isinstance(body, str) else "" if body is None else json.dumps(body)
        client = Client(raise_request_exception=False, SERVER_NAME="127.0.0.1")
        headers = {"Authorization": f"Bearer {self.token}"} if self.token and not self.on_page else {}
        if self.on_page:
            headers["Tabularium-Page"] = "1"
        if self.on_page and self.token:
            client.cookies[session.cookie()] = self.token
        return client.generic(verb, f"/api/v1{path}", text, content_type="application/json", headers=headers)


NOBODY = Caller(id="", handle="", token="")
ON_PAGE = Caller(id="", handle="", token="", on_page=True)


@dataclass(frozen=True, kw_only=True)
class Scene:
    """`running` and `ended` are the longest match of each game, of `lengths` events."""

    people: tuple[Caller, ...]
    running: Mapping[str, str]
    ended: Mapping[str, str]
    lengths: Mapping[str, int]
    webhook: str


def caller(*, password: str | None = None) -> Caller:
    """A fresh player."""
    made, token = sign_up(f"Bench_{new_id()[-12:]}", locale="en", key=None, password=password)
    return Caller(id=str(made.id), handle=str(made.handle), token=token)


def build(length: int = LENGTH, listed: int = LISTED) -> Scene:
    """The scene; its first player sits on seat 0 of every match and has full lists of everything."""
    people = tuple(caller(password=PASSWORD if number == 0 else None) for number in range(6))
    running = {game: _long(game, people, length) for game in OPTIONS}
    ended = {game: _long(game, people, length) for game in OPTIONS}
    for match_id in ended.values():
        for one in people:
            if not loading.load(match_id).match.is_over and loading.load(match_id).seat_of(one.id) is not None:
                resign(match_id, one.id, key=None)
    for _ in range(listed):
        waiting(people[0])
    project()
    _alike(running["rock-paper-wizard"], people[0])
    lengths = {game: loading.load(match_id).match.head.version for game, match_id in ended.items()}
    return Scene(people=people, running=running, ended=ended, lengths=lengths, webhook=_notices(people[0], listed))


def waiting(host: Caller, *, game: str = "rock-paper-wizard", seats: int = 3, **more: Any) -> str:
    """A match of the host's that waits for others."""
    plain: dict[str, Any] = {"options": {}, "clock": NONE, "visibility": "public", "start": "auto", "entropy": None}
    return lobby.create(
        host.id, NewMatch(**{**plain, "name": "x" * 80, "game": game, "seats": seats, **more}), key=None
    )[0]


def project() -> None:
    """What the workers do until nothing is left to do."""
    while outbox.relay(list(consumers.CONSUMERS)) or any(map(consumers.catch_up, consumers.CONSUMERS)):
        pass


def forget() -> None:
    """As a process that has folded nothing yet."""
    loading.recent.clear()
    history.recent.clear()


def _long(game: str, people: tuple[Caller, ...], length: int) -> str:
    """A running match of so many events; of the Cave, whose matches end by themselves, of a quarter as many."""
    seats, pick = people[: SEATS[game]], Chance(b"bench")
    length = length // 4 if game == "cave" else length
    match_id = waiting(seats[0], game=game, seats=len(seats), options=OPTIONS[game])
    for one in seats[1:]:
        lobby.join(match_id, one.id, SeatWish(), key=None)
    while (match := loading.load(match_id).match).head.version < length and not match.is_over:
        prompt, body = any_move(match_id, pick)
        play(match_id, seats[prompt.seat].id, Sent(body=body), key=None)
    return match_id


def any_move(match_id: str, pick: Chance) -> tuple[Prompt, dict[str, Any]]:
    """Any legal move of anybody who is asked, and the question that it answers."""
    match = loading.load(match_id).match
    prompt = match.prompts[pick.one_of(match.waiting_for)]
    return prompt, {"prompt": prompt.id, **pick.one_of([legal for asked in prompt.moves for legal in asked.legal])}


def _alike(match_id: str, one: Caller) -> None:
    """Every match of the list is as large as the largest."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE matches_listing SET holders = long.holders, document = long.document FROM matches_listing AS long"
            " WHERE long.match_id = %s AND matches_listing.player_ids @> ARRAY[%s]::uuid[]",
            [match_id, one.id],
        )


def _notices(one: Caller, count: int) -> str:
    player = Player.objects.get(id=one.id)
    for number in range(count):
        tokens.issue(player, label=f"{number}", scopes=("read",))
    assert Token.objects.filter(player=player).count() > count
    webhooks = [
        Webhook(
            id=new_id(),
            player=player,
            url="https://example.org/" + "x" * 1900,
            kinds=list(KINDS),
            format=STANDARD,
            secret="s",
            creation_key=new_id(),
        )
        for _ in range(10)
    ]
    Webhook.objects.bulk_create(webhooks)
    found = [
        Notice(
            id=new_id(), player=player, match_id=new_id(), game="cave", seat=0, kind=KINDS[0], about="p1.0", at=Now()
        )
        for _ in range(count)
    ]
    Notice.objects.bulk_create(found)
    Dispatch.objects.bulk_create(
        Dispatch(
            id=new_id(),
            notice=notice,
            webhook=webhooks[0],
            player=player,
            channel=f"webhook {webhooks[0].id}",
            state=DELIVERED,
            available_at=Now(),
            done_at=Now(),
        )
        for notice in found
    )
    return str(webhooks[0].id)
