"""What messengers show beside a link to a match: a picture of how it ended, where everybody may know that.

The page's document is the same for every match and asks no database: it names the address of the picture. Where a match
is not public, goes on, or does not exist, the picture is the service's own, byte for byte the same.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from html import escape
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from api.http import problems
from api.http.rate_limits import counted
from api.pages import translations
from api.pages.png import Drawing, box_around, cross, regular
from games.matches.models.service import Listing
from games.registry import GAMES

WIDTH, HEIGHT = 1200, 630
PUBLIC, FINISHED = "public", "finished"
# Ground, ink, line, gold, and the players by seat, as `web/style.css` has them for the light theme.
PALETTE = ("faf8f4", "1d1b18", "e6e1d8", "f0b429", "b3261e", "0b66a8", "1d7a3e", "7a3fa0", "a65d00", "44546a")
GROUND, INK, LINE, GOLD, SEAT = 0, 1, 2, 3, 4
NAME = "Tabularium"
# How high the steps of the podium are, the first place highest; all further places alike.
STEPS = (250, 180, 120, 70)
FLOOR = 560
# A match that has ended shows the same for ever; one that goes on may end.
ENDED, OPEN = {"Cache-Control": "public, max-age=86400"}, {"Cache-Control": "public, max-age=300"}


# It costs a query, and where it is new some 20 ms of the processor.
@counted("reads")
def picture(request: HttpRequest, shown: UUID) -> HttpResponse:
    """The picture of a match."""
    if request.method not in ("GET", "HEAD"):
        return problems.plain(request, "method_not_allowed")
    found = Listing.objects.filter(match_id=shown, visibility=PUBLIC, status=FINISHED).values_list("game", "document")
    for game, document in found:
        ranking = tuple(tuple(level) for level in (document["outcome"] or {}).get("ranking", ()))
        if ranking:
            return HttpResponse(_ended(game, ranking), content_type="image/png", headers=ENDED)
    return HttpResponse(plain(), content_type="image/png", headers=OPEN)


def tags(code: str, match: UUID | None) -> bytes:
    """What the document tells messengers: the service, what it is, and the picture."""
    about = translations.catalogue().table("document")["about"][code]
    told = {"og:site_name": NAME, "og:title": NAME, "og:description": about, "og:type": "website"}
    if match is not None:
        address = f"{settings.PUBLIC_URL}/matches/{match}"
        told |= {"og:url": address, "og:image": f"{address}/preview.png"}
        told |= {"og:image:width": str(WIDTH), "og:image:height": str(HEIGHT)}
    lines = [f'<meta property="{name}" content="{escape(text)}">\n' for name, text in told.items()]
    card = "summary" if match is None else "summary_large_image"
    return "".join([*lines, f'<meta name="twitter:card" content="{card}">\n']).encode()


@cache
def plain() -> bytes:
    """The service's own: its name, and the signs of the players."""
    drawing = _sheet(NAME)
    for seat in range(len(PALETTE) - SEAT):
        _sign(drawing, seat, 200 + 160 * seat, 400, 56)
    return drawing.png()


@lru_cache(maxsize=64)
def _ended(game: str, ranking: Sequence[Sequence[int]]) -> bytes:
    """A podium with everybody's sign on their step."""
    names = next(iter(GAMES[game].values())).names if game in GAMES else {"en": game}
    drawing = _sheet(names["en"])
    # Those who share a place leave the next ones free.
    firsts = [sum(map(len, ranking[:place])) for place in range(len(ranking))]
    everybody = [(first, seat) for first, level in zip(firsts, ranking, strict=True) for seat in level]
    order = everybody[: len(PALETTE) - SEAT]
    wide = min(200, 1000 // max(1, len(order)))
    left = (WIDTH - wide * len(order)) / 2
    for at, (place, seat) in enumerate(order):
        high, x = STEPS[min(place, len(STEPS) - 1)], left + at * wide
        drawing.box(x + 6, FLOOR - high, wide - 12, high, GOLD if place == 0 else LINE)
        drawing.text(x + wide / 2, FLOOR - 56, 6, str(place + 1), INK)
        _sign(drawing, seat, x + wide / 2, FLOOR - high - 62, 46)
    return drawing.png()


def _sheet(title: str) -> Drawing:
    drawing = Drawing(WIDTH, HEIGHT, PALETTE)
    drawing.box(0, 0, WIDTH, 16, GOLD)
    drawing.text(WIDTH / 2, 70, min(10, 1080 // (6 * len(title))), title, INK)
    drawing.box(80, FLOOR, WIDTH - 160, 6, INK)
    drawing.text(WIDTH / 2, FLOOR + 26, 4, NAME, INK)
    return drawing


def _sign(drawing: Drawing, seat: int, x: float, y: float, half: float) -> None:
    """A player's sign, as `web/parts/seats/people.js` has it."""
    colour = SEAT + seat % (len(PALETTE) - SEAT)
    shapes = (
        regular(x, y, half, 64),
        [(x, y - half), (x + half, y + half * 0.9), (x - half, y + half * 0.9)],
        box_around(x, y, half * 0.85),
        regular(x, y, half, 4),
        regular(x, y, half * 1.1, 10, inner=0.45),
    )
    if seat % (len(shapes) + 1) < len(shapes):
        drawing.polygon(shapes[seat % (len(shapes) + 1)], colour)
        return
    for beam in cross(x, y, half):
        drawing.box(*beam, colour)
