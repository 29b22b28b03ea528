"""The MCP server of the kit: an assistant, here a script, plays whole matches on the service as `make serve` runs it."""

import asyncio
import os
import re
import sys
from collections.abc import Mapping
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult, TextContent
from tabularium_client import AsyncTabularium, Tabularium
from tabularium_client.mcp_server import server
from tabularium_client.playing import moves

from config.local_stack.places import PROJECT
from events.store import new_id
from tests.acceptance.conftest import Running

KIT = PROJECT / "clients/python"
# Cave goes on until its last round here, which comes soon.
OPTIONS: Mapping[str, dict[str, Any]] = {
    "rock-paper-wizard": {},
    "spell-a-spell": {"hints": True},
    "cave": {"max_rounds": 12},
}
LONGEST_MATCH_SECONDS = 300


def said(result: CallToolResult) -> str:
    return "\n".join(one.text for one in result.content if isinstance(one, TextContent))


async def told(client: Client, tool: str, **given: Any) -> str:
    """What a tool says that is not refused."""
    result = await client.call_tool(tool, given)
    assert not result.is_error, said(result)
    return said(result)


async def refused(client: Client, tool: str, **given: Any) -> str:
    result = await client.call_tool(tool, given)
    assert result.is_error, said(result)
    return said(result)


def match_in(text: str) -> str:
    found = re.search(r"^match (\S+),", text, re.MULTILINE)
    assert found is not None, text
    return found[1]


async def play(client: Client, shown: str) -> tuple[str, int]:
    """Play a match by reading alone, always the first move; the last look, and how many moves were made."""
    match, made = match_in(shown), 0
    async with asyncio.timeout(LONGEST_MATCH_SECONDS):
        while not re.search(r"^match .*, (finished|cancelled),", shown, re.MULTILINE):
            if re.search(r"^question", shown, re.MULTILINE):
                shown = await told(client, "move", match=match, move=1)
                made += 1
            else:
                shown = await told(client, "wait", match=match, seconds=20)
    return shown, made


async def whole_match(client: Client, game: str) -> tuple[str, int]:
    return await play(client, await told(client, "new_match", game=game, bots="easy", options=OPTIONS[game]))


@pytest.mark.parametrize("game", ["spell-a-spell", "cave"])
def test_an_assistant_plays_a_whole_match_as_a_guest(service: Running, game: str) -> None:
    async def run() -> None:
        async with AsyncTabularium(service.url, language="en") as player, Client(server(player)) as client:
            shown, made = await whole_match(client, game)
            assert made >= 3
            assert "reason" in shown
            verified = await told(client, "verify", match=match_in(shown))
            assert re.findall(r"^(\w+) ok$", verified, re.MULTILINE) == ["chain", "seals", "chance", "replay"]
            assert "checked here:\nvalid\n" in verified
            assert "checked chain, seals, chance, replay, the head that was kept" in verified
            assert (await told(client, "history", match=match_in(shown))).startswith("1: A table is set up")
            assert player.caller.token is not None

    asyncio.run(run())


def test_an_assistant_plays_a_whole_match_over_standard_input_and_output_and_is_shown_no_token(
    service: Running,
) -> None:
    with Tabularium(service.url) as stranger:
        token = stranger.sign_up({"handle": f"Mcp_{new_id()[-12:]}"})["token"]
    given = {"TABULARIUM_URL": service.url, "TABULARIUM_TOKEN": token, "PYTHONPATH": str(KIT)}
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "tabularium_client.mcp_server"], env={**os.environ, **given}
    )
    heard: list[str] = []

    async def run() -> None:
        async with Client(command) as client:
            tools = (await client.list_tools()).tools
            assert [one.name for one in tools] == [
                "rules", "open_matches", "new_match", "join", "look", "wait", "move", "history", "verify",
            ]  # fmt: skip
            assert all(one.description and "\n" not in one.description for one in tools)
            shown, made = await whole_match(client, "rock-paper-wizard")
            assert made >= 3
            heard.extend([shown, await told(client, "look", match=match_in(shown))])
            heard.append(await refused(client, "move", match=match_in(shown), move={"type": "choose_spell"}))

    asyncio.run(run())
    assert "wins" in heard[0]
    assert not any("tab_" in one for one in heard)
    with Tabularium(service.url, token) as player:
        # The match was played by the player whose token was given.
        service.wait_for(lambda: len(player.list_matches(mine=True, status="finished")["items"]) == 1, seconds=60)


def test_two_assistants_meet_in_an_open_match_and_neither_sees_the_other_s_choice(service: Running) -> None:
    async def run() -> None:
        async with (
            AsyncTabularium(service.url) as one, AsyncTabularium(service.url) as other,
            AsyncTabularium(service.url) as third,
            Client(server(one)) as host, Client(server(other)) as guest, Client(server(third)) as last,
        ):  # fmt: skip
            match = match_in(await told(host, "new_match", game="rock-paper-wizard", bots="none"))
            async with asyncio.timeout(60):
                while match not in await told(guest, "open_matches", game="rock-paper-wizard"):
                    await asyncio.sleep(0.1)
            await told(guest, "join", match=match)
            shown = await told(last, "join", match=match)
            chosen = moves((await other.get_prompts(match))["items"][0])[0]
            bare = {key: value for key, value in chosen.items() if key not in ("prompt", "label", "text")}
            await told(guest, "look", match=match)
            first = (await told(last, "move", match=match, move=1)).splitlines()
            assert first[0] == "what happened:"
            assert first[-1] == "wait for the next question"
            assert "Seat 1" in first[-2]
            answer = await told(guest, "move", match=match, move=bare)
            # It is told of what happened between its look and its move, too.
            assert "Seat 2 has chosen." in answer
            assert "Seat 1 has chosen: " in answer
            seen = await told(host, "look", match=match)
            assert "Seat 1 has chosen." in seen
            assert "Seat 1 has chosen:" not in seen
            assert "your_choice" in await told(guest, "look", match=match)
            assert "your_choice" not in seen
            assert "question" in shown

    asyncio.run(run())


def test_a_refusal_comes_as_an_error_with_its_code_and_reason(service: Running) -> None:
    async def run() -> None:
        async with AsyncTabularium(service.url, language="en") as player, Client(server(player)) as client:
            assert "game_not_found" in await refused(client, "rules", game="chess")
            assert "match_not_found" in await refused(client, "look", match=new_id())
            match = match_in(await told(client, "new_match", game="rock-paper-wizard"))
            assert "no_such_number" in await refused(client, "move", match=match, move=99)
            stale = {"prompt": "p9.0", "type": "choose_spell"}
            text = await refused(client, "move", match=match, move=stale)
            assert "stale_prompt: This question is not open" in text

    asyncio.run(run())


def test_rules_are_found_by_a_word_and_waiting_ends_after_the_seconds(service: Running) -> None:
    async def run() -> None:
        async with AsyncTabularium(service.url, language="en") as player, Client(server(player)) as client:
            assert "cave: Cave, 2 to 6 seats; options: max_rounds" in await told(client, "rules")
            assert "CAVE-0.1 " in await told(client, "rules", game="cave")
            spider = await told(client, "rules", game="cave", about="cave spider")
            assert spider.splitlines()[-1].startswith("J02 Cave Spider: ")
            assert "CAVE-0.1 " not in spider
            match = match_in(await told(client, "new_match", game="cave", bots="none"))
            loop = asyncio.get_running_loop()
            begun = loop.time()
            assert "wait again" in await told(client, "wait", match=match, seconds=2)
            assert 1.5 < loop.time() - begun < 20

    asyncio.run(run())
