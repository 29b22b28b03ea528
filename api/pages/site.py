"""The page on which people play: the files of `web/`, under addresses that name the very text of all of them."""

import gzip
import hashlib
import re
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from pathlib import Path, PurePosixPath
from posixpath import dirname, join, normpath
from typing import NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

import orjson
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified

from api.http import languages, problems
from api.http.encodings import takes_gzip
from api.http.entity_tags import EDITION_DIGITS, PUBLIC, PUBLIC_FOR_EVER
from api.pages import previews, translations
from games.core.languages import BY_CODE, ENGLISH, LANGUAGES

WEB = Path(__file__).parents[2] / "web"
INDEX, FIRST, WORKER, MANIFEST = "index.html", "app.js", "worker.js", "app.webmanifest"
# The module that shows an address, by its first part, as the page itself has it.
ROOMS = {
    "": "rooms/home.js",
    "lobby": "rooms/lobby.js",
    "join": "rooms/lobby.js",
    "login": "rooms/login.js",
    "me": "rooms/profile.js",
    "matches": "rooms/table.js",
    "replay": "rooms/replay.js",
    "players": "rooms/player.js",
    "cups": "rooms/cups.js",
    "leaderboards": "rooms/leaders.js",
    "luck": "rooms/luck.js",
    "oauth": "rooms/consent.js",
    "device": "rooms/consent.js",
    "unknown": "rooms/unknown.js",
}
# Where players let apps act for them.
CONSENTS = ("oauth", "device")
# What a program asks for: an address that is none of these says so in a problem document, whoever asks.
FOR_PROGRAMS = ("api/v1/", "static/", "log/")
# What the server fills in, of the worker's first line.
UNTOLD = '["", "", []]'
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
# A file for each language, which is made here of what stands in `web/texts/` and in `languages/`.
LANGUAGE_TYPE = {".json": "application/json"}
# The page tells by it which language it speaks; it decides nothing but what a document has fetched first.
SPOKEN = "language"
# What the root answers to programs.
HOME = {
    "games": "/api/v1/games",
    "matches": "/api/v1/matches",
    "problems": "/api/v1/problems",
    "limits": "/api/v1/limits",
    "openapi": "/api/v1/openapi.json",
    "docs": "/api/docs/",
}
IMPORT = re.compile(r'^(?:import|export) .*?from "(\.[^"]+)"|^} from "(\.[^"]+)"|^import "(\.[^"]+)"', re.MULTILINE)
PICTURE = re.compile(r"games/[^/]+/picture\.js")
# Shorter texts do not get shorter.
PACKED_FROM = 300
# A document is in the language of its reader.
VARY = "Accept-Encoding, Accept-Language, Cookie"
NOBODY, ANYBODY = "'none'", "*"


class File(NamedTuple):
    """A file as it is answered; `packed` is what is sent to clients that take gzip."""

    content_type: str
    text: bytes
    packed: bytes


class Tree(NamedTuple):
    """All of the page: files by path, the name of their text, documents by room and language, and the worker."""

    files: Mapping[str, File]
    edition: str
    documents: Mapping[tuple[str, str], File]
    worker: File


def home(request: HttpRequest) -> HttpResponse:
    """The page for people; for programs where everything is."""
    if _is_person(request):
        answer = page(request)
    else:
        text = orjson.dumps({"name": "Tabularium", "links": HOME})
        answer = _answer(request, File("application/json", text, text), PUBLIC)
    answer.headers["Vary"] = ", ".join(filter(None, ("Accept", answer.headers.get("Vary"))))
    return answer


def page(request: HttpRequest, rest: object = "") -> HttpResponse:
    """The document, at the address of any room: the page itself reads the address."""
    return _document(request, NOBODY, rest if isinstance(rest, UUID) else None)


def embedded(request: HttpRequest, rest: str = "") -> HttpResponse:
    """The same, to be shown within pages of others: a browser sends no session there, so it can only be looked at.

    A page of the same site would get the session: where one gives away one's rights no page may lie over ours.
    """
    is_consent = rest.strip("/").split("/")[0] in CONSENTS
    return _document(request, NOBODY if is_consent else ANYBODY)


