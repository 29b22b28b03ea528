"""The reference on which every call can be tried, and the guides. Nothing here asks another host."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from markdown_it import MarkdownIt

from api.http import problems
from api.http.entity_tags import PUBLIC

API = Path(__file__).parents[1]
GUIDES = API.parent / "docs/api"

# Title and file of each guide, by the last word of its address.
PAGES = {
    "overview": ("Overview", "README.md"),
    "quickstart": ("Quickstart", "quickstart.md"),
    "first-bot": ("A first bot", "first-bot.md"),
    "how-to": ("How-tos", "how-to.md"),
    "sandbox": ("A sandbox", "sandbox.md"),
    "rock-paper-wizard": ("Rock Paper Wizard", "rock-paper-wizard.md"),
    "spell-a-spell": ("Spell-a-Spell", "spell-a-spell.md"),
    "cave": ("Cave", "cave.md"),
    "errors": ("Errors", "errors.md"),
    "types": ("Types", "types.md"),
    "compatibility": ("Compatibility", "compatibility.md"),
    "changes": ("Changes", "changes.md"),
    "queue": ("The queue", "queue.md"),
    "talk": ("Talk", "talk.md"),
    "apps": ("Apps", "apps.md"),
    "bot-accounts": ("Bots as players", "bot-accounts.md"),
    "cups": ("Cups", "cups.md"),
    "ratings": ("Ratings", "ratings.md"),
    "clocks": ("Clocks", "clocks.md"),
    "words": ("Words", "words.md"),
    "secrets": ("Secrets", "secrets.md"),
    "streams": ("Streams", "streams.md"),
    "notices": ("Notices", "notices.md"),
    "limits": ("Limits", "limits.md"),
    "luck": ("Luck", "luck.md"),
    "proving": ("Proving", "../proving.md"),
    "format": ("The match file", "../format.md"),
    "format-rock-paper-wizard": ("Rules in a match file", "../format-rock-paper-wizard.md"),
}
OWN, SWAGGER = "own", "swagger"
ASSETS = {
    "pages.css": (OWN, "text/css; charset=utf-8"),
    "reference.js": (OWN, "text/javascript; charset=utf-8"),
    "mail.js": (OWN, "text/javascript; charset=utf-8"),
    "swagger-ui.css": (SWAGGER, "text/css; charset=utf-8"),
    "swagger-ui-bundle.js": (SWAGGER, "text/javascript; charset=utf-8"),
    "favicon-32x32.png": (SWAGGER, "image/png"),
}

# Scripts, styles and calls are this host's own. Swagger UI draws its icons from data.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'"
)
POLICY += "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


def reference(request: HttpRequest) -> HttpResponse:
    """Every call, to read and to try."""
    return _page(request, "reference.html", title="Reference")


def guide(request: HttpRequest, name: str) -> HttpResponse:
    """One of the guides."""
    if name not in PAGES:
        raise Http404
    title, file = PAGES[name]
    return _page(request, "guide.html", title=title, article=_rendered(file))


def asset(request: HttpRequest, name: str) -> HttpResponse:
    """A file that the pages need."""
    if name not in ASSETS:
        raise Http404
    place, content_type = ASSETS[name]
    return _answer(request, read((_swagger() if place == SWAGGER else API / "pages/assets") / name), content_type)


def to_reference(request: HttpRequest) -> HttpResponse:
    return HttpResponseRedirect(f"{request.path}/")


def _page(request: HttpRequest, template: str, **told: object) -> HttpResponse:
    # Addresses are relative, so the pages also work behind a prefix.
    text = render_to_string(template, {"pages": PAGES, **told})
    return _answer(request, text.encode(), "text/html; charset=utf-8")


def _answer(request: HttpRequest, body: bytes, content_type: str) -> HttpResponse:
    if request.method not in ("GET", "HEAD"):
        refused = problems.plain(request, "method_not_allowed")
        refused.headers["Allow"] = "GET, HEAD"
        return refused
    return HttpResponse(body, content_type=content_type, headers={**PUBLIC, "Content-Security-Policy": POLICY})


@cache
def _rendered(file: str) -> str:
    text = read(GUIDES / file).decode()
    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    # The guides name each other by file, from docs/api or from docs.
    for name, (_, other) in PAGES.items():
        for link in (other, other.removeprefix("../"), f"api/{other}"):
            html = html.replace(f'href="{link}', f'href="{name}')
    return html


@cache
def read(file: Path) -> bytes:
    return file.read_bytes()


@cache
def _swagger() -> Path:
    package = find_spec("drf_spectacular_sidecar")
    assert package is not None
    assert package.origin is not None
    return Path(package.origin).parent / "static/drf_spectacular_sidecar/swagger-ui-dist"
