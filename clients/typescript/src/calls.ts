// Every call of the API, as methods of the client.
// Written by `make_calls.py` from the OpenAPI document; do not edit.

import { newKey, part, Sender, type Given } from "./sending.js";
import type {
  Answered,
  AnyView,
  App,
  AppAccessList,
  AppChange,
  AppList,
  AppWish,
  AppealText,
  Audit,
  Authorization,
  AuthorizationQuestion,
  BlockList,
  BotPage,
  BotWish,
  ChatEntry,
  ChatMark,
  ChatPage,
  Confirmation,
  ConsentQuestion,
  ConsentWish,
  Content,
  Cup,
  CupEventList,
  CupPage,
  CupWish,
  Delivery,
  DeliveryPage,
  DeviceAuthorization,
  DeviceQuestion,
  DrawPage,
  EventPage,
  FollowList,
  ForkWish,
  Game,
  GameData,
  GamePage,
  GameStatistics,
  HeadLog,
  Invitation,
  InvitationPage,
  InvitationWish,
  Leaderboard,
  Lexicon,
  Limits,
  Lobby,
  LogIn,
  MailSent,
  Match,
  MatchLog,
  MatchLuck,
  MatchPage,
  MatchRating,
  MatchWish,
  Me,
  Messages,
  MoveAnswer,
  MuteList,
  NewApp,
  NewChatMessage,
  NewToken,
  NewWebhook,
  NoticePage,
  NoticeSettings,
  NoticeSettingsWish,
  OwnChatPage,
  OwnNote,
  OwnNoteText,
  PasswordWish,
  PlayerPage,
  PlayerPages,
  PlayerRatings,
  PlayerRecord,
  ProblemKindPage,
  PromptList,
  PushSubscription,
  PushSubscriptionPage,
  PushSubscriptionWish,
  QueueTerms,
  QueueWish,
  QueueWishList,
  Quotas,
  RatingSteps,
  ReadWish,
  ReplacementWish,
  Report,
  ReportList,
  ReportWish,
  ResetWish,
  ResignationWish,
  RotatedWebhook,
  Sanction,
  SanctionList,
  SeatKeyWish,
  SeatWish,
  SetList,
  Settings,
  SignUp,
  SignedUp,
  StandingOrders,
  StandingOrdersWish,
  StreamTicket,
  StreamTicketWish,
  TakeBackWish,
  TokenPage,
  TokenWish,
  Unread,
  UnreadChatList,
  Upgrade,
  Webhook,
  WebhookChange,
  WebhookPage,
  WebhookWish,
  Word,
} from "./shapes.js";

/** A method for each call. */
export class Calls extends Sender {
  /** The bots that can be seated. */
  listBots(given: Given = {}): Promise<BotPage> {
    return this.ask<BotPage>("GET", "/bots", { signal: given.signal });
  }

  /** The accounts that programs play. */
  listBotPlayers(given: Given = {}): Promise<PlayerPages> {
    return this.ask<PlayerPages>("GET", "/bots/players", { signal: given.signal });
  }

  /** List cups, newest first. */
  listCups(given: Given & {
      game?: string | undefined;
      status?: "open" | "running" | "finished" | "cancelled" | undefined;
      mine?: boolean | undefined;
      before?: string | undefined;
      limit?: number | undefined;
    } = {}): Promise<CupPage> {
    return this.ask<CupPage>("GET", "/cups", {
      signal: given.signal,
      query: {
        game: given.game,
        status: given.status,
        mine: given.mine,
        before: given.before,
        limit: given.limit,
      },
    });
  }

  /** Make a cup and enter it. */
  createCup(body: CupWish, given: Given & { key?: string | undefined } = {}): Promise<Cup> {
    return this.ask<Cup>("POST", "/cups", { signal: given.signal, body, key: given.key ?? newKey() });
  }

  /** One cup: its terms, rounds, results, and how everybody stands. */
  getCup(cup: string, given: Given = {}): Promise<Cup> {
    return this.ask<Cup>("GET", `/cups/${part(cup)}`, { signal: given.signal });
  }

  /** Call a cup off before its start, as its host. */
  cancelCup(cup: string, given: Given = {}): Promise<Cup> {
    return this.ask<Cup>("POST", `/cups/${part(cup)}/cancel`, { signal: given.signal });
  }

  /** Enter a cup. */
  enterCup(cup: string, given: Given = {}): Promise<Cup> {
    return this.ask<Cup>("PUT", `/cups/${part(cup)}/entry`, { signal: given.signal });
  }

  /** Leave a cup, or withdraw from it once it runs. */
  leaveCup(cup: string, given: Given = {}): Promise<Cup> {
    return this.ask<Cup>("DELETE", `/cups/${part(cup)}/entry`, { signal: given.signal });
  }

  /** All events of a cup, by which its course can be checked. */
  listCupEvents(cup: string, given: Given = {}): Promise<CupEventList> {
    return this.ask<CupEventList>("GET", `/cups/${part(cup)}/events`, { signal: given.signal });
  }

  /** Start a cup before it is full, as its host. */
  startCup(cup: string, given: Given = {}): Promise<Cup> {
    return this.ask<Cup>("POST", `/cups/${part(cup)}/start`, { signal: given.signal });
  }