def unknown(request: HttpRequest, exception: Exception) -> HttpResponse:
    """An address that leads nowhere: to people the page says so in their language, to programs a problem document."""
    if not _is_person(request) or request.path_info.lstrip("/").startswith(FOR_PROGRAMS):
        return problems.not_found(request, exception)
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": policy(NOBODY), "Vary": f"Accept, {VARY}"}
    answer = _answer(request, tree().documents[_room(request), _language(request)], headers)
    answer.status_code = 404 if answer.status_code == 200 else answer.status_code
    return answer


def file(request: HttpRequest, edition: str, name: str) -> HttpResponse:
    """A file of the page; of an earlier edition there is none, and the page that asks for one loads itself anew."""
    found = tree().files.get(name) if edition == tree().edition else None
    if found is None:
        raise Http404
    return _answer(request, found, PUBLIC_FOR_EVER)


def worker(request: HttpRequest) -> HttpResponse:
    """What shows the page without a connection. It stands at the root, because a worker serves what lies below it."""
    # Asked for again at every visit: an old one must never stay.
    return _answer(request, tree().worker, {"Cache-Control": "no-cache", "Content-Security-Policy": policy(NOBODY)})


@cache
def tree() -> Tree:
    """The files of `web/` that a browser is for, read once."""
    texts = {
        path.relative_to(WEB).as_posix(): path.read_bytes()
        for path in sorted(WEB.rglob("*"))
        if path.suffix in TYPES and path.is_file()
    }
    texts |= {**translations.files(translations.catalogue()), **translations.manifests(texts.pop(MANIFEST))}
    index = (WEB / INDEX).read_bytes()
    named = orjson.dumps([index.decode(), *([name, hashlib.sha256(text).hexdigest()] for name, text in texts.items())])
    edition = hashlib.sha256(named).hexdigest()[:EDITION_DIGITS]
    worker = _worker(texts.pop(WORKER).decode(), texts, edition)
    types = TYPES | LANGUAGE_TYPE
    files = {name: _file(types[PurePosixPath(name).suffix], text) for name, text in texts.items()}
    documents = {
        (room, code): _file(
            "text/html; charset=utf-8", _index(_said(index.decode(), code), texts, edition, opened, code)
        )
        for room, opened in ROOMS.items()
        for code in LANGUAGES
    }
    return Tree(files, edition, documents, _file(TYPES[".js"], worker))


def policy(framed_by: str) -> str:
    """What a browser may load, run and ask: this host alone, and its streams; who may show the page in a frame."""
    rules = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "connect-src": " ".join(dict.fromkeys(["'self'", *_other_origins()])),
        "manifest-src": "'self'",
        "worker-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": framed_by,
        # Only lit-html makes HTML of texts, and of none that anybody wrote.
        "require-trusted-types-for": "'script'",
        "trusted-types": "lit-html worker",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def _other_origins() -> Iterable[str]:
    """Where streams are, and where the page plays when that is another server."""
    for url in filter(None, (settings.LIVE_URL, settings.PAGE_API_URL)):
        found = urlsplit(url)
        if found.netloc != urlsplit(settings.PUBLIC_URL).netloc:
            yield f"{found.scheme}://{found.netloc}"


def _worker(text: str, files: Iterable[str], edition: str) -> bytes:
    """The worker, told its edition, where the page's root is, and which files there are."""
    root = urlsplit(settings.PUBLIC_URL).path + "/"
    return text.replace(UNTOLD, orjson.dumps([edition, root, sorted(files)]).decode(), 1).encode()


def _said(text: str, code: str) -> str:
    """The document in a language, without what depends on the room."""
    told = translations.catalogue()
    about, no_script, no_script_api = (
        escape(told.table("document")[key][code]) for key in ("about", "no_script", "no_script_api")
    )
    names = orjson.dumps({one.code: one.name for one in BY_CODE.values()}).decode()
    head = f'<meta name="description" content="{about}">\n<meta name="languages" content="{escape(names)}">'
    body = f'<noscript><p>{no_script} <a href="/api/docs/">{no_script_api}</a></p></noscript>'
    text = text.replace(f"./{MANIFEST}", f"./{code}.webmanifest")
    text = text.replace("<!-- language -->", f'<html lang="{code}" dir="{BY_CODE[code].direction}">')
    text = text.replace("<!-- preview -->\n", previews.tags(code, None).decode())
    return text.replace("<!-- about -->", head).replace("<!-- no script -->", body)


