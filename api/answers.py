"""The shapes of the answers that are not about a match alone, see `games.matches.presentation.shapes`."""

from collections.abc import Mapping
from typing import Annotated, NotRequired, TypedDict

from msgspec import Meta

from games.core.bots import BOTS
from games.core.messages import LANGUAGES
from games.matches.accounts.tokens import SCOPES
from games.matches.lobby.forks import VISIBILITIES
from games.matches.notices.kinds import KINDS
from games.matches.presentation.shapes import (
    ID,
    Count,
    Deadline,
    Event,
    Hex32,
    MatchFacts,
    Object,
    Outcome,
    Pieces,
    Place,
    Positive,
    Prompt,
    SeatNumber,
    Status,
    Text,
    Texts,
    Time,
    Version,
    const,
    format_of,
    said,
    words,
)

Address = Annotated[str, format_of("uri-reference")]
Next = Annotated[Address | None, said("The address of the next page; null on the last.")]
Secret = Annotated[str, Meta(pattern="^tab_"), said("A bearer token. It is shown this once only.")]
TokenScopes = list[Annotated[str, words(*SCOPES), said("What the token is good for.")]]
NoticeKinds = list[Annotated[str, words(*KINDS)]]
# Why streams end.
END_REASONS = ("match_over", "token_revoked", "not_visible", "overflow", "restart", "match_quarantined")
HTTPStatus = Annotated[int, Meta(ge=400, le=599)]


class Player(TypedDict):
    """Who sits behind a seat."""

    id: ID
    handle: Annotated[str | None, said("Null once the player was deleted.")]
    kind: Annotated[str, words("guest", "account", "deleted"), said("Guests have no password.")]


class PlayerPage(Player):
    """What everybody may know of a player."""

    created_at: Time


# A class has no field named by a keyword.
QuietHours = TypedDict(
    "QuietHours",
    {
        "zone": Annotated[str, Meta(examples=["Europe/Warsaw"]), said("A name of the IANA database.")],
        "from": Annotated[str, Meta(examples=["22:00"])],
        "to": Annotated[str, Meta(examples=["07:00"])],
    },
)
QuietHours.__doc__ = "When the player sleeps, by the wall clock of the player's time zone."


class Vacation(TypedDict):
    """When the player is away."""

    starts_at: Time
    ends_at: Time


class MyLinks(TypedDict):
    """Where to follow what concerns you."""

    my_stream: Annotated[str, format_of("uri"), said("All that concerns you as it happens; it may be elsewhere.")]


class Me(PlayerPage):
    """The caller's own account and settings."""

    email: str | None
    email_confirmed: Annotated[bool, said("Whether mail may go to that address.")]
    locale: Annotated[str, words(*LANGUAGES), said("The language of what is sent to the player.")]
    shows_presence: Annotated[
        bool, said("Whether those who see a match of the player's are shown that they are there.")
    ]
    quiet_hours: QuietHours | None
    vacation: Annotated[Vacation | None, said("The one that runs or is planned.")]
    vacation_seconds_left: Annotated[Count, said("What is left of this calendar year's vacation (UTC).")]
    links: MyLinks


class StreamTicket(TypedDict):
    """A pass that opens one stream once."""

    ticket: Annotated[str, Meta(pattern="^tkt_"), said("The secret; it is shown this once only.")]
    stream: Annotated[str, format_of("uri"), said("The address of the stream with the ticket in it.")]
    expires_at: Time


class SeatStanding(Place):
    """A place at the table, without the player who sits there."""


class StreamPrompts(TypedDict):
    """What the caller is asked in a match; only where they hold a seat."""

    match: ID
    items: list[Prompt]
    take_back: Annotated[Positive | None, said("The caller's move that can be taken back; null where there is none.")]


class StreamDeadline(TypedDict):
    """The clocks of a match that run."""

    match: ID
    deadlines: list[Deadline]
    paused_at: Annotated[Time | None, said("Since when all clocks stand still; null while the match goes on.")]


class StreamStatus(TypedDict):
    """How a match stands, whom it waits for, and how it ended."""

    match: ID
    status: Status
    waiting_for: Annotated[list[SeatNumber], said("Seats with a prompt that is not optional.")]
    seats: list[SeatStanding]
    agreed: Annotated[list[SeatNumber], said("Seats that want the match paused, or once it is, resumed.")]
    outcome: Outcome | None
    finished_at: Time | None