  /** Confirm an address by the code that came there. */
  confirmEmail(body: Confirmation, given: Given = {}): Promise<void> {
    return this.tell("POST", "/email-confirmations", { signal: given.signal, body });
  }

  /** The games. */
  listGames(given: Given = {}): Promise<GamePage> {
    return this.ask<GamePage>("GET", "/games", { signal: given.signal });
  }

  /** One game. */
  getGame(game: string, given: Given = {}): Promise<Game> {
    return this.ask<Game>("GET", `/games/${part(game)}`, { signal: given.signal });
  }

  /** The clauses of a game's rules. */
  getClauses(
    game: string,
    given: Given & { rules?: string | undefined; edition?: string | undefined } = {},
  ): Promise<GameData> {
    return this.ask<GameData>("GET", `/games/${part(game)}/clauses`, {
      signal: given.signal,
      query: { rules: given.rules, edition: given.edition },
    });
  }

  /** Cards, board, terms and names of a game. */
  getContent(
    game: string,
    given: Given & { rules?: string | undefined; edition?: string | undefined } = {},
  ): Promise<Content> {
    return this.ask<Content>("GET", `/games/${part(game)}/content`, {
      signal: given.signal,
      query: { rules: given.rules, edition: given.edition },
    });
  }

  /** Every word of a game that has words. */
  getLexicon(
    game: string,
    given: Given & { rules?: string | undefined; edition?: string | undefined } = {},
  ): Promise<Lexicon> {
    return this.ask<Lexicon>("GET", `/games/${part(game)}/lexicon`, {
      signal: given.signal,
      query: { rules: given.rules, edition: given.edition },
    });
  }

  /** Everything that a game has to say in words. */
  getMessages(
    game: string,
    given: Given & { rules?: string | undefined; edition?: string | undefined } = {},
  ): Promise<Messages> {
    return this.ask<Messages>("GET", `/games/${part(game)}/messages`, {
      signal: given.signal,
      query: { rules: given.rules, edition: given.edition },
    });
  }

  /** JSON Schemas of what a game shows and takes. */
  getSchemas(
    game: string,
    given: Given & { rules?: string | undefined; edition?: string | undefined } = {},
  ): Promise<GameData> {
    return this.ask<GameData>("GET", `/games/${part(game)}/schemas`, {
      signal: given.signal,
      query: { rules: given.rules, edition: given.edition },
    });
  }

  /** What all public matches of a game look like together. */
  getStatistics(game: string, given: Given = {}): Promise<GameStatistics> {
    return this.ask<GameStatistics>("GET", `/games/${part(game)}/statistics`, { signal: given.signal });
  }

  /** Whether a game's lexicon holds a word, and why. */
  getWord(game: string, word: string, given: Given & { rules?: string | undefined } = {}): Promise<Word> {
    return this.ask<Word>("GET", `/games/${part(game)}/words/${part(word)}`, {
      signal: given.signal,
      query: { rules: given.rules },
    });
  }

  /** The players of a game with the highest ratings. */
  getLeaderboard(game: string, given: Given & { ladder?: "people" | "bots" | undefined } = {}): Promise<Leaderboard> {
    return this.ask<Leaderboard>("GET", `/leaderboards/${part(game)}`, {
      signal: given.signal,
      query: { ladder: given.ladder },
    });
  }

  /** How much this service allows. */
  getLimits(given: Given = {}): Promise<Limits> {
    return this.ask<Limits>("GET", "/limits", { signal: given.signal });
  }

  /** How the log of all heads stands. */
  getLog(given: Given & { from?: number | undefined } = {}): Promise<HeadLog> {
    return this.ask<HeadLog>("GET", "/log", { signal: given.signal, query: { from: given.from } });
  }

  /** List matches. */
  listMatches(given: Given & {
      game?: string | undefined;
      status?: "open" | "active" | "finished" | "cancelled" | "quarantined" | "imported" | undefined;
      player?: string | undefined;
      mine?: boolean | undefined;
      waiting_for?: "me" | undefined;
      since?: string | undefined;
      until?: string | undefined;
      bots?: boolean | undefined;
      open_seats?: number | undefined;
      least_events?: number | undefined;
      most_events?: number | undefined;
      order?: "newest" | "oldest" | undefined;
      before?: string | undefined;
      limit?: number | undefined;
    } = {}): Promise<MatchPage> {
    return this.ask<MatchPage>("GET", "/matches", {
      signal: given.signal,
      query: {
        game: given.game,
        status: given.status,
        player: given.player,
        mine: given.mine,
        waiting_for: given.waiting_for,
        since: given.since,
        until: given.until,
        bots: given.bots,
        open_seats: given.open_seats,
        least_events: given.least_events,
        most_events: given.most_events,
        order: given.order,
        before: given.before,
        limit: given.limit,
      },
    });
  }

  /** Make a match and take seat 0. */
  createMatch(body: MatchWish, given: Given & { key?: string | undefined } = {}): Promise<Match> {
    return this.ask<Match>("POST", "/matches", { signal: given.signal, body, key: given.key ?? newKey() });
  }

