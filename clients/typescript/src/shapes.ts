// What calls take and answer.
// Written by `make_calls.py` from the OpenAPI document; do not edit.

/** What differs from game to game: plain JSON. */
export type GameData = { [name: string]: any };

/** Where the app wants you back. */
export interface Answered {
  redirect_uri: string;
}

export interface AnyView {
  match: string;
  game: string;
  rules: string;
  version: number;
  seat: string | number | null;
  status: string;
  waiting_for: number[];
  state: States | State | null;
  prompts: Prompt[];
  text: Piece[];
  texts?: Record<string, Piece[]>;
}

/** A program that you have registered, so that players may let it act for them. */
export interface App {
  client_id: string;
  name: string;
  redirect_uris: string[];
  device_flow: boolean;
  secret: boolean;
  created_at: string;
}

/** An app that acts for you. */
export interface AppAccess {
  app: AskingApp;
  scopes: string[];
  granted_at: string;
  used_on: string;
}

/** The apps that act for you, the last agreed to first. */
export interface AppAccessList {
  items: AppAccess[];
}

export interface AppChange {
  name?: string;
  redirect_uris?: string[];
  device_flow?: boolean;
}

/** The apps that you have registered, newest first. */
export interface AppList {
  items: App[];
}

export interface AppWish {
  name: string;
  redirect_uris?: string[];
  device_flow?: boolean;
  secret?: boolean;
}

/** What the player has asked moderators to think of again, and what they answered. */
export interface Appeal {
  text: string;
  made_at: string;
  answer: string | null;
  answered_at: string | null;
}

export interface AppealText {
  text: string;
}

/** What a seat asks to be taken back; a move that is made ends it. */
export interface AskedTakeBack {
  first: number;
  seat: number;
  knowing: boolean;
  agreed: number[];
  missing: number[];
}

/** An app of somebody else's. */
export interface AskingApp {
  client_id: string;
  name: string;
  registered_by: Player;
  created_at: string;
}

/** The verdict on a stored match. For each check `ok`, `sealed` (what it needs is not open yet), or the first version that fails it. */
export interface Audit {
  chain: string | number;
  seals: string | number;
  chance: string | number;
  replay: string | number;
  head: string | null;
  events: number;
}

export interface Authorization {
  query: string;
  accept: boolean;
}

export interface AuthorizationQuestion {
  query: string;
}

export interface AutopilotOffData {
  reason: string;
}

export interface AutopilotOnData {
  reason: string;
  strikes: number;
}

/** The round of a public beacon that goes into the match's chance, and what happens `otherwise`. `chain` is the hash of a drand chain. Where the round cannot be had the match waits for it (`wait`), or begins without (`go_on`). */
export interface BeaconData {
  chain: string;
  round: number;
  otherwise: string;
}

export interface BeaconMissedData {
  reason: string;
}

/** The players whom the caller keeps away, newest first. */
export interface BlockList {
  items: Player[];
}

/** A bot that can be seated. */
export interface Bot {
  bot: string;
  sign: string;
  names: Names;
  about: Names;
}

/** A page of bots. */
export interface BotPage {
  items: Bot[];
  next: string | null;
}

export interface BotWish {
  seat?: number | null;
  bot: "random" | "steady" | "easy" | "medium" | "hard";
}

/** A table that the player is called to. */
export interface CalledTable {
  match: string;
  seats: number;
  people: number;
  confirmed: number;
  confirm_by: string | null;
}

/** What all randomness of the match is derived from. */
export interface Chance {
  commitment: string;
  seed: string | null;
  beacon: MixedBeacon | null;
  open_draws: string | null;
}

/** A message in the chat of a match. */
export interface ChatEntry {
  number: number;
  player: Player;
  seat: number | null;
  text: string | null;
  reaction: string | null;
  links: boolean;
  removed: boolean;
  written_at: string;
}

export interface ChatMark {
  number: number;
}

/** Messages of a room, newest first. */
export interface ChatPage {
  room: string;
  items: ChatEntry[];
  read: number | null;
  silenced_until: string | null;
  next: string | null;
}

/** How long a seat may think, and what becomes of the absent. */
export interface Clock {
  mode: string;
  seconds?: number;
  bank_seconds?: number;
  increment_seconds?: number;
  cap_seconds?: number;
  on_timeout?: string;
  bot?: string;
  autopilot?: string;
  strikes?: number;
  quiet_hours?: boolean;
  vacation?: boolean;
}

/** When the seat's clock stands still from now on, and why that has changed. */
export interface ClockChangedData {
  quiet_hours: ShownQuietHours[];
  vacation: ShownVacation | null;
  reason: string;
}

