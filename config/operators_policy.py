"""What the operators' pages may load and run in a browser, said in a header of every answer."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

# Scripts come from the admin's own files alone: a player's text that got onto a page as markup would not run. Django's
# lists and the page of a stream bring styles of their own, and with nothing fetched from elsewhere those tell nobody.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
Answer = Callable[[HttpRequest], HttpResponseBase]


class ContentPolicy:
    """Middleware: puts `POLICY` on every answer."""

    def __init__(self, get_response: Answer) -> None:
        self._answer = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._answer(request)
        response.headers["Content-Security-Policy"] = POLICY
        return response
