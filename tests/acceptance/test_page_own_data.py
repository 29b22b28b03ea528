"""What the service keeps of a player, handed out by the profile as a file."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.conftest import Running
from tests.acceptance.test_page_ratings import call, member
from tests.acceptance.test_page_table import person
from tests.web.browser import chromium

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")


def test_the_profile_hands_out_all_that_is_kept_of_its_player_as_a_file(service: Running, chromium: Any) -> None:
    player = member(service, chromium)
    player.go("me")
    with player.page.expect_download() as download:
        player.page.get_by_role("button", name="Download it").click()
    assert download.value.suggested_filename.endswith(".ndjson")
    first, *rest = map(json.loads, Path(download.value.path()).read_text().splitlines())
    assert (first["list"], first["item"]["handle"]) == ("me", player.page.locator("h1 bdi").inner_text())
    assert {"quotas", "tokens"} <= {line["list"] for line in rest}
    player.leave()


def test_a_player_of_a_private_match_is_given_its_file_with_what_their_seat_may_see(
    service: Running, chromium: Any
) -> None:
    player = person(service, chromium)
    wish = {"game": "rock-paper-wizard", "seats": 3, "visibility": "private", "bots": ["easy", "easy"]}
    match = call(player, "POST", "/matches", wish)["id"]
    player.go(f"matches/{match}")
    page = player.page
    page.locator("details.more > summary").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Match file").click()
    assert download.value.suggested_filename == f"{match}.ndjson"
    first = json.loads(Path(download.value.path()).read_text().splitlines()[0])
    # A stranger is given no file of this match at all.
    assert (first["match"], first["redacted_for"]) == (match, 0)
    player.leave()
