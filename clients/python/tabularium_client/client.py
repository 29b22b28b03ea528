"""The clients: all calls of the API, pages item by item, and streams that come back by themselves."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any, Self, cast

import httpx
from tabularium_client.async_calls import AsyncCalls
from tabularium_client.calls import Calls
from tabularium_client.following import LINES, SILENCE_SECONDS, Place, StreamMessage
from tabularium_client.sending import Caller, Reply, Retrying, Token, problem_of
from tabularium_client.shapes import GameData, Legal

PATIENT = Retrying()
TIMEOUT = httpx.Timeout(30.0, read=SILENCE_SECONDS)


class Tabularium(Calls):
    """A caller of one service: a player with a token, a stranger without.

    `url` is the service's address without `/api/v1`. A call that got no answer is sent again, a POST under the same
    Idempotency-Key; a call that is over a limit waits as long as the service says. What stays refused is a `Problem`.
    A token that runs out is given as a function (`device_login`).
    """

    def __init__(
        self,
        url: str,
        token: Token | None = None,
        *,
        language: str | None = None,
        retrying: Retrying = PATIENT,
        http: httpx.Client | None = None,
    ) -> None:
        super().__init__(Caller(url=url, token=token, language=language, retrying=retrying), http)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def check_move(self, match: str, body: GameData) -> Legal:
        """Whether a move would be legal now; nothing is played. Raises the `Problem` that the move would."""
        path = f"/matches/{self._part(match)}/moves"
        return cast(Legal, self._ask("POST", path, body=body, query={"dry_run": True}))

    def each(self, page: Mapping[str, Any]) -> Iterator[Any]:
        """Every item of a page and of the pages after it: `client.each(client.list_matches(mine=True))`."""
        while True:
            yield from page["items"]
            if not page.get("next"):
                return
            page = self._ask("GET", page["next"])

    def follow(self, match: str, *, after: int = 0, table: bool = False) -> Iterator[StreamMessage]:
        """What happens in a match, from after this version on, until it is over; with `table` its whole table."""
        address = self.get_match(match)["links"]["stream"]
        return self._follow(address + ("?table=true" if table else ""), str(after))

    def follow_me(self, matches: Sequence[str] = (), *, after: str | None = None) -> Iterator[StreamMessage]:
        """All that concerns the player, and what happens in these matches; it does not end by itself."""
        address = self.get_me()["links"]["my_stream"]
        return self._follow(address + (f"?matches={','.join(matches)}" if matches else ""), after)

    def _follow(self, address: str, after: str | None) -> Iterator[StreamMessage]:
        place = Place(after)
        while not place.is_over:
            headers = self.caller.headers(LINES)
            try:
                with self.http.stream("GET", address, headers={**headers, **place.headers}, timeout=TIMEOUT) as answer:
                    problem = None
                    if answer.status_code >= 400:
                        problem = problem_of(Reply(answer.status_code, answer.headers, answer.read()))
                    place.opened(answer.status_code, problem)
                    for line in answer.iter_lines() if problem is None else ():
                        if (message := place.hear(line)) is not None:
                            yield message
            except httpx.TransportError:
                place.lost()
            if not place.is_over:
                time.sleep(place.wait)


class AsyncTabularium(AsyncCalls):
    """The same for programs that do several things at once: every call is awaited."""

    def __init__(
        self,
        url: str,
        token: Token | None = None,
        *,
        language: str | None = None,
        retrying: Retrying = PATIENT,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        super().__init__(Caller(url=url, token=token, language=language, retrying=retrying), http)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def check_move(self, match: str, body: GameData) -> Legal:
        """Whether a move would be legal now; nothing is played. Raises the `Problem` that the move would."""
        path = f"/matches/{self._part(match)}/moves"
        return cast(Legal, await self._ask("POST", path, body=body, query={"dry_run": True}))

    async def each(self, page: Mapping[str, Any]) -> AsyncIterator[Any]:
        """Every item of a page and of the pages after it: `client.each(await client.list_matches(mine=True))`."""
        while True:
            for item in page["items"]:
                yield item
            if not page.get("next"):
                return
            page = await self._ask("GET", page["next"])

    async def follow(self, match: str, *, after: int = 0, table: bool = False) -> AsyncIterator[StreamMessage]:
        """What happens in a match, from after this version on, until it is over; with `table` its whole table."""
        address = (await self.get_match(match))["links"]["stream"]
        async for message in self._follow(address + ("?table=true" if table else ""), str(after)):
            yield message

    async def follow_me(self, matches: Sequence[str] = (), *, after: str | None = None) -> AsyncIterator[StreamMessage]:
        """All that concerns the player, and what happens in these matches; it does not end by itself."""
        address = (await self.get_me())["links"]["my_stream"]
        async for message in self._follow(address + (f"?matches={','.join(matches)}" if matches else ""), after):
            yield message

    async def _follow(self, address: str, after: str | None) -> AsyncIterator[StreamMessage]:
        place = Place(after)
        while not place.is_over:
            headers = self.caller.headers(LINES)
            try:
                opening = self.http.stream("GET", address, headers={**headers, **place.headers}, timeout=TIMEOUT)
                async with opening as answer:
                    problem = None
                    if answer.status_code >= 400:
                        problem = problem_of(Reply(answer.status_code, answer.headers, await answer.aread()))
                    place.opened(answer.status_code, problem)
                    if problem is None:
                        async for line in answer.aiter_lines():
                            if (message := place.hear(line)) is not None:
                                yield message
            except httpx.TransportError:
                place.lost()
            if not place.is_over:
                await asyncio.sleep(place.wait)
