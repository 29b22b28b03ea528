"""Problem documents (RFC 9457): one table from code to status and texts, and the path of every error to it."""

import logging
import sys
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.urls import is_valid_path
from rest_framework import exceptions
from rest_framework.views import set_rollback

from api import answers
from api.http import languages
from api.http.authentication import CHALLENGE
from api.http.call import PlainProblem, Result
from api.http.formats import JSONRenderer, ProblemRenderer
from api.http.permissions import InsufficientScope
from api.http.quota_words import in_words
from api.http.texts import TEXTS
from events import outages
from events.errors import ColdFileUnreadable
from games.core import messages
from games.core.errors import Refusal, RuleBroken
from games.core.json import JSON
from games.core.languages import ENGLISH
from games.core.messages import Book, Tables
from games.core.prompts import Violation
from games.matches.errors import Invalid, Refused, RefusedForNow, Unavailable, WrongCredentials
from games.registry import GAMES

log = logging.getLogger(__name__)

PROBLEMS, VIOLATIONS = TEXTS.table("problems"), TEXTS.table("violations")
# What the types of JSON Schema are called.
KINDS = TEXTS.table("kinds")
# What the texts of a rule's refusal stand under.
RULE_BROKEN = "rule_broken"
# How long a caller is told to wait for what may be well again at any moment.
RETRY_SECONDS = 2

# Every refusal of the table and of the web has one status; what the rules refuse is 422 with the kernel's own code.
STATUSES: Mapping[str, int] = {
    "invalid_json": 400,
    "invalid_request": 400,
    "value_not_allowed": 422,
    "invalid_move": 400,
    "precondition_failed": 412,
    "settings_changed": 412,
    "invitation_required": 403,
    "invitation_not_found": 404,
    "version_not_found": 404,
    "match_not_finished": 409,
    "too_deep": 400,
    "bad_request": 400,
    "not_authenticated": 401,
    "invalid_token": 401,
    "wrong_credentials": 401,
    "insufficient_scope": 403,
    "not_operator": 403,
    "not_the_page": 403,
    "not_seated": 403,
    "not_your_seat": 403,
    "not_host": 403,
    "account_needed": 403,
    "silenced": 403,
    "not_found": 404,
    "player_not_found": 404,
    "token_not_found": 404,
    "app_not_found": 404,
    "device_code_not_found": 404,
    "authorization_refused": 400,
    "match_not_found": 404,
    "game_not_found": 404,
    "webhook_not_found": 404,
    "subscription_not_found": 404,
    "delivery_not_found": 404,
    "set_not_found": 404,
    "wish_not_found": 404,
    "message_not_found": 404,
    "sanction_not_found": 404,
    "cup_not_found": 404,
    "entry_not_found": 404,
    "not_cup_host": 403,
    "cup_not_open": 409,
    "take_back_already_asked": 409,
    "take_back_not_asked": 409,
    "take_backs_declined": 409,
    "cup_too_small": 409,
    "too_many_cups": 409,
    "rated_match_not_found": 404,
    "mail_token_not_found": 404,
    "word_not_found": 404,
    "method_not_allowed": 405,
    "not_acceptable": 406,
    "handle_taken": 409,
    "already_account": 409,
    "already_created": 409,
    "too_many_webhooks": 409,
    "too_many_apps": 409,
    "too_many_invitations": 409,
    "too_many_open_invitations": 409,
    "too_many_blocks": 409,
    "too_many_follows": 409,
    "too_many_mutes": 409,
    "too_many_reports": 409,
    "already_appealed": 409,
    "not_called": 409,
    "webhook_disabled": 409,
    "push_not_offered": 409,
    "no_email": 409,
    "too_much_mail": 409,
    "already_seated": 409,
    "seat_taken": 409,
    "match_full": 409,
    "match_not_open": 409,
    "match_not_active": 409,
    "match_paused": 409,
    "signature_required": 422,
    "signature_invalid": 422,
    "key_already_bound": 409,
    "too_many_keys": 409,
    "match_too_long": 409,
    "too_many_joins": 409,
    "has_played": 409,
    "people_only": 403,
    "other_ladder": 409,
    "match_is_rated": 409,
    "match_not_paused": 409,
    "move_stands": 409,
    "already_agreed": 409,
    "consent_missing": 409,
    "not_on_autopilot": 409,
    "quiet_hours_too_soon": 409,
    "vacation_spent": 409,
    "match_quarantined": 409,
    "seats_missing": 409,
    "beacon_awaited": 409,
    "deadline_passed": 409,
    "stale_prompt": 409,
    "request_timeout": 408,
    "body_too_large": 413,
    "address_too_long": 414,
    "unsupported_media_type": 415,
    "unknown_seat": 422,
    "address_not_allowed": 422,
    "nothing_to_fork": 422,
    "clock_only_move": 422,
    "idempotency_key_reused": 422,
    "headers_too_large": 431,
    "rate_limited": 429,
    "quota_exceeded": 429,
    "too_many_streams": 429,
    "internal_error": 500,
    "too_busy": 503,
    "temporarily_unavailable": 503,
    "outcome_unknown": 503,
}

