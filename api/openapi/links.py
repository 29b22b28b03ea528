"""From an answer to the next call (OpenAPI links): which calls take what an answer has told, by the answer's shape."""

from collections.abc import Mapping
from typing import Any

_ID = "$response.body#/id"
_MATCH = {"match": _ID}
_SAME_MATCH = {"match": "$request.path.match"}
_FIRST = "$response.body#/items/0/id"
_LEGAL = "moves/0/legal/0"


def _to(operation: str, parameters: Mapping[str, str] | None = None, body: Any = None, said: str = "") -> Any:
    link: dict[str, Any] = {"operationId": operation, "parameters": dict(parameters or {})}
    if body is not None:
        link["requestBody"] = body
    return {**link, "description": said} if said else link


_OF_MATCH = ("getMatch", "getView", "getPrompts", "listEvents", "joinMatch", "startMatch", "resign", "auditMatch")

LINKS: Mapping[str, Mapping[str, Any]] = {
    "SignedUp": {"getPlayer": _to("getPlayer", {"player": "$response.body#/player/id"})},
    "PlayerPages": {"getPlayer": _to("getPlayer", {"player": _FIRST})},
    "NewToken": {"revokeToken": _to("revokeToken", {"token": _ID})},
    "GamePage": {"getGame": _to("getGame", {"game": "$response.body#/items/0/game"})},
    "Game": {name: _to(name, {"game": "$response.body#/game"}) for name in ("getContent", "getClauses", "getMessages")},
    "Match": {
        **{name: _to(name, _MATCH) for name in _OF_MATCH},
        "playerOfSeat0": _to("getPlayer", {"player": "$response.body#/seats/0/player/id"}),
    },
    "MatchPage": {"getMatch": _to("getMatch", {"match": _FIRST})},
    "PromptList": {
        "playMove": _to(
            "playMove", _SAME_MATCH, f"$response.body#/items/0/{_LEGAL}", "Any member of `legal` as it stands."
        )
    },
    "MoveAnswer": {
        "playMove": _to("playMove", _SAME_MATCH, f"$response.body#/prompts/0/{_LEGAL}", "The next question, if any."),
        "takeBackMove": _to(
            "takeBackMove", {**_SAME_MATCH, "move": "$response.body#/take_back"}, None, "If there is one."
        ),
        "listEvents": _to("listEvents", {**_SAME_MATCH, "after": "$response.body#/version"}),
    },
    "Invitation": {
        "revokeInvitation": _to("revokeInvitation", {**_SAME_MATCH, "invitation": _ID}),
        "joinMatch": _to("joinMatch", _SAME_MATCH, {"invitation": "$response.body#/invitation"}, "By who was invited."),
    },
    "NewWebhook": {
        name: _to(name, {"webhook": _ID}) for name in ("getWebhook", "testWebhook", "listDeliveries", "deleteWebhook")
    },
    "DeliveryPage": {"resendDelivery": _to("resendDelivery", {"webhook": "$request.path.webhook", "delivery": _FIRST})},
    "NoticePage": {"readNotices": _to("readNotices", body={"up_to": _FIRST})},
}