export interface ClockWish {
  mode: string;
}

export interface Confirmation {
  token: string;
}

/** What an app asks of you. */
export interface ConsentQuestion {
  app: AskingApp;
  scopes: string[];
  redirect_uri: string | null;
  refusal: string | null;
}

export interface ConsentWish {
  invited_by: number;
}

export interface Content {
  game: string;
  rules: string;
  numbers: GameData;
  terms: Record<string, Names>;
}

/** A cup, with all that has happened in it. */
export interface Cup {
  id: string;
  name: string;
  game: string;
  set: string;
  system: string;
  places: number;
  entered: number;
  seats: TableSizes;
  rounds: number | null;
  round_seconds: number;
  rated: boolean;
  bot: string | null;
  host: Player;
  status: string;
  made_at: string;
  players: Player[];
  standings: CupStandingEntry[];
  played: CupRound[];
  round_ends_at: string | null;
  commitment: string;
  seed: string | null;
  version: number;
}

/** An event of a cup; docs/api/cups.md says what each type holds, and what the hash is over. */
export interface CupEvent {
  version: number;
  at: string;
  type: string;
  data: GameData;
  hash: string;
}

/** All events of a cup, as the checker reads them. */
export interface CupEventList {
  cup: string;
  items: CupEvent[];
}

/** Cups, newest first. */
export interface CupPage {
  items: CupSummary[];
  next: string | null;
}

/** A round, the first first. */
export interface CupRound {
  tables: CupTable[];
  skipped: number[];
}

/** An entrant, and how they stand. */
export interface CupStandingEntry {
  entrant: number;
  player: Player | null;
  bot: string | null;
  place: number;
  points: number;
  firsts: number;
  opponents: number;
  last_round: number;
  withdrawn: boolean;
}

/** A cup in a list. */
export interface CupSummary {
  id: string;
  name: string;
  game: string;
  set: string;
  system: string;
  places: number;
  entered: number;
  seats: TableSizes;
  rounds: number | null;
  round_seconds: number;
  rated: boolean;
  bot: string | null;
  host: Player;
  status: string;
  made_at: string;
}

/** A table of a round. */
export interface CupTable {
  entrants: number[];
  match: string | null;
  result: CupTableResult | null;
}

/** How a table ended. */
export interface CupTableResult {
  ranking: number[][];
  by: string;
}

export interface CupWish {
  game: string;
  set: "live" | "days";
  system: "all_meet" | "swiss" | "groups";
  places: number;
  seats: GameData;
  rounds?: number | null;
  round_seconds?: number;
  rated?: boolean;
  bot?: "random" | "steady" | "easy" | "medium" | "hard" | null;
  name?: string;
}

/** When the clock plays for a seat. */
export interface Deadline {
  seat: number;
  due_at: string;
  bank_seconds?: number;
}

/** By how much the match is seen later: one of the two. */
export interface Delay {
  events?: number;
  seconds?: number;
}

/** What became of one message to a webhook. */
export interface Delivery {
  id: string;
  message: string;
  kind: string;
  state: string;
  attempts: number;
  last_status: number | null;
  last_error: string | null;
  next_attempt_at: string | null;
  created_at: string;
  done_at: string | null;
}

/** A page of deliveries, newest first. */
export interface DeliveryPage {
  items: Delivery[];
  next: string | null;
}

export interface DeviceAuthorization {
  user_code: string;
  accept: boolean;
}

export interface DeviceQuestion {
  user_code: string;
}

/** Draws made for one type of event, of so many values that are equally likely. */
export interface DrawCounts {
  event: string;
  of: number;
  counts: number[];
  fit: Fit | null;
}

/** Draws of a match that can be checked while it runs, in their order. */
export interface DrawPage {
  match: string;
  version: number;
  root: string | null;
  items: OpenedDraw[];
  next: string | null;
}

/** Which draws of chance were used. */
export interface Draws {
  first: number;
  count: number;
}

/** The first stamped checkpoint that has an entry. */
export interface EntryStamp {
  checkpoint: string;
  answer: string;
  at: string;
  path: string[];
}

export interface Event {
  match: string;
  version: number;
  type: string;
  schema: number;
  seat: number | null;
  by: string;
  at: string;
  move: number | null;
  draws: Draws | null;
  data: GameData;
  seals: Seal[];
  private: GameData[];
  sealed: boolean;
  hash: string;
  text: Piece[];
  texts?: Record<string, Piece[]>;
}

