"""Shapes of what is told where something is refused."""

from typing import Annotated, NotRequired, TypedDict

from msgspec import Meta

from api.answers.parts import Address, HTTPStatus, Next
from games.matches.presentation.shapes import Object, Version, doc


class ProblemKind(TypedDict):
    """What a code means."""

    code: str
    status: int
    title: str
    detail: Annotated[str, doc("`{…}` stands for one of a problem's `params`.")]
    type: Address
    game: NotRequired[Annotated[str, doc("The game that refuses so.")]]
    rule: NotRequired[Annotated[str, doc("The clause on which it does.")]]


class ProblemKindPage(TypedDict):
    """A page of codes."""

    items: list[ProblemKind]
    next: Next


class Violation(TypedDict):
    """One place where a request is not of its shape."""

    pointer: Annotated[str, doc("A JSON pointer into the body, or `/query/…`, `/headers/…`.")]
    code: Annotated[str, doc("The keyword of JSON Schema, or a word of ours.")]
    detail: Annotated[str, doc("In the caller's language; most particular in English.")]


class Problem(TypedDict):
    """Why a call was refused (RFC 9457). Nothing was recorded."""

    type: Address
    title: str
    status: HTTPStatus
    detail: Annotated[str, doc("In the caller's language (Accept-Language: en, he, pl).")]
    code: Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$"), doc("Stable: decide by this.")]
    errors: NotRequired[list[Violation]]
    rule: NotRequired[Annotated[str, doc("The clause of the rules, such as `RPW-19`.")]]
    version: NotRequired[Version]
    params: NotRequired[Annotated[Object, doc("What the detail's sentence is filled with.")]]