class StreamPresence(TypedDict):
    """Who is at a match."""

    match: ID
    present: Annotated[list[SeatNumber], said("Seats whose players are there and show it.")]
    watchers: Annotated[Count, said("How many follow it without a seat.")]


class StreamEnd(TypedDict):
    """The stream ends here."""

    reason: Annotated[str, words(*END_REASONS)]
    resume: Annotated[str, said("The id behind which another stream goes on.")]
    retry_ms: Annotated[Count, said("When to come back, in milliseconds.")]


class StreamLeft(TypedDict):
    """A match in which the player does not sit any more."""

    match: ID


class StreamClock(TypedDict):
    """A clock of the player's runs out within half a minute."""

    match: ID
    seat: SeatNumber
    due_at: Time
    now: Annotated[Time, said("The service's clock, against which `due_at` is to be read.")]


class StreamMatchEnd(TypedDict):
    """A match is told no more in full."""

    match: ID
    reason: Annotated[str, words(*END_REASONS)]


class Quota(TypedDict):
    """How much of a quota is used, of those for the player alone; there are others for all players of an address."""

    quota: Annotated[
        str,
        words("matches", "bot_matches", "events", "seats"),
        said(
            "`matches` of the player's making that have not ended, those with bots, `events` since midnight UTC, "
            "`seats` in matches that have not ended."
        ),
    ]
    used: Count
    limit: Count
    resets_at: Annotated[Time | None, said("When it is counted anew; null where the end of a match makes room.")]


class Quotas(TypedDict):
    """The quotas of what a player may set going."""

    items: list[Quota]


class Limit(TypedDict):
    """How much is allowed of one thing to one caller."""

    name: Annotated[str, said("The bucket of calls, as in `RateLimit-Policy`, or the quota, as in `GET /me/quotas`.")]
    counted_for: Annotated[
        str,
        words("token", "address", "handle", "handle_anywhere", "player"),
        said("Whose count it is: `handle` is a handle from one address, `handle_anywhere` from all together."),
    ]
    limit: Count
    window_seconds: Annotated[Positive | None, said("Counted anew after so long; null for what there is at once.")]


class Sizes(TypedDict):
    """How large a call may be."""

    body_bytes: Positive
    body_depth: Annotated[Positive, said("How deep its objects and arrays may lie in each other.")]
    address_characters: Annotated[Positive, said("Path and query together.")]
    page_items: Positive
    wait_seconds: Annotated[Positive, said("How long a long poll may wait.")]


class Limits(TypedDict):
    """What this service allows."""

    calls: Annotated[list[Limit], said("A call is counted in one bucket, for its token and for its address.")]
    quotas: Annotated[list[Limit], said("What calls may set going.")]
    sizes: Sizes


class SignedUp(TypedDict):
    """A new player and their first token."""

    player: Player
    token: Secret


class NewToken(TypedDict):
    """A token with its secret."""

    id: ID
    token: Secret
    label: str
    scopes: TokenScopes


class Token(TypedDict):
    """A token; its secret is not known any more."""

    id: ID
    label: str
    scopes: TokenScopes
    created_at: Time


class PlayerPages(TypedDict):
    """The players who were found."""

    items: list[PlayerPage]
    next: Next


class TokenPage(TypedDict):
    """A page of the caller's tokens, newest first."""

    items: list[Token]
    next: Next


class Names(TypedDict):
    """A name in each language."""

    en: str
    he: str
    pl: str


class SeatRange(TypedDict):
    """How many can play."""

    min: Positive
    max: Positive


class GameLinks(TypedDict):
    """Documents under addresses whose answer never changes."""

    content: Address
    clauses: Address
    messages: Annotated[Address, said("In all languages.")]
    schemas: Address
    lexicon: Annotated[Address | None, said("Of games that have words.")]


class OptionTexts(TypedDict):
    """An option of a match, for players."""

    title: Names
    description: Names
    values: Annotated[Mapping[str, Names], said("Of an option whose values are words.")]


