"""A server of the Model Context Protocol, with which an assistant plays: `python -m tabularium_client.mcp_server`.

It speaks over standard input and output. TABULARIUM_URL is the service's address, TABULARIUM_TOKEN the player's token;
without a token a guest is signed up when the first tool is called. No tool returns a token.
"""

import asyncio
import functools
import math
import os
import time
import uuid
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from tabularium_client import verifying
from tabularium_client.client import AsyncTabularium
from tabularium_client.problem import Problem, Unanswered
from tabularium_client.sending import Token
from tabularium_client.shapes import AnyView, GameData, MatchWish
from tabularium_client.words import OVER, Names, Questions, happenings, heading, is_asked, joined, outline, questions

HERE = "http://127.0.0.1:8000"
# A host gives a tool up after a minute or so.
LONGEST_WAIT_SECONDS = 50
# The service holds a request for events no longer than 30 seconds.
POLL_SECONDS = 20
# What is told of what happened since the last look; `history` has the rest.
TOLD_EVENTS = 60
# Before the next poll where the service has answered one at once, with nothing.
PAUSE_SECONDS = 1.0
INSTRUCTIONS = """Play board games against people and bots.
Begin with rules, then new_match (or open_matches and join). Then repeat: wait until you are asked, and move, by the
number of a listed move or as JSON. A match is over when its status is finished. Leave no match unfinished."""

Bot = Literal["random", "steady", "easy", "medium", "hard"]
Tool = Callable[..., Awaitable[str]]


