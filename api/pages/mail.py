"""Where links in mails lead: a page with one button each. Opening one changes nothing, since mail programs do that."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from api.http import problems
from api.pages.docs import POLICY
from games.core.languages import BY_CODE
from games.matches.notices import preferences

HEADERS = {
    # A page's own form is posted to where it came from.
    "Content-Security-Policy": POLICY.replace("form-action 'none'", "form-action 'self'"),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
}
Texts = Mapping[str, Mapping[str, str]]

# By page and language: the title, the button, and what is said when it is done or has failed.
TEXTS: Mapping[str, Texts] = {
    "confirm": {
        "en": {
            "title": "Confirm your address",
            "button": "This address is mine",
            "done": "Thank you: notices will come here.",
        },
        "he": {"title": "אישור הכתובת שלך", "button": "הכתובת הזאת שלי", "done": "תודה: ההודעות יגיעו לכאן."},
        "pl": {
            "title": "Potwierdź swój adres",
            "button": "To mój adres",
            "done": "Dziękujemy: powiadomienia będą przychodzić tutaj.",
        },
    },
    "reset": {
        "en": {
            "title": "Set a new password",
            "button": "Set it",
            "password": "New password",
            "done": "Done. All sessions have been logged out.",
        },
        "he": {
            "title": "קביעת סיסמה חדשה",
            "button": "שמירה",
            "password": "סיסמה חדשה",
            "done": "בוצע. כל החיבורים נותקו.",
        },
        "pl": {
            "title": "Ustaw nowe hasło",
            "button": "Ustaw",
            "password": "Nowe hasło",
            "done": "Gotowe. Wszystkie sesje zostały zakończone.",
        },
    },
    "unsubscribe": {
        "en": {
            "title": "No more notices by mail?",
            "button": "No more mail",
            "done": "Done: no more notices will come by mail.",
        },
        "he": {"title": "להפסיק את ההודעות בדואר?", "button": "להפסיק", "done": "בוצע: לא יישלחו עוד הודעות בדואר."},
        "pl": {
            "title": "Bez powiadomień pocztą?",
            "button": "Bez poczty",
            "done": "Gotowe: powiadomienia nie będą już przychodzić pocztą.",
        },
    },
}
FAILED = {
    "en": "That did not work. Please try again later.",
    "he": "זה לא הצליח. אפשר לנסות שוב מאוחר יותר.",
    "pl": "To się nie udało. Spróbuj ponownie później.",
}
# The call of the API that a page's script makes with the code.
CALLS = {"confirm": "email-confirmations", "reset": "password-resets/complete"}


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
    return _page(request, name, template="code.html", up="../", call=CALLS[name])


def _page(request: HttpRequest, name: str, *, template: str, **told: object) -> HttpResponse:
    language = problems.language(request)
    known = {
        "language": language,
        "direction": BY_CODE[language].direction,
        "texts": TEXTS[name][language],
        "failed": FAILED[language],
    }
    text = render_to_string(template, {**known, **told})
    return HttpResponse(text, headers={**HEADERS, "Content-Language": language})


def _wrong_verb(request: HttpRequest, allowed: str) -> HttpResponse:
    refused = problems.plain(request, "method_not_allowed")
    refused.headers["Allow"] = allowed
    return refused
