"""An app of somebody else's, as tests have it: it registers, sends its users to the page, and asks for tokens."""

import base64
import hashlib
import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from django.test import Client

from api.http import session
from games.matches.accounts.tokens import SIGN_UP_SCOPES, issue
from games.matches.models.people import Player
from tests.api.browsing import Browser
from tests.support.cast import Person, account_holder

BACK = "https://app.example/back"
VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
FORM = "application/x-www-form-urlencoded"


def challenge(verifier: str = VERIFIER) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()


@dataclass
class App:
    """A registered app; `post` sends a form as an app does."""

    owner: Person
    id: str
    secret: str | None = None
    back: str = BACK
    client: Client = field(default_factory=lambda: Client(raise_request_exception=False))

    def query(self, **changed: str | None) -> str:
        asked: dict[str, str | None] = {
            "response_type": "code",
            "client_id": self.id,
            "redirect_uri": self.back,
            "scope": "read play",
            "state": "s1",
            "code_challenge": challenge(),
            "code_challenge_method": "S256",
            **changed,
        }
        return urlencode({name: value for name, value in asked.items() if value is not None})

    def post(self, path: str, *, headers: Any = None, **fields: str | None) -> Any:
        sent = {"client_id": self.id, **fields}
        body = urlencode({name: value for name, value in sent.items() if value is not None})
        return self.client.post(path, body, content_type=FORM, headers=headers or {})

    def token(self, **fields: str | None) -> Any:
        return self.post("/oauth/token", **fields)

    def redeem(self, code: str, **changed: str | None) -> Any:
        asked = {"grant_type": "authorization_code", "code": code, "redirect_uri": self.back, "code_verifier": VERIFIER}
        return self.token(**{**asked, **changed})

    def refresh(self, token: str, **changed: str | None) -> Any:
        return self.token(**{"grant_type": "refresh_token", "refresh_token": token, **changed})


def registered(owner: Person | None = None, **wishes: Any) -> App:
    owner = owner or account_holder("Maker")
    made = owner.post("/me/apps", {"name": "Train", "redirect_uris": [BACK], **wishes})
    assert made.status_code == 201, made.json()
    return App(owner, made.json()["client_id"], made.json()["client_secret"])


def browser_of(who: Person) -> Browser:
    """A browser in which a player has logged in."""
    _, secret = issue(Player.objects.get(id=who.id), label="browser", scopes=SIGN_UP_SCOPES)
    browser = Browser()
    browser.client.cookies[session.cookie()] = secret
    return browser


def consented(app: App, who: Person, **changed: str | None) -> str:
    """The code that an app gets when a player agrees."""
    told = browser_of(who).call("POST", "/session/authorization", {"query": app.query(**changed), "accept": True})
    assert told.status_code == 200, told.content
    return str(parameters(told.json()["redirect_uri"])["code"])


def tokens(app: App, who: Person, **changed: str | None) -> dict[str, Any]:
    """The tokens that an app gets when a player agrees."""
    answer = app.redeem(consented(app, who, **changed))
    assert answer.status_code == 200, answer.content
    return dict(json.loads(answer.content))


def parameters(address: str) -> dict[str, str]:
    """What stands behind the question mark, each once."""
    found = parse_qs(urlsplit(address).query, keep_blank_values=True, strict_parsing=True)
    assert all(len(values) == 1 for values in found.values()), address
    return {name: value for name, (value,) in found.items()}


def as_app(told: dict[str, Any]) -> Person:
    """A caller of the API with an app's access token."""
    return Person(id=told["player"], handle="", token=told["access_token"])