def _index(text: str, texts: Mapping[str, bytes], edition: str, room: str, code: str) -> bytes:
    """The document with full addresses, and with the texts and all modules of the frame and of a room named at once.

    What the picture of a game needs is told for when the page knows which it shows: one by one they would take turns.
    """
    root = urlsplit(settings.PUBLIC_URL).path + "/"
    base = f"{root}static/{edition}/"
    modules = dict.fromkeys([*_needed(FIRST, texts), room, *_needed(room, texts)])
    needed = f'<link rel="preload" as="fetch" crossorigin href="{base}{translations.file_name(code)}">\n'
    needed += "".join(f'<link rel="modulepreload" href="{base}{name}">\n' for name in modules)
    for picture in filter(PICTURE.fullmatch, texts):
        needed += f'<meta name="{picture}" content="{" ".join(_needed(picture, texts))}">\n'
    if settings.PAGE_API_URL:
        needed += f'<meta name="api" content="{escape(settings.PAGE_API_URL)}">\n'
    return text.replace('="./', f'="{base}').replace("<!-- needed -->\n", needed).encode()


def _needed(name: str, texts: Mapping[str, bytes]) -> list[str]:
    """What a module imports, and what those import, each once."""
    found: dict[str, None] = {}
    left = [name]
    while left:
        at = left.pop(0)
        for groups in IMPORT.findall(texts[at].decode()):
            other = normpath(join(dirname(at), next(filter(None, groups))))
            if other not in found:
                found[other] = None
                left.append(other)
    return list(found)


def _file(content_type: str, text: bytes) -> File:
    return File(content_type, text, gzip.compress(text, mtime=0) if len(text) >= PACKED_FROM else text)


def _document(request: HttpRequest, framed_by: str, match: UUID | None = None) -> HttpResponse:
    # Asked for again at every visit, so that nobody is shown an edition whose files are gone.
    code = _language(request)
    tag = f'W/"{tree().edition}.{code}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag, "Content-Security-Policy": policy(framed_by), "Vary": VARY}
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified(headers=headers)
    return _answer(request, _previewed(tree().documents[_room(request), code], code, match), headers)


def _previewed(document: File, code: str, match: UUID | None) -> File:
    """A document with what messengers show of a link to a match."""
    if match is None:
        return document
    tags = {one: previews.tags(code, one) for one in (None, match)}
    return _file(document.content_type, document.text.replace(tags[None], tags[match]))


def _language(request: HttpRequest) -> str:
    """The language that the page will most likely speak: of the address, of the last visit, of the browser."""
    try:
        named = request.GET.get(SPOKEN, request.COOKIES.get(SPOKEN, ""))
    except SuspiciousOperation:
        # An address with too many fields opens the page as well.
        named = request.COOKIES.get(SPOKEN, "")
    return named if named in LANGUAGES else languages.accepted(request) or ENGLISH


def _is_person(request: HttpRequest) -> bool:
    """Whether a browser asks for a page."""
    return "text/html" in request.headers.get("Accept", "")


def _room(request: HttpRequest) -> str:
    """Which room an address opens."""
    parts = request.path_info.strip("/").removeprefix("embed/").split("/")
    is_replay = parts[0] == "matches" and (parts[-1] == "replay" or "at" in request.GET)
    return "replay" if is_replay else parts[0] if parts[0] in ROOMS else "unknown"


def _answer(request: HttpRequest, shown: File, headers: Mapping[str, str]) -> HttpResponse:
    if request.method not in ("GET", "HEAD"):
        refused = problems.plain(request, "method_not_allowed")
        refused.headers["Allow"] = "GET, HEAD"
        return refused
    accepted = request.headers.get("Accept-Encoding", "")
    is_packed = shown.packed is not shown.text and takes_gzip(accepted)
    told = {"Vary": "Accept-Encoding", **headers, **({"Content-Encoding": "gzip"} if is_packed else {})}
    return HttpResponse(shown.packed if is_packed else shown.text, content_type=shown.content_type, headers=told)