  /** One match. */
  getMatch(match: string, given: Given = {}): Promise<Match> {
    return this.ask<Match>("GET", `/matches/${part(match)}`, { signal: given.signal });
  }

  /** Whether the stored match holds. */
  auditMatch(match: string, given: Given = {}): Promise<Audit> {
    return this.ask<Audit>("GET", `/matches/${part(match)}/audit`, { signal: given.signal });
  }

  /** Seat a bot. */
  seatBot(match: string, body: BotWish, given: Given & { key?: string | undefined } = {}): Promise<Match> {
    return this.ask<Match>("POST", `/matches/${part(match)}/bots`, {
      signal: given.signal,
      body,
      key: given.key ?? newKey(),
    });
  }

  /** Call a match off before its start. */
  cancelMatch(match: string, given: Given & { key?: string | undefined } = {}): Promise<Match> {
    return this.ask<Match>("POST", `/matches/${part(match)}/cancel`, {
      signal: given.signal,
      key: given.key ?? newKey(),
    });
  }

  /** The chat of a match, newest first. */
  listChat(match: string, given: Given & {
      room?: "players" | "spectators" | undefined;
      before_message?: number | undefined;
      limit?: number | undefined;
    } = {}): Promise<ChatPage> {
    return this.ask<ChatPage>("GET", `/matches/${part(match)}/chat`, {
      signal: given.signal,
      query: {
        room: given.room,
        before_message: given.before_message,
        limit: given.limit,
      },
    });
  }

  /** Write a message to a match's chat. */
  writeChat(
    match: string,
    body: NewChatMessage,
    given: Given & { key?: string | undefined } = {},
  ): Promise<ChatEntry> {
    return this.ask<ChatEntry>("POST", `/matches/${part(match)}/chat`, {
      signal: given.signal,
      body,
      key: given.key ?? newKey(),
    });
  }

  /** Mark the chat at your table as read up to a message. */
  markChatRead(match: string, body: ChatMark, given: Given = {}): Promise<void> {
    return this.tell("PUT", `/matches/${part(match)}/chat/read`, { signal: given.signal, body });
  }

  /** Draws that can be checked while the match runs. */
  listDraws(
    match: string,
    given: Given & { after?: number | undefined; limit?: number | undefined } = {},
  ): Promise<DrawPage> {
    return this.ask<DrawPage>("GET", `/matches/${part(match)}/draws`, {
      signal: given.signal,
      query: { after: given.after, limit: given.limit },
    });
  }

  /** The history as you may see it; with `wait`, what happens next. */
  listEvents(match: string, given: Given & {
      after?: number | undefined;
      before?: number | undefined;
      limit?: number | undefined;
      wait?: number | undefined;
      seat?: number | "spectator" | undefined;
    } = {}): Promise<EventPage> {
    return this.ask<EventPage>("GET", `/matches/${part(match)}/events`, {
      signal: given.signal,
      query: {
        after: given.after,
        before: given.before,
        limit: given.limit,
        wait: given.wait,
        seat: given.seat,
      },
    });
  }

  /** The match file. */
  exportMatch(match: string, given: Given = {}): Promise<string> {
    return this.text("GET", `/matches/${part(match)}/export`, { signal: given.signal });
  }

  /** Play on from an event of a match that has ended. */
  forkMatch(match: string, body: ForkWish, given: Given & { key?: string | undefined } = {}): Promise<Match> {
    return this.ask<Match>("POST", `/matches/${part(match)}/forks`, {
      signal: given.signal,
      body,
      key: given.key ?? newKey(),
    });
  }

  /** Invite a player. */
  invite(
    match: string,
    body: InvitationWish = {},
    given: Given & { key?: string | undefined } = {},
  ): Promise<Invitation> {
    return this.ask<Invitation>("POST", `/matches/${part(match)}/invitations`, {
      signal: given.signal,
      body,
      key: given.key ?? newKey(),
    });
  }

  /** Take an unused invitation back. */
  revokeInvitation(match: string, invitation: string, given: Given = {}): Promise<void> {
    return this.tell("DELETE", `/matches/${part(match)}/invitations/${part(invitation)}`, { signal: given.signal });
  }

  /** Take a seat. */
  joinMatch(match: string, body: SeatWish = {}, given: Given & { key?: string | undefined } = {}): Promise<Match> {
    return this.ask<Match>("POST", `/matches/${part(match)}/join`, {
      signal: given.signal,
      body,
      key: given.key ?? newKey(),
    });
  }

  /** Bind a key that signs your moves. */
  bindKey(match: string, body: SeatKeyWish, given: Given & { key?: string | undefined } = {}): Promise<Match> {
    return this.ask<Match>("POST", `/matches/${part(match)}/keys`, {
      signal: given.signal,
      body,
      key: given.key ?? newKey(),
    });
  }

  /** Give your seat back before the start. */
  leaveMatch(match: string, given: Given & { key?: string | undefined } = {}): Promise<Match> {
    return this.ask<Match>("POST", `/matches/${part(match)}/leave`, {
      signal: given.signal,
      key: given.key ?? newKey(),
    });
  }

