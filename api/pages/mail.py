"""Where links in mails lead: a page with one button each. Opening one changes nothing, since mail programs do that."""

from collections.abc import Mapping
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from api.http import problems
from api.pages.docs import POLICY
from api.pages.texts import TEXTS
from api.pages.texts.keys import Section
from games.core.languages import BY_CODE
from games.matches.notices import preferences

HEADERS = {
    # A page's own form is posted to where it came from.
    "Content-Security-Policy": POLICY.replace("form-action 'none'", "form-action 'self'"),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
}
# The call of the API that a page's script makes with the code.
CALLS: Mapping[str, str] = {"confirm": "email-confirmations", "reset": "password-resets/complete"}


def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """GET asks; POST stops the notices by mail: by this page's button, or by a mail program's (RFC 8058)."""
    if preferences.player_of(token) is None:
        return problems.plain(request, "not_found")
    if request.method not in ("GET", "HEAD", "POST"):
        return _wrong_verb(request, "GET, HEAD, POST")
    if request.method == "POST":
        preferences.unsubscribe(token)
    return _page(request, "unsubscribe", template="unsubscribe.html", up="../../", done=request.method == "POST")


def code(request: HttpRequest, name: str) -> HttpResponse:
    """The page on which a code from a mail is used; the code stands behind #, which no browser sends."""
    if name not in CALLS:
        return problems.plain(request, "not_found")
    if request.method not in ("GET", "HEAD"):
        return _wrong_verb(request, "GET, HEAD")
    return _page(request, cast(Section, name), template="code.html", up="../", call=CALLS[name])


def _page(request: HttpRequest, name: Section, *, template: str, **told: object) -> HttpResponse:
    language = problems.language(request)
    known = {
        "language": language,
        "direction": BY_CODE[language].direction,
        "texts": {key: texts[language] for key, texts in TEXTS.table(name).items()},
        "failed": TEXTS["all.failed"][language],
    }
    text = render_to_string(template, {**known, **told})
    return HttpResponse(text, headers={**HEADERS, "Content-Language": language})


def _wrong_verb(request: HttpRequest, allowed: str) -> HttpResponse:
    refused = problems.plain(request, "method_not_allowed")
    refused.headers["Allow"] = allowed
    return refused
