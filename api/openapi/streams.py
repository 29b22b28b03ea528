from api.openapi.operation import EVENT_STREAM, LINES, DocumentedResponse, Operation, Operations
from api.views.streams import MatchStreamView, MyStreamView, StreamTicketsView

_TAG = "streams"

OPERATIONS: Operations = {
    (MatchStreamView, "GET"): Operation(
        id="streamMatch",
        tag=_TAG,
        summary="A match as it happens: what you have missed, and then what comes",
        description="At the address in the match's `links.stream`. By `Accept` lines of JSON or Server-Sent Events;"
        " each message has the `id` to resume from. See the guide on streams.",
        query=("after", "table", "ticket"),
        headers=("Last-Event-ID",),
        answers={
            200: DocumentedResponse(shape="Stream", media_type=LINES, or_as=(EVENT_STREAM,)),
            204: DocumentedResponse(said="The match is over, and you have all of it."),
        },
        refusals=("too_many_streams", "headers_too_large"),
    ),
    (MyStreamView, "GET"): Operation(
        id="streamMine",
        tag=_TAG,
        summary="All that concerns you as it happens",
        description="At the address in `links.my_stream` of `GET /me`. Your notices, how each of your matches stands,"
        " and of the matches that you name all that their own streams tell, on one connection.",
        query=("resume", "matches", "table", "ticket"),
        headers=("Last-Event-ID",),
        answers={200: DocumentedResponse(shape="Stream", media_type=LINES, or_as=(EVENT_STREAM,))},
        refusals=("too_many_streams", "headers_too_large", "match_not_found", "match_quarantined", "value_not_allowed"),
    ),
    (StreamTicketsView, "POST"): Operation(
        id="createStreamTicket",
        tag=_TAG,
        summary="A pass that opens one stream once, for browsers",
        description="It is good for 30 seconds, and ends with the token that made it.",
        body="StreamTicketWish",
        answers={201: DocumentedResponse(shape="StreamTicket")},
        refusals=("match_not_found",),
    ),
}