class Assistant:
    """The tools: each answers in lines of text, and raises `ToolError` with the code and detail of a refusal."""

    def __init__(self, client: AsyncTabularium) -> None:
        self._client = client
        self._signing_up = asyncio.Lock()
        self._names: dict[str, Names] = {}
        # By match: the moves behind the numbers of the last look, and the version up to which events were told.
        self._offered: dict[str, Questions] = {}
        self._told: dict[str, int] = {}

    @property
    def tools(self) -> list[Tool]:
        """What is offered to the assistant."""
        return [
            self.rules, self.open_matches, self.new_match, self.join,
            self.look, self.wait, self.move, self.history, self.verify,
        ]  # fmt: skip

    async def rules(self, game: str = "", about: str = "") -> str:
        """The games with their numbers of seats and options; with `game` its rules, clause by clause. `about` is a
        word: only clauses, cards and places that mention it are told."""
        language = self._language
        if not game:
            return "\n".join([_game_line(one, language) for one in (await self._client.list_games())["items"]])
        clauses = await self._client.get_clauses(game)
        lines = [f"{clause} {said[language]}" for clause, said in clauses.items()]
        if not about:
            return "\n".join(lines)
        content = _entries(await self._client.get_content(game), language)
        found = [line for line in [*lines, *content] if about.casefold() in line.casefold()]
        return "\n".join(found) or f"nothing mentions {about}"

    async def open_matches(self, game: str = "") -> str:
        """Matches that wait for players, and your own matches that are not over; of one game or of all."""
        client = await self._player()
        listed = await client.list_matches(game=game or None, status="open", limit=20)
        mine = await client.list_matches(game=game or None, mine=True, limit=50)
        own = [one for one in mine["items"] if one["status"] not in OVER]
        others = [one for one in listed["items"] if one["id"] not in {match["id"] for match in own}]
        lines = [f"yours: {_match_line(one)}" for one in own] + [f"open: {_match_line(one)}" for one in others]
        return "\n".join(lines) or "no match is open; new_match makes one"

    async def new_match(
        self, game: str, bots: Bot | Literal["none"] = "easy", seats: int = 0, options: dict[str, Any] | None = None
    ) -> str:
        """Make a match and sit down on seat 0. Bots take the other seats and the match begins; with bots `none` it
        waits for others to join. `seats` 0 means as few as the game allows; `rules` names the options."""
        client = await self._player()
        least = {one["game"]: one["seats"]["min"] for one in (await client.list_games())["items"]}
        count = seats or least.get(game, 2)
        wish: MatchWish = {"game": game, "seats": count, "options": options or {}}
        if bots != "none":
            wish["bots"] = [bots] * (count - 1)
        return await self.look((await client.create_match(wish))["id"])

    async def join(self, match: str, invitation: str = "") -> str:
        """Take a free seat in an open match; `invitation` is the id or secret of an invitation, where it needs one."""
        client = await self._player()
        await client.join_match(match, {"invitation": invitation} if invitation else {})
        return await self.look(match)

    async def look(self, match: str) -> str:
        """The match as your seat may see it: what has happened since the last look, its state, your open questions,
        and the numbered moves."""
        client = await self._player()
        return await self._shown(match, await client.get_view(match))

    async def wait(self, match: str, seconds: int = 30) -> str:
        """Wait until your seat is asked something or the match is over, at most so many seconds (50 at most), and look
        then."""
        client = await self._player()
        end = time.monotonic() + min(max(seconds, 0), LONGEST_WAIT_SECONDS)
        view = await client.get_view(match)
        while not is_asked(view) and view["status"] not in OVER and (left := end - time.monotonic()) > 0:
            page = await client.list_events(match, after=view["version"], wait=min(math.ceil(left), POLL_SECONDS))
            if not page["items"]:
                await asyncio.sleep(min(PAUSE_SECONDS, max(end - time.monotonic(), 0)))
            view = await client.get_view(match)
        shown = await self._shown(match, view)
        is_early = not is_asked(view) and view["status"] not in OVER
        return f"{shown}\nnothing is asked of you yet; wait again" if is_early else shown

    async def move(self, match: str, move: int | dict[str, Any]) -> str:
        """Play a move: the number of a move of the last look, or the move as JSON by the schema that the question
        names. Answers what came of it, and the next look where you are asked again at once."""
        client = await self._player()
        answer = await client.play_move(match, self._chosen(match, move))
        self._offered.pop(match, None)
        view = await client.get_view(match)
        if is_asked(view) or view["status"] in OVER:
            return await self._shown(match, view)
        news = await self._news(match, answer["version"])
        return "\n".join([*news, joined(view["text"]), "wait for the next question"])

    async def history(self, match: str, after: int = 0, limit: int = 100) -> str:
        """What has happened after this version, as your seat may know it, oldest first; at most 500 events."""
        client = await self._player()
        page = await client.list_events(match, after=after, limit=min(max(limit, 1), 500))
        lines = happenings(page["items"])
        if page["next"]:
            lines.append(f"more after version {page['items'][-1]['version']}")
        return "\n".join(lines) or "nothing yet"

    async def verify(self, match: str) -> str:
        """Whether the match's recorded history holds: hashes, sealed choices, draws, and every move by the rules. The
        service says so, and then its file is checked here, without the service."""
        client = await self._player()
        audit = await client.audit_match(match)
        checks = [f"{name} {_verdict(audit[name])}" for name in ("chain", "seals", "chance", "replay")]
        file = (await client.export_match(match)).encode()
        checked = await asyncio.to_thread(verifying.verify_content, file, head=audit["head"])
        return "\n".join([f"the service finds {audit['events']} events", *checks, "checked here:", checked.text])

    @property
    def _language(self) -> str:
        return self._client.caller.language or "en"

    async def _player(self) -> AsyncTabularium:
        """The client with a token: of a guest, where none was given."""
        async with self._signing_up:
            caller = self._client.caller
            if caller.token is None:
                made = await self._client.sign_up({"handle": f"Assistant_{uuid.uuid4().hex[:12]}"})
                caller.token = made["token"]
        return self._client

    async def _shown(self, match: str, view: AnyView) -> str:
        found = await self._client.get_match(match)
        asked = self._offered[match] = questions(view["prompts"])
        news = await self._news(match, view["version"])
        state = view["state"] or {}
        lines = [f"  {line}" for line in outline(state, await self._names_of(view["game"]))]
        return "\n".join([*heading(found, view), *news, "state:", *lines, *asked.lines])

    async def _news(self, match: str, version: int) -> list[str]:
        """What happened since it was told last; the end of it, where that is much."""
        before = self._told.get(match, 0)
        if version <= before:
            return []
        self._told[match] = version
        page = await self._client.list_events(match, before=version + 1, limit=TOLD_EVENTS)
        new = [one for one in page["items"] if one["version"] > before]
        is_cut = bool(new) and new[0]["version"] > before + 1
        head = f"what happened (before that: history after {before}):" if is_cut else "what happened:"
        return [head, *happenings(new)] if new else []

    async def _names_of(self, game: str) -> Names:
        if game not in self._names:
            self._names[game] = Names(await self._client.get_content(game), self._language)
        return self._names[game]

    def _chosen(self, match: str, move: int | Mapping[str, Any]) -> GameData:
        offered = self._offered.get(match, Questions([], []))
        if isinstance(move, int):
            if not 1 <= move <= len(offered.moves):
                raise ToolError(f"no_such_number: look first; {len(offered.moves)} moves are open by number")
            return offered.moves[move - 1]
        if "prompt" in move or not offered.prompts:
            return dict(move)
        return {"prompt": offered.prompt_for(str(move.get("type"))), **move}