WEB_CODES: Mapping[type[Exception], str] = {
    exceptions.ParseError: "invalid_json",
    exceptions.NotAuthenticated: "not_authenticated",
    exceptions.AuthenticationFailed: "invalid_token",
    InsufficientScope: "insufficient_scope",
    exceptions.NotFound: "not_found",
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.NotAcceptable: "not_acceptable",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
    exceptions.Throttled: "rate_limited",
}

# A game's own words for its refusals. A clause belongs to one game, so code and clause name a refusal.
REFUSALS: Mapping[tuple[str, str | None], Refusal] = {
    (code, refusal.clause): refusal
    for versions in GAMES.values()
    for game in versions.values()
    for code, refusal in game.refusals.items()
}


@dataclass(frozen=True, kw_only=True)
class Problem:
    """What a problem document says beside its texts; `rule` is a clause id, `params` fill the texts."""

    code: str
    status: int
    params: Mapping[str, Any]
    rule: str | None = None
    errors: tuple[Violation, ...] = ()

    def document(self, language: str) -> answers.problems.Problem:
        title, detail = self._texts(language)
        said: answers.problems.Problem = {
            "type": type_of(self.code),
            "title": title,
            "status": self.status,
            "detail": detail,
            "code": self.code,
        }
        if self.errors:
            said["errors"] = [
                {"pointer": e.pointer, "code": e.code, "detail": _detail(e, language)} for e in self.errors
            ]
        if self.rule:
            said["rule"] = self.rule
        if "version" in self.params:
            said["version"] = self.params["version"]
        if self.params:
            said["params"] = dict(self.params)
        return said

    def _params(self, language: str) -> Mapping[str, Any]:
        """What fills the texts."""
        return in_words(self.params, language) if self.code == "quota_exceeded" else self.params

    def _texts(self, language: str) -> tuple[str, str]:
        """Title and detail: a game's own sentence where the rules have refused."""
        params = _Named({**self._params(language), "rule": self.rule})
        own, book = _own(self.code), _book(language)
        if (self.code, self.rule) in REFUSALS:
            detail = book.say_once("refusals", f"{self.code} {self.rule}", params)
        else:
            kind = "instead" if "instead" in self.params else "detail"
            detail = book.say_once("problems", f"{own}.{kind}", params)
        return PROBLEMS[f"{own}.title"][language], messages.plain(detail)


def _detail(violation: Violation, language: str) -> str:
    """What is wrong at a place: in English in particular, in other languages by its code and what is allowed.

    In English too where there is no sentence, because it would quote a secret.
    """
    is_known = violation.code in VIOLATIONS
    if violation.detail and (language == ENGLISH or not is_known):
        return violation.detail
    params = _Named({"limit": _allowed(violation, language) or "none"})
    return messages.plain(_book(language).say_once("violations", violation.code if is_known else "other", params))


def _allowed(violation: Violation, language: str) -> str:
    """What the keyword allows, types in words."""
    if violation.code != "type":
        return violation.limit
    return ", ".join(KINDS[kind][language] for kind in violation.limit.split(", ") if kind in KINDS)


def type_of(code: str) -> str:
    """The address that names the kind of problem."""
    return f"/api/v1/problems#{code}"


def published(language: str) -> list[answers.problems.ProblemKind]:
    """Every code there is, with its texts; `{…}` in a detail is one of the document's `params`, maybe in words."""
    ours = [_entry(code, status, *texts_of(code, language)) for code, status in STATUSES.items()]
    title, _ = texts_of(RULE_BROKEN, language)
    return ours + [
        {**_entry(code, 422, title, refusal.texts[language]), "game": slug, "rule": refusal.clause}
        for slug, versions in GAMES.items()
        for code, refusal in {code: said for game in versions.values() for code, said in game.refusals.items()}.items()
    ]


def texts_of(code: str, language: str) -> tuple[str, str]:
    """Title and detail of a problem; of one that a game has a code for, those that all of them share."""
    own = _own(code)
    return PROBLEMS[f"{own}.title"][language], PROBLEMS[f"{own}.detail"][language]


def _own(code: str) -> str:
    """The code under which the texts of a problem stand."""
    return code if code in STATUSES else RULE_BROKEN


