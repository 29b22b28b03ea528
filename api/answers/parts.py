"""What shapes of several subjects have in common."""

from typing import Annotated

from msgspec import Meta

from games.matches.presentation.shapes import format_of, said

Address = Annotated[str, format_of("uri-reference")]

Next = Annotated[Address | None, said("The address of the next page; null on the last.")]

Secret = Annotated[str, Meta(pattern="^tab_"), said("A bearer token. It is shown this once only.")]

HTTPStatus = Annotated[int, Meta(ge=400, le=599)]
