"""The beginning of a stream: what the view found out about its reader, for the live process."""

from dataclasses import dataclass, field

from api.http.call import Opening
from api.serving.streams.formats import Form
from api.serving.streams.news import News
from api.serving.streams.pages import Listener, Page
from games.matches.status.polls import AccessState


@dataclass(kw_only=True)
class MatchOpening(Opening):
    """A stream that its reader may have, with what they have missed so far.

    `digest` is that of the token for which the stream ends when it is revoked. `page` is there until it is `taken`: a
    stream that stays open for hours does not keep it.
    """

    match: str
    listener: Listener
    digest: bytes | None = field(repr=False)
    form: Form
    page: Page
    # As the match was then: a change is told from it.
    standing: AccessState

    def taken(self) -> Page:
        """The page; it is kept no longer."""
        page = self.page
        del self.page
        return page


@dataclass(frozen=True, kw_only=True)
class AccountOpening(Opening):
    """A player's own stream, with what they have missed, also of each match that they want told in full.

    `position` is the notice after which they stand.
    """

    listener: Listener
    digest: bytes | None = field(repr=False)
    form: Form
    position: int
    news: News
    matches: tuple[MatchOpening, ...]
