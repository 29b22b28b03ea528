"""What shapes of several subjects have in common."""

from typing import Annotated

from msgspec import Meta

from games.matches.presentation.shapes import doc, format_of

Address = Annotated[str, format_of("uri-reference")]

Next = Annotated[Address | None, doc("The address of the next page; null on the last.")]

Secret = Annotated[str, Meta(pattern="^tab_"), doc("A bearer token. It is shown this once only.")]

HTTPStatus = Annotated[int, Meta(ge=400, le=599)]
