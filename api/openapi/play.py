from api.openapi.operation import LINES, DocumentedResponse, Operation, Operations
from api.views.audits import AuditView, LuckView
from api.views.play import DrawsView, EventsView, ExportView, MovesView, PromptsView, TakeBackMoveView, ViewView

_TAG = "playing"

OPERATIONS: Operations = {
    (ViewView, "GET"): Operation(
        id="getView",
        tag=_TAG,
        summary="All that you may know of a match",
        description="A spectator's view without a seat.",
        query=("seat", "at"),
        tagged=True,
        answers={200: DocumentedResponse(shape="AnyView")},
        refusals=("match_not_finished", "unknown_seat", "version_not_found"),
    ),
    (PromptsView, "GET"): Operation(
        id="getPrompts",
        tag=_TAG,
        summary="What you are asked, with every legal move",
        description="No item where nothing is asked of you. Any member of `legal` can be posted as it stands.",
        tagged=True,
        answers={200: DocumentedResponse(shape="PromptList")},
    ),
    (MovesView, "POST"): Operation(
        id="playMove",
        tag=_TAG,
        summary="Play a move",
        description="Any member of a prompt's `legal` as it stands. Checked in this order: 401, 404, the "
        "key, `not_seated`, `match_not_active`, `match_paused`, `deadline_passed`, `stale_prompt`, `not_your_seat`, "
        "`invalid_move`, `precondition_failed`, `signature_required`, `signature_invalid`, the rules. Nothing is "
        "recorded on a refusal.",
        body="Move",
        keyed=True,
        query=("dry_run",),
        headers=("If-Match",),
        answers={
            200: DocumentedResponse(shape="Legal", said="A dry run: it is legal."),
            201: DocumentedResponse(shape="MoveAnswer"),
        },
        refusals=(
            "not_seated",
            "match_not_active",
            "match_quarantined",
            "match_paused",
            "deadline_passed",
            "stale_prompt",
            "not_your_seat",
            "invalid_move",
            "precondition_failed",
            "signature_required",
            "signature_invalid",
        ),
        ruled=True,
    ),
    (TakeBackMoveView, "POST"): Operation(
        id="takeBackMove",
        tag=_TAG,
        summary="Take back your last move",
        description="As long as nobody could have learned anything by it: it is the last thing that has happened in "
        "the match, nothing was drawn, opened or shown by it, and no other seat is asked anything because of it. The "
        "match stands as before it, history keeps both, and your clock goes on from when you were asked. `take_back` "
        "of a move's answer and of the prompts says which move this is, if there is one.",
        body="Nothing",
        keyed=True,
        answers={200: DocumentedResponse(shape="MoveAnswer")},
        refusals=(
            "not_seated",
            "match_not_active",
            "match_quarantined",
            "match_paused",
            "match_too_long",
            "quota_exceeded",
            "move_stands",
            "deadline_passed",
        ),
    ),
    (EventsView, "GET"): Operation(
        id="listEvents",
        tag=_TAG,
        summary="The history as you may see it; with `wait`, what happens next",
        description="Oldest first, page by page; with `before` from the end: the last ones before that version, and "
        "`next` the page before them. With both, what lies between `after` and `before`, from its end. With `before` "
        "nothing is waited for.",
        query=("after", "before_version", "limit", "wait", "eyes"),
        tagged=True,
        answers={200: DocumentedResponse(shape="EventPage")},
        refusals=("value_not_allowed", "match_not_finished", "unknown_seat"),
    ),
    (ExportView, "GET"): Operation(
        id="exportMatch",
        tag=_TAG,
        summary="The match file",
        description="Every event with its hash, and the openings of what is open to the caller.",
        answers={200: DocumentedResponse(shape="MatchFile", media_type=LINES, headers=("Content-Disposition",))},
    ),
    (DrawsView, "GET"): Operation(
        id="listDraws",
        tag=_TAG,
        summary="Draws that can be checked while the match runs",
        description="Of a match that was made with `open_draws`: dice and other draws that everybody has seen, each "
        "with the secret that it follows from and the path to the root in event 1. `after` is a version; a page looks "
        "through as many events as `limit` says, so it may be empty and not the last.",
        query=("after", "limit"),
        answers={200: DocumentedResponse(shape="DrawPage")},
    ),
    (LuckView, "GET"): Operation(
        id="getLuck",
        tag=_TAG,
        summary="The draws of a match that has ended",
        description="How often each value came up, and how likely chance alone is to be this far off.",
        tagged=True,
        answers={200: DocumentedResponse(shape="MatchLuck")},
        refusals=("match_quarantined", "match_not_finished"),
    ),
    (AuditView, "GET"): Operation(
        id="auditMatch",
        tag=_TAG,
        summary="Whether the stored match holds",
        description="Hashes, seals, draws and every move judged again, and each column of the store against what was "
        "hashed. The verdict is told again for up to ten minutes while the head stays.",
        answers={200: DocumentedResponse(shape="Audit")},
        refusals=("match_quarantined", "match_not_finished"),
    ),
}