/** A page of events in their order. */
export interface EventPage {
  game: string;
  rules: string;
  items: Event[];
  next: string | null;
}

/** Bots take the seats that are still free by then. */
export interface Fill {
  at: string;
  bot: string;
}

/** Which bot takes the seats that are free once the lobby has waited for so many seconds. */
export interface FillData {
  after: number;
  bot: string;
}

/** How well counts fit to what chance alone would do. */
export interface Fit {
  chi_squared: number;
  degrees: number;
  p_value: number;
}

/** The players whom the caller follows: first those who play now, then the newest. */
export interface FollowList {
  items: FollowedPlayer[];
}

/** A player whom the caller follows. */
export interface FollowedPlayer {
  player: Player;
  match: string | null;
  game: string | null;
}

/** Where a fork goes on from: the match, the version and its hash, and the seats that were out by then, and how. */
export interface ForkOrigin {
  match: string;
  version: number;
  head: string;
  resigned: number[];
  eliminated: number[];
}

export interface ForkWish {
  at: number;
  seat?: number | null;
  clock?: ClockWish;
  visibility?: "public" | "unlisted" | "private";
  name?: string;
  entropy?: string | null;
  start?: "auto" | "manual";
}

/** Where a fork goes on from. */
export interface ForkedFrom {
  match: string;
  version: number;
}

/** A game that can be played here, by its newest rules. */
export interface Game {
  game: string;
  names: Names;
  seats: SeatRange;
  rules: string[];
  options_schema: GameData;
  option_texts: Record<string, OptionTexts>;
  moves: Record<string, GameData>;
  declinable: string[];
  skippable: string[];
  skipped: string[];
  duration_hint: Names;
  links: GameLinks;
}

/** Documents under addresses whose answer never changes. */
export interface GameLinks {
  content: string;
  clauses: string;
  messages: string;
  schemas: string;
  lexicon: string | null;
}

/** A page of games. */
export interface GamePage {
  items: Game[];
  next: string | null;
}

/** A player's rating in one game. */
export interface GameRating {
  game: string;
  rating: number;
  deviation: number;
  provisional: boolean;
  matches: number;
  rated_at: string;
}

/** A player's public matches of one game, of the newest 1,000 of all games. */
export interface GameRecord {
  game: string;
  finished: number;
  won: number;
  resigned: number;
  running: number;
  left: number;
  moves: number;
  late: number;
}

/** All public matches of a game that have ended. */
export interface GameStatistics {
  game: string;
  matches: number;
  sizes: SizeStatistics[];
  test: string;
  together: Fit | null;
  draws: DrawCounts[];
}

/** The log of all heads as it was signed last. */
export interface HeadLog {
  keys: string[];
  size: number;
  checkpoint: string | null;
  consistency: string[] | null;
  timestamp: LogStamp | null;
  files: string;
}

/** A pass into a match, for one use. */
export interface Invitation {
  id: string;
  invitation: string;
  url: string;
  seat: number | null;
  player: string | null;
  expires_at: string;
}

/** A page of open invitations, newest first. */
export interface InvitationPage {
  items: ListedInvitation[];
  next: string | null;
}

export interface InvitationWish {
  seat?: number | null;
  player?: string | null;
  handle?: string | null;
  expires_in_seconds?: number;
}

/** A seat that is kept for somebody. */
export interface KeptSeat {
  seat: number | null;
  player: Player | null;
  reason: string;
  until: string | null;
}

/** A seat's key, its own signature of the binding, and that of an earlier key of the seat. */
export interface KeyBoundData {
  key: string;
  proof: string;
  vouched?: VouchPart;
}

/** What the key of the draws below `draws` was made of. */
export interface KeyOrigin {
  match: string;
  seed: string;
  entropies: (string | null)[];
  draws: number;
  beacon?: string;
  open_draws?: any;
}

/** A place on a leaderboard. */
export interface Leader {
  rank: number;
  player: Player;
  rating: number;
  deviation: number;
  matches: number;
  rated_at: string;
}

/** The players of a game with the highest ratings, best first; those who keep their record to themselves on none. */
export interface Leaderboard {
  game: string;
  ladder: string;
  terms: LeaderboardTerms;
  players: number;
  items: Leader[];
}

/** Who stands on a leaderboard. */
export interface LeaderboardTerms {
  matches: number;
  deviation: number;
  days: number;
}

/** A dry run of a legal move. */
export interface Legal {
  legal: any;
}

/** All words of a game that has words. */
export interface Lexicon {
  version: string;
  licences: Licence[];
  items: LexiconWord[];
}

