"""Shapes about players: who they are, their tokens, and what they may do."""

from typing import Annotated, TypedDict

from msgspec import Meta

from api.answers.parts import Next, Secret
from games.core.languages import LANGUAGES
from games.matches.accounts.tokens import SCOPES
from games.matches.models.people import TAKE_BACKS
from games.matches.presentation.shapes import ID, Count, Positive, Time, doc, format_of, words

TokenScopes = list[Annotated[str, words(*SCOPES), doc("What the token is good for.")]]


class Player(TypedDict):
    """Who sits behind a seat."""

    id: ID
    handle: Annotated[str | None, doc("Null once the player was deleted.")]
    kind: Annotated[
        str, words("guest", "account", "bot", "deleted"), doc("Guests have no password. Programs play for bots.")
    ]


class PlayerPage(Player):
    """What everybody may know of a player."""

    created_at: Time


class GameRecord(TypedDict):
    """A player's public matches of one game, of the newest 1,000 of all games."""

    game: str
    finished: Annotated[Count, doc("Matches that have ended.")]
    won: Annotated[Count, doc("Of those that have ended.")]
    resigned: Annotated[Count, doc("Of those that have ended: the player has left for good, or was taken out.")]
    running: Count
    left: Annotated[Count, doc("Of those that have ended: resigned, or on autopilot at the end.")]
    moves: Annotated[Count, doc("Moves made in time, in matches with a clock that have ended.")]
    late: Annotated[Count, doc("Questions there that the clock has answered.")]


class PlayerRecord(TypedDict):
    """How a player has played in public."""

    player: PlayerPage
    shown: Annotated[bool, doc("False where the player keeps it to themselves; there are no figures then.")]
    games: list[GameRecord]
    reliability: Annotated[
        Annotated[int, Meta(ge=0, le=100)] | None,
        doc("How many percent of these matches the player has played to the end; null before the fifth."),
    ]
    in_time: Annotated[
        Annotated[int, Meta(ge=0, le=100)] | None,
        doc(
            "How many percent of the questions with a clock the player has answered in time; null before the twentieth."
        ),
    ]


class FollowedPlayer(TypedDict):
    """A player whom the caller follows."""

    player: Player
    match: Annotated[ID | None, doc("The newest public match that they play now.")]
    game: Annotated[str | None, doc("The game of that match.")]


class FollowList(TypedDict):
    """The players whom the caller follows: first those who play now, then the newest."""

    items: list[FollowedPlayer]


# A class has no field named by a keyword.
QuietHours = TypedDict(
    "QuietHours",
    {
        "zone": Annotated[str, Meta(examples=["Europe/Warsaw"]), doc("A name of the IANA database.")],
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

    my_stream: Annotated[str, format_of("uri"), doc("All that concerns you as it happens; it may be elsewhere.")]


class Me(PlayerPage):
    """The caller's own account and settings."""

    email: str | None
    email_confirmed: Annotated[bool, doc("Whether mail may go to that address.")]
    locale: Annotated[str, words(*LANGUAGES), doc("The language of what is sent to the player.")]
    shows_presence: Annotated[bool, doc("Whether those who see a match of the player's are shown that they are there.")]
    shows_record: Annotated[bool, doc("Whether others are shown how many matches the player has played.")]
    take_backs: Annotated[str, words(*TAKE_BACKS), doc("Whether others may ask the player to let them take back.")]
    quiet_hours: QuietHours | None
    vacation: Annotated[Vacation | None, doc("The one that runs or is planned.")]
    vacation_seconds_left: Annotated[Count, doc("What is left of this calendar year's vacation (UTC).")]
    links: MyLinks


class Quota(TypedDict):
    """How much of a quota is used, of those for the player alone; there are others for all players of an address."""

    quota: Annotated[
        str,
        words("matches", "bot_matches", "events", "bytes", "seats", "among_bots"),
        doc(
            "`matches` of the player's making that have not ended, those with bots, `events` since midnight UTC, "
            "`bytes` that calls have left in the database since then, `seats` in matches that have not ended; of a "
            "bot's account `among_bots`, matches without people that have begun since midnight."
        ),
    ]
    used: Count
    limit: Count
    resets_at: Annotated[Time | None, doc("When it is counted anew; null where the end of a match makes room.")]


class Quotas(TypedDict):
    """The quotas of what a player may set going."""

    items: list[Quota]


class Limit(TypedDict):
    """How much is allowed of one thing to one caller."""

    name: Annotated[str, doc("The bucket of calls, as in `RateLimit-Policy`, or the quota, as in `GET /me/quotas`.")]
    counted_for: Annotated[
        str,
        words("token", "address", "handle", "handle_anywhere", "known", "known_address", "player"),
        doc(
            "Whose count it is: `handle` is a handle from one address, `handle_anywhere` from all together; `known` is "
            "a browser that has logged in to the account before, `known_address` are all such browsers of an address."
        ),
    ]
    limit: Count
    window_seconds: Annotated[Positive | None, doc("Counted anew after so long; null for what there is at once.")]


class Sizes(TypedDict):
    """How large a call may be."""

    body_bytes: Positive
    body_depth: Annotated[Positive, doc("How deep its objects and arrays may lie in each other.")]
    address_characters: Annotated[Positive, doc("Path and query together.")]
    page_items: Positive
    wait_seconds: Annotated[Positive, doc("How long a long poll may wait.")]


class Limits(TypedDict):
    """What this service allows."""

    calls: Annotated[list[Limit], doc("A call is counted in one bucket, for its token and for its address.")]
    quotas: Annotated[list[Limit], doc("What calls may set going.")]
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
    expires_at: Annotated[Time | None, doc("From then on it is worth nothing. Null is until it is revoked.")]


class Token(TypedDict):
    """A token; its secret is not known any more."""

    id: ID
    label: str
    scopes: TokenScopes
    created_at: Time
    expires_at: Annotated[Time | None, doc("From then on it is worth nothing. Null is until it is revoked.")]
    last_used_on: Annotated[
        Annotated[str, format_of("date")] | None, doc("The day (UTC) of the last call with it; null: none is known.")
    ]


class PlayerPages(TypedDict):
    """The players who were found."""

    items: list[PlayerPage]
    next: Next


class TokenPage(TypedDict):
    """A page of the caller's tokens, newest first."""

    items: list[Token]
    next: Next


class MailSent(TypedDict):
    """A mail is on its way."""

    email: Annotated[str, doc("Where to.")]