  /** A match before you take a seat. */
  getLobby(match: string, given: Given & { invitation?: string | undefined } = {}): Promise<Lobby> {
    return this.ask<Lobby>("GET", `/matches/${part(match)}/lobby`, {
      signal: given.signal,
      invitation: given.invitation,
    });
  }

  /** The entries of a match in the log of all heads. */
  getMatchLog(match: string, given: Given = {}): Promise<MatchLog> {
    return this.ask<MatchLog>("GET", `/matches/${part(match)}/log`, { signal: given.signal });
  }

  /** The draws of a match that has ended. */
  getLuck(match: string, given: Given = {}): Promise<MatchLuck> {
    return this.ask<MatchLuck>("GET", `/matches/${part(match)}/luck`, { signal: given.signal });
  }

  /** Play a move. */
  playMove(
    match: string,
    body: GameData,
    given: Given & { ifMatch?: string | undefined; key?: string | undefined } = {},
  ): Promise<MoveAnswer> {
    return this.ask<MoveAnswer>("POST", `/matches/${part(match)}/moves`, {
      signal: given.signal,
      body,
      ifMatch: given.ifMatch,
      key: given.key ?? newKey(),
    });
  }

  /** Take back your last move. */
  takeBackMove(match: string, move: number, given: Given & { key?: string | undefined } = {}): Promise<MoveAnswer> {
    return this.ask<MoveAnswer>("POST", `/matches/${part(match)}/moves/${part(move)}/take-back`, {
      signal: given.signal,
      key: given.key ?? newKey(),
    });
  }

  /** What you have written to yourself about this match. */
  getOwnNote(match: string, given: Given = {}): Promise<OwnNote> {
    return this.ask<OwnNote>("GET", `/matches/${part(match)}/note`, { signal: given.signal });
  }

  /** Write a note to yourself about this match. */
  putOwnNote(match: string, body: OwnNoteText, given: Given = {}): Promise<OwnNote> {
    return this.ask<OwnNote>("PUT", `/matches/${part(match)}/note`, { signal: given.signal, body });
  }

  /** Agree to a pause. */
  pauseMatch(match: string, given: Given & { key?: string | undefined } = {}): Promise<Match> {
    return this.ask<Match>("POST", `/matches/${part(match)}/pause`, {
      signal: given.signal,
      key: given.key ?? newKey(),
    });
  }

  /** What you are asked, with every legal move. */
  getPrompts(match: string, given: Given = {}): Promise<PromptList> {
    return this.ask<PromptList>("GET", `/matches/${part(match)}/prompts`, { signal: given.signal });
  }

  /** What a rated match did to the ratings of its players. */
  getMatchRating(match: string, given: Given = {}): Promise<MatchRating> {
    return this.ask<MatchRating>("GET", `/matches/${part(match)}/rating`, { signal: given.signal });
  }

  /** Play the same once more. */
  rematch(match: string, given: Given & { key?: string | undefined } = {}): Promise<Match> {
    return this.ask<Match>("POST", `/matches/${part(match)}/rematch`, {
      signal: given.signal,
      key: given.key ?? newKey(),
    });
  }

  /** Leave a running match for good. */
  resign(match: string, body: ResignationWish = {}, given: Given & { key?: string | undefined } = {}): Promise<Match> {
    return this.ask<Match>("POST", `/matches/${part(match)}/resign`, {
      signal: given.signal,
      body,
      key: given.key ?? newKey(),
    });
  }

  /** Agree to go on after a pause. */
  resumeMatch(match: string, given: Given & { key?: string | undefined } = {}): Promise<Match> {
    return this.ask<Match>("POST", `/matches/${part(match)}/resume`, {
      signal: given.signal,
      key: given.key ?? newKey(),
    });
  }

  /** Invite a player to take an absent player's seat. */
  inviteReplacement(
    match: string,
    seat: number,
    body: ReplacementWish = {},
    given: Given & { key?: string | undefined } = {},
  ): Promise<Invitation> {
    return this.ask<Invitation>("POST", `/matches/${part(match)}/seats/${part(seat)}/replacement`, {
      signal: given.signal,
      body,
      key: given.key ?? newKey(),
    });
  }

  /** Agree to another player on an absent player's seat. */
  consentToReplacement(
    match: string,
    seat: number,
    body: ConsentWish,
    given: Given & { key?: string | undefined } = {},
  ): Promise<Match> {
    return this.ask<Match>("POST", `/matches/${part(match)}/seats/${part(seat)}/replacement/consent`, {
      signal: given.signal,
      body,
      key: given.key ?? newKey(),
    });
  }

  /** Leave autopilot. */
  takeBackSeat(match: string, seat: number, given: Given & { key?: string | undefined } = {}): Promise<Match> {
    return this.ask<Match>("POST", `/matches/${part(match)}/seats/${part(seat)}/take-back`, {
      signal: given.signal,
      key: given.key ?? newKey(),
    });
  }

  /** What is answered for you. */
  getStandingOrders(match: string, given: Given = {}): Promise<StandingOrders> {
    return this.ask<StandingOrders>("GET", `/matches/${part(match)}/standing-orders`, { signal: given.signal });
  }

