"""What calls take and answer.

Written by `make_calls.py` from the OpenAPI document; do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

# What differs from game to game.
GameData: TypeAlias = dict[str, Any]


class Answered(TypedDict):
    """Where the app wants you back."""

    redirect_uri: str


class AnyView(TypedDict):
    match: str
    game: str
    rules: str
    version: int
    seat: str | int | None
    status: str
    waiting_for: list[int]
    state: States | State | None
    prompts: list[Prompt]
    text: list[Piece]
    texts: NotRequired[dict[str, list[Piece]]]


class App(TypedDict):
    """A program that you have registered, so that players may let it act for them."""

    client_id: str
    name: str
    redirect_uris: list[str]
    device_flow: bool
    secret: bool
    created_at: str


class AppAccess(TypedDict):
    """An app that acts for you."""

    app: AskingApp
    scopes: list[str]
    granted_at: str
    used_on: str


class AppAccessList(TypedDict):
    """The apps that act for you, the last agreed to first."""

    items: list[AppAccess]


class AppChange(TypedDict):
    name: NotRequired[str]
    redirect_uris: NotRequired[list[str]]
    device_flow: NotRequired[bool]


class AppList(TypedDict):
    """The apps that you have registered, newest first."""

    items: list[App]


class AppWish(TypedDict):
    name: str
    redirect_uris: NotRequired[list[str]]
    device_flow: NotRequired[bool]
    secret: NotRequired[bool]


class Appeal(TypedDict):
    """What the player has asked moderators to think of again, and what they answered."""

    text: str
    made_at: str
    answer: str | None
    answered_at: str | None


class AppealText(TypedDict):
    text: str


class AskedTakeBack(TypedDict):
    """What a seat asks to be taken back; a move that is made ends it."""

    first: int
    seat: int
    knowing: bool
    agreed: list[int]
    missing: list[int]


class AskingApp(TypedDict):
    """An app of somebody else's."""

    client_id: str
    name: str
    registered_by: Player
    created_at: str


class Audit(TypedDict):
    """The verdict on a stored match. For each check `ok`, `sealed` (what it needs is not open yet), or the first version that fails it."""

    chain: str | int
    seals: str | int
    chance: str | int
    replay: str | int
    head: str | None
    events: int


class Authorization(TypedDict):
    query: str
    accept: bool


class AuthorizationQuestion(TypedDict):
    query: str


class AutopilotOffData(TypedDict):
    reason: str


class AutopilotOnData(TypedDict):
    reason: str
    strikes: int


class BeaconData(TypedDict):
    """The round of a public beacon that goes into the match's chance, and what happens `otherwise`. `chain` is the hash of a drand chain. Where the round cannot be had the match waits for it (`wait`), or begins without (`go_on`)."""

    chain: str
    round: int
    otherwise: str


class BeaconMissedData(TypedDict):
    reason: str


class BlockList(TypedDict):
    """The players whom the caller keeps away, newest first."""

    items: list[Player]


class Bot(TypedDict):
    """A bot that can be seated."""

    bot: str
    sign: str
    names: Names
    about: Names


class BotPage(TypedDict):
    """A page of bots."""

    items: list[Bot]
    next: str | None


class BotWish(TypedDict):
    seat: NotRequired[int | None]
    bot: Literal["random", "steady", "easy", "medium", "hard"]


class CalledTable(TypedDict):
    """A table that the player is called to."""

    match: str
    seats: int
    people: int
    confirmed: int
    confirm_by: str | None


class Chance(TypedDict):
    """What all randomness of the match is derived from."""

    commitment: str
    seed: str | None
    beacon: MixedBeacon | None
    open_draws: str | None


class ChatEntry(TypedDict):
    """A message in the chat of a match."""

    number: int
    player: Player
    seat: int | None
    text: str | None
    reaction: str | None
    links: bool
    removed: bool
    written_at: str


class ChatMark(TypedDict):
    number: int


class ChatPage(TypedDict):
    """Messages of a room, newest first."""

    room: str
    items: list[ChatEntry]
    read: int | None
    silenced_until: str | None
    next: str | None


class Clock(TypedDict):
    """How long a seat may think, and what becomes of the absent."""

    mode: str
    seconds: NotRequired[int]
    bank_seconds: NotRequired[int]
    increment_seconds: NotRequired[int]
    cap_seconds: NotRequired[int]
    on_timeout: NotRequired[str]
    bot: NotRequired[str]
    autopilot: NotRequired[str]
    strikes: NotRequired[int]
    quiet_hours: NotRequired[bool]
    vacation: NotRequired[bool]


class ClockChangedData(TypedDict):
    """When the seat's clock stands still from now on, and why that has changed."""

    quiet_hours: list[ShownQuietHours]
    vacation: ShownVacation | None
    reason: str


