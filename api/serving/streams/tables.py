"""All that a table shows of a match, as one document: told whole, or as a patch of the document that was told before.

It is three answers in one: the match's, the view's, and the take-back of the prompts'. So a reader who has it needs ask
for nothing after a move.
"""

from collections.abc import Collection, Mapping
from hashlib import blake2b
from typing import NamedTuple

import orjson
from django.utils.timezone import now

from api import resources
from api.serving.streams.formats import Message, encoded
from api.serving.streams.patches import changes
from games.matches.access import Known
from games.matches.errors import MatchQuarantined
from games.matches.presentation import resources as presented
from games.matches.presentation import views
from games.matches.presentation.words import Words
from games.matches.stream.cache import Recent
from games.matches.stream.loading import Loaded

# Of a document that was told.
Digest = bytes
# Of whoever was told none yet.
NOTHING: Digest = b""


class Class(NamedTuple):
    """Who is told the same of a match: those of one seat, or of none, with the same languages."""

    match: str
    seat: int | None
    languages: tuple[str, ...]


class TableDocument(NamedTuple):
    """What a class was told at a version, as JSON."""

    of: Class
    version: int
    data: bytes


class TableMessages(NamedTuple):
    """A document by its digest, and how it is told: whole, or as a patch to those who have the document of a digest."""

    digest: Digest
    whole: Message
    patches: Mapping[Digest, Message]

    def since(self, told: Digest) -> list[Message]:
        """What somebody is told who has a document already, or `NOTHING`."""
        return [] if told == self.digest else [self.patches.get(told, self.whole)]


# Documents by digest, and their part that the match's head alone decides; ten kilobytes each.
documents: Recent[TableDocument] = Recent(most=1_000)
views_of: Recent[bytes] = Recent(most=500)


def table(known: Known, loaded: Loaded, words: Words, bases: Collection[Digest] = ()) -> TableMessages:
    """How a match stands for a caller, who may have one of the documents `bases`.

    `loaded` is what the caller may know of the match. Those of one class are told the same.
    """
    of = Class(known.id, loaded.seat_of(known.viewer), words.languages)
    shown = dict(resources.match(known, known.viewer, words, loaded).body)
    # It is always another.
    del shown["now"]
    version = loaded.match.head.version
    data = b'{"match":%b,%b}' % (encoded(shown), _view(loaded, of, words))
    digest = blake2b(data, digest_size=16).digest()
    documents.put(digest.hex(), TableDocument(of, version, data))
    about = b'"match":"%b","version":%d,"now":"%b"' % (of.match.encode(), version, presented.time(now()).encode())
    whole = Message(version, "table", b'{%b,"base":null,"whole":%b}' % (about, data))
    patches = {}
    for base in bases:
        before = documents.get(base.hex())
        if before is not None and before.of == of and base != digest:
            patches[base] = _patched(before, data, whole, about)
    return TableMessages(digest, whole, patches)


def _patched(before: TableDocument, data: bytes, whole: Message, about: bytes) -> Message:
    """The shorter of the patch and the whole."""
    patch = encoded([*changes(orjson.loads(before.data), orjson.loads(data))])
    told = b'{%b,"base":%d,"patch":%b}' % (about, before.version, patch)
    return whole if len(told) > len(whole.data) else whole._replace(data=told)


def _view(loaded: Loaded, of: Class, words: Words) -> bytes:
    """The document's members beside the match: the view, null where the rules engine fails, and the take-back."""
    key = f"{loaded.match.head.hash.hex()} {of.seat} {of.languages} {loaded.is_set_aside}"
    found = views_of.get(key)
    if found is None:
        try:
            view = encoded(views.look(loaded, of.seat).view(words))
            found = b'"view":%b,"take_back":%b' % (view, encoded(loaded.match.retractable(of.seat)))
        except MatchQuarantined:
            found = b'"view":null,"take_back":null'
        views_of.put(key, found)
    return found
