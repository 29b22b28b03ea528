from api.openapi.operation import NO_CONTENT, DocumentedResponse, Operation, Operations, ok
from api.views.players import (
    MeView,
    MyQuotasView,
    MyTokensView,
    MyTokenView,
    PlayersView,
    PlayerView,
    TokensView,
    UpgradeView,
)
from api.views.sessions import SessionPlayersView, SessionView

_TAG = "players and tokens"

OPERATIONS: Operations = {
    (PlayersView, "GET"): Operation(
        id="findPlayers",
        tag=_TAG,
        summary="Find a player by their handle",
        description="The one player whose handle counts as this one, or nobody.",
        query=("handle",),
        answers=ok("PlayerPages"),
    ),
    (PlayersView, "POST"): Operation(
        id="signUp",
        tag=_TAG,
        summary="Sign up",
        description="A guest without a password, an account with one. The token is shown this once only: a repeat "
        "under the same key is `already_created`.",
        body="SignUp",
        keyed=True,
        answers={201: DocumentedResponse(shape="SignedUp", headers=("Location",))},
        refusals=("handle_taken", "quota_exceeded", "already_created"),
    ),
    (PlayerView, "GET"): Operation(
        id="getPlayer",
        tag=_TAG,
        summary="What everybody may know of a player",
        description="Handle, kind and since when. A player who was deleted has no handle any more.",
        answers=ok("PlayerPage"),
    ),
    (TokensView, "POST"): Operation(
        id="createToken",
        tag=_TAG,
        summary="Log in: a token for an account's password",
        description="With the scopes asked for; it is shown this once only. Unknown handles and wrong passwords are "
        "answered alike.",
        body="TokenWish",
        keyed=True,
        answers={201: DocumentedResponse(shape="NewToken", headers=("Location",))},
        refusals=("wrong_credentials", "not_operator", "already_created"),
    ),
    (SessionView, "POST"): Operation(
        id="beginSession",
        tag=_TAG,
        summary="Log in on the page",
        description="For the page of this service alone: the token goes into a cookie and stands in no answer.",
        body="LogIn",
        headers=("Tabularium-Page",),
        answers={201: DocumentedResponse(shape="Me")},
        refusals=("not_the_page", "wrong_credentials"),
    ),
    (SessionView, "PUT"): Operation(
        id="keepSession",
        tag=_TAG,
        summary="Stay logged in on the page",
        description="Browsers keep a cookie for 400 days: this begins them anew.",
        body="Nothing",
        headers=("Tabularium-Page",),
        answers={204: DocumentedResponse(said="Done.")},
        refusals=("not_the_page", "invalid_token"),
    ),
    (SessionView, "DELETE"): Operation(
        id="endSession",
        tag=_TAG,
        summary="Log out on the page",
        description="The session's token is revoked, and the cookie taken away.",
        headers=("Tabularium-Page",),
        answers={204: DocumentedResponse(said="Done.")},
        refusals=("not_the_page",),
    ),
    (SessionPlayersView, "POST"): Operation(
        id="signUpOnPage",
        tag=_TAG,
        summary="Sign up on the page",
        description="As `signUp`, but the token goes into a cookie and stands in no answer.",
        body="SignUp",
        headers=("Tabularium-Page",),
        keyed=True,
        answers={201: DocumentedResponse(shape="Me")},
        refusals=("not_the_page", "handle_taken", "quota_exceeded", "already_created"),
    ),
    (MeView, "GET"): Operation(id="getMe", tag=_TAG, summary="Your own settings", answers=ok("Me")),
    (MeView, "PATCH"): Operation(
        id="changeMe",
        tag=_TAG,
        summary="Change your settings",
        description="Quiet hours and vacation stop your clocks in matches that heed them; running ones are told at "
        "once. `vacation: null` ends it. Quiet hours last 12 hours at most and stand for 7 days.",
        body="Settings",
        answers=ok("Me"),
        refusals=("handle_taken", "player_not_found", "quiet_hours_too_soon", "quota_exceeded", "vacation_spent"),
    ),
    (MeView, "DELETE"): Operation(
        id="deleteMe",
        tag=_TAG,
        summary="Delete your account",
        description="Open lobbies are left, running matches resigned, all tokens revoked. Matches stay whole.",
        answers=NO_CONTENT,
        refusals=("player_not_found",),
    ),
    (MyQuotasView, "GET"): Operation(
        id="getQuotas",
        tag=_TAG,
        summary="How much you may still set going",
        description="Matches at once, matches with bots and seats at once; events a day: your own, those of bots in "
        "your matches, and what your forks copy; and bytes that your calls leave in the database a day. "
        "There are others for all players behind one address together.",
        answers=ok("Quotas"),
    ),
    (UpgradeView, "POST"): Operation(
        id="upgrade",
        tag=_TAG,
        summary="Make a guest an account",
        body="Upgrade",
        keyed=True,
        answers=ok("Me"),
        refusals=("already_account", "handle_taken", "player_not_found"),
    ),
    (MyTokensView, "GET"): Operation(
        id="listTokens", tag=_TAG, summary="Your tokens", query=("before", "limit"), answers=ok("TokenPage")
    ),
    (MyTokensView, "DELETE"): Operation(
        id="revokeOtherTokens",
        tag=_TAG,
        summary="Log out everywhere else",
        description="All tokens but that of the call are revoked.",
        answers=NO_CONTENT,
    ),
    (MyTokenView, "DELETE"): Operation(
        id="revokeToken",
        tag=_TAG,
        summary="Revoke one of your tokens",
        answers=NO_CONTENT,
    ),
}