class ClockWish(TypedDict):
    mode: str


class Confirmation(TypedDict):
    token: str


class ConsentQuestion(TypedDict):
    """What an app asks of you."""

    app: AskingApp
    scopes: list[str]
    redirect_uri: str | None
    refusal: str | None


class ConsentWish(TypedDict):
    invited_by: int


class Content(TypedDict):
    game: str
    rules: str
    numbers: GameData
    terms: dict[str, Names]


class Cup(TypedDict):
    """A cup, with all that has happened in it."""

    id: str
    name: str
    game: str
    set: str
    system: str
    places: int
    entered: int
    seats: TableSizes
    rounds: int | None
    round_seconds: int
    rated: bool
    bot: str | None
    host: Player
    status: str
    made_at: str
    players: list[Player]
    standings: list[CupStandingEntry]
    played: list[CupRound]
    round_ends_at: str | None
    commitment: str
    seed: str | None
    version: int


class CupEvent(TypedDict):
    """An event of a cup; docs/api/cups.md says what each type holds, and what the hash is over."""

    version: int
    at: str
    type: str
    data: GameData
    hash: str


class CupEventList(TypedDict):
    """All events of a cup, as the checker reads them."""

    cup: str
    items: list[CupEvent]


class CupPage(TypedDict):
    """Cups, newest first."""

    items: list[CupSummary]
    next: str | None


class CupRound(TypedDict):
    """A round, the first first."""

    tables: list[CupTable]
    skipped: list[int]


class CupStandingEntry(TypedDict):
    """An entrant, and how they stand."""

    entrant: int
    player: Player | None
    bot: str | None
    place: int
    points: int
    firsts: int
    opponents: int
    last_round: int
    withdrawn: bool


class CupSummary(TypedDict):
    """A cup in a list."""

    id: str
    name: str
    game: str
    set: str
    system: str
    places: int
    entered: int
    seats: TableSizes
    rounds: int | None
    round_seconds: int
    rated: bool
    bot: str | None
    host: Player
    status: str
    made_at: str


class CupTable(TypedDict):
    """A table of a round."""

    entrants: list[int]
    match: str | None
    result: CupTableResult | None


class CupTableResult(TypedDict):
    """How a table ended."""

    ranking: list[list[int]]
    by: str


class CupWish(TypedDict):
    game: str
    set: Literal["live", "days"]
    system: Literal["all_meet", "swiss", "groups"]
    places: int
    seats: GameData
    rounds: NotRequired[int | None]
    round_seconds: NotRequired[int]
    rated: NotRequired[bool]
    bot: NotRequired[Literal["random", "steady", "easy", "medium", "hard"] | None]
    name: NotRequired[str]


class Deadline(TypedDict):
    """When the clock plays for a seat."""

    seat: int
    due_at: str
    bank_seconds: NotRequired[int]


class Delay(TypedDict):
    """By how much the match is seen later: one of the two."""

    events: NotRequired[int]
    seconds: NotRequired[int]


class Delivery(TypedDict):
    """What became of one message to a webhook."""

    id: str
    message: str
    kind: str
    state: str
    attempts: int
    last_status: int | None
    last_error: str | None
    next_attempt_at: str | None
    created_at: str
    done_at: str | None


class DeliveryPage(TypedDict):
    """A page of deliveries, newest first."""

    items: list[Delivery]
    next: str | None


class DeviceAuthorization(TypedDict):
    user_code: str
    accept: bool


class DeviceQuestion(TypedDict):
    user_code: str


class DrawCounts(TypedDict):
    """Draws made for one type of event, of so many values that are equally likely."""

    event: str
    of: int
    counts: list[int]
    fit: Fit | None


class DrawPage(TypedDict):
    """Draws of a match that can be checked while it runs, in their order."""

    match: str
    version: int
    root: str | None
    items: list[OpenedDraw]
    next: str | None


class Draws(TypedDict):
    """Which draws of chance were used."""

    first: int
    count: int


class EntryStamp(TypedDict):
    """The first stamped checkpoint that has an entry."""

    checkpoint: str
    answer: str
    at: str
    path: list[str]


class Event(TypedDict):
    match: str
    version: int
    type: str
    schema: int
    seat: int | None
    by: str
    at: str
    move: int | None
    draws: Draws | None
    data: GameData
    seals: list[Seal]
    private: list[GameData]
    sealed: bool
    hash: str
    text: list[Piece]
    texts: NotRequired[dict[str, list[Piece]]]


class EventPage(TypedDict):
    """A page of events in their order."""

    game: str
    rules: str
    items: list[Event]
    next: str | None


class Fill(TypedDict):
    """Bots take the seats that are still free by then."""

    at: str
    bot: str