  /** Have kinds of prompts answered for you. */
  giveStandingOrders(match: string, body: StandingOrdersWish, given: Given = {}): Promise<StandingOrders> {
    return this.ask<StandingOrders>("PUT", `/matches/${part(match)}/standing-orders`, { signal: given.signal, body });
  }

  /** Start a full match. */
  startMatch(match: string, given: Given & { key?: string | undefined } = {}): Promise<Match> {
    return this.ask<Match>("POST", `/matches/${part(match)}/start`, {
      signal: given.signal,
      key: given.key ?? newKey(),
    });
  }

  /** Ask to take moves back that others know of. */
  askTakeBack(
    match: string,
    body: TakeBackWish = {},
    given: Given & { key?: string | undefined } = {},
  ): Promise<Match> {
    return this.ask<Match>("POST", `/matches/${part(match)}/take-back`, {
      signal: given.signal,
      body,
      key: given.key ?? newKey(),
    });
  }

  /** Agree to the take-back that is asked for. */
  agreeToTakeBack(match: string, given: Given & { key?: string | undefined } = {}): Promise<Match> {
    return this.ask<Match>("POST", `/matches/${part(match)}/take-back/consent`, {
      signal: given.signal,
      key: given.key ?? newKey(),
    });
  }

  /** Refuse the take-back that is asked for, or ask for it no more. */
  refuseTakeBack(match: string, given: Given & { key?: string | undefined } = {}): Promise<Match> {
    return this.ask<Match>("POST", `/matches/${part(match)}/take-back/refusal`, {
      signal: given.signal,
      key: given.key ?? newKey(),
    });
  }

  /** All that you may know of a match. */
  getView(match: string, given: Given & {
      seat?: number | "all" | undefined;
      at?: number | undefined;
    } = {}): Promise<AnyView> {
    return this.ask<AnyView>("GET", `/matches/${part(match)}/view`, {
      signal: given.signal,
      query: { seat: given.seat, at: given.at },
    });
  }

  /** Your own settings. */
  getMe(given: Given = {}): Promise<Me> {
    return this.ask<Me>("GET", "/me", { signal: given.signal });
  }

  /** Change your settings. */
  changeMe(body: Settings = {}, given: Given & { ifMatch?: string | undefined } = {}): Promise<Me> {
    return this.ask<Me>("PATCH", "/me", { signal: given.signal, body, ifMatch: given.ifMatch });
  }

  /** Delete your account. */
  deleteMe(given: Given = {}): Promise<void> {
    return this.tell("DELETE", "/me", { signal: given.signal });
  }

  /** The apps that act for you. */
  listAppAccess(given: Given = {}): Promise<AppAccessList> {
    return this.ask<AppAccessList>("GET", "/me/app-access", { signal: given.signal });
  }

  /** Take all access from an app. */
  removeAppAccess(app: string, given: Given = {}): Promise<void> {
    return this.tell("DELETE", `/me/app-access/${part(app)}`, { signal: given.signal });
  }

  /** Your apps. */
  listApps(given: Given = {}): Promise<AppList> {
    return this.ask<AppList>("GET", "/me/apps", { signal: given.signal });
  }

  /** Register an app. */
  registerApp(body: AppWish, given: Given & { key?: string | undefined } = {}): Promise<NewApp> {
    return this.ask<NewApp>("POST", "/me/apps", { signal: given.signal, body, key: given.key ?? newKey() });
  }

  /** One of your apps. */
  getApp(app: string, given: Given = {}): Promise<App> {
    return this.ask<App>("GET", `/me/apps/${part(app)}`, { signal: given.signal });
  }

  /** Change an app. */
  changeApp(app: string, body: AppChange = {}, given: Given = {}): Promise<App> {
    return this.ask<App>("PATCH", `/me/apps/${part(app)}`, { signal: given.signal, body });
  }

  /** Delete an app. */
  deleteApp(app: string, given: Given = {}): Promise<void> {
    return this.tell("DELETE", `/me/apps/${part(app)}`, { signal: given.signal });
  }

  /** All that the service keeps of you, in one file. */
  getArchive(given: Given = {}): Promise<string> {
    return this.text("GET", "/me/archive", { signal: given.signal });
  }

  /** The players whom you keep away, newest first. */
  listBlocks(given: Given = {}): Promise<BlockList> {
    return this.ask<BlockList>("GET", "/me/blocks", { signal: given.signal });
  }

  /** Keep a player away. */
  blockPlayer(player: string, given: Given = {}): Promise<void> {
    return this.tell("PUT", `/me/blocks/${part(player)}`, { signal: given.signal });
  }

  /** Keep a player away no longer. */
  unblockPlayer(player: string, given: Given = {}): Promise<void> {
    return this.tell("DELETE", `/me/blocks/${part(player)}`, { signal: given.signal });
  }

  /** Make your account a bot's, for good. */
  becomeBot(given: Given = {}): Promise<Me> {
    return this.ask<Me>("PUT", "/me/bot", { signal: given.signal });
  }

