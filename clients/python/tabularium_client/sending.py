"""How a call is sent, and when it is sent again: one rule for the plain and the asynchronous client.

`exchange` knows no connection: it says what is to be sent and how long to wait, and is told what came of it.
"""

import asyncio
import json
import random
import time
import uuid
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast
from urllib.parse import quote, urlencode

import httpx
from tabularium_client.problem import Problem, Unanswered
from tabularium_client.problems import BY_CODE

PATH = "/api/v1"
Token = str | Callable[[], str]
# Nothing was recorded, or the answer to the same key will be the same.
PASSING = frozenset({408, 429, 502, 503, 504})


@dataclass(frozen=True, kw_only=True)
class Retrying:
    """How often a call is tried, and how long one waits in between, in seconds.

    The wait doubles, is spread by chance, and is what the service says where it says so (`Retry-After`, `RateLimit`).
    What would take longer than `longest` is raised instead.
    """

    attempts: int = 6
    first: float = 0.25
    longest: float = 60.0


class Outgoing(NamedTuple):
    """A call as it is sent."""

    method: str
    address: str
    headers: Mapping[str, str]
    content: bytes | None


class Reply(NamedTuple):
    """What came back."""

    status: int
    headers: Mapping[str, str]
    content: bytes


class Pause(NamedTuple):
    """Wait so many seconds, then go on."""

    seconds: float


Exchange = Generator[Outgoing | Pause, Reply | None, Reply]


def new_key() -> str:
    """A fresh Idempotency-Key."""
    return str(uuid.uuid4())


def exchange(call: Outgoing, retrying: Retrying, chance: random.Random) -> Exchange:
    """Send a call until it is answered: yields what to send or a pause, is sent the reply or None for a lost one.

    Raises `Problem` for what the service refuses and `Unanswered`. A POST without a key is not sent again once it may
    have been carried out.
    """
    may_repeat = call.method != "POST" or "Idempotency-Key" in call.headers
    for attempt in range(1, retrying.attempts + 1):
        reply = yield call
        if reply is not None and reply.status < 400:
            return reply
        problem = None if reply is None else problem_of(reply)
        is_safe = may_repeat or (problem is not None and _is_unrecorded(problem))
        is_passing = reply is None or reply.status in PASSING
        wait = min(retrying.first * 2 ** (attempt - 1), retrying.longest) * (0.5 + chance.random() / 2)
        if problem is not None and problem.retry_after is not None:
            wait = max(wait, problem.retry_after)
        if not (is_safe and is_passing) or attempt == retrying.attempts or wait > retrying.longest:
            raise problem or Unanswered(f"{call.method} {call.address.partition('?')[0]}")
        yield Pause(wait)
    raise AssertionError("the last attempt ends it")


def _is_unrecorded(problem: Problem) -> bool:
    """Whether a refused call has had no effect. A proxy's own 502 or 504 has no code, and says nothing of it."""
    return problem.status in (408, 429) or problem.code == "too_busy"


def problem_of(reply: Reply) -> Problem:
    """The refusal that a reply holds, as the class of its code."""
    try:
        document = json.loads(reply.content)
    except ValueError:
        document = {}
    if not isinstance(document, dict):
        document = {}
    kind = BY_CODE.get(str(document.get("code")), Problem)
    return kind(reply.status, document, retry_after=_retry_after(reply.headers))


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """In how many seconds the service wants to be asked again: by `Retry-After`, else by what is left of a quota."""
    text = headers.get("retry-after", "")
    if text.isdecimal():
        return float(text)
    parts = [part.strip() for part in headers.get("ratelimit", "").split(";")]
    fields = dict(part.split("=", 1) for part in parts if "=" in part)
    return float(fields["t"]) if fields.get("r") == "0" and fields.get("t", "").isdecimal() else None