class FillData(TypedDict):
    """Which bot takes the seats that are free once the lobby has waited for so many seconds."""

    after: int
    bot: str


class Fit(TypedDict):
    """How well counts fit to what chance alone would do."""

    chi_squared: float
    degrees: int
    p_value: float


class FollowList(TypedDict):
    """The players whom the caller follows: first those who play now, then the newest."""

    items: list[FollowedPlayer]


class FollowedPlayer(TypedDict):
    """A player whom the caller follows."""

    player: Player
    match: str | None
    game: str | None


class ForkOrigin(TypedDict):
    """Where a fork goes on from: the match, the version and its hash, and the seats that were out by then, and how."""

    match: str
    version: int
    head: str
    resigned: list[int]
    eliminated: list[int]


class ForkWish(TypedDict):
    at: int
    seat: NotRequired[int | None]
    clock: NotRequired[ClockWish]
    visibility: NotRequired[Literal["public", "unlisted", "private"]]
    name: NotRequired[str]
    entropy: NotRequired[str | None]
    start: NotRequired[Literal["auto", "manual"]]


class ForkedFrom(TypedDict):
    """Where a fork goes on from."""

    match: str
    version: int


class Game(TypedDict):
    """A game that can be played here, by its newest rules."""

    game: str
    names: Names
    seats: SeatRange
    rules: list[str]
    options_schema: GameData
    option_texts: dict[str, OptionTexts]
    moves: dict[str, GameData]
    declinable: list[str]
    skippable: list[str]
    skipped: list[str]
    duration_hint: Names
    links: GameLinks


class GameLinks(TypedDict):
    """Documents under addresses whose answer never changes."""

    content: str
    clauses: str
    messages: str
    schemas: str
    lexicon: str | None


class GamePage(TypedDict):
    """A page of games."""

    items: list[Game]
    next: str | None


class GameRating(TypedDict):
    """A player's rating in one game."""

    game: str
    rating: int
    deviation: int
    provisional: bool
    matches: int
    rated_at: str


class GameRecord(TypedDict):
    """A player's public matches of one game, of the newest 1,000 of all games."""

    game: str
    finished: int
    won: int
    resigned: int
    running: int
    left: int
    moves: int
    late: int


class GameStatistics(TypedDict):
    """All public matches of a game that have ended."""

    game: str
    matches: int
    sizes: list[SizeStatistics]
    test: str
    together: Fit | None
    draws: list[DrawCounts]


class HeadLog(TypedDict):
    """The log of all heads as it was signed last."""

    keys: list[str]
    size: int
    checkpoint: str | None
    consistency: list[str] | None
    timestamp: LogStamp | None
    files: str


class Invitation(TypedDict):
    """A pass into a match, for one use."""

    id: str
    invitation: str
    url: str
    seat: int | None
    player: str | None
    expires_at: str


class InvitationPage(TypedDict):
    """A page of open invitations, newest first."""

    items: list[ListedInvitation]
    next: str | None


class InvitationWish(TypedDict):
    seat: NotRequired[int | None]
    player: NotRequired[str | None]
    handle: NotRequired[str | None]
    expires_in_seconds: NotRequired[int]


class KeptSeat(TypedDict):
    """A seat that is kept for somebody."""

    seat: int | None
    player: Player | None
    reason: str
    until: str | None


class KeyBoundData(TypedDict):
    """A seat's key, its own signature of the binding, and that of an earlier key of the seat."""

    key: str
    proof: str
    vouched: NotRequired[VouchPart]


class KeyOrigin(TypedDict):
    """What the key of the draws below `draws` was made of."""

    match: str
    seed: str
    entropies: list[str | None]
    draws: int
    beacon: NotRequired[str]
    open_draws: NotRequired[Any]


class Leader(TypedDict):
    """A place on a leaderboard."""

    rank: int
    player: Player
    rating: int
    deviation: int
    matches: int
    rated_at: str


class Leaderboard(TypedDict):
    """The players of a game with the highest ratings, best first; those who keep their record to themselves on none."""

    game: str
    ladder: str
    terms: LeaderboardTerms
    players: int
    items: list[Leader]


class LeaderboardTerms(TypedDict):
    """Who stands on a leaderboard."""

    matches: int
    deviation: int
    days: int


class Legal(TypedDict):
    """A dry run of a legal move."""

    legal: Any


class Lexicon(TypedDict):
    """All words of a game that has words."""

    version: str
    licences: list[Licence]
    items: list[LexiconWord]


class LexiconEntry(TypedDict):
    """What the lexicon says of a word."""

    word: str
    category: str
    emoji: str | None
    gloss: Names
    flags: list[str]


class LexiconWord(TypedDict):
    """A word of a lexicon."""

    word: str
    category: str
    emoji: str | None
    gloss: Names
    flags: list[str]
    key: str
    source: str


