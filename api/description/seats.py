from api.description.operation import Answer, Operation, Operations
from api.views.seats import BotsView, PauseView, ResumeView, TakeBackView

_TAG = "seats"
_CHANGED = {200: Answer(shape="Match", headers=("ETag",))}
_RACED = ("too_busy",)
_RUNNING = ("not_seated", "match_not_active", "match_quarantined", *_RACED)

OPERATIONS: Operations = {
    (BotsView, "POST"): Operation(
        id="seatBot",
        tag=_TAG,
        summary="Seat a bot",
        description="By the host, on the lowest free seat if none is named. `random` plays any legal move, `steady` "
        "the game's default one.",
        body="BotWish",
        keyed=True,
        answers=_CHANGED,
        refusals=(
            "not_seated",
            "not_host",
            "match_not_open",
            "match_full",
            "seat_taken",
            "unknown_seat",
            "invitation_required",
            "match_quarantined",
            *_RACED,
        ),
    ),
    (TakeBackView, "POST"): Operation(
        id="takeBack",
        tag=_TAG,
        summary="Leave autopilot",
        description="By the seat's own player. What the seat is asked now has all its time again.",
        body="Nothing",
        keyed=True,
        answers=_CHANGED,
        refusals=("not_your_seat", "not_on_autopilot", *_RUNNING),
    ),
    (PauseView, "POST"): Operation(
        id="pause",
        tag=_TAG,
        summary="Agree to a pause",
        description="With the consent of every seat whose player is there, all clocks stand still and nobody can move, "
        "for 30 days at most.",
        body="Nothing",
        keyed=True,
        answers=_CHANGED,
        refusals=("match_paused", "already_agreed", *_RUNNING),
    ),
    (ResumeView, "POST"): Operation(
        id="resume",
        tag=_TAG,
        summary="Agree to go on after a pause",
        description="With the consent of every seat whose player is there.",
        body="Nothing",
        keyed=True,
        answers=_CHANGED,
        refusals=("match_not_paused", "already_agreed", *_RUNNING),
    ),
}