/** What the lexicon says of a word. */
export interface LexiconEntry {
  word: string;
  category: string;
  emoji: string | null;
  gloss: Names;
  flags: string[];
}

/** A word of a lexicon. */
export interface LexiconWord {
  word: string;
  category: string;
  emoji: string | null;
  gloss: Names;
  flags: string[];
  key: string;
  source: string;
}

/** What some of the words may be used under. */
export interface Licence {
  spdx: string;
  applies_to: string;
  text: string | null;
}

/** How much is allowed of one thing to one caller. */
export interface Limit {
  name: string;
  counted_for: string;
  limit: number;
  window_seconds: number | null;
}

/** What this service allows. */
export interface Limits {
  calls: Limit[];
  quotas: Limit[];
  sizes: Sizes;
}

/** Where the rest is. Follow these; do not build addresses. */
export interface Links {
  self: string;
  view: string;
  prompts: string;
  moves: string;
  events: string;
  stream: string;
  export: string;
  audit: string;
}

/** An open invitation, without its secret. */
export interface ListedInvitation {
  id: string;
  match: string;
  game: string;
  seat: number | null;
  maker: Player | null;
  player: Player | null;
  replaces: boolean;
  expires_at: string;
}

/** A match for somebody who may take a seat. */
export interface Lobby {
  match: Match;
  kept: KeptSeat[];
  invitation: UsableInvitation | null;
}

export interface LogIn {
  handle: string;
  password: string;
}

/** A checkpoint that an authority has stamped (RFC 3161): its text, without signatures, is what was stamped. */
export interface LogStamp {
  checkpoint: string;
  answer: string;
  at: string;
}

/** A head of a match in the log, and the proof that it is there. */
export interface LoggedEntry {
  index: number;
  version: number;
  head: string;
  kind: string;
  logged_at: string;
  path: string[];
}

/** A mail is on its way. */
export interface MailSent {
  email: string;
}

/** A match as the caller may see it. */
export interface Match {
  id: string;
  game: string;
  rules: string;
  status: string;
  options: GameData;
  clock: Clock;
  version: number;
  host: number | null;
  waiting_for: number[];
  deadlines: Deadline[];
  paused_at: string | null;
  agreed: number[];
  replacements: Offer[];
  take_back_wish: AskedTakeBack | null;
  fill: Fill | null;
  pace: number;
  chance: Chance;
  forked_from: ForkedFrom | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  name: string;
  visibility: string;
  delay: Delay | null;
  rated: boolean;
  seats: Seat[];
  outcome: ToldOutcome | null;
  text: Piece[];
  texts?: Record<string, Piece[]>;
  you: number | null;
  rematch: string | null;
  links: Links;
  now: string;
}

/** What a match is set up with. */
export interface MatchCreatedData {
  game: string;
  rules: string;
  seats: number;
  options: GameData;
  clock: GameData;
  commitment: string;
  fill?: FillData;
  pace?: number;
  forked_from?: ForkOrigin;
  beacon?: BeaconData;
  open_draws?: string;
}

/** A sealed part of an event, and the salt with which its digest can be checked. */
export interface MatchCreatedOpening {
  index: number;
  salt: string;
  part: SeedPart | OriginsPart;
}

/** How the match ended. `knowing` where moves were taken back after which all went on knowing what they had seen. */
export interface MatchEndedData {
  ranking: number[][];
  reason: string;
  winners: number[];
  knowing?: boolean;
}

/** The newest entries of a match in the log of all heads, at most 32, oldest first. */
export interface MatchLog {
  match: string;
  checkpoint: string | null;
  entries: LoggedEntry[];
  timestamp: EntryStamp | null;
}

/** Every draw of a match that has ended. */
export interface MatchLuck {
  match: string;
  test: string;
  together: Fit | null;
  draws: DrawCounts[];
}

/** A page of matches, newest first. */
export interface MatchPage {
  items: Match[];
  next: string | null;
  as_of: string;
}

/** What became of a rated match that has ended. */
export interface MatchRating {
  match: string;
  state: string;
  reason: string | null;
  seats: SeatRating[];
}

/** What the seats gave to the match's chance, in their order, and the signature of the beacon's round. */
export interface MatchStartedData {
  entropies: (string | null)[];
  beacon?: string;
}