class Licence(TypedDict):
    """What some of the words may be used under."""

    spdx: str
    applies_to: str
    text: str | None


class Limit(TypedDict):
    """How much is allowed of one thing to one caller."""

    name: str
    counted_for: str
    limit: int
    window_seconds: int | None


class Limits(TypedDict):
    """What this service allows."""

    calls: list[Limit]
    quotas: list[Limit]
    sizes: Sizes


class Links(TypedDict):
    """Where the rest is. Follow these; do not build addresses."""

    self: str
    view: str
    prompts: str
    moves: str
    events: str
    stream: str
    export: str
    audit: str


class ListedInvitation(TypedDict):
    """An open invitation, without its secret."""

    id: str
    match: str
    game: str
    seat: int | None
    maker: Player | None
    player: Player | None
    replaces: bool
    expires_at: str


class Lobby(TypedDict):
    """A match for somebody who may take a seat."""

    match: Match
    kept: list[KeptSeat]
    invitation: UsableInvitation | None


class LogIn(TypedDict):
    handle: str
    password: str


class LogStamp(TypedDict):
    """A checkpoint that an authority has stamped (RFC 3161): its text, without signatures, is what was stamped."""

    checkpoint: str
    answer: str
    at: str


class LoggedEntry(TypedDict):
    """A head of a match in the log, and the proof that it is there."""

    index: int
    version: int
    head: str
    kind: str
    logged_at: str
    path: list[str]


class MailSent(TypedDict):
    """A mail is on its way."""

    email: str


class Match(TypedDict):
    """A match as the caller may see it."""

    id: str
    game: str
    rules: str
    status: str
    options: GameData
    clock: Clock
    version: int
    host: int | None
    waiting_for: list[int]
    deadlines: list[Deadline]
    paused_at: str | None
    agreed: list[int]
    replacements: list[Offer]
    take_back_wish: AskedTakeBack | None
    fill: Fill | None
    pace: int
    chance: Chance
    forked_from: ForkedFrom | None
    created_at: str
    started_at: str | None
    finished_at: str | None
    name: str
    visibility: str
    delay: Delay | None
    rated: bool
    seats: list[Seat]
    outcome: ToldOutcome | None
    text: list[Piece]
    texts: NotRequired[dict[str, list[Piece]]]
    you: int | None
    rematch: str | None
    links: Links
    now: str


class MatchCreatedData(TypedDict):
    """What a match is set up with."""

    game: str
    rules: str
    seats: int
    options: GameData
    clock: GameData
    commitment: str
    fill: NotRequired[FillData]
    pace: NotRequired[int]
    forked_from: NotRequired[ForkOrigin]
    beacon: NotRequired[BeaconData]
    open_draws: NotRequired[str]


class MatchCreatedOpening(TypedDict):
    """A sealed part of an event, and the salt with which its digest can be checked."""

    index: int
    salt: str
    part: SeedPart | OriginsPart


class MatchEndedData(TypedDict):
    """How the match ended. `knowing` where moves were taken back after which all went on knowing what they had seen."""

    ranking: list[list[int]]
    reason: str
    winners: list[int]
    knowing: NotRequired[bool]


class MatchLog(TypedDict):
    """The newest entries of a match in the log of all heads, at most 32, oldest first."""

    match: str
    checkpoint: str | None
    entries: list[LoggedEntry]
    timestamp: EntryStamp | None


class MatchLuck(TypedDict):
    """Every draw of a match that has ended."""

    match: str
    test: str
    together: Fit | None
    draws: list[DrawCounts]


class MatchPage(TypedDict):
    """A page of matches, newest first."""

    items: list[Match]
    next: str | None
    as_of: str


class MatchRating(TypedDict):
    """What became of a rated match that has ended."""

    match: str
    state: str
    reason: str | None
    seats: list[SeatRating]


class MatchStartedData(TypedDict):
    """What the seats gave to the match's chance, in their order, and the signature of the beacon's round."""

    entropies: list[str | None]
    beacon: NotRequired[str]


class MatchWish(TypedDict):
    game: str
    seats: int
    options: NotRequired[GameData]
    clock: NotRequired[ClockWish]
    visibility: NotRequired[Literal["public", "unlisted", "private"]]
    name: NotRequired[str]
    entropy: NotRequired[str | None]
    start: NotRequired[Literal["auto", "manual"]]
    delay: NotRequired[GameData | None]
    bots: NotRequired[list[Literal["random", "steady", "easy", "medium", "hard"]]]
    fill: NotRequired[GameData | None]
    pace: NotRequired[int]
    rated: NotRequired[bool]
    beacon: NotRequired[Literal["wait", "go_on", "off"] | None]
    open_draws: NotRequired[bool]
    rules: NotRequired[Literal["1", "2", "1"] | None]


