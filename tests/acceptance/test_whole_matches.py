import os
import random
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from clients.api import Api, Problem, sign_up
from clients.random_player import play
from games.registry import GAMES
from tests.acceptance.conftest import Running, seat
from tests.acceptance.wishes import wish

# The long run plays more: GAME=spell-a-spell MATCHES=220 LOOK=1 make test ARGS=tests/acceptance/test_whole_matches.py
MATCHES = int(os.environ.get("MATCHES", "2"))
PLAYED = [os.environ["GAME"]] if "GAME" in os.environ else list(GAMES)
# How often options are drawn anew that exclude each other.
TRIES = 200
# Looking at all versions takes longer than playing them: unless LOOK=1 says otherwise, one in so many is looked at.
LOOKED_AT = int(os.environ.get("LOOK", "12"))


def assert_every_card_is_somewhere(api: Api, ended: Any) -> None:
    """Invariant I-1 of Spell-a-Spell, of what the service shows: 90 cards, and no card twice."""
    for at in range(1, ended["version"] + 1, LOOKED_AT):
        state = api.get(f"/matches/{ended['id']}/view?seat=all&at={at}")["state"]
        if state["spectator"] is None:
            continue
        seen, own = state["spectator"], [view["players"][seat] for seat, view in enumerate(state["seats"])]
        shown = [card for player in own for card in (*player["hand"], *player["score_pile"])]
        sizes = [player["hand_size"] + player["score_pile_size"] for player in seen["players"]]
        proposed = seen["proposed"]["length"] if seen["proposed"] else 0
        assert len(shown) == len(set(shown)) == sum(sizes), f"at version {at} of {ended['options']}"
        assert seen["deck_size"] + sum(sizes) + sum(seen["discard"].values()) + proposed == 90, f"at version {at}"


def assert_every_card_of_the_cave_is_in_one_place(api: Api, ended: Any) -> None:
    """Invariant 1 of Cave, of what the service shows: 100 cards, and no face more often than it is printed."""
    printed = Counter({card["id"]: card["count"] for card in api.get("/games/cave/content")["cards"]})
    for at in range(1, ended["version"] + 1, LOOKED_AT):
        state = api.get(f"/matches/{ended['id']}/view?seat=all&at={at}")["state"]
        if (seen := state["spectator"]) is None:
            continue
        owned = [card for view in state["seats"] for card in view["your_spells"]]
        for hero in seen["adventurers"]:
            owned += [card for kind in ("objects", "friends", "trophies") for card in hero[kind] or ()]
        lying = [card for area in seen["areas"].values() for card in area["lying"]]
        apart = [card for kind in ("discards", "set_aside") for cards in seen[kind].values() for card in cards]
        faces = [*owned, *lying, *apart, seen["crystal"]["card"], *([seen["being_cast"]] if seen["being_cast"] else [])]
        assert len(faces) + sum(seen["stacks"].values()) == 100, f"at version {at}"
        assert Counter(faces) <= printed, f"at version {at}"


# What must hold of a finished match beyond what holds in every game.
CHECKS: Mapping[str, tuple[Callable[[Api, Any], None], ...]] = {
    "cave": (assert_every_card_of_the_cave_is_in_one_place,),
    "spell-a-spell": (assert_every_card_is_somewhere,),
}


def closed_by_rule(api: Api, ended: Any) -> int:
    """How many prompts a move of another seat may have closed before they were answered: none, but CAVE-R23.12."""
    if ended["game"] != "cave":
        return 0
    cancelled, after = 0, 0
    while after < ended["version"]:
        items = api.get(f"/matches/{ended['id']}/events?after={after}&limit=500")["items"]
        cancelled += sum(event["type"] == "spell_cancelled" for event in items)
        after = items[-1]["version"]
    # All are asked but the caster, and one of them cancelled.
    return cancelled * (len(ended["seats"]) - 2)


def seated(service: Running, game: Any, number: int) -> tuple[str, list[str]]:
    """A match with options that the game takes together: it refuses what excludes each other."""
    pick = random.Random(f"{game['game']} {number}")
    _, host = sign_up(service.url, "Host")
    for _ in range(TRIES):
        wished = wish(game, number, pick)
        try:
            return seat(service, wished, host)
        except Problem as problem:
            if problem.status != 422:
                raise
    pytest.fail(f"{TRIES} times options of {game['game']} were drawn that it refuses")


def played(service: Running, match: str, tokens: list[str], pick: random.Random) -> list[dict[str, int]]:
    """Play a match by as many clients as it has seats: what each of them counted."""
    with ThreadPoolExecutor(len(tokens)) as pool:
        return list(pool.map(lambda token: play(service.api(token), match, pick.choice), tokens))


@pytest.mark.parametrize("slug", PLAYED)
def test_clients_that_know_no_rules_play_whole_matches_by_picking_from_the_lists(service: Running, slug: str) -> None:
    game = service.api().get(f"/games/{slug}")
    for number in range(MATCHES):
        match, tokens = seated(service, game, number)
        counts = played(service, match, tokens, random.Random(number))
        ended = service.api().get(f"/matches/{match}")
        assert ended["status"] == "finished", f"{slug} {number}: {ended['options']}"
        assert sum(count["moved_on"] for count in counts) <= closed_by_rule(service.api(), ended)
        assert sorted(seat for place in ended["outcome"]["ranking"] for seat in place) == list(range(len(tokens)))
        for check in CHECKS.get(slug, ()):
            check(service.api(), ended)