  /** All that you have written in chats and that is still kept, newest first. */
  listMyChat(given: Given & {
      before_time?: string | undefined;
      limit?: number | undefined;
    } = {}): Promise<OwnChatPage> {
    return this.ask<OwnChatPage>("GET", "/me/chat", {
      signal: given.signal,
      query: { before_time: given.before_time, limit: given.limit },
    });
  }

  /** Your matches in which others have written since you last read. */
  listUnreadChat(given: Given = {}): Promise<UnreadChatList> {
    return this.ask<UnreadChatList>("GET", "/me/chat/unread", { signal: given.signal });
  }

  /** Have a code sent to your address. */
  confirmMyEmail(given: Given = {}): Promise<MailSent> {
    return this.ask<MailSent>("POST", "/me/email-confirmations", { signal: given.signal });
  }

  /** The players whom you follow, first those who play now. */
  listFollows(given: Given = {}): Promise<FollowList> {
    return this.ask<FollowList>("GET", "/me/follows", { signal: given.signal });
  }

  /** Follow a player. */
  followPlayer(player: string, given: Given = {}): Promise<void> {
    return this.tell("PUT", `/me/follows/${part(player)}`, { signal: given.signal });
  }

  /** Follow a player no longer. */
  unfollowPlayer(player: string, given: Given = {}): Promise<void> {
    return this.tell("DELETE", `/me/follows/${part(player)}`, { signal: given.signal });
  }

  /** Your open invitations, newest first. */
  listInvitations(given: Given & {
      role?: "received" | "sent" | undefined;
      before?: string | undefined;
      limit?: number | undefined;
    } = {}): Promise<InvitationPage> {
    return this.ask<InvitationPage>("GET", "/me/invitations", {
      signal: given.signal,
      query: {
        role: given.role,
        before: given.before,
        limit: given.limit,
      },
    });
  }

  /** Withdraw an invitation that you have made, or decline one that names you. */
  withdrawInvitation(invitation: string, given: Given = {}): Promise<void> {
    return this.tell("DELETE", `/me/invitations/${part(invitation)}`, { signal: given.signal });
  }

  /** The players whom you have muted, newest first. */
  listMutes(given: Given = {}): Promise<MuteList> {
    return this.ask<MuteList>("GET", "/me/mutes", { signal: given.signal });
  }

  /** Mute a player. */
  mutePlayer(player: string, given: Given = {}): Promise<void> {
    return this.tell("PUT", `/me/mutes/${part(player)}`, { signal: given.signal });
  }

  /** Mute a player no longer. */
  unmutePlayer(player: string, given: Given = {}): Promise<void> {
    return this.tell("DELETE", `/me/mutes/${part(player)}`, { signal: given.signal });
  }

  /** Which notices leave the inbox. */
  getNoticeSettings(given: Given = {}): Promise<NoticeSettings> {
    return this.ask<NoticeSettings>("GET", "/me/notice-settings", { signal: given.signal });
  }

  /** Choose the kinds that come by mail, and exceptions for matches. */
  changeNoticeSettings(body: NoticeSettingsWish = {}, given: Given = {}): Promise<NoticeSettings> {
    return this.ask<NoticeSettings>("PATCH", "/me/notice-settings", { signal: given.signal, body });
  }

  /** What you have been told, newest first. */
  listNotices(given: Given & {
      unread?: boolean | undefined;
      before?: string | undefined;
      limit?: number | undefined;
    } = {}): Promise<NoticePage> {
    return this.ask<NoticePage>("GET", "/me/notices", {
      signal: given.signal,
      query: {
        unread: given.unread,
        before: given.before,
        limit: given.limit,
      },
    });
  }

  /** Mark notices as read. */
  readNotices(body: ReadWish, given: Given = {}): Promise<Unread> {
    return this.ask<Unread>("POST", "/me/notices/read", { signal: given.signal, body });
  }

  /** The browsers that show your notices, and the key for another. */
  listPushSubscriptions(given: Given = {}): Promise<PushSubscriptionPage> {
    return this.ask<PushSubscriptionPage>("GET", "/me/push-subscriptions", { signal: given.signal });
  }

  /** Have a browser show your notices. */
  createPushSubscription(body: PushSubscriptionWish, given: Given = {}): Promise<PushSubscription> {
    return this.ask<PushSubscription>("POST", "/me/push-subscriptions", { signal: given.signal, body });
  }

  /** Have a browser show nothing any more. */
  deletePushSubscription(subscription: string, given: Given = {}): Promise<void> {
    return this.tell("DELETE", `/me/push-subscriptions/${part(subscription)}`, { signal: given.signal });
  }

  /** How much you may still set going. */
  getQuotas(given: Given = {}): Promise<Quotas> {
    return this.ask<Quotas>("GET", "/me/quotas", { signal: given.signal });
  }

  /** Your reports to moderators, newest first. */
  listReports(given: Given = {}): Promise<ReportList> {
    return this.ask<ReportList>("GET", "/me/reports", { signal: given.signal });
  }

  /** Report a player to moderators. */
  reportPlayer(body: ReportWish, given: Given & { key?: string | undefined } = {}): Promise<Report> {
    return this.ask<Report>("POST", "/me/reports", { signal: given.signal, body, key: given.key ?? newKey() });
  }