class Me(TypedDict):
    """The caller's own account and settings."""

    id: str
    handle: str | None
    kind: str
    created_at: str
    email: str | None
    email_confirmed: bool
    locale: str
    shows_presence: bool
    shows_record: bool
    take_backs: str
    quiet_hours: QuietHours | None
    vacation: Vacation | None
    vacation_seconds_left: int
    links: MyLinks


MessageTables = TypedDict(
    "MessageTables",
    {
        "messages": "dict[str, dict[str, str]]",
        "terms": "dict[str, str]",
        "refusals": "dict[str, str]",
        "seat": "str",
        "and": "str",
    },
)


class Messages(TypedDict):
    """Everything that a game and its table have to say."""

    game: str
    rules: str
    languages: dict[str, MessageTables]


class MixedBeacon(TypedDict):
    """A round of a public beacon (drand) that goes into the match's chance; nobody knew it when the match was made."""

    chain: str
    round: int
    out_at: str | None
    otherwise: str
    missed: str | None
    signature: str | None


class MoveAnswer(TypedDict):
    """A move that was played."""

    game: str
    rules: str
    version: int
    move: int
    events: list[Event]
    prompts: list[Prompt]
    take_back: int | None


class MoveSignature(TypedDict):
    """A player's signature of a move: needed where the seat has bound a key, and refused elsewhere."""

    version: int
    head: str
    signature: str


class MoveTakenBackData(TypedDict):
    taken_back: int


class MovesTakenBackData(TypedDict):
    first: int
    knowing: bool


class MuteList(TypedDict):
    """The players whose messages the caller does not see, newest first."""

    items: list[Player]


class MyLinks(TypedDict):
    """Where to follow what concerns you."""

    my_stream: str


class Names(TypedDict):
    """A name in each language."""

    en: str
    he: str
    pl: str


class NewApp(TypedDict):
    """An app with its secret."""

    client_id: str
    name: str
    redirect_uris: list[str]
    device_flow: bool
    secret: bool
    created_at: str
    client_secret: str | None


class NewChatMessage(TypedDict):
    text: NotRequired[str | None]
    reaction: NotRequired[
        Literal["hello", "good_luck", "well_played", "thanks", "wow", "oops", "sorry", "thinking"] | None
    ]
    room: NotRequired[Literal["players", "spectators"] | None]


class NewToken(TypedDict):
    """A token with its secret."""

    id: str
    token: str
    label: str
    scopes: list[str]
    expires_at: str | None


class NewWebhook(TypedDict):
    """A webhook with its secret."""

    id: str
    url: str
    kinds: list[str]
    format: str
    created_at: str
    held_until: str | None
    failing_since: str | None
    disabled_at: str | None
    disabled_for: str | None
    secret: str


class Notice(TypedDict):
    """Something you are told, once."""

    id: str
    kind: str
    text: str
    match: str
    game: str
    seat: int | None
    prompt: str | None
    due_at: str | None
    invitation: str | None
    at: str
    read_at: str | None


class NoticeException(TypedDict):
    """An exception."""

    match: str
    kinds: list[str]


class NoticePage(TypedDict):
    """A page of notices, newest first."""

    items: list[Notice]
    next: str | None
    unread: int


class NoticeSettings(TypedDict):
    """Which notices leave the inbox."""

    mail: list[str]
    matches: list[NoticeException]


class NoticeSettingsWish(TypedDict):
    mail: NotRequired[
        list[
            Literal[
                "your_turn",
                "deadline_near",
                "timed_out",
                "match_started",
                "match_ended",
                "invited",
                "seat_taken_over",
                "eliminated",
                "rematch",
                "called",
            ]
        ]
    ]
    matches: NotRequired[list[GameData]]


class Offer(TypedDict):
    """A seat that is still played has invited somebody for the seat of an absent player."""

    seat: int
    invited_by: int
    undecided: list[int]


class OpenedDraw(TypedDict):
    """A draw that everybody sees, and its secret, from which anybody can draw it again."""

    version: int
    number: int
    secret: str
    path: list[str]


class Opening(TypedDict):
    """A sealed part of an event, and the salt with which its digest can be checked."""

    index: int
    salt: str
    part: GameData


class OptionTexts(TypedDict):
    """An option of a match, for players."""

    title: Names
    description: Names
    values: dict[str, Names]


class OriginsPart(TypedDict):
    """A fork's older keys of chance."""

    origins: list[KeyOrigin]


class Outcome(TypedDict):
    """How the match ended: `ranking` lists the places, best first, seats level in one place together."""

    reason: str
    ranking: list[list[int]]
    winners: list[int]


class OwnChatEntry(TypedDict):
    """A message of the caller's, with where it stands."""

    number: int
    player: Player
    seat: int | None
    text: str | None
    reaction: str | None
    links: bool
    removed: bool
    written_at: str
    match: str
    room: str