export interface MatchWish {
  game: string;
  seats: number;
  options?: GameData;
  clock?: ClockWish;
  visibility?: "public" | "unlisted" | "private";
  name?: string;
  entropy?: string | null;
  start?: "auto" | "manual";
  delay?: GameData | null;
  bots?: ("random" | "steady" | "easy" | "medium" | "hard")[];
  fill?: GameData | null;
  pace?: number;
  rated?: boolean;
  beacon?: "wait" | "go_on" | "off" | null;
  open_draws?: boolean;
  rules?: "1" | "2" | null;
}

/** The caller's own account and settings. */
export interface Me {
  id: string;
  handle: string | null;
  kind: string;
  created_at: string;
  email: string | null;
  email_confirmed: boolean;
  locale: string;
  shows_presence: boolean;
  shows_record: boolean;
  take_backs: string;
  quiet_hours: QuietHours | null;
  vacation: Vacation | null;
  vacation_seconds_left: number;
  links: MyLinks;
}

/** Everything that a game and its table have to say in one language. */
export interface MessageTables {
  messages: Record<string, Record<string, string>>;
  terms: Record<string, string>;
  refusals: Record<string, string>;
  seat: string;
  and: string;
}

/** Everything that a game and its table have to say. */
export interface Messages {
  game: string;
  rules: string;
  languages: Record<string, MessageTables>;
}

/** A round of a public beacon (drand) that goes into the match's chance; nobody knew it when the match was made. */
export interface MixedBeacon {
  chain: string;
  round: number;
  out_at: string | null;
  otherwise: string;
  missed: string | null;
  signature: string | null;
}

/** A move that was played. */
export interface MoveAnswer {
  game: string;
  rules: string;
  version: number;
  move: number;
  events: Event[];
  prompts: Prompt[];
  take_back: number | null;
}

/** A player's signature of a move: needed where the seat has bound a key, and refused elsewhere. */
export interface MoveSignature {
  version: number;
  head: string;
  signature: string;
}

export interface MoveTakenBackData {
  taken_back: number;
}

export interface MovesTakenBackData {
  first: number;
  knowing: boolean;
}

/** The players whose messages the caller does not see, newest first. */
export interface MuteList {
  items: Player[];
}

/** Where to follow what concerns you. */
export interface MyLinks {
  my_stream: string;
}

/** A name in each language. */
export interface Names {
  en: string;
  he: string;
  pl: string;
}

/** An app with its secret. */
export interface NewApp {
  client_id: string;
  name: string;
  redirect_uris: string[];
  device_flow: boolean;
  secret: boolean;
  created_at: string;
  client_secret: string | null;
}

export interface NewChatMessage {
  text?: string | null;
  reaction?: "hello" | "good_luck" | "well_played" | "thanks" | "wow" | "oops" | "sorry" | "thinking" | null;
  room?: "players" | "spectators" | null;
}

/** A token with its secret. */
export interface NewToken {
  id: string;
  token: string;
  label: string;
  scopes: string[];
  expires_at: string | null;
}

/** A webhook with its secret. */
export interface NewWebhook {
  id: string;
  url: string;
  kinds: string[];
  format: string;
  created_at: string;
  held_until: string | null;
  failing_since: string | null;
  disabled_at: string | null;
  disabled_for: string | null;
  secret: string;
}

/** Something you are told, once. */
export interface Notice {
  id: string;
  kind: string;
  text: string;
  match: string;
  game: string;
  seat: number | null;
  prompt: string | null;
  due_at: string | null;
  invitation: string | null;
  at: string;
  read_at: string | null;
}

/** An exception. */
export interface NoticeException {
  match: string;
  kinds: string[];
}

/** A page of notices, newest first. */
export interface NoticePage {
  items: Notice[];
  next: string | null;
  unread: number;
}

/** Which notices leave the inbox. */
export interface NoticeSettings {
  mail: string[];
  matches: NoticeException[];
}

export interface NoticeSettingsWish {
  mail?: ("your_turn" | "deadline_near" | "timed_out" | "match_started" | "match_ended" | "invited" | "seat_taken_over" | "eliminated" | "rematch" | "called")[];
  matches?: GameData[];
}

/** A seat that is still played has invited somebody for the seat of an absent player. */
export interface Offer {
  seat: number;
  invited_by: number;
  undecided: number[];
}

/** A draw that everybody sees, and its secret, from which anybody can draw it again. */
export interface OpenedDraw {
  version: number;
  number: number;
  secret: string;
  path: string[];
}

/** A sealed part of an event, and the salt with which its digest can be checked. */
export interface Opening {
  index: number;
  salt: string;
  part: GameData;
}

/** An option of a match, for players. */
export interface OptionTexts {
  title: Names;
  description: Names;
  values: Record<string, Names>;
}

