"""Shapes of the log of all heads."""

from typing import Annotated, TypedDict

from msgspec import Meta

from games.matches.models.logged import LoggedHead
from games.matches.presentation.shapes import ID, Count, Hex32, Time, Version, doc, words

Hash = Annotated[str, Meta(pattern="^[A-Za-z0-9+/]{43}=$"), doc("32 bytes in Base64.")]
Note = Annotated[str, doc("A signed note (C2SP): the log's name, how many entries it has, their root, and who signed.")]


class LogStamp(TypedDict):
    """A checkpoint that an authority has stamped (RFC 3161): its text, without signatures, is what was stamped."""

    checkpoint: Note
    answer: Annotated[str, doc("The authority's whole answer, in Base64.")]
    at: Annotated[Time, doc("The time in it.")]


class EntryStamp(LogStamp):
    """The first stamped checkpoint that has an entry."""

    path: Annotated[list[Hash], doc("The proof that the newest of `entries` is in this checkpoint.")]


class HeadLog(TypedDict):
    """The log of all heads as it was signed last."""

    keys: Annotated[list[str], doc("The keys that sign it; take them from a place that the log does not serve.")]
    size: Annotated[Count, doc("How many entries it has.")]
    checkpoint: Annotated[Note | None, doc("Null while the service keeps no log.")]
    consistency: Annotated[list[Hash] | None, doc("That it continues its first `from` entries; null without `from`.")]
    timestamp: Annotated[LogStamp | None, doc("The newest; null while nothing is stamped.")]
    files: Annotated[str, doc("Where all of it is, as static files: `checkpoint`, `tile/0/000`, `tile/entries/000` …")]


class LoggedEntry(TypedDict):
    """A head of a match in the log, and the proof that it is there."""

    index: Annotated[Count, doc("Which entry it is.")]
    version: Version
    head: Hex32
    kind: Annotated[str, words(LoggedHead.DAY, LoggedHead.END), doc("Whether a day was over, or the match.")]
    logged_at: Time
    path: Annotated[list[Hash], doc("The hashes beside those from the entry up to the root (RFC 6962).")]


class MatchLog(TypedDict):
    """The newest entries of a match in the log of all heads, at most 32, oldest first."""

    match: ID
    checkpoint: Annotated[Note | None, doc("What the proofs lead to; null while the service keeps no log.")]
    entries: list[LoggedEntry]
    timestamp: Annotated[EntryStamp | None, doc("Null while the newest entry is not stamped.")]