  /** What moderators have decided about you, newest first. */
  listSanctions(given: Given = {}): Promise<SanctionList> {
    return this.ask<SanctionList>("GET", "/me/sanctions", { signal: given.signal });
  }

  /** Appeal against a moderator's decision, once. */
  appeal(sanction: string, body: AppealText, given: Given = {}): Promise<Sanction> {
    return this.ask<Sanction>("POST", `/me/sanctions/${part(sanction)}/appeal`, { signal: given.signal, body });
  }

  /** A pass that opens one stream once, for browsers. */
  createStreamTicket(body: StreamTicketWish = {}, given: Given = {}): Promise<StreamTicket> {
    return this.ask<StreamTicket>("POST", "/me/stream-tickets", { signal: given.signal, body });
  }

  /** Your tokens. */
  listTokens(given: Given & { before?: string | undefined; limit?: number | undefined } = {}): Promise<TokenPage> {
    return this.ask<TokenPage>("GET", "/me/tokens", {
      signal: given.signal,
      query: { before: given.before, limit: given.limit },
    });
  }

  /** Log out everywhere else. */
  revokeOtherTokens(given: Given = {}): Promise<void> {
    return this.tell("DELETE", "/me/tokens", { signal: given.signal });
  }

  /** Revoke one of your tokens. */
  revokeToken(token: string, given: Given = {}): Promise<void> {
    return this.tell("DELETE", `/me/tokens/${part(token)}`, { signal: given.signal });
  }

  /** Make a guest an account. */
  upgrade(body: Upgrade, given: Given & { key?: string | undefined } = {}): Promise<Me> {
    return this.ask<Me>("POST", "/me/upgrade", { signal: given.signal, body, key: given.key ?? newKey() });
  }

  /** Your webhooks. */
  listWebhooks(given: Given = {}): Promise<WebhookPage> {
    return this.ask<WebhookPage>("GET", "/me/webhooks", { signal: given.signal });
  }

  /** Have notices sent to an address. */
  createWebhook(body: WebhookWish, given: Given & { key?: string | undefined } = {}): Promise<NewWebhook> {
    return this.ask<NewWebhook>("POST", "/me/webhooks", { signal: given.signal, body, key: given.key ?? newKey() });
  }

  /** One webhook. */
  getWebhook(webhook: string, given: Given = {}): Promise<Webhook> {
    return this.ask<Webhook>("GET", `/me/webhooks/${part(webhook)}`, { signal: given.signal });
  }

  /** Change a webhook's address, kinds or format. */
  changeWebhook(webhook: string, body: WebhookChange = {}, given: Given = {}): Promise<Webhook> {
    return this.ask<Webhook>("PATCH", `/me/webhooks/${part(webhook)}`, { signal: given.signal, body });
  }

  /** Take a webhook away. */
  deleteWebhook(webhook: string, given: Given = {}): Promise<void> {
    return this.tell("DELETE", `/me/webhooks/${part(webhook)}`, { signal: given.signal });
  }

  /** What became of what was sent, newest first. */
  listDeliveries(
    webhook: string,
    given: Given & { before?: string | undefined; limit?: number | undefined } = {},
  ): Promise<DeliveryPage> {
    return this.ask<DeliveryPage>("GET", `/me/webhooks/${part(webhook)}/deliveries`, {
      signal: given.signal,
      query: { before: given.before, limit: given.limit },
    });
  }

  /** Send a delivery once more, under its id. */
  resendDelivery(webhook: string, delivery: string, given: Given = {}): Promise<Delivery> {
    return this.ask<Delivery>("POST", `/me/webhooks/${part(webhook)}/deliveries/${part(delivery)}/resend`, {
      signal: given.signal,
    });
  }

  /** Give a webhook a new secret. */
  rotateWebhookSecret(webhook: string, given: Given & { key?: string | undefined } = {}): Promise<RotatedWebhook> {
    return this.ask<RotatedWebhook>("POST", `/me/webhooks/${part(webhook)}/secret`, {
      signal: given.signal,
      key: given.key ?? newKey(),
    });
  }

  /** Send something to see whether it arrives. */
  testWebhook(webhook: string, given: Given = {}): Promise<Delivery> {
    return this.ask<Delivery>("POST", `/me/webhooks/${part(webhook)}/test`, { signal: given.signal });
  }

  /** Your standing wishes, longest waiting first. */
  listWishes(given: Given = {}): Promise<QueueWishList> {
    return this.ask<QueueWishList>("GET", "/me/wishes", { signal: given.signal });
  }

  /** Wait for a table of a set. */
  putWish(game: string, set: "live" | "days", body: QueueTerms = {}, given: Given = {}): Promise<QueueWish> {
    return this.ask<QueueWish>("PUT", `/me/wishes/${part(game)}/${part(set)}`, { signal: given.signal, body });
  }

  /** Wait no more. */
  withdrawWish(game: string, set: "live" | "days", given: Given = {}): Promise<void> {
    return this.tell("DELETE", `/me/wishes/${part(game)}/${part(set)}`, { signal: given.signal });
  }

