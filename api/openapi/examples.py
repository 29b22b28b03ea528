"""An example of each body that a call takes: what a client may send as it stands. A test holds them to the shapes."""

from collections.abc import Mapping
from typing import Any

_MATCH = "019abf5e-31c0-7c3a-9d55-0d6a7b0f4e21"
_PLAYER = "019abf5d-88f2-7e10-b7c4-51c9d2a60f13"
_QUERY = (
    "response_type=code&client_id=019abf5e-4c1e-7d02-8f6a-2b1f0c9e7a55&redirect_uri=https%3A%2F%2Ftrain.example%2Fback"
    "&scope=read%20play&state=8b1f&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
)
_PASSWORD = "correct horse battery staple"

BODIES: Mapping[str, Any] = {
    "AppChange": {"device_flow": True},
    "AppWish": {"name": "Tabularium for the train", "redirect_uris": ["https://train.example/back"]},
    "AppealText": {"text": "I wrote that in a quarrel, and have said sorry since."},
    "Authorization": {"query": _QUERY, "accept": True},
    "AuthorizationQuestion": {"query": _QUERY},
    "BotWish": {"bot": "easy"},
    "Confirmation": {"token": "the code of the mail"},
    "ConsentWish": {"invited_by": 2},
    "CupWish": {"game": "cave", "set": "days", "system": "groups", "places": 8, "seats": {"min": 3, "max": 4}},
    "DeviceAuthorization": {"user_code": "WDJB-MJHT", "accept": True},
    "ChatMark": {"number": 12},
    "DeviceQuestion": {"user_code": "WDJB-MJHT"},
    "ForkWish": {"at": 118, "seat": 1, "visibility": "unlisted"},
    "InvitationWish": {"player": _PLAYER},
    "LogIn": {"handle": "Ada_1815", "password": _PASSWORD},
    "MatchWish": {"game": "cave", "seats": 3, "bots": ["easy", "easy"]},
    "NewChatMessage": {"text": "Good luck!"},
    "Nothing": {},
    "NoticeSettingsWish": {"mail": ["your_turn", "match_ended"]},
    "OwnNoteText": {"text": "She keeps her wild cards for the end."},
    "PasswordWish": {"token": "the code of the mail", "password": _PASSWORD},
    "PushSubscriptionWish": {
        "endpoint": "https://push.example/send/3f1c",
        "keys": {
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        },
    },
    "QueueTerms": {"seats": {"min": 3, "max": 5}, "bots": {"bot": "easy", "after": 120}},
    "ReadWish": {"up_to": _MATCH},
    "ReplacementWish": {"expires_in_seconds": 86400},
    "ReportWish": {"player": _PLAYER, "kind": "stalling", "text": "Waits out every clock.", "match": _MATCH},
    "ResetWish": {"email": "ada@mail.example"},
    "SeatWish": {"seat": 1},
    "Settings": {"locale": "he", "shows_presence": False},
    "SignUp": {"handle": "Ada_1815", "password": _PASSWORD, "locale": "en"},
    "StandingOrdersWish": {"decline": []},
    "StreamTicketWish": {"match": _MATCH},
    "ResignationWish": {},
    "SeatKeyWish": {"key": "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "proof": "5c" * 64},
    "TakeBackWish": {"knowing": False},
    "TokenWish": {"handle": "Ada_1815", "password": _PASSWORD, "label": "my bot", "scopes": ["read", "play"]},
    "Upgrade": {"password": _PASSWORD, "email": "ada@mail.example"},
    "WebhookChange": {"kinds": ["your_turn"]},
    "WebhookWish": {"url": "https://bot.example/tabularium", "kinds": ["your_turn", "match_ended"]},
}

# Of a body that differs by game: one for each game.
BY_GAME: Mapping[str, Mapping[str, Any]] = {
    "Move": {
        "cave": {"prompt": "p12.0", "type": "step", "to": "S4"},
        "rock-paper-wizard": {"prompt": "p3.0", "type": "choose_spell", "spell": "color_spray", "target": 1},
        "spell-a-spell": {"prompt": "p5.0", "type": "cast_word", "word": "קוף"},
    },
}


def of(body: str) -> Mapping[str, Any]:
    """What the content of a request has beside its shape."""
    if body not in BY_GAME:
        return {"example": BODIES[body]}
    return {"examples": {game: {"value": example} for game, example in BY_GAME[body].items()}}
