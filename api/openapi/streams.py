from api.openapi.operation import EVENT_STREAM, LINES, Answer, Operation, Operations
from api.views.streams import MatchStreamView

_TAG = "streams"

OPERATIONS: Operations = {
    (MatchStreamView, "GET"): Operation(
        id="streamMatch",
        tag=_TAG,
        summary="A match as it happens: what you have missed, and then what comes",
        description="At the address in the match's `links.stream`. By `Accept` lines of JSON or Server-Sent Events;"
        " each message has the `id` to resume from. See the guide on streams.",
        query=("after",),
        headers=("Last-Event-ID",),
        answers={
            200: Answer(shape="Stream", media_type=LINES, or_as=(EVENT_STREAM,)),
            204: Answer(said="The match is over, and you have all of it."),
        },
        refusals=("too_many_streams",),
    ),
}
