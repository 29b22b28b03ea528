"""Ids as they come from outside."""

import uuid


def as_uuid(text: str) -> uuid.UUID | None:
    """The id that a text is, however it is written; None when it is none."""
    try:
        return uuid.UUID(text)
    except ValueError:
        return None