class OwnChatPage(TypedDict):
    """What the caller has written in all matches, newest first."""

    items: list[OwnChatEntry]
    next: str | None


class OwnNote(TypedDict):
    """What the caller has written to themselves about a match; nobody else sees it."""

    text: str
    written_at: str | None


class OwnNoteText(TypedDict):
    text: str


class PasswordWish(TypedDict):
    token: str
    password: str


class PausedData(TypedDict):
    reason: str


class Piece(TypedDict):
    """A piece of a sentence: words, a seat, or the name of something."""

    text: str
    seat: NotRequired[int]
    term: NotRequired[str]


class Player(TypedDict):
    """Who sits behind a seat."""

    id: str
    handle: str | None
    kind: str


class PlayerPage(TypedDict):
    """What everybody may know of a player."""

    id: str
    handle: str | None
    kind: str
    created_at: str


class PlayerPages(TypedDict):
    """The players who were found."""

    items: list[PlayerPage]
    next: str | None


class PlayerRatings(TypedDict):
    """A player's ratings, by game."""

    player: PlayerPage
    shown: bool
    items: list[GameRating]


class PlayerRecord(TypedDict):
    """How a player has played in public."""

    player: PlayerPage
    shown: bool
    games: list[GameRecord]
    reliability: int | None
    in_time: int | None


class Problem(TypedDict):
    """Why a call was refused (RFC 9457). Nothing was recorded."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: NotRequired[list[Violation]]
    rule: NotRequired[str]
    version: NotRequired[int]
    params: NotRequired[GameData]


class ProblemKind(TypedDict):
    """What a code means."""

    code: str
    status: int
    title: str
    detail: str
    type: str
    game: NotRequired[str]
    rule: NotRequired[str]


class ProblemKindPage(TypedDict):
    """A page of codes."""

    items: list[ProblemKind]
    next: str | None


class Prompt(TypedDict):
    prompt: str
    seat: int
    kind: str
    optional: bool
    due_at: str | None
    about: GameData
    text: list[Piece]
    texts: NotRequired[dict[str, list[Piece]]]
    moves: list[GameData]


class PromptList(TypedDict):
    """The caller's open prompts."""

    game: str
    rules: str
    version: int
    items: list[Prompt]
    take_back: int | None


class PushSubscription(TypedDict):
    """A browser that shows your notices."""

    id: str
    endpoint: str
    kinds: list[str]
    created_at: str
    failing_since: str | None


class PushSubscriptionPage(TypedDict):
    """The browsers that show your notices, newest first, and what another one needs to become one of them."""

    items: list[PushSubscription]
    next: str | None
    key: str | None


class PushSubscriptionWish(TypedDict):
    endpoint: str
    keys: GameData
    expirationTime: NotRequired[float | None]
    kinds: NotRequired[
        list[
            Literal[
                "your_turn",
                "deadline_near",
                "timed_out",
                "match_started",
                "match_ended",
                "invited",
                "seat_taken_over",
                "eliminated",
                "rematch",
                "called",
            ]
        ]
    ]


class QueueTerms(TypedDict):
    seats: NotRequired[GameData | None]
    bots: NotRequired[GameData | None]
    rated: NotRequired[bool]
    within: NotRequired[int | None]
    least_reliability: NotRequired[int | None]


class QueueWish(TypedDict):
    """A standing wish to sit down at a table of a set."""

    game: str
    set: str
    seats: TableSizes
    bots: WishedBots | None
    rated: bool
    within: int | None
    least_reliability: int | None
    since: str
    expires_at: str
    called: CalledTable | None
    confirmed: bool


class QueueWishList(TypedDict):
    """The caller's standing wishes, longest waiting first."""

    items: list[QueueWish]
    now: str


QuietHours = TypedDict(
    "QuietHours",
    {
        "zone": "str",
        "from": "str",
        "to": "str",
    },
)


class Quota(TypedDict):
    """How much of a quota is used, of those for the player alone; there are others for all players of an address."""

    quota: str
    used: int
    limit: int
    resets_at: str | None


class Quotas(TypedDict):
    """The quotas of what a player may set going."""

    items: list[Quota]


class RatingStep(TypedDict):
    """What one match did to a player's rating."""

    match: str
    at: str
    place: int
    players: int
    before: int
    rating: int
    deviation: int


class RatingSteps(TypedDict):
    """A page of the course of a rating, newest first."""

    items: list[RatingStep]
    next: str | None


class ReadWish(TypedDict):
    notices: NotRequired[list[str]]
    up_to: NotRequired[str]


class ReplacementAgreedData(TypedDict):
    replaces: int
    invited_by: int


