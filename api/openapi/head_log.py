from api.openapi.operation import Operation, Operations, ok
from api.views.head_log import LogView, MatchLogView

_TAG = "playing"

OPERATIONS: Operations = {
    (LogView, "GET"): Operation(
        id="getLog",
        tagged=True,
        tag=_TAG,
        summary="How the log of all heads stands",
        description="The newest signed checkpoint and, with `from`, the proof that the log continues the checkpoint "
        "of that size that a caller has kept. All of the log is in static files too ([proving](/api/docs/proving)).",
        query=("from",),
        answers=ok("HeadLog"),
    ),
    (MatchLogView, "GET"): Operation(
        id="getMatchLog",
        tagged=True,
        tag=_TAG,
        summary="The entries of a match in the log of all heads",
        description="Each with the proof that it is in the log as it was signed last: what `python -m games.verify "
        "FILE --log` takes. A match gets an entry within a minute after its end, and after each day (UTC) on which it "
        "moved, unless spectators see it later.",
        answers=ok("MatchLog"),
    ),
}