class Game(TypedDict):
    """A game that can be played here, by its newest rules."""

    game: Annotated[str, said("Its slug, as in addresses.")]
    names: Names
    seats: SeatRange
    rules: Annotated[list[str], said("The versions of its rules, oldest first; a new match pins the last.")]
    options_schema: Annotated[Object, said("JSON Schema of a match's `options`.")]
    option_texts: Annotated[Mapping[str, OptionTexts], said("What each of these options is called and means.")]
    moves: Annotated[Mapping[str, Object], said("JSON Schema of each type of move.")]
    declinable: Annotated[list[str], said("The kinds of prompts that a standing order may decline.")]
    skippable: Annotated[
        list[str], said("The kinds of prompts that a standing order may answer where nothing the seat holds fits.")
    ]
    duration_hint: Annotated[Names, said("How long a match takes.")]
    links: Annotated[GameLinks, said("By the newest rules; a cache may keep what is there for ever.")]


class Bot(TypedDict):
    """A bot that can be seated."""

    bot: Annotated[str, words(*BOTS), said("As requests and seats name it.")]
    sign: Annotated[str, said("One character, in place of a picture.")]
    names: Names
    about: Annotated[Names, said("How it plays, in a line.")]


class BotPage(TypedDict):
    """A page of bots."""

    items: list[Bot]
    next: Next


class GamePage(TypedDict):
    """A page of games."""

    items: list[Game]
    next: Next


_Messages = Mapping[str, str]
MessageTables = TypedDict(
    "MessageTables",
    {
        "messages": Annotated[
            Mapping[str, _Messages],
            said(
                "By what they are of (`events`, `questions`, `labels`, `sayings`, `reasons`, `statuses`) and by key, "
                "in a subset of ICU MessageFormat."
            ),
        ],
        "terms": Annotated[_Messages, said("The names of ids.")],
        "refusals": Annotated[_Messages, said("By code; `{…}` stands for one of a problem's `params`.")],
        "seat": Annotated[str, said("How a seat is called.")],
        "and": Annotated[str, said("What stands before the last item of a list.")],
    },
)
MessageTables.__doc__ = "Everything that a game and its table have to say in one language."


class Messages(TypedDict):
    """Everything that a game and its table have to say."""

    game: str
    rules: str
    languages: Annotated[Mapping[str, MessageTables], said("By language.")]


class LexiconEntry(TypedDict):
    """What the lexicon says of a word."""

    word: Annotated[str, said("As the lexicon writes it.")]
    category: Annotated[str, said("What kind of thing it names.")]
    emoji: str | None
    gloss: Annotated[Names, said("What it names; in Hebrew the word itself.")]
    flags: list[str]


class LexiconWord(LexiconEntry):
    """A word of a lexicon."""

    key: Annotated[str, said("One letter for each card that it takes.")]
    source: Annotated[str, said("Where it is from: `hand`, `rulebook`, `cldr`, `cldr-keyword`, joined by +.")]


class Licence(TypedDict):
    """What some of the words may be used under."""

    spdx: Annotated[str, said("The licence's SPDX identifier.")]
    applies_to: str
    text: Annotated[str | None, said("Its wording, where it has to go with the words.")]


class Lexicon(TypedDict):
    """All words of a game that has words."""

    version: Annotated[str, said("The SHA-256 of the lexicon's file; a match pins one.")]
    licences: list[Licence]
    items: list[LexiconWord]


Word = TypedDict(
    "Word",
    {
        "word": Annotated[str, said("As it was sent, in Unicode's form NFKC.")],
        "key": Annotated[str, said("One letter for each card that it takes.")],
        "length": Annotated[Positive, said("How many cards it takes.")],
        "lexicon": Annotated[str, said("The version of the lexicon; a match pins one.")],
        "in": Annotated[bool, said("Whether a match with the default options accepts it.")],
        "reason": Annotated[str, said("Why, as a word that stays the same.")],
        "why": Annotated[Names, said("Why, as a sentence in each language.")],
        "entry": Annotated[LexiconEntry | None, said("Null where the lexicon does not hold it.")],
    },
)
Word.__doc__ = "What a game that has words says of one."


class Seat(Place):
    """A place at the table."""

    player: Annotated[Player | None, said("Null while nobody sits there, and for a bot.")]
    text: Text
    texts: NotRequired[Texts]