@dataclass(kw_only=True)
class Caller:
    """Who calls which service: its address, the token if there is one, and the language of texts.

    A token that runs out may be a function, which is asked for it before each call and may take its time.
    """

    url: str
    token: Token | None = field(default=None, repr=False)
    language: str | None = None
    timeout: float = 30.0
    retrying: Retrying = Retrying()
    chance: random.Random = field(default_factory=random.Random, repr=False)

    def outgoing(
        self,
        method: str,
        path: str,
        *,
        body: object = None,
        query: Mapping[str, object] | None = None,
        key: str | None = None,
        if_match: str | None = None,
        invitation: str | None = None,
    ) -> Outgoing:
        """A call to a path of the API, or to an address that an answer has named."""
        given = {"Idempotency-Key": key, "If-Match": if_match, "Invitation": invitation}
        headers = self.headers() | {name: value for name, value in given.items() if value is not None}
        content = None
        if method != "GET":
            headers["Content-Type"] = "application/json"
            content = json.dumps({} if body is None else body, ensure_ascii=False).encode()
        asked = {name: _plain(value) for name, value in (query or {}).items() if value is not None}
        address = self.address(path) + (f"?{urlencode(asked)}" if asked else "")
        return Outgoing(method, address, headers, content)

    def headers(self, accept: str = "application/json") -> dict[str, str]:
        """What every call says."""
        spoken = {"Accept-Language": self.language} if self.language else {}
        token = self.token() if callable(self.token) else self.token
        who = {"Authorization": f"Bearer {token}"} if token else {}
        return {"Accept": accept, **spoken, **who}

    def address(self, path: str) -> str:
        """The whole address of a path; `next` of a page begins with the API's own."""
        if "://" in path:
            return path
        return self.url.rstrip("/") + ("" if path.startswith(f"{PATH}/") else PATH) + path


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Part:
    """Writes what a caller gives into a path."""

    @staticmethod
    def _part(value: str) -> str:
        return quote(str(value), safe="")


class Sender(Part):
    """Sends calls and waits for their answers. Who gives an `http` client closes it."""

    def __init__(self, caller: Caller, http: httpx.Client | None = None) -> None:
        self.caller = caller
        self.http = http or httpx.Client(timeout=caller.timeout)
        self._is_own = http is None

    def close(self) -> None:
        """Let the connections go."""
        if self._is_own:
            self.http.close()

    def _run(self, call: Outgoing) -> Reply:
        steps = exchange(call, self.caller.retrying, self.caller.chance)
        step = next(steps)
        while True:
            reply = None
            if isinstance(step, Pause):
                time.sleep(step.seconds)
            else:
                reply = self._send(step)
            try:
                step = steps.send(reply)
            except StopIteration as done:
                return cast(Reply, done.value)

    def _send(self, call: Outgoing) -> Reply | None:
        try:
            answer = self.http.request(call.method, call.address, headers=dict(call.headers), content=call.content)
        except httpx.TransportError:
            return None
        return Reply(answer.status_code, answer.headers, answer.content)

    def _ask(self, method: str, path: str, **given: Any) -> Any:
        return json.loads(self._run(self.caller.outgoing(method, path, **given)).content)

    def _tell(self, method: str, path: str, **given: Any) -> None:
        self._run(self.caller.outgoing(method, path, **given))

    def _text(self, method: str, path: str, **given: Any) -> str:
        return self._run(self.caller.outgoing(method, path, **given)).content.decode()


class AsyncSender(Part):
    """The same for programs that do several things at once."""

    def __init__(self, caller: Caller, http: httpx.AsyncClient | None = None) -> None:
        self.caller = caller
        self.http = http or httpx.AsyncClient(timeout=caller.timeout)
        self._is_own = http is None

    async def close(self) -> None:
        """Let the connections go."""
        if self._is_own:
            await self.http.aclose()

    async def _run(self, call: Outgoing) -> Reply:
        steps = exchange(call, self.caller.retrying, self.caller.chance)
        step = next(steps)
        while True:
            reply = None
            if isinstance(step, Pause):
                await asyncio.sleep(step.seconds)
            else:
                reply = await self._send(step)
            try:
                step = steps.send(reply)
            except StopIteration as done:
                return cast(Reply, done.value)

    async def _send(self, call: Outgoing) -> Reply | None:
        try:
            answer = await self.http.request(
                call.method, call.address, headers=dict(call.headers), content=call.content
            )
        except httpx.TransportError:
            return None
        return Reply(answer.status_code, answer.headers, answer.content)

    async def _ask(self, method: str, path: str, **given: Any) -> Any:
        return json.loads((await self._run(self.caller.outgoing(method, path, **given))).content)

    async def _tell(self, method: str, path: str, **given: Any) -> None:
        await self._run(self.caller.outgoing(method, path, **given))

    async def _text(self, method: str, path: str, **given: Any) -> str:
        return (await self._run(self.caller.outgoing(method, path, **given))).content.decode()