class ReplacementWish(TypedDict):
    expires_in_seconds: NotRequired[int]


class Report(TypedDict):
    """What the caller has told moderators about a player."""

    id: str
    player: Player
    kind: str
    text: str
    match: str | None
    state: str
    made_at: str


class ReportList(TypedDict):
    """The caller's reports, newest first."""

    items: list[Report]


class ReportWish(TypedDict):
    player: str
    kind: Literal["abuse", "cheating", "stalling", "collusion", "handle", "other"]
    text: NotRequired[str]
    match: NotRequired[str | None]
    message: NotRequired[GameData | None]


class ResetWish(TypedDict):
    email: str


class Resignation(TypedDict):
    """A seat leaves the match."""

    type: Literal["resign"]


class ResignationWish(TypedDict):
    signed: NotRequired[GameData]


class ResumedData(TypedDict):
    reason: str


class RotatedWebhook(TypedDict):
    """A webhook with its new secret."""

    id: str
    url: str
    kinds: list[str]
    format: str
    created_at: str
    held_until: str | None
    failing_since: str | None
    disabled_at: str | None
    disabled_for: str | None
    secret: str
    previous_until: str | None


class Sanction(TypedDict):
    """A decision of moderators about the caller."""

    id: str
    kind: str
    reason: str
    made_at: str
    until: str | None
    lifted_at: str | None
    appeal: Appeal | None


class SanctionList(TypedDict):
    """What moderators have decided about the caller, newest first."""

    items: list[Sanction]


class Seal(TypedDict):
    """What is secret."""

    audience: list[int]
    digest: str


class Seat(TypedDict):
    """A place at the table."""

    seat: int
    status: str
    bot: str | None
    keys: list[SeatKey]
    player: Player | None
    text: list[Piece]
    texts: NotRequired[dict[str, list[Piece]]]


class SeatKey(TypedDict):
    """A key that signs the moves of a seat's player."""

    key: str
    version: int
    vouched: bool


class SeatKeyWish(TypedDict):
    key: str
    proof: str
    vouched: NotRequired[GameData]


class SeatRange(TypedDict):
    """How many can play."""

    min: int
    max: int


class SeatRating(TypedDict):
    """What a match did to the rating of one of its players."""

    player: Player
    place: int
    before: int | None
    rating: int | None


class SeatResignedData(TypedDict):
    rules: list[str]


class SeatTakenData(TypedDict):
    """What the seat gives to the match's chance; the bot that sits there; the seat that invited its player."""

    entropy: str | None
    bot: NotRequired[str]
    invited_by: NotRequired[int]


class SeatWish(TypedDict):
    seat: NotRequired[int | None]
    invitation: NotRequired[str | None]
    entropy: NotRequired[str | None]


class SeedPart(TypedDict):
    """The seed of all chance."""

    seed: str


class SentMove(TypedDict):
    """The move as it was sent."""

    move: GameData
    bots: NotRequired[str]
    signed: NotRequired[MoveSignature]


class SentMoveOpening(TypedDict):
    """A sealed part of an event, and the salt with which its digest can be checked."""

    index: int
    salt: str
    part: SentMove


class SetFigures(TypedDict):
    """How the newest tables of a set have gone, 200 at most."""

    tables: int
    wait_seconds: float
    ended: int
    abandoned: int


class SetList(TypedDict):
    """The standard sets of all games."""

    items: list[StandardSet]


class Settings(TypedDict):
    handle: NotRequired[str]
    email: NotRequired[str | None]
    locale: NotRequired[Literal["en", "he", "pl"]]
    shows_presence: NotRequired[bool]
    shows_record: NotRequired[bool]
    take_backs: NotRequired[Literal["always", "unrated", "never"]]
    quiet_hours: NotRequired[GameData | None]
    vacation: NotRequired[GameData | None]


class ShownQuietHours(TypedDict):
    """Daily quiet hours from `since` on, null from the beginning: so many seconds after midnight UTC."""

    since: str | None
    from_seconds: int
    to_seconds: int


class ShownVacation(TypedDict):
    """When a player is away."""

    starts_at: str
    ends_at: str


class SignUp(TypedDict):
    handle: str
    password: NotRequired[str]
    email: NotRequired[str | None]
    locale: NotRequired[Literal["en", "he", "pl"]]


class SignedUp(TypedDict):
    """A new player and their first token."""

    player: Player
    token: str


class SizeStatistics(TypedDict):
    """Matches of a game with so many players."""

    seats: int
    matches: int
    wins_by_seat: list[float]
    wins_after_opener: list[float]
    moves: Spread
    seconds: Spread


class Sizes(TypedDict):
    """How large a call may be."""

    body_bytes: int
    body_depth: int
    address_characters: int
    page_items: int
    wait_seconds: int