/** A fork's older keys of chance. */
export interface OriginsPart {
  origins: KeyOrigin[];
}

/** How the match ended: `ranking` lists the places, best first, seats level in one place together. */
export interface Outcome {
  reason: string;
  ranking: number[][];
  winners: number[];
}

/** A message of the caller's, with where it stands. */
export interface OwnChatEntry {
  number: number;
  player: Player;
  seat: number | null;
  text: string | null;
  reaction: string | null;
  links: boolean;
  removed: boolean;
  written_at: string;
  match: string;
  room: string;
}

/** What the caller has written in all matches, newest first. */
export interface OwnChatPage {
  items: OwnChatEntry[];
  next: string | null;
}

/** What the caller has written to themselves about a match; nobody else sees it. */
export interface OwnNote {
  text: string;
  written_at: string | null;
}

export interface OwnNoteText {
  text: string;
}

export interface PasswordWish {
  token: string;
  password: string;
}

export interface PausedData {
  reason: string;
}

/** A piece of a sentence: words, a seat, or the name of something. */
export interface Piece {
  text: string;
  seat?: number;
  term?: string;
}

/** Who sits behind a seat. */
export interface Player {
  id: string;
  handle: string | null;
  kind: string;
}

/** What everybody may know of a player. */
export interface PlayerPage {
  id: string;
  handle: string | null;
  kind: string;
  created_at: string;
}

/** The players who were found. */
export interface PlayerPages {
  items: PlayerPage[];
  next: string | null;
}

/** A player's ratings, by game. */
export interface PlayerRatings {
  player: PlayerPage;
  shown: boolean;
  items: GameRating[];
}

/** How a player has played in public. */
export interface PlayerRecord {
  player: PlayerPage;
  shown: boolean;
  games: GameRecord[];
  reliability: number | null;
  in_time: number | null;
}

/** Why a call was refused (RFC 9457). Nothing was recorded. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  errors?: Violation[];
  rule?: string;
  version?: number;
  params?: GameData;
}

/** What a code means. */
export interface ProblemKind {
  code: string;
  status: number;
  title: string;
  detail: string;
  type: string;
  game?: string;
  rule?: string;
}

/** A page of codes. */
export interface ProblemKindPage {
  items: ProblemKind[];
  next: string | null;
}

export interface Prompt {
  prompt: string;
  seat: number;
  kind: string;
  optional: boolean;
  due_at: string | null;
  about: GameData;
  text: Piece[];
  texts?: Record<string, Piece[]>;
  moves: GameData[];
}

/** The caller's open prompts. */
export interface PromptList {
  game: string;
  rules: string;
  version: number;
  items: Prompt[];
  take_back: number | null;
}

/** A browser that shows your notices. */
export interface PushSubscription {
  id: string;
  endpoint: string;
  kinds: string[];
  created_at: string;
  failing_since: string | null;
}

/** The browsers that show your notices, newest first, and what another one needs to become one of them. */
export interface PushSubscriptionPage {
  items: PushSubscription[];
  next: string | null;
  key: string | null;
}

export interface PushSubscriptionWish {
  endpoint: string;
  keys: GameData;
  expirationTime?: number | null;
  kinds?: ("your_turn" | "deadline_near" | "timed_out" | "match_started" | "match_ended" | "invited" | "seat_taken_over" | "eliminated" | "rematch" | "called")[];
}

export interface QueueTerms {
  seats?: GameData | null;
  bots?: GameData | null;
  rated?: boolean;
  within?: number | null;
  least_reliability?: number | null;
}

/** A standing wish to sit down at a table of a set. */
export interface QueueWish {
  game: string;
  set: string;
  seats: TableSizes;
  bots: WishedBots | null;
  rated: boolean;
  within: number | null;
  least_reliability: number | null;
  since: string;
  expires_at: string;
  called: CalledTable | null;
  confirmed: boolean;
}

/** The caller's standing wishes, longest waiting first. */
export interface QueueWishList {
  items: QueueWish[];
  now: string;
}

/** When the player sleeps, by the wall clock of the player's time zone. */
export interface QuietHours {
  zone: string;
  from: string;
  to: string;
}

/** How much of a quota is used, of those for the player alone; there are others for all players of an address. */
export interface Quota {
  quota: string;
  used: number;
  limit: number;
  resets_at: string | null;
}

/** The quotas of what a player may set going. */
export interface Quotas {
  items: Quota[];
}

/** What one match did to a player's rating. */
export interface RatingStep {
  match: string;
  at: string;
  place: number;
  players: number;
  before: number;
  rating: number;
  deviation: number;
}

