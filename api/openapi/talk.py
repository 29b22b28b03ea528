from api.openapi.operation import NO_CONTENT, DocumentedResponse, Operation, Operations, ok
from api.views.circles import MutesView, MuteView
from api.views.talk import (
    AppealView,
    ChatReadView,
    ChatView,
    MyChatView,
    MyReportsView,
    MySanctionsView,
    MyUnreadChatView,
)

_TAG = "talk"

OPERATIONS: Operations = {
    (ChatView, "GET"): Operation(
        id="listChat",
        tagged=True,
        tag=_TAG,
        summary="The chat of a match, newest first",
        description="Those who have a seat have a room of their own; all others who may see the match have another, "
        "which opens to the seats after the end. Chat is no part of the match's history, and is deleted some time "
        "after the end. The match's stream tells when there is something new: `chat`.",
        query=("room", "before_message", "limit"),
        answers=ok("ChatPage"),
        refusals=("not_seated", "match_not_finished", "match_quarantined"),
    ),
    (ChatView, "POST"): Operation(
        id="writeChat",
        tag=_TAG,
        summary="Write a message to a match's chat",
        description="A text or a reaction. Without a seat it takes an account.",
        body="NewChatMessage",
        keyed=True,
        answers={201: DocumentedResponse(shape="ChatEntry")},
        refusals=(
            *("not_seated", "match_not_finished", "match_quarantined"),
            *("account_needed", "silenced", "value_not_allowed", "player_not_found", "quota_exceeded"),
        ),
    ),
    (ChatReadView, "PUT"): Operation(
        id="markChatRead",
        tag=_TAG,
        summary="Mark the chat at your table as read up to a message",
        description="For `listUnreadChat`, in all your browsers. It never goes back. Nobody else learns of it.",
        body="ChatMark",
        answers={204: DocumentedResponse(said="Done.")},
        refusals=("not_seated", "match_quarantined"),
    ),
    (MyUnreadChatView, "GET"): Operation(
        id="listUnreadChat",
        tagged=True,
        tag=_TAG,
        summary="Your matches in which others have written since you last read",
        description="Of your hundred newest matches, what was said last first; but for messages that you would not be "
        "shown. `markChatRead` takes a match out of it.",
        answers=ok("UnreadChatList"),
    ),
    (MyChatView, "GET"): Operation(
        id="listMyChat",
        tagged=True,
        tag=_TAG,
        summary="All that you have written in chats and that is still kept, newest first",
        query=("before_time", "limit"),
        answers=ok("OwnChatPage"),
    ),
    (MutesView, "GET"): Operation(
        id="listMutes",
        tagged=True,
        tag=_TAG,
        summary="The players whom you have muted, newest first",
        answers=ok("MuteList"),
    ),
    (MuteView, "PUT"): Operation(
        id="mutePlayer",
        tag=_TAG,
        summary="Mute a player",
        description="You see no message of theirs in any chat. They are not told. Who is kept away (`blockPlayer`) is "
        "muted too.",
        body="Nothing",
        answers={204: DocumentedResponse(said="Done.")},
        refusals=("player_not_found", "too_many_mutes", "quota_exceeded", "value_not_allowed"),
    ),
    (MuteView, "DELETE"): Operation(
        id="unmutePlayer",
        tag=_TAG,
        summary="Mute a player no longer",
        answers=NO_CONTENT,
        refusals=("player_not_found",),
    ),
    (MyReportsView, "GET"): Operation(
        id="listReports",
        tagged=True,
        tag=_TAG,
        summary="Your reports to moderators, newest first",
        answers=ok("ReportList"),
    ),
    (MyReportsView, "POST"): Operation(
        id="reportPlayer",
        tag=_TAG,
        summary="Report a player to moderators",
        description="With the match that it is about, or a message there. The player is not told.",
        body="ReportWish",
        keyed=True,
        answers={201: DocumentedResponse(shape="Report")},
        refusals=(
            *("player_not_found", "match_not_found", "message_not_found", "not_seated", "match_not_finished"),
            *("match_quarantined", "too_many_reports", "quota_exceeded", "value_not_allowed"),
        ),
    ),
    (MySanctionsView, "GET"): Operation(
        id="listSanctions",
        tagged=True,
        tag=_TAG,
        summary="What moderators have decided about you, newest first",
        answers=ok("SanctionList"),
    ),
    (AppealView, "POST"): Operation(
        id="appeal",
        tag=_TAG,
        summary="Appeal against a moderator's decision, once",
        description="Another moderator looks at it. The same words sent again change nothing.",
        body="AppealText",
        repeats=True,
        answers=ok("Sanction"),
        refusals=("sanction_not_found", "already_appealed"),
    ),
}