  /** Say that you are there for the table that you are called to. */
  confirmWish(game: string, set: "live" | "days", given: Given = {}): Promise<QueueWish> {
    return this.ask<QueueWish>("POST", `/me/wishes/${part(game)}/${part(set)}/confirmation`, { signal: given.signal });
  }

  /** This document. */
  getOpenAPI(given: Given & {
      games?: "none" | "cave" | "rock-paper-wizard" | "spell-a-spell" | undefined;
      openapi?: "3.1" | "3.2" | undefined;
    } = {}): Promise<GameData> {
    return this.ask<GameData>("GET", "/openapi.json", {
      signal: given.signal,
      query: { games: given.games, openapi: given.openapi },
    });
  }

  /** Have a code for a new password sent to a confirmed address. */
  askForPassword(body: ResetWish, given: Given = {}): Promise<void> {
    return this.tell("POST", "/password-resets", { signal: given.signal, body });
  }

  /** Set a new password by the code that came by mail. */
  setPassword(body: PasswordWish, given: Given = {}): Promise<void> {
    return this.tell("POST", "/password-resets/complete", { signal: given.signal, body });
  }

  /** Find a player by their handle. */
  findPlayers(given: Given & { handle?: string | undefined } = {}): Promise<PlayerPages> {
    return this.ask<PlayerPages>("GET", "/players", { signal: given.signal, query: { handle: given.handle } });
  }

  /** Sign up. */
  signUp(body: SignUp, given: Given & { key?: string | undefined } = {}): Promise<SignedUp> {
    return this.ask<SignedUp>("POST", "/players", { signal: given.signal, body, key: given.key ?? newKey() });
  }

  /** What everybody may know of a player. */
  getPlayer(player: string, given: Given = {}): Promise<PlayerPage> {
    return this.ask<PlayerPage>("GET", `/players/${part(player)}`, { signal: given.signal });
  }

  /** A player's ratings. */
  getPlayerRatings(player: string, given: Given = {}): Promise<PlayerRatings> {
    return this.ask<PlayerRatings>("GET", `/players/${part(player)}/ratings`, { signal: given.signal });
  }

  /** The course of a player's rating in a game, newest match first. */
  listRatingSteps(
    game: string,
    player: string,
    given: Given & { before?: string | undefined; limit?: number | undefined } = {},
  ): Promise<RatingSteps> {
    return this.ask<RatingSteps>("GET", `/players/${part(player)}/ratings/${part(game)}`, {
      signal: given.signal,
      query: { before: given.before, limit: given.limit },
    });
  }

  /** How a player has played in public. */
  getPlayerRecord(player: string, given: Given = {}): Promise<PlayerRecord> {
    return this.ask<PlayerRecord>("GET", `/players/${part(player)}/record`, { signal: given.signal });
  }

  /** Every code that a refusal can have. */
  listProblems(given: Given = {}): Promise<ProblemKindPage> {
    return this.ask<ProblemKindPage>("GET", "/problems", { signal: given.signal });
  }

  /** Log in on the page. */
  beginSession(body: LogIn, given: Given = {}): Promise<Me> {
    return this.ask<Me>("POST", "/session", { signal: given.signal, body });
  }

  /** Stay logged in on the page. */
  keepSession(given: Given = {}): Promise<void> {
    return this.tell("PUT", "/session", { signal: given.signal });
  }

  /** Log out on the page. */
  endSession(given: Given = {}): Promise<void> {
    return this.tell("DELETE", "/session", { signal: given.signal });
  }

  /** Give an app what it asks for, or not. */
  answerAuthorization(body: Authorization, given: Given = {}): Promise<Answered> {
    return this.ask<Answered>("POST", "/session/authorization", { signal: given.signal, body });
  }

  /** What an app asks for that has sent its user to the page. */
  askAboutAuthorization(body: AuthorizationQuestion, given: Given = {}): Promise<ConsentQuestion> {
    return this.ask<ConsentQuestion>("POST", "/session/authorization-question", { signal: given.signal, body });
  }

  /** Give a device what it asks for, or not. */
  answerDevice(body: DeviceAuthorization, given: Given = {}): Promise<void> {
    return this.tell("POST", "/session/device-authorization", { signal: given.signal, body });
  }

  /** What the device asks for that shows a code. */
  askAboutDevice(body: DeviceQuestion, given: Given = {}): Promise<ConsentQuestion> {
    return this.ask<ConsentQuestion>("POST", "/session/device-question", { signal: given.signal, body });
  }

  /** Sign up on the page. */
  signUpOnPage(body: SignUp, given: Given & { key?: string | undefined } = {}): Promise<Me> {
    return this.ask<Me>("POST", "/session/players", { signal: given.signal, body, key: given.key ?? newKey() });
  }

  /** The standard sets of all games. */
  listSets(given: Given = {}): Promise<SetList> {
    return this.ask<SetList>("GET", "/sets", { signal: given.signal });
  }

  /** Log in: a token for an account's password. */
  createToken(body: TokenWish, given: Given & { key?: string | undefined } = {}): Promise<NewToken> {
    return this.ask<NewToken>("POST", "/tokens", { signal: given.signal, body, key: given.key ?? newKey() });
  }
}