class ToldOutcome(Outcome):
    """How the match ended, in words too."""

    text: Text
    texts: NotRequired[Texts]


class Links(TypedDict):
    """Where the rest is. Follow these; do not build addresses."""

    self: Address
    view: Address
    prompts: Address
    moves: Address
    events: Address
    stream: Annotated[str, format_of("uri"), said("The match as it happens; it may be on another origin.")]
    export: Address
    audit: Address


class Delay(TypedDict):
    """By how much the match is seen later: one of the two."""

    events: NotRequired[Positive]
    seconds: NotRequired[Positive]


class Match(MatchFacts):
    """A match as the caller may see it."""

    name: str
    visibility: Annotated[str, words(*VISIBILITIES)]
    delay: Annotated[Delay | None, said("For those without a seat, while the match is played.")]
    seats: Annotated[list[Seat], said("By number.")]
    outcome: Annotated[ToldOutcome | None, said("Null until the match has ended.")]
    text: Annotated[Pieces, said("How the match stands, in words.")]
    texts: NotRequired[Texts]
    you: Annotated[SeatNumber | None, said("The caller's seat.")]
    rematch: Annotated[ID | None, said("The match in which the same players meet again.")]
    now: Annotated[Time, said("The service's clock as it answers, against which `due_at` is to be read.")]
    links: Links


class MatchPage(TypedDict):
    """A page of matches, newest first."""

    items: list[Match]
    next: Next
    as_of: Annotated[Time, said("The list holds every event stored before this time.")]


class StandingOrders(TypedDict):
    """What is answered for the caller, until the caller's seat ends."""

    decline: Annotated[list[str], said("Kinds of prompts that are declined, whatever the seat holds.")]
    skip: Annotated[list[str], said("Kinds of prompts that are answered where nothing the seat holds fits.")]
    possible: Annotated[list[str], said("The kinds that can be declined in this match; the game's `declinable`.")]
    skippable: Annotated[list[str], said("The kinds that can be skipped in this match; the game's `skippable`.")]


class Invitation(TypedDict):
    """A pass into a match, for one use."""

    id: ID
    invitation: Annotated[str, Meta(pattern="^inv_"), said("The secret; it is shown this once only.")]
    url: Annotated[Address, said("Where it is used.")]
    seat: Annotated[SeatNumber | None, said("The seat that is kept for its holder.")]
    player: Annotated[ID | None, said("The player it was made for, who may use its id in place of the secret.")]
    expires_at: Time


class PromptList(TypedDict):
    """The caller's open prompts."""

    game: str
    rules: str
    version: Version
    items: list[Prompt]
    take_back: Annotated[Positive | None, said("The caller's move that can be taken back; null where there is none.")]


class EventPage(TypedDict):
    """A page of events in their order."""

    game: str
    rules: str
    items: list[Event]
    next: Next


class Legal(TypedDict):
    """A dry run of a legal move."""

    legal: Annotated[bool, const(True)]


_Check = Annotated[str, words("ok", "sealed")] | Annotated[Positive, said("The first version that fails.")]


class Audit(TypedDict):
    """The verdict on a stored match.

    For each check `ok`, `sealed` (what it needs is not open yet), or the first version that fails it.
    """

    chain: Annotated[
        _Check, said("Every event has the hash that follows from it and from the hash before, and its own columns.")
    ]
    seals: Annotated[_Check, said("Every sealed part is the one that was sealed.")]
    chance: Annotated[_Check, said("The seed is the one that was committed to, and every draw follows from it.")]
    replay: Annotated[_Check, said("Every move, judged again by the pinned rules, makes the events that are stored.")]
    head: Annotated[Hex32 | None, said("The hash after the last event; null where even that is lost.")]
    events: Annotated[Count, said("How many events there are.")]


class ProblemKind(TypedDict):
    """What a code means."""

    code: str
    status: int
    title: str
    detail: Annotated[str, said("`{…}` stands for one of a problem's `params`.")]
    type: Address
    game: NotRequired[Annotated[str, said("The game that refuses so.")]]
    rule: NotRequired[Annotated[str, said("The clause on which it does.")]]


class ProblemKindPage(TypedDict):
    """A page of codes."""

    items: list[ProblemKind]
    next: Next