@cache
def _book(language: str) -> Book:
    refusals = {f"{code} {clause}": refusal.texts for (code, clause), refusal in REFUSALS.items()}
    return Book(
        Tables(messages={"problems": PROBLEMS, "refusals": refusals, "violations": VIOLATIONS}, terms={}), language
    )


def _entry(code: str, status: int, title: str, detail: str) -> answers.problems.ProblemKind:
    return {"code": code, "status": status, "title": title, "detail": detail, "type": type_of(code)}


def handle(error: Exception, context: Mapping[str, Any]) -> Result:
    """DRF's exception handler: whatever was raised becomes a problem document."""
    set_rollback()
    request = context["request"]
    problem = problem_of(error)
    response = Result(problem.document(language(request)), status=problem.status, headers=_headers(error, problem))
    # The view's negotiation may be what failed, so the renderer is set by hand.
    request.accepted_renderer = ProblemRenderer()
    request.accepted_media_type = ProblemRenderer.media_type
    # For the count of refusals in /metrics.
    response.problem_code = problem.code
    return response


def problem_of(error: Exception) -> Problem:
    """The problem that an exception is; an unforeseen one is `internal_error`, logged without its message."""
    match error:
        case RuleBroken():
            return Problem(code=error.code, status=422, params=error.params, rule=error.clause)
        case Invalid():
            return Problem(code=error.code, status=STATUSES[error.code], params={}, errors=error.violations)
        case Refused():
            return Problem(code=error.code, status=STATUSES[error.code], params=error.params)
        case exceptions.APIException():
            code = WEB_CODES.get(type(error), "bad_request")
            return Problem(code=code, status=STATUSES[code], params=getattr(error, "params", {}))
        case outages.InDoubt():
            log.error("in doubt: %s", error)
            return _plainly("outcome_unknown")
        case _ if outages.is_passing(error):
            log.error("the database cannot serve: %s", type(error).__name__)
            return _plainly(Unavailable.code)
        case ColdFileUnreadable():
            log.error("%s", error)
            return _plainly(Unavailable.code)
        case SuspiciousOperation():
            return _plainly("bad_request")
        case _:
            log_unforeseen(error)
            return _plainly("internal_error")


def _plainly(code: str) -> Problem:
    """A problem of which its code says all."""
    return Problem(code=code, status=STATUSES[code], params={})


def log_unforeseen(error: BaseException) -> None:
    """Where it happened and what kind it was: the message itself may quote a secret."""
    steps = traceback.format_tb(error.__traceback__)
    # Two errors of different kinds or places are two faults to the log.
    kind = {"kind": (type(error).__name__, steps[-1:])}
    log.error("unforeseen %s\n%s", type(error).__name__, "".join(steps), extra=kind)


def language(request: Any) -> str:
    """The caller's language."""
    return languages.of(request)[0]


def plain(request: HttpRequest, code: str, **params: JSON) -> HttpResponse:
    """A problem document outside DRF: for addresses and failures that reach no view of ours."""
    problem = Problem(code=code, status=STATUSES[code], params=params)
    body = JSONRenderer().render(problem.document(language(request)))
    headers = {"Retry-After": str(RETRY_SECONDS)} if problem.status == 503 else {}
    media_type = ProblemRenderer.media_type
    return PlainProblem(body, problem_code=code, status=problem.status, content_type=media_type, headers=headers)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return plain(request, "bad_request")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    instead = request.path_info.rstrip("/")
    if instead != request.path_info and is_valid_path(instead):
        return plain(request, "not_found", instead=instead)
    return plain(request, "not_found")


def server_error(request: HttpRequest) -> HttpResponse:
    """Django calls it while it handles an error that no view of ours has met."""
    error = sys.exc_info()[1]
    return plain(request, problem_of(error).code if isinstance(error, Exception) else "internal_error")


class _Named(dict[str, Any]):
    """Parameters of a text, as Python writes them; one that was not given shows as its name."""

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> str:
        return name

    def __getitem__(self, name: str) -> str | int:
        value = super().__getitem__(name)
        return value if type(value) in (str, int) else str(value)

    def get(self, name: str, default: Any = None) -> str | int:
        return self[name]


def _headers(error: Exception, problem: Problem) -> dict[str, str]:
    headers = {}
    if isinstance(error, RefusedForNow):
        headers["Retry-After"] = str(error.retry_after)
    if problem.status == 503:
        headers["Retry-After"] = str(RETRY_SECONDS)
    if isinstance(error, WrongCredentials):
        # A 401 has to carry a challenge (RFC 9110, section 15.5.2).
        headers["WWW-Authenticate"] = CHALLENGE
    if isinstance(error, exceptions.APIException) and (header := getattr(error, "auth_header", None)):
        headers["WWW-Authenticate"] = header
    return headers
