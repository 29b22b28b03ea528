from api.openapi.operation import NO_CONTENT, DocumentedResponse, Operation, Operations, ok
from api.views.circles import BlocksView, BlockView
from api.views.queue import SetsView, WishConfirmationView, WishesView, WishView

_TAG = "queue"

OPERATIONS: Operations = {
    (SetsView, "GET"): Operation(
        id="listSets",
        tagged=True,
        tag=_TAG,
        summary="The standard sets of all games",
        description="With how many wait now, how long players have waited of late, and how those matches have gone.",
        answers=ok("SetList"),
    ),
    (WishesView, "GET"): Operation(
        id="listWishes",
        tagged=True,
        tag=_TAG,
        summary="Your standing wishes, longest waiting first",
        answers=ok("QueueWishList"),
    ),
    (WishView, "PUT"): Operation(
        id="putWish",
        tag=_TAG,
        summary="Wait for a table of a set",
        description="Players are seated as soon as their wishes fit, who waits longest first. A wish stands when the "
        "browser is closed; one may have several. Of a set that plays now one is called first: a notice of the kind "
        "`called` comes, and `confirmWish` says that one is there. Sent again it changes the terms, not the place.",
        body="QueueTerms",
        answers=ok("QueueWish"),
        refusals=(
            "game_not_found",
            "set_not_found",
            "account_needed",
            "people_only",
            "player_not_found",
            "quota_exceeded",
        ),
    ),
    (WishView, "DELETE"): Operation(
        id="withdrawWish",
        tag=_TAG,
        summary="Wait no more",
        description="Others who were called to the same table keep their places in the queue.",
        answers=NO_CONTENT,
        refusals=("wish_not_found",),
    ),
    (WishConfirmationView, "POST"): Operation(
        id="confirmWish",
        tag=_TAG,
        summary="Say that you are there for the table that you are called to",
        description="When all are there the match is made, and `match_started` is told. Who is not there in time loses "
        "the wish; the others keep their places. Said again it changes nothing. Once the match is made the wish is "
        "gone: `wish_not_found`.",
        body="Nothing",
        answers=ok("QueueWish"),
        refusals=("wish_not_found", "not_called"),
    ),
    (BlocksView, "GET"): Operation(
        id="listBlocks",
        tagged=True,
        tag=_TAG,
        summary="The players whom you keep away, newest first",
        answers=ok("BlockList"),
    ),
    (BlockView, "PUT"): Operation(
        id="blockPlayer",
        tag=_TAG,
        summary="Keep a player away",
        description="No table of the queue is called for both of you, and no invitation of theirs is told to you. They "
        "are not told.",
        body="Nothing",
        answers={204: DocumentedResponse(said="Done.")},
        refusals=("player_not_found", "too_many_blocks", "quota_exceeded"),
    ),
    (BlockView, "DELETE"): Operation(
        id="unblockPlayer",
        tag=_TAG,
        summary="Keep a player away no longer",
        answers=NO_CONTENT,
        refusals=("player_not_found",),
    ),
}