class Violation(TypedDict):
    """One place where a request is not of its shape."""

    pointer: Annotated[str, said("A JSON pointer into the body, or `/query/…`, `/headers/…`.")]
    code: Annotated[str, said("The keyword of JSON Schema, or a word of ours.")]
    detail: Annotated[str, said("In English.")]


class Problem(TypedDict):
    """Why a call was refused (RFC 9457). Nothing was recorded."""

    type: Address
    title: str
    status: HTTPStatus
    detail: Annotated[str, said("In the caller's language (Accept-Language: en, he, pl).")]
    code: Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$"), said("Stable: decide by this.")]
    errors: NotRequired[list[Violation]]
    rule: NotRequired[Annotated[str, said("The clause of the rules, such as `RPW-19`.")]]
    version: NotRequired[Version]
    params: NotRequired[Annotated[Object, said("What the detail's sentence is filled with.")]]


class Notice(TypedDict):
    """Something you are told, once."""

    id: ID
    kind: Annotated[str, words(*KINDS), said("What has happened.")]
    text: Annotated[str, said("A sentence in your language.")]
    match: ID
    game: str
    seat: SeatNumber | None
    prompt: Annotated[str | None, said("The prompt that it is about.")]
    due_at: Annotated[Time | None, said("When the time of the prompt or the invitation is up.")]
    invitation: Annotated[ID | None, said("Where you are invited: what to join with.")]
    at: Time
    read_at: Annotated[Time | None, said("Also set once a prompt is answered: there is nothing left to look at.")]


class NoticePage(TypedDict):
    """A page of notices, newest first."""

    items: list[Notice]
    next: Next
    unread: Annotated[Count, said("In all.")]


class Unread(TypedDict):
    """How many notices were not read yet."""

    unread: Count


class NoticeException(TypedDict):
    """An exception."""

    match: ID
    kinds: Annotated[NoticeKinds, said("Only these leave the inbox at all.")]


class NoticeSettings(TypedDict):
    """Which notices leave the inbox."""

    mail: Annotated[NoticeKinds, said("The kinds that come by mail, to a confirmed address.")]
    matches: list[NoticeException]


class Webhook(TypedDict):
    """An address that is told of your notices."""

    id: ID
    url: Annotated[str, format_of("uri")]
    kinds: NoticeKinds
    format: Annotated[str, words("standard", "chat")]
    created_at: Time
    failing_since: Annotated[Time | None, said("Since when no delivery was taken.")]
    disabled_at: Time | None
    disabled_for: Annotated[str, words("gone", "failing")] | None


class NewWebhook(Webhook):
    """A webhook with its secret."""

    secret: Annotated[str, Meta(pattern="^whsec_"), said("It signs every delivery, and is shown this once only.")]


class WebhookPage(TypedDict):
    """A page of your webhooks, newest first."""

    items: list[Webhook]
    next: Next


class PushSubscription(TypedDict):
    """A browser that shows your notices."""

    id: ID
    endpoint: Annotated[str, format_of("uri")]
    kinds: NoticeKinds
    created_at: Time
    failing_since: Annotated[Time | None, said("Since when no message was taken.")]


class PushSubscriptionPage(TypedDict):
    """The browsers that show your notices, newest first, and what another one needs to become one of them."""

    items: list[PushSubscription]
    next: Next
    key: Annotated[str | None, said("`applicationServerKey` for a browser; null where push is not offered.")]


class Delivery(TypedDict):
    """What became of one message to a webhook."""

    id: ID
    message: Annotated[str, said("Its `webhook-id`, the same for every attempt.")]
    kind: Annotated[str, words(*KINDS, "test")]
    state: Annotated[str, words("pending", "delivered", "failed", "dropped")]
    attempts: Count
    last_status: Annotated[int | None, said("The receiver's last status.")]
    last_error: Annotated[str | None, said("A word for why it was not taken, such as `timed_out`.")]
    next_attempt_at: Time | None
    created_at: Time
    done_at: Time | None


class DeliveryPage(TypedDict):
    """A page of deliveries, newest first."""

    items: list[Delivery]
    next: Next


class MailSent(TypedDict):
    """A mail is on its way."""

    email: Annotated[str, said("Where to.")]
