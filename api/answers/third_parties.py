"""Shapes about apps of others: what is registered, what one asks for, and what it may do."""

from typing import Annotated, TypedDict

from msgspec import Meta

from api.answers.people import Player
from games.matches.accounts.tokens import APP_SCOPES
from games.matches.presentation.shapes import Time, doc, format_of, words

AppScopes = list[Annotated[str, words(*APP_SCOPES), doc("What an app may be given.")]]
ClientId = Annotated[str, doc("What the app calls itself by at the token endpoint (`client_id`).")]


class App(TypedDict):
    """A program that you have registered, so that players may let it act for them."""

    client_id: ClientId
    name: str
    redirect_uris: Annotated[list[str], doc("Where its users may come back to.")]
    device_flow: Annotated[bool, doc("Whether it may ask by a code that its user types on the page (RFC 8628).")]
    secret: Annotated[bool, doc("Whether it keeps a secret; programs on other people's machines cannot.")]
    created_at: Time


class NewApp(App):
    """An app with its secret."""

    client_secret: Annotated[
        Annotated[str, Meta(pattern="^tab_s_")] | None, doc("Shown this once only; null for an app without one.")
    ]


class AppList(TypedDict):
    """The apps that you have registered, newest first."""

    items: list[App]


class AskingApp(TypedDict):
    """An app of somebody else's."""

    client_id: ClientId
    name: Annotated[str, doc("As whoever registered it calls it. Nobody has checked that.")]
    registered_by: Player
    created_at: Time


class AppAccess(TypedDict):
    """An app that acts for you."""

    app: AskingApp
    scopes: AppScopes
    granted_at: Annotated[Time, doc("When you agreed.")]
    used_on: Annotated[
        Annotated[str, format_of("date")], doc("The day (UTC) on which it last called, or got a new token.")
    ]


class AppAccessList(TypedDict):
    """The apps that act for you, the last agreed to first."""

    items: list[AppAccess]


class ConsentQuestion(TypedDict):
    """What an app asks of you."""

    app: AskingApp
    scopes: AppScopes
    redirect_uri: Annotated[str | None, doc("Where it wants you back; null for a device.")]
    refusal: Annotated[
        str | None, doc("Where to send you back, with the reason, if what it asks for cannot be given; else null.")
    ]


class Answered(TypedDict):
    """Where the app wants you back."""

    redirect_uri: Annotated[str, doc("With a code, or with the reason why there is none.")]
