"""The connection to the service, and whether it stands."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
from tabularium_client.client import AsyncTabularium

Heard = Callable[[bool], None]
Connect = Callable[[str, str | None, str, Heard], AsyncTabularium]
SECONDS = 30.0


class Noticing(httpx.AsyncClient):
    """A client that says of every call whether an answer came, so that the screen can tell of a lost connection."""

    def __init__(self, heard: Heard) -> None:
        super().__init__(timeout=SECONDS)
        self._heard = heard

    async def send(self, request: httpx.Request, **wishes: Any) -> httpx.Response:
        """As any client; what got no answer is raised."""
        try:
            answer = await super().send(request, **wishes)
        except httpx.TransportError:
            self._heard(False)
            raise
        self._heard(True)
        if isinstance(answer.stream, httpx.AsyncByteStream):
            answer.stream = _Heard(answer.stream, self._heard)
        return answer


class _Heard(httpx.AsyncByteStream):
    """What an answer holds; that it broke off is told, as of a stream when the service is gone."""

    def __init__(self, inner: httpx.AsyncByteStream, heard: Heard) -> None:
        self._inner, self._heard = inner, heard

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for part in self._inner:
                yield part
        except httpx.TransportError:
            self._heard(False)
            raise

    async def aclose(self) -> None:
        await self._inner.aclose()


class Linked(AsyncTabularium):
    """A caller whose connections are its own, though they are `Noticing`."""

    async def close(self) -> None:
        """Let the connections go."""
        await self.http.aclose()


def connect(url: str, token: str | None, language: str, heard: Heard) -> AsyncTabularium:
    """A caller of a service whose losses and returns are told to `heard`."""
    return Linked(url, token, language=language, http=Noticing(heard))
