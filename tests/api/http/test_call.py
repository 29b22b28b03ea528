from django.http import HttpResponse
from django.test import RequestFactory
from rest_framework.request import Request

from api.http import problems
from api.http.call import Call, PlainProblem, Result, Waiter, begin, call_of, is_put_off, problem_code


def test_a_request_has_one_call_whichever_framework_asks_for_it() -> None:
    request = RequestFactory().get("/api/v1/games")
    call_of(Request(request)).languages = ("he",)
    assert call_of(request) is call_of(Request(request))
    assert call_of(request).languages == ("he",)
    assert call_of(RequestFactory().get("/api/v1/games")) == Call()


def test_what_a_server_knows_of_a_request_reaches_its_view() -> None:
    request = RequestFactory().get("/api/v1/games")
    begin(request, Call(is_live=True))
    assert call_of(Request(request)).is_live


def test_only_a_result_with_a_waiter_is_put_off() -> None:
    waiting = Result({})
    waiting.waiter = Waiter(5, None, False)
    assert [is_put_off(one) for one in (waiting, Result({}), HttpResponse())] == [True, False, False]


def test_a_refusal_tells_its_code_inside_and_outside_the_framework() -> None:
    request = RequestFactory().get("/nowhere")
    plain = problems.plain(request, "not_found")
    assert isinstance(plain, PlainProblem)
    inside = problems.handle(ValueError(), {"request": Request(request)})
    assert [problem_code(one) for one in (plain, inside, Result({}), HttpResponse())] == [
        "not_found",
        "internal_error",
        None,
        None,
    ]