class Spread(TypedDict):
    """What a tenth, half and nine tenths of the newest 1,000 matches do not exceed."""

    tenth: int
    half: int
    nine_tenths: int


class StandardSet(TypedDict):
    """One of a few ways to play a game that many choose, so that they find each other."""

    game: str
    set: str
    queued: bool
    seats: TableSizes
    clock: Clock
    waiting: int
    lately: SetFigures | None


class StandingOrders(TypedDict):
    """What is answered for the caller, until the caller's seat ends."""

    decline: list[str]
    skip: list[str]
    possible: list[str]
    skippable: list[str]


class StandingOrdersWish(TypedDict):
    decline: list[str]
    skip: NotRequired[list[str]]


class State(TypedDict):
    questions: int
    outcome: Outcome | None


class States(TypedDict):
    """What every seat, by its number, and a spectator may know."""

    seats: list[State]
    spectator: State


class StreamTicket(TypedDict):
    """A pass that opens one stream once."""

    ticket: str
    stream: str
    expires_at: str


class StreamTicketWish(TypedDict):
    match: NotRequired[str | None]


class TableSizes(TypedDict):
    """Tables from the one size to the other."""

    min: int
    max: int


class TakeBackAskedData(TypedDict):
    first: int
    knowing: bool


class TakeBackWish(TypedDict):
    first: NotRequired[int | None]
    knowing: NotRequired[bool]


class TimedOutData(TypedDict):
    prompt: str


class Token(TypedDict):
    """A token; its secret is not known any more."""

    id: str
    label: str
    scopes: list[str]
    created_at: str
    expires_at: str | None
    last_used_on: str | None


class TokenPage(TypedDict):
    """A page of the caller's tokens, newest first."""

    items: list[Token]
    next: str | None


class TokenWish(TypedDict):
    handle: str
    password: str
    label: str
    scopes: list[Literal["read", "play", "host", "account", "operate"]]
    expires_in_seconds: NotRequired[int | None]


class ToldOutcome(TypedDict):
    """How the match ended, in words too."""

    knowing: NotRequired[bool]
    reason: str
    ranking: list[list[int]]
    winners: list[int]
    text: list[Piece]
    texts: NotRequired[dict[str, list[Piece]]]


class Unread(TypedDict):
    """How many notices were not read yet."""

    unread: int


class UnreadChat(TypedDict):
    """A match at which the caller sits and where others have written since they last read."""

    match: str
    count: int
    last: int
    written_at: str


class UnreadChatList(TypedDict):
    """Of the caller's hundred newest matches those with unread messages, what was said last first."""

    items: list[UnreadChat]


class Upgrade(TypedDict):
    password: str
    email: NotRequired[str | None]
    handle: NotRequired[str]


class UsableInvitation(TypedDict):
    """The invitation that the request names, if the caller may use it."""

    seat: int | None
    maker: Player | None
    replaces: bool
    expires_at: str


class Vacation(TypedDict):
    """When the player is away."""

    starts_at: str
    ends_at: str


class Violation(TypedDict):
    """One place where a request is not of its shape."""

    pointer: str
    code: str
    detail: str


class VouchPart(TypedDict):
    """An earlier key of the seat, and its signature of the new one."""

    key: str
    signature: str


class Webhook(TypedDict):
    """An address that is told of your notices."""

    id: str
    url: str
    kinds: list[str]
    format: str
    created_at: str
    held_until: str | None
    failing_since: str | None
    disabled_at: str | None
    disabled_for: str | None


class WebhookChange(TypedDict):
    url: NotRequired[str]
    kinds: NotRequired[
        list[
            Literal[
                "your_turn",
                "deadline_near",
                "timed_out",
                "match_started",
                "match_ended",
                "invited",
                "seat_taken_over",
                "eliminated",
                "rematch",
                "called",
            ]
        ]
    ]
    format: NotRequired[Literal["standard", "chat"]]


class WebhookPage(TypedDict):
    """A page of your webhooks, newest first."""

    items: list[Webhook]
    next: str | None


class WebhookWish(TypedDict):
    url: str
    kinds: NotRequired[
        list[
            Literal[
                "your_turn",
                "deadline_near",
                "timed_out",
                "match_started",
                "match_ended",
                "invited",
                "seat_taken_over",
                "eliminated",
                "rematch",
                "called",
            ]
        ]
    ]
    format: NotRequired[Literal["standard", "chat"]]


class WishedBots(TypedDict):
    """Which bot takes the seats that are still free, and from when on."""

    bot: str
    at: str


Word = TypedDict(
    "Word",
    {
        "word": "str",
        "key": "str",
        "length": "int",
        "lexicon": "str",
        "in": "bool",
        "reason": "str",
        "why": "Names",
        "entry": "LexiconEntry | None",
    },
)
