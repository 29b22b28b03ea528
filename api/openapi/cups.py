from api.openapi.operation import DocumentedResponse, Operation, Operations, ok
from api.views.cups import CupCancelView, CupEntryView, CupEventsView, CupStartView, CupsView, CupView

_TAG = "cups"

OPERATIONS: Operations = {
    (CupsView, "GET"): Operation(
        id="listCups",
        tagged=True,
        tag=_TAG,
        summary="List cups, newest first",
        description="With `mine` those that the caller is in, as long as they wait or run, which needs a token.",
        query=("cups_of_game", "cup_status", "in_cups", "before", "limit"),
        answers=ok("CupPage"),
        refusals=("not_authenticated", "insufficient_scope"),
    ),
    (CupsView, "POST"): Operation(
        id="createCup",
        tag=_TAG,
        summary="Make a cup and enter it",
        description="It starts when its places are taken, or when its host says so. Its matches are made by "
        "themselves, round by round, and `match_started` is told as of every match.",
        body="CupWish",
        keyed=True,
        answers={201: DocumentedResponse(shape="Cup", headers=("Location",))},
        refusals=(
            *("game_not_found", "set_not_found", "account_needed", "people_only", "too_many_cups", "quota_exceeded"),
            *("player_not_found", "value_not_allowed", "silenced"),
        ),
    ),
    (CupView, "GET"): Operation(
        id="getCup",
        tagged=True,
        tag=_TAG,
        summary="One cup: its terms, rounds, results, and how everybody stands",
        description="Not told to a stream: while it runs, ask again after a notice, or every few seconds.",
        answers=ok("Cup"),
        refusals=("cup_not_found",),
    ),
    (CupEntryView, "PUT"): Operation(
        id="enterCup",
        tag=_TAG,
        summary="Enter a cup",
        description="Sent again it changes nothing. Who takes the last place starts the cup.",
        body="Nothing",
        answers=ok("Cup"),
        refusals=(
            *("cup_not_found", "cup_not_open", "account_needed", "people_only", "too_many_cups", "quota_exceeded"),
            "player_not_found",
        ),
    ),
    (CupEntryView, "DELETE"): Operation(
        id="leaveCup",
        tag=_TAG,
        summary="Leave a cup, or withdraw from it once it runs",
        description="The host who leaves before the start calls it off. Who withdraws keeps the points that they have; "
        "the match that they sit in goes on.",
        answers=ok("Cup"),
        refusals=("cup_not_found", "cup_not_open", "entry_not_found"),
    ),
    (CupStartView, "POST"): Operation(
        id="startCup",
        tag=_TAG,
        summary="Start a cup before it is full, as its host",
        description="Sent again it changes nothing.",
        body="Nothing",
        repeats=True,
        answers=ok("Cup"),
        refusals=("cup_not_found", "not_cup_host", "cup_not_open", "cup_too_small"),
    ),
    (CupCancelView, "POST"): Operation(
        id="cancelCup",
        tag=_TAG,
        summary="Call a cup off before its start, as its host",
        description="Sent again it changes nothing.",
        body="Nothing",
        repeats=True,
        answers=ok("Cup"),
        refusals=("cup_not_found", "not_cup_host", "cup_not_open"),
    ),
    (CupEventsView, "GET"): Operation(
        id="listCupEvents",
        tagged=True,
        tag=_TAG,
        summary="All events of a cup, by which its course can be checked",
        description="`python -m games.cups FILE` checks what is answered here; docs/api/cups.md says what is checked.",
        answers=ok("CupEventList"),
        refusals=("cup_not_found",),
    ),
}