/** A page of the course of a rating, newest first. */
export interface RatingSteps {
  items: RatingStep[];
  next: string | null;
}

export interface ReadWish {
  notices?: string[];
  up_to?: string;
}

export interface ReplacementAgreedData {
  replaces: number;
  invited_by: number;
}

export interface ReplacementWish {
  expires_in_seconds?: number;
}

/** What the caller has told moderators about a player. */
export interface Report {
  id: string;
  player: Player;
  kind: string;
  text: string;
  match: string | null;
  state: string;
  made_at: string;
}

/** The caller's reports, newest first. */
export interface ReportList {
  items: Report[];
}

export interface ReportWish {
  player: string;
  kind: "abuse" | "cheating" | "stalling" | "collusion" | "handle" | "other";
  text?: string;
  match?: string | null;
  message?: GameData | null;
}

export interface ResetWish {
  email: string;
}

/** A seat leaves the match. */
export interface Resignation {
  type: "resign";
}

export interface ResignationWish {
  signed?: GameData;
}

export interface ResumedData {
  reason: string;
}

/** A webhook with its new secret. */
export interface RotatedWebhook {
  id: string;
  url: string;
  kinds: string[];
  format: string;
  created_at: string;
  held_until: string | null;
  failing_since: string | null;
  disabled_at: string | null;
  disabled_for: string | null;
  secret: string;
  previous_until: string | null;
}

/** A decision of moderators about the caller. */
export interface Sanction {
  id: string;
  kind: string;
  reason: string;
  made_at: string;
  until: string | null;
  lifted_at: string | null;
  appeal: Appeal | null;
}

/** What moderators have decided about the caller, newest first. */
export interface SanctionList {
  items: Sanction[];
}

/** What is secret. */
export interface Seal {
  audience: number[];
  digest: string;
}

/** A place at the table. */
export interface Seat {
  seat: number;
  status: string;
  bot: string | null;
  keys: SeatKey[];
  player: Player | null;
  text: Piece[];
  texts?: Record<string, Piece[]>;
}

/** A key that signs the moves of a seat's player. */
export interface SeatKey {
  key: string;
  version: number;
  vouched: boolean;
}

export interface SeatKeyWish {
  key: string;
  proof: string;
  vouched?: GameData;
}

/** How many can play. */
export interface SeatRange {
  min: number;
  max: number;
}

/** What a match did to the rating of one of its players. */
export interface SeatRating {
  player: Player;
  place: number;
  before: number | null;
  rating: number | null;
}

export interface SeatResignedData {
  rules: string[];
}

/** What the seat gives to the match's chance; the bot that sits there; the seat that invited its player. */
export interface SeatTakenData {
  entropy: string | null;
  bot?: string;
  invited_by?: number;
}

export interface SeatWish {
  seat?: number | null;
  invitation?: string | null;
  entropy?: string | null;
}

/** The seed of all chance. */
export interface SeedPart {
  seed: string;
}

/** The move as it was sent. */
export interface SentMove {
  move: GameData;
  bots?: string;
  signed?: MoveSignature;
}

/** A sealed part of an event, and the salt with which its digest can be checked. */
export interface SentMoveOpening {
  index: number;
  salt: string;
  part: SentMove;
}

/** How the newest tables of a set have gone, 200 at most. */
export interface SetFigures {
  tables: number;
  wait_seconds: number;
  ended: number;
  abandoned: number;
}

/** The standard sets of all games. */
export interface SetList {
  items: StandardSet[];
}

export interface Settings {
  handle?: string;
  email?: string | null;
  locale?: "en" | "he" | "pl";
  shows_presence?: boolean;
  shows_record?: boolean;
  take_backs?: "always" | "unrated" | "never";
  quiet_hours?: GameData | null;
  vacation?: GameData | null;
}

/** Daily quiet hours from `since` on, null from the beginning: so many seconds after midnight UTC. */
export interface ShownQuietHours {
  since: string | null;
  from_seconds: number;
  to_seconds: number;
}

/** When a player is away. */
export interface ShownVacation {
  starts_at: string;
  ends_at: string;
}

export interface SignUp {
  handle: string;
  password?: string;
  email?: string | null;
  locale?: "en" | "he" | "pl";
}

/** A new player and their first token. */
export interface SignedUp {
  player: Player;
  token: string;
}

/** Matches of a game with so many players. */
export interface SizeStatistics {
  seats: number;
  matches: number;
  wins_by_seat: number[];
  wins_after_opener: number[];
  moves: Spread;
  seconds: Spread;
}