def server(client: AsyncTabularium) -> MCPServer:
    """A server whose tools play by this client."""
    made: MCPServer = MCPServer("tabularium", instructions=INSTRUCTIONS, log_level="WARNING")
    for tool in Assistant(client).tools:
        made.add_tool(_refusing(tool), description=" ".join((tool.__doc__ or "").split()), structured_output=False)
    return made


def run(url: str, token: Token | None, language: str = "en") -> None:
    """Serve on standard input and output until the host closes them."""
    server(AsyncTabularium(url, token, language=language)).run("stdio")


def main() -> None:
    run(
        os.environ.get("TABULARIUM_URL") or HERE,
        os.environ.get("TABULARIUM_TOKEN") or None,
        os.environ.get("TABULARIUM_LANGUAGE") or "en",
    )


def _refusing(tool: Tool) -> Tool:
    """The tool, whose refusals an assistant can read."""

    @functools.wraps(tool)
    async def called(*given: Any, **named: Any) -> str:
        try:
            return await tool(*given, **named)
        except Problem as problem:
            more = [str(one.get("detail") or one) for one in problem.errors]
            rule = [f"rule {problem.rule}"] if problem.rule else []
            raise ToolError("\n".join([f"{problem.code}: {problem.detail}", *more, *rule])) from problem
        except Unanswered as unanswered:
            raise ToolError(f"unanswered: no answer came to {unanswered}") from unanswered
        except verifying.NoVerifier as missing:
            raise ToolError(f"not checked: {missing}") from missing

    return called


def _game_line(game: Mapping[str, Any], language: str) -> str:
    seats = game["seats"]
    options = ", ".join(
        f"{name} ({one['default']}: {game['option_texts'][name]['title'][language]})"
        for name, one in game["options_schema"]["properties"].items()
        if "default" in one
    )
    return f"{game['game']}: {game['names'][language]}, {seats['min']} to {seats['max']} seats; options: {options}"


def _match_line(match: Mapping[str, Any]) -> str:
    name = f" {match['name']!r}" if match["name"] else ""
    return f"{match['id']} {match['game']}{name}, {match['status']}: {joined(match['text'])}"


def _entries(content: Mapping[str, Any], language: str) -> list[str]:
    """A line for each thing in a game's content that has a name, with all that it says in words."""
    found: list[str] = []
    for values in content.values():
        for one in values if isinstance(values, list) else ():
            if isinstance(one, dict) and "id" in one and "names" in one:
                plain = {key: value for key, value in one.items() if key not in ("id", "names")}
                said = outline(_worded(plain, language), Names({}, language))
                found.append(f"{one['id']} {one['names'][language]}: {'; '.join(said)}")
    return found


def _worded(value: Any, language: str) -> Any:
    """A value without what programs read, and with its words in one language."""
    if isinstance(value, dict):
        if set(value) >= {"en", "he", "pl"}:
            return value[language]
        return {key: _worded(one, language) for key, one in value.items() if key != "steps"}
    return [_worded(one, language) for one in value] if isinstance(value, list) else value


def _verdict(check: str | int) -> str:
    return check if isinstance(check, str) else f"fails at version {check}"


if __name__ == "__main__":
    main()
