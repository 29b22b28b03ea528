from api.openapi.operation import DocumentedResponse, Operation, Operations, ok
from api.views.seats import (
    AgreeTakeBackView,
    AskTakeBackView,
    BotsView,
    ConsentView,
    OwnNoteView,
    PauseView,
    RefuseTakeBackView,
    RematchView,
    ReplacementView,
    ResumeView,
    SeatKeysView,
    StandingOrdersView,
    TakeBackView,
)

_TAG = "seats"
_CHANGED = {200: DocumentedResponse(shape="Match", headers=("ETag",))}
_RUNNING = ("not_seated", "match_not_active", "match_quarantined")

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
            "quota_exceeded",
            "seat_taken",
            "unknown_seat",
            "invitation_required",
            "match_is_rated",
            "match_quarantined",
        ),
    ),
    (TakeBackView, "POST"): Operation(
        id="takeBackSeat",
        tag=_TAG,
        summary="Leave autopilot",
        description="By the seat's own player. What the seat is asked now has all its time again.",
        body="Nothing",
        keyed=True,
        answers=_CHANGED,
        refusals=("not_your_seat", "not_on_autopilot", *_RUNNING),
    ),
    (SeatKeysView, "POST"): Operation(
        id="bindKey",
        tag=_TAG,
        summary="Bind a key that signs your moves",
        description="In this match, for good: from now on each move of yours is refused unless a key of your seat has "
        "signed it, also your resignation. Standing orders rest, since nobody else can sign for you. Bots, autopilots "
        "and the clock play for your seat as before, and history says so. A second device binds a key of its own; "
        "history tells whether an earlier key vouches for it.",
        body="SeatKeyWish",
        keyed=True,
        answers=_CHANGED,
        refusals=(
            "signature_invalid",
            "key_already_bound",
            "too_many_keys",
            *_RUNNING,
        ),
    ),
    (ReplacementView, "POST"): Operation(
        id="inviteReplacement",
        tag=_TAG,
        summary="Invite a player to take an absent player's seat",
        description="By any seat that still plays, for one on autopilot. Joining with the invitation takes the seat "
        "over, and shows the newcomer all that it knows: so every other seat whose player is there must consent, "
        "unless the absent player invites. To invite is to consent. The secret is shown this once only.",
        body="ReplacementWish",
        keyed=True,
        answers={201: DocumentedResponse(shape="Invitation", headers=("Location",))},
        refusals=(
            "match_is_rated",
            "not_on_autopilot",
            "too_many_open_invitations",
            "quota_exceeded",
            "already_created",
            *_RUNNING,
        ),
    ),
    (ConsentView, "POST"): Operation(
        id="consentToReplacement",
        tag=_TAG,
        summary="Agree to another player on an absent player's seat",
        description="To one whom the seat `invited_by` invites. With the consent of every seat whose player is there "
        "the invitation takes the seat.",
        body="ConsentWish",
        keyed=True,
        answers=_CHANGED,
        refusals=("match_is_rated", "not_on_autopilot", "invitation_not_found", "already_agreed", *_RUNNING),
    ),
    (OwnNoteView, "GET"): Operation(
        id="getOwnNote",
        tagged=True,
        tag=_TAG,
        summary="What you have written to yourself about this match",
        answers=ok("OwnNote"),
    ),
    (OwnNoteView, "PUT"): Operation(
        id="putOwnNote",
        tag=_TAG,
        summary="Write a note to yourself about this match",
        description="In place of the one before. It is yours alone, in no history, and gone with the account.",
        body="OwnNoteText",
        answers=ok("OwnNote"),
        refusals=("player_not_found", "quota_exceeded"),
    ),
    (StandingOrdersView, "GET"): Operation(
        id="getStandingOrders",
        tag=_TAG,
        summary="What is answered for you",
        answers=ok("StandingOrders"),
        refusals=("not_seated",),
    ),
    (StandingOrdersView, "PUT"): Operation(
        id="giveStandingOrders",
        tag=_TAG,
        summary="Have kinds of prompts answered for you",
        description="Those in `decline` are declined, whatever you hold; those in `skip` are answered where nothing "
        "you hold fits, free actions apart. These and no others, from now on and for what you are asked already, as if "
        "you answered by hand. Nobody else is told. Orders rest while your seat has strikes, and end with your seat.",
        body="StandingOrdersWish",
        answers=ok("StandingOrders"),
        refusals=("player_not_found", "signature_required", *_RUNNING),
    ),
    (RematchView, "POST"): Operation(
        id="rematch",
        tag=_TAG,
        summary="Play the same once more",
        description="The same game, options and clock, with every seat kept for its player. A match has one rematch: "
        "the first call makes it, later ones join it.",
        body="Nothing",
        keyed=True,
        answers={
            200: DocumentedResponse(shape="Match", headers=("ETag",), said="You have joined it, or sat there already."),
            201: DocumentedResponse(shape="Match", headers=("Location", "ETag")),
        },
        refusals=(
            "not_seated",
            "match_not_finished",
            "match_not_open",
            "match_full",
            "too_many_joins",
            "quota_exceeded",
            "seat_taken",
            "invitation_required",
            "match_quarantined",
        ),
    ),
    (AskTakeBackView, "POST"): Operation(
        id="askTakeBack",
        tag=_TAG,
        summary="Ask to take moves back that others know of",
        description="Your latest move, or the one named, and all after it; of the latest eight. With the consent of "
        "every seat whose player is there the match stands as before it, and all that are asked have all of their time "
        "again; one refusal, or a move, ends it. Numbers that were drawn come again as they were.",
        body="TakeBackWish",
        keyed=True,
        answers=_CHANGED,
        refusals=(
            *("match_paused", "match_too_long", "quota_exceeded", "take_back_already_asked", "take_backs_declined"),
            *("move_stands", *_RUNNING),
        ),
    ),
    (AgreeTakeBackView, "POST"): Operation(
        id="agreeToTakeBack",
        tag=_TAG,
        summary="Agree to the take-back that is asked for",
        body="Nothing",
        keyed=True,
        answers=_CHANGED,
        refusals=("match_paused", "take_back_not_asked", "already_agreed", *_RUNNING),
    ),
    (RefuseTakeBackView, "POST"): Operation(
        id="refuseTakeBack",
        tag=_TAG,
        summary="Refuse the take-back that is asked for, or ask for it no more",
        body="Nothing",
        keyed=True,
        answers=_CHANGED,
        refusals=("match_paused", "take_back_not_asked", *_RUNNING),
    ),
    (PauseView, "POST"): Operation(
        id="pauseMatch",
        tag=_TAG,
        summary="Agree to a pause",
        description="With the consent of every seat whose player is there, all clocks stand still and nobody can move, "
        "for 30 days at most.",
        body="Nothing",
        keyed=True,
        answers=_CHANGED,
        refusals=("match_paused", "match_too_long", "quota_exceeded", "already_agreed", *_RUNNING),
    ),
    (ResumeView, "POST"): Operation(
        id="resumeMatch",
        tag=_TAG,
        summary="Agree to go on after a pause",
        description="With the consent of every seat whose player is there.",
        body="Nothing",
        keyed=True,
        answers=_CHANGED,
        refusals=("match_not_paused", "already_agreed", *_RUNNING),
    ),
}