/** How large a call may be. */
export interface Sizes {
  body_bytes: number;
  body_depth: number;
  address_characters: number;
  page_items: number;
  wait_seconds: number;
}

/** What a tenth, half and nine tenths of the newest 1,000 matches do not exceed. */
export interface Spread {
  tenth: number;
  half: number;
  nine_tenths: number;
}

/** One of a few ways to play a game that many choose, so that they find each other. */
export interface StandardSet {
  game: string;
  set: string;
  queued: boolean;
  seats: TableSizes;
  clock: Clock;
  waiting: number;
  lately: SetFigures | null;
}

/** What is answered for the caller, until the caller's seat ends. */
export interface StandingOrders {
  decline: string[];
  skip: string[];
  possible: string[];
  skippable: string[];
}

export interface StandingOrdersWish {
  decline: string[];
  skip?: string[];
}

export interface State {
  questions: number;
  outcome: Outcome | null;
}

/** What every seat, by its number, and a spectator may know. */
export interface States {
  seats: State[];
  spectator: State;
}

/** A pass that opens one stream once. */
export interface StreamTicket {
  ticket: string;
  stream: string;
  expires_at: string;
}

export interface StreamTicketWish {
  match?: string | null;
}

/** Tables from the one size to the other. */
export interface TableSizes {
  min: number;
  max: number;
}

export interface TakeBackAskedData {
  first: number;
  knowing: boolean;
}

export interface TakeBackWish {
  first?: number | null;
  knowing?: boolean;
}

export interface TimedOutData {
  prompt: string;
}

/** A token; its secret is not known any more. */
export interface Token {
  id: string;
  label: string;
  scopes: string[];
  created_at: string;
  expires_at: string | null;
  last_used_on: string | null;
}

/** A page of the caller's tokens, newest first. */
export interface TokenPage {
  items: Token[];
  next: string | null;
}

export interface TokenWish {
  handle: string;
  password: string;
  label: string;
  scopes: ("read" | "play" | "host" | "account" | "operate")[];
  expires_in_seconds?: number | null;
}

/** How the match ended, in words too. */
export interface ToldOutcome {
  knowing?: boolean;
  reason: string;
  ranking: number[][];
  winners: number[];
  text: Piece[];
  texts?: Record<string, Piece[]>;
}

/** How many notices were not read yet. */
export interface Unread {
  unread: number;
}

/** A match at which the caller sits and where others have written since they last read. */
export interface UnreadChat {
  match: string;
  count: number;
  last: number;
  written_at: string;
}

/** Of the caller's hundred newest matches those with unread messages, what was said last first. */
export interface UnreadChatList {
  items: UnreadChat[];
}

export interface Upgrade {
  password: string;
  email?: string | null;
  handle?: string;
}

/** The invitation that the request names, if the caller may use it. */
export interface UsableInvitation {
  seat: number | null;
  maker: Player | null;
  replaces: boolean;
  expires_at: string;
}

/** When the player is away. */
export interface Vacation {
  starts_at: string;
  ends_at: string;
}

/** One place where a request is not of its shape. */
export interface Violation {
  pointer: string;
  code: string;
  detail: string;
}

/** An earlier key of the seat, and its signature of the new one. */
export interface VouchPart {
  key: string;
  signature: string;
}

/** An address that is told of your notices. */
export interface Webhook {
  id: string;
  url: string;
  kinds: string[];
  format: string;
  created_at: string;
  held_until: string | null;
  failing_since: string | null;
  disabled_at: string | null;
  disabled_for: string | null;
}

export interface WebhookChange {
  url?: string;
  kinds?: ("your_turn" | "deadline_near" | "timed_out" | "match_started" | "match_ended" | "invited" | "seat_taken_over" | "eliminated" | "rematch" | "called")[];
  format?: "standard" | "chat";
}

/** A page of your webhooks, newest first. */
export interface WebhookPage {
  items: Webhook[];
  next: string | null;
}

export interface WebhookWish {
  url: string;
  kinds?: ("your_turn" | "deadline_near" | "timed_out" | "match_started" | "match_ended" | "invited" | "seat_taken_over" | "eliminated" | "rematch" | "called")[];
  format?: "standard" | "chat";
}

/** Which bot takes the seats that are still free, and from when on. */
export interface WishedBots {
  bot: string;
  at: string;
}

/** What a game that has words says of one. */
export interface Word {
  word: string;
  key: string;
  length: number;
  lexicon: string;
  in: boolean;
  reason: string;
  why: Names;
  entry: LexiconEntry | null;
}
