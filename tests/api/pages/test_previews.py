"""What messengers are told of a link to a match: a picture of how a public one ended, and nothing of any other."""

import re
import struct
import zlib
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from api.pages import previews
from events.randomness import new_id
from games.matches.models.service import Listing

RANKING = [[1], [0, 2]]
# The version of no real row.
ODD = -9


@pytest.fixture(autouse=True)
def _no_row_stays() -> Iterator[None]:
    """Lists of other tests could not show what is made here."""
    yield
    Listing.objects.filter(version=ODD).delete()


def listed(*, visibility: str = "public", status: str = "finished", game: str = "cave") -> UUID:
    match = UUID(new_id())
    Listing.objects.create(
        match_id=match,
        version=ODD,
        game=game,
        status=status,
        visibility=visibility,
        player_ids=[],
        waiting_player_ids=[],
        holders={},
        document={"outcome": {"ranking": RANKING, "winners": [1]} if status == "finished" else None},
    )
    return match


def picture(match: UUID) -> Any:
    return Client().get(f"/matches/{match}/preview.png")


def dots(png: bytes) -> tuple[int, int, list[bytes]]:
    """Width, height and rows of an image that has a palette and no filters."""
    width, height = struct.unpack(">II", png[16:24])
    at = png.index(b"IDAT")
    (length,) = struct.unpack(">I", png[at - 4 : at])
    flat = zlib.decompress(png[at + 4 : at + 4 + length])
    return width, height, [flat[row * (width + 1) + 1 : (row + 1) * (width + 1)] for row in range(height)]


def test_a_public_match_that_has_ended_shows_its_podium() -> None:
    answer = picture(listed())
    width, height, rows = dots(answer.content)
    assert (answer.status_code, answer.headers["Content-Type"], width, height) == (200, "image/png", 1200, 630)
    seen = {colour for row in rows for colour in row}
    # The first three players, and none of those who did not play.
    assert {previews.SEAT + seat for seat in range(3)} == {colour for colour in seen if colour >= previews.SEAT}
    # Whoever has won stands highest.
    tops = [next(y for y, row in enumerate(rows) if previews.SEAT + seat in row) for seat in range(3)]
    assert tops[1] < tops[0] == pytest.approx(tops[2], abs=12)
    assert len(answer.content) < 20_000


@pytest.mark.parametrize(
    ("visibility", "status"), [("private", "finished"), ("unlisted", "finished"), ("public", "active")]
)
def test_of_any_other_match_nothing_is_shown_not_even_that_there_is_one(visibility: str, status: str) -> None:
    other, nowhere = picture(listed(visibility=visibility, status=status)), picture(UUID(new_id()))
    assert other.content == nowhere.content == previews.plain()
    assert other.status_code == nowhere.status_code == 200
    # What is left of the caller's calls is another for each.
    own = {"X-Request-Id", "RateLimit", "RateLimit-Policy"}
    told = [{name: one for name, one in answer.headers.items() if name not in own} for answer in (other, nowhere)]
    assert told[0] == told[1]


@pytest.mark.parametrize("game", ["rock-paper-wizard", "spell-a-spell", "cave", "a-game-of-tomorrow"])
def test_each_game_has_a_picture_of_its_own(game: str) -> None:
    assert picture(listed(game=game)).content != previews.plain()


def test_nobody_may_post_to_a_picture() -> None:
    assert Client().post(f"/matches/{UUID(new_id())}/preview.png").status_code == 405


def test_the_document_of_a_match_names_its_picture_and_asks_no_database(
    settings: Settings,
) -> None:
    settings.PUBLIC_URL = "https://play.example.org"
    match = listed(visibility="private")
    with CaptureQueriesContext(connection) as asked:
        found = [
            Client().get(f"/matches/{one}{room}", headers={"Accept": "text/html"}).content.decode()
            for one in (match, UUID(new_id()))
            for room in ("", "/replay")
        ]
    assert not asked.captured_queries
    told = [dict(re.findall(r'<meta property="([^"]+)" content="([^"]+)">', text)) for text in found]
    assert told[0]["og:image"] == f"https://play.example.org/matches/{match}/preview.png"
    assert told[0] == told[1]
    assert told[0].keys() == told[2].keys()
    # But for the address all matches have the same document.
    assert found[0].replace(str(match), "") == re.sub(r"matches/[0-9a-f-]{36}", "matches/", found[2])


def test_other_rooms_tell_what_the_service_is() -> None:
    text = Client().get("/lobby", headers={"Accept": "text/html", "Accept-Language": "pl"}).content.decode()
    assert 'property="og:title" content="Tabularium"' in text
    assert "og:image" not in text
