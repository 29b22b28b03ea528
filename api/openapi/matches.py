from api.openapi.operation import NO_CONTENT, DocumentedResponse, Operation, Operations, ok
from api.views.before_seating import LobbyView
from api.views.invitations import MyInvitationsView, MyInvitationView
from api.views.matches import (
    CancelView,
    ForksView,
    InvitationsView,
    InvitationView,
    JoinView,
    LeaveView,
    MatchesView,
    MatchView,
    ResignView,
    StartView,
)
from games.matches.lists.match_pages import MOST_SIEVED

_TAG = "matches"
# A call that changed the match is answered with the match as it is now.
_CHANGED = {200: DocumentedResponse(shape="Match", headers=("ETag",))}

OPERATIONS: Operations = {
    (MatchesView, "GET"): Operation(
        id="listMatches",
        tagged=True,
        tag=_TAG,
        summary="List matches",
        description="Public ones, and with `player` also those in which both that player and the caller sit; with "
        "`mine` or `waiting_for` the caller's own, which needs a token. The newest come first unless `order` says "
        "else. The list may lag behind the matches by a second: `as_of` tells. With `bots`, `open_seats`, "
        f"`least_events` or `most_events` a page is made of the next {MOST_SIEVED:,} matches of the list without them: "
        "it may be short or empty and have a `next` all the same.",
        query=(
            *("game", "status", "player", "mine", "waiting_for", "since", "until"),
            *("bots", "open_seats", "least_events", "most_events", "order", "before", "limit_of_matches"),
        ),
        answers={200: DocumentedResponse(shape="MatchPage")},
        refusals=("not_authenticated", "insufficient_scope"),
    ),
    (MatchesView, "POST"): Operation(
        id="createMatch",
        tag=_TAG,
        summary="Make a match and take seat 0",
        body="MatchWish",
        keyed=True,
        answers={201: DocumentedResponse(shape="Match", headers=("Location", "ETag"))},
        # The last four are the rules' own: options of Spell-a-Spell that contradict each other.
        refusals=(
            "game_not_found",
            "account_needed",
            "quota_exceeded",
            "silenced",
            "any_word_needs_judges",
            "hand_sizes_twice",
            "hand_sizes_wrong_number",
            "solver_needs_lexicon",
        ),
    ),
    (MatchView, "GET"): Operation(
        id="getMatch",
        tag=_TAG,
        summary="One match",
        description="Who sits there, whom it waits for, its clocks and its outcome; the state of play is in the view.",
        tagged=True,
        answers={200: DocumentedResponse(shape="Match")},
    ),
    (JoinView, "POST"): Operation(
        id="joinMatch",
        tag=_TAG,
        summary="Take a seat",
        description="The lowest free one if none is named. The last seat starts the match, unless its start is manual. "
        "With an invitation for an absent player's seat, that seat in the running match.",
        body="SeatWish",
        keyed=True,
        answers=_CHANGED,
        refusals=(
            "match_not_open",
            "match_not_active",
            "not_on_autopilot",
            "consent_missing",
            "already_seated",
            "match_full",
            "match_too_long",
            "too_many_joins",
            "seat_taken",
            "unknown_seat",
            "invitation_required",
            "account_needed",
            "other_ladder",
            "silenced",
            "match_quarantined",
            "quota_exceeded",
        ),
    ),
    (LeaveView, "POST"): Operation(
        id="leaveMatch",
        tag=_TAG,
        summary="Give your seat back before the start",
        description="The host's place passes on; the last one leaving cancels the match.",
        body="Nothing",
        keyed=True,
        answers=_CHANGED,
        refusals=("not_seated", "match_not_open", "beacon_awaited"),
    ),
    (StartView, "POST"): Operation(
        id="startMatch",
        tag=_TAG,
        summary="Start a full match",
        body="Nothing",
        keyed=True,
        answers=_CHANGED,
        refusals=(
            "not_seated",
            "not_host",
            "match_not_open",
            "seats_missing",
            "beacon_awaited",
            "match_quarantined",
            "quota_exceeded",
        ),
    ),
    (CancelView, "POST"): Operation(
        id="cancelMatch",
        tag=_TAG,
        summary="Call a match off before its start",
        body="Nothing",
        keyed=True,
        answers=_CHANGED,
        refusals=("not_seated", "not_host", "match_not_open", "beacon_awaited"),
    ),
    (ResignView, "POST"): Operation(
        id="resign",
        tag=_TAG,
        summary="Leave a running match for good",
        body="ResignationWish",
        keyed=True,
        answers=_CHANGED,
        refusals=(
            *("not_seated", "match_not_active", "match_quarantined"),
            *("signature_required", "signature_invalid"),
        ),
        ruled=True,
    ),
    (ForksView, "POST"): Operation(
        id="forkMatch",
        tag=_TAG,
        summary="Play on from an event of a match that has ended",
        description="A new match, by the same rules and options, that goes on from the last question at or before "
        "event `at`; `forked_from` says which event that was. What comes by chance from there on is drawn anew. You "
        "take `seat`, or the lowest; others join, and seats that had resigned stay empty. A fork can be no more open "
        "than the match it goes on from.",
        body="ForkWish",
        keyed=True,
        answers={201: DocumentedResponse(shape="Match", headers=("Location", "ETag"))},
        refusals=(
            "match_not_finished",
            "version_not_found",
            "nothing_to_fork",
            "quota_exceeded",
            "silenced",
            "unknown_seat",
            "seat_taken",
            "match_quarantined",
        ),
    ),
    (LobbyView, "GET"): Operation(
        id="getLobby",
        tag=_TAG,
        summary="A match before you take a seat",
        description="The match, for whom its seats are kept, and the invitation that the header names. With a valid "
        "invitation also a private match, and without a token.",
        headers=("Invitation",),
        answers=ok("Lobby"),
    ),
    (InvitationsView, "POST"): Operation(
        id="invite",
        tag=_TAG,
        summary="Invite a player",
        description="A pass for one use; where it names a seat, that seat is kept free, and where it names a player, "
        "by id or by handle, nobody else can use it. The secret is shown this once only: a repeat under the same key "
        "is `already_created`.",
        body="InvitationWish",
        keyed=True,
        answers={201: DocumentedResponse(shape="Invitation", headers=("Location",))},
        refusals=(
            "not_seated",
            "not_host",
            "match_not_open",
            "unknown_seat",
            "seat_taken",
            "player_not_found",
            "too_many_invitations",
            "too_many_open_invitations",
            "quota_exceeded",
            "silenced",
            "already_created",
        ),
    ),
    (InvitationView, "DELETE"): Operation(
        id="revokeInvitation",
        tag=_TAG,
        summary="Take an unused invitation back",
        answers=NO_CONTENT,
        refusals=("not_seated", "not_host"),
    ),
    (MyInvitationsView, "GET"): Operation(
        id="listInvitations",
        tagged=True,
        tag=_TAG,
        summary="Your open invitations, newest first",
        description="Those that name you, or with `role=sent` those that you have made.",
        query=("role", "before", "limit"),
        answers=ok("InvitationPage"),
    ),
    (MyInvitationView, "DELETE"): Operation(
        id="withdrawInvitation",
        tag=_TAG,
        summary="Withdraw an invitation that you have made, or decline one that names you",
        answers=NO_CONTENT,
        refusals=("player_not_found",),
    ),
}
