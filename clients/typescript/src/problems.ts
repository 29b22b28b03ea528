// A class for each problem that the API names.
// Written by `make_calls.py` from the OpenAPI document; do not edit.

import { Problem } from "./problem.js";

/** The code `account_needed`. */
export class AccountNeeded extends Problem {
  declare readonly code: "account_needed";
}

/** The code `address_not_allowed`. */
export class AddressNotAllowed extends Problem {
  declare readonly code: "address_not_allowed";
}

/** The code `address_too_long`. */
export class AddressTooLong extends Problem {
  declare readonly code: "address_too_long";
}

/** The code `already_account`. */
export class AlreadyAccount extends Problem {
  declare readonly code: "already_account";
}

/** The code `already_agreed`. */
export class AlreadyAgreed extends Problem {
  declare readonly code: "already_agreed";
}

/** The code `already_appealed`. */
export class AlreadyAppealed extends Problem {
  declare readonly code: "already_appealed";
}

/** The code `already_chosen`. */
export class AlreadyChosen extends Problem {
  declare readonly code: "already_chosen";
}

/** The code `already_created`. */
export class AlreadyCreated extends Problem {
  declare readonly code: "already_created";
}

/** The code `already_seated`. */
export class AlreadySeated extends Problem {
  declare readonly code: "already_seated";
}

/** The code `already_voted`. */
export class AlreadyVoted extends Problem {
  declare readonly code: "already_voted";
}

/** The code `any_word_needs_judges`. */
export class AnyWordNeedsJudges extends Problem {
  declare readonly code: "any_word_needs_judges";
}

/** The code `app_not_found`. */
export class AppNotFound extends Problem {
  declare readonly code: "app_not_found";
}

/** The code `authorization_refused`. */
export class AuthorizationRefused extends Problem {
  declare readonly code: "authorization_refused";
}

/** The code `bad_request`. */
export class BadRequest extends Problem {
  declare readonly code: "bad_request";
}

/** The code `beacon_awaited`. */
export class BeaconAwaited extends Problem {
  declare readonly code: "beacon_awaited";
}

/** The code `body_too_large`. */
export class BodyTooLarge extends Problem {
  declare readonly code: "body_too_large";
}

/** The code `card_is_another_letter`. */
export class CardIsAnotherLetter extends Problem {
  declare readonly code: "card_is_another_letter";
}

/** The code `card_lays_no_letter`. */
export class CardLaysNoLetter extends Problem {
  declare readonly code: "card_lays_no_letter";
}

/** The code `card_not_in_hand`. */
export class CardNotInHand extends Problem {
  declare readonly code: "card_not_in_hand";
}

/** The code `clock_only_move`. */
export class ClockOnlyMove extends Problem {
  declare readonly code: "clock_only_move";
}

/** The code `consent_missing`. */
export class ConsentMissing extends Problem {
  declare readonly code: "consent_missing";
}

/** The code `cup_not_found`. */
export class CupNotFound extends Problem {
  declare readonly code: "cup_not_found";
}

/** The code `cup_not_open`. */
export class CupNotOpen extends Problem {
  declare readonly code: "cup_not_open";
}

/** The code `cup_too_small`. */
export class CupTooSmall extends Problem {
  declare readonly code: "cup_too_small";
}

/** The code `deadline_passed`. */
export class DeadlinePassed extends Problem {
  declare readonly code: "deadline_passed";
}

/** The code `delivery_not_found`. */
export class DeliveryNotFound extends Problem {
  declare readonly code: "delivery_not_found";
}

/** The code `device_code_not_found`. */
export class DeviceCodeNotFound extends Problem {
  declare readonly code: "device_code_not_found";
}

/** The code `effect_not_in_hand`. */
export class EffectNotInHand extends Problem {
  declare readonly code: "effect_not_in_hand";
}

/** The code `effects_come_first`. */
export class EffectsComeFirst extends Problem {
  declare readonly code: "effects_come_first";
}

/** The code `eliminated`. */
export class Eliminated extends Problem {
  declare readonly code: "eliminated";
}

/** The code `entry_not_found`. */
export class EntryNotFound extends Problem {
  declare readonly code: "entry_not_found";
}

/** The code `game_not_found`. */
export class GameNotFound extends Problem {
  declare readonly code: "game_not_found";
}

/** The code `hand_cannot_lay`. */
export class HandCannotLay extends Problem {
  declare readonly code: "hand_cannot_lay";
}

/** The code `hand_sizes_twice`. */
export class HandSizesTwice extends Problem {
  declare readonly code: "hand_sizes_twice";
}

/** The code `hand_sizes_wrong_number`. */
export class HandSizesWrongNumber extends Problem {
  declare readonly code: "hand_sizes_wrong_number";
}

/** The code `handle_taken`. */
export class HandleTaken extends Problem {
  declare readonly code: "handle_taken";
}

/** The code `has_played`. */
export class HasPlayed extends Problem {
  declare readonly code: "has_played";
}

/** The code `headers_too_large`. */
export class HeadersTooLarge extends Problem {
  declare readonly code: "headers_too_large";
}

/** The code `idempotency_key_reused`. */
export class IdempotencyKeyReused extends Problem {
  declare readonly code: "idempotency_key_reused";
}

/** The code `insufficient_scope`. */
export class InsufficientScope extends Problem {
  declare readonly code: "insufficient_scope";
}

/** The code `internal_error`. */
export class InternalError extends Problem {
  declare readonly code: "internal_error";
}

/** The code `invalid_json`. */
export class InvalidJson extends Problem {
  declare readonly code: "invalid_json";
}

/** The code `invalid_move`. */
export class InvalidMove extends Problem {
  declare readonly code: "invalid_move";
}

/** The code `invalid_request`. */
export class InvalidRequest extends Problem {
  declare readonly code: "invalid_request";
}

/** The code `invalid_token`. */
export class InvalidToken extends Problem {
  declare readonly code: "invalid_token";
}

/** The code `invitation_not_found`. */
export class InvitationNotFound extends Problem {
  declare readonly code: "invitation_not_found";
}

/** The code `invitation_required`. */
export class InvitationRequired extends Problem {
  declare readonly code: "invitation_required";
}

/** The code `key_already_bound`. */
export class KeyAlreadyBound extends Problem {
  declare readonly code: "key_already_bound";
}

/** The code `mail_token_not_found`. */
export class MailTokenNotFound extends Problem {
  declare readonly code: "mail_token_not_found";
}

/** The code `malformed_choice`. */
export class MalformedChoice extends Problem {
  declare readonly code: "malformed_choice";
}

/** The code `match_full`. */
export class MatchFull extends Problem {
  declare readonly code: "match_full";
}

/** The code `match_is_over`. */
export class MatchIsOver extends Problem {
  declare readonly code: "match_is_over";
}

/** The code `match_is_rated`. */
export class MatchIsRated extends Problem {
  declare readonly code: "match_is_rated";
}

/** The code `match_not_active`. */
export class MatchNotActive extends Problem {
  declare readonly code: "match_not_active";
}

/** The code `match_not_finished`. */
export class MatchNotFinished extends Problem {
  declare readonly code: "match_not_finished";
}

/** The code `match_not_found`. */
export class MatchNotFound extends Problem {
  declare readonly code: "match_not_found";
}

/** The code `match_not_open`. */
export class MatchNotOpen extends Problem {
  declare readonly code: "match_not_open";
}

/** The code `match_not_paused`. */
export class MatchNotPaused extends Problem {
  declare readonly code: "match_not_paused";
}

/** The code `match_paused`. */
export class MatchPaused extends Problem {
  declare readonly code: "match_paused";
}

/** The code `match_quarantined`. */
export class MatchQuarantined extends Problem {
  declare readonly code: "match_quarantined";
}

/** The code `match_too_long`. */
export class MatchTooLong extends Problem {
  declare readonly code: "match_too_long";
}

/** The code `message_not_found`. */
export class MessageNotFound extends Problem {
  declare readonly code: "message_not_found";
}

/** The code `method_not_allowed`. */
export class MethodNotAllowed extends Problem {
  declare readonly code: "method_not_allowed";
}

/** The code `move_stands`. */
export class MoveStands extends Problem {
  declare readonly code: "move_stands";
}

/** The code `no_email`. */
export class NoEmail extends Problem {
  declare readonly code: "no_email";
}

/** The code `no_more_words`. */
export class NoMoreWords extends Problem {
  declare readonly code: "no_more_words";
}

/** The code `no_receiver_wanted`. */
export class NoReceiverWanted extends Problem {
  declare readonly code: "no_receiver_wanted";
}

/** The code `no_such_seat`. */
export class NoSuchSeat extends Problem {
  declare readonly code: "no_such_seat";
}

/** The code `no_vote_wanted`. */
export class NoVoteWanted extends Problem {
  declare readonly code: "no_vote_wanted";
}

/** The code `not_acceptable`. */
export class NotAcceptable extends Problem {
  declare readonly code: "not_acceptable";
}

/** The code `not_asked`. */
export class NotAsked extends Problem {
  declare readonly code: "not_asked";
}

/** The code `not_authenticated`. */
export class NotAuthenticated extends Problem {
  declare readonly code: "not_authenticated";
}

/** The code `not_called`. */
export class NotCalled extends Problem {
  declare readonly code: "not_called";
}

/** The code `not_cup_host`. */
export class NotCupHost extends Problem {
  declare readonly code: "not_cup_host";
}

/** The code `not_found`. */
export class NotFound extends Problem {
  declare readonly code: "not_found";
}

/** The code `not_host`. */
export class NotHost extends Problem {
  declare readonly code: "not_host";
}

/** The code `not_learning`. */
export class NotLearning extends Problem {
  declare readonly code: "not_learning";
}

/** The code `not_offered`. */
export class NotOffered extends Problem {
  declare readonly code: "not_offered";
}

/** The code `not_on_autopilot`. */
export class NotOnAutopilot extends Problem {
  declare readonly code: "not_on_autopilot";
}

/** The code `not_operator`. */
export class NotOperator extends Problem {
  declare readonly code: "not_operator";
}

/** The code `not_seated`. */
export class NotSeated extends Problem {
  declare readonly code: "not_seated";
}

/** The code `not_the_page`. */
export class NotThePage extends Problem {
  declare readonly code: "not_the_page";
}

/** The code `not_your_choice`. */
export class NotYourChoice extends Problem {
  declare readonly code: "not_your_choice";
}

/** The code `not_your_seat`. */
export class NotYourSeat extends Problem {
  declare readonly code: "not_your_seat";
}

/** The code `not_your_turn`. */
export class NotYourTurn extends Problem {
  declare readonly code: "not_your_turn";
}

/** The code `nothing_to_decline`. */
export class NothingToDecline extends Problem {
  declare readonly code: "nothing_to_decline";
}

/** The code `nothing_to_fork`. */
export class NothingToFork extends Problem {
  declare readonly code: "nothing_to_fork";
}

/** The code `nothing_to_stop`. */
export class NothingToStop extends Problem {
  declare readonly code: "nothing_to_stop";
}

/** The code `only_a_firewall_now`. */
export class OnlyAFirewallNow extends Problem {
  declare readonly code: "only_a_firewall_now";
}

/** The code `only_a_snowball_now`. */
export class OnlyASnowballNow extends Problem {
  declare readonly code: "only_a_snowball_now";
}

/** The code `other_ladder`. */
export class OtherLadder extends Problem {
  declare readonly code: "other_ladder";
}

/** The code `outcome_unknown`. */
export class OutcomeUnknown extends Problem {
  declare readonly code: "outcome_unknown";
}

/** The code `people_only`. */
export class PeopleOnly extends Problem {
  declare readonly code: "people_only";
}

/** The code `player_not_found`. */
export class PlayerNotFound extends Problem {
  declare readonly code: "player_not_found";
}

/** The code `precondition_failed`. */
export class PreconditionFailed extends Problem {
  declare readonly code: "precondition_failed";
}

/** The code `push_not_offered`. */
export class PushNotOffered extends Problem {
  declare readonly code: "push_not_offered";
}

/** The code `quiet_hours_too_soon`. */
export class QuietHoursTooSoon extends Problem {
  declare readonly code: "quiet_hours_too_soon";
}

/** The code `quota_exceeded`. */
export class QuotaExceeded extends Problem {
  declare readonly code: "quota_exceeded";
}

/** The code `rate_limited`. */
export class RateLimited extends Problem {
  declare readonly code: "rate_limited";
}

/** The code `rated_match_not_found`. */
export class RatedMatchNotFound extends Problem {
  declare readonly code: "rated_match_not_found";
}

/** The code `receiver_not_poorer`. */
export class ReceiverNotPoorer extends Problem {
  declare readonly code: "receiver_not_poorer";
}

/** The code `request_timeout`. */
export class RequestTimeout extends Problem {
  declare readonly code: "request_timeout";
}

/** The code `sanction_not_found`. */
export class SanctionNotFound extends Problem {
  declare readonly code: "sanction_not_found";
}

/** The code `seat_resigned`. */
export class SeatResigned extends Problem {
  declare readonly code: "seat_resigned";
}

/** The code `seat_taken`. */
export class SeatTaken extends Problem {
  declare readonly code: "seat_taken";
}

/** The code `seats_missing`. */
export class SeatsMissing extends Problem {
  declare readonly code: "seats_missing";
}

/** The code `set_not_found`. */
export class SetNotFound extends Problem {
  declare readonly code: "set_not_found";
}

/** The code `settings_changed`. */
export class SettingsChanged extends Problem {
  declare readonly code: "settings_changed";
}

/** The code `shorter_than_the_spell`. */
export class ShorterThanTheSpell extends Problem {
  declare readonly code: "shorter_than_the_spell";
}

/** The code `signature_invalid`. */
export class SignatureInvalid extends Problem {
  declare readonly code: "signature_invalid";
}

/** The code `signature_required`. */
export class SignatureRequired extends Problem {
  declare readonly code: "signature_required";
}

/** The code `silenced`. */
export class Silenced extends Problem {
  declare readonly code: "silenced";
}

/** The code `solver_needs_lexicon`. */
export class SolverNeedsLexicon extends Problem {
  declare readonly code: "solver_needs_lexicon";
}

/** The code `spell_not_in_book`. */
export class SpellNotInBook extends Problem {
  declare readonly code: "spell_not_in_book";
}

/** The code `stale_prompt`. */
export class StalePrompt extends Problem {
  declare readonly code: "stale_prompt";
}

/** The code `subscription_not_found`. */
export class SubscriptionNotFound extends Problem {
  declare readonly code: "subscription_not_found";
}

/** The code `take_back_already_asked`. */
export class TakeBackAlreadyAsked extends Problem {
  declare readonly code: "take_back_already_asked";
}

/** The code `take_back_not_asked`. */
export class TakeBackNotAsked extends Problem {
  declare readonly code: "take_back_not_asked";
}

/** The code `take_backs_declined`. */
export class TakeBacksDeclined extends Problem {
  declare readonly code: "take_backs_declined";
}

/** The code `target_is_self`. */
export class TargetIsSelf extends Problem {
  declare readonly code: "target_is_self";
}

/** The code `temporarily_unavailable`. */
export class TemporarilyUnavailable extends Problem {
  declare readonly code: "temporarily_unavailable";
}

/** The code `token_not_found`. */
export class TokenNotFound extends Problem {
  declare readonly code: "token_not_found";
}

/** The code `too_busy`. */
export class TooBusy extends Problem {
  declare readonly code: "too_busy";
}

/** The code `too_deep`. */
export class TooDeep extends Problem {
  declare readonly code: "too_deep";
}

/** The code `too_few_trophy_points`. */
export class TooFewTrophyPoints extends Problem {
  declare readonly code: "too_few_trophy_points";
}

/** The code `too_many_apps`. */
export class TooManyApps extends Problem {
  declare readonly code: "too_many_apps";
}

/** The code `too_many_blocks`. */
export class TooManyBlocks extends Problem {
  declare readonly code: "too_many_blocks";
}

/** The code `too_many_cups`. */
export class TooManyCups extends Problem {
  declare readonly code: "too_many_cups";
}

/** The code `too_many_follows`. */
export class TooManyFollows extends Problem {
  declare readonly code: "too_many_follows";
}

/** The code `too_many_invitations`. */
export class TooManyInvitations extends Problem {
  declare readonly code: "too_many_invitations";
}

/** The code `too_many_joins`. */
export class TooManyJoins extends Problem {
  declare readonly code: "too_many_joins";
}

/** The code `too_many_keys`. */
export class TooManyKeys extends Problem {
  declare readonly code: "too_many_keys";
}

/** The code `too_many_mutes`. */
export class TooManyMutes extends Problem {
  declare readonly code: "too_many_mutes";
}

/** The code `too_many_open_invitations`. */
export class TooManyOpenInvitations extends Problem {
  declare readonly code: "too_many_open_invitations";
}

/** The code `too_many_reports`. */
export class TooManyReports extends Problem {
  declare readonly code: "too_many_reports";
}

/** The code `too_many_streams`. */
export class TooManyStreams extends Problem {
  declare readonly code: "too_many_streams";
}

/** The code `too_many_webhooks`. */
export class TooManyWebhooks extends Problem {
  declare readonly code: "too_many_webhooks";
}

/** The code `too_much_mail`. */
export class TooMuchMail extends Problem {
  declare readonly code: "too_much_mail";
}

/** The code `unknown_move`. */
export class UnknownMove extends Problem {
  declare readonly code: "unknown_move";
}

/** The code `unknown_seat`. */
export class UnknownSeat extends Problem {
  declare readonly code: "unknown_seat";
}

/** The code `unknown_target`. */
export class UnknownTarget extends Problem {
  declare readonly code: "unknown_target";
}

/** The code `unsupported_media_type`. */
export class UnsupportedMediaType extends Problem {
  declare readonly code: "unsupported_media_type";
}

/** The code `vacation_spent`. */
export class VacationSpent extends Problem {
  declare readonly code: "vacation_spent";
}

/** The code `value_not_allowed`. */
export class ValueNotAllowed extends Problem {
  declare readonly code: "value_not_allowed";
}

/** The code `version_not_found`. */
export class VersionNotFound extends Problem {
  declare readonly code: "version_not_found";
}

/** The code `webhook_disabled`. */
export class WebhookDisabled extends Problem {
  declare readonly code: "webhook_disabled";
}

/** The code `webhook_not_found`. */
export class WebhookNotFound extends Problem {
  declare readonly code: "webhook_not_found";
}

/** The code `wish_not_found`. */
export class WishNotFound extends Problem {
  declare readonly code: "wish_not_found";
}

/** The code `word_is_standing`. */
export class WordIsStanding extends Problem {
  declare readonly code: "word_is_standing";
}

/** The code `word_malformed`. */
export class WordMalformed extends Problem {
  declare readonly code: "word_malformed";
}

/** The code `word_not_found`. */
export class WordNotFound extends Problem {
  declare readonly code: "word_not_found";
}

/** The code `word_not_in_lexicon`. */
export class WordNotInLexicon extends Problem {
  declare readonly code: "word_not_in_lexicon";
}

/** The code `word_too_short`. */
export class WordTooShort extends Problem {
  declare readonly code: "word_too_short";
}

/** The code `word_was_cast`. */
export class WordWasCast extends Problem {
  declare readonly code: "word_was_cast";
}

/** The code `wrong_credentials`. */
export class WrongCredentials extends Problem {
  declare readonly code: "wrong_credentials";
}

/** The code `wrong_number_of_cards`. */
export class WrongNumberOfCards extends Problem {
  declare readonly code: "wrong_number_of_cards";
}

/** The code `wrong_number_of_seats`. */
export class WrongNumberOfSeats extends Problem {
  declare readonly code: "wrong_number_of_seats";
}

export const BY_CODE = {
  account_needed: AccountNeeded,
  address_not_allowed: AddressNotAllowed,
  address_too_long: AddressTooLong,
  already_account: AlreadyAccount,
  already_agreed: AlreadyAgreed,
  already_appealed: AlreadyAppealed,
  already_chosen: AlreadyChosen,
  already_created: AlreadyCreated,
  already_seated: AlreadySeated,
  already_voted: AlreadyVoted,
  any_word_needs_judges: AnyWordNeedsJudges,
  app_not_found: AppNotFound,
  authorization_refused: AuthorizationRefused,
  bad_request: BadRequest,
  beacon_awaited: BeaconAwaited,
  body_too_large: BodyTooLarge,
  card_is_another_letter: CardIsAnotherLetter,
  card_lays_no_letter: CardLaysNoLetter,
  card_not_in_hand: CardNotInHand,
  clock_only_move: ClockOnlyMove,
  consent_missing: ConsentMissing,
  cup_not_found: CupNotFound,
  cup_not_open: CupNotOpen,
  cup_too_small: CupTooSmall,
  deadline_passed: DeadlinePassed,
  delivery_not_found: DeliveryNotFound,
  device_code_not_found: DeviceCodeNotFound,
  effect_not_in_hand: EffectNotInHand,
  effects_come_first: EffectsComeFirst,
  eliminated: Eliminated,
  entry_not_found: EntryNotFound,
  game_not_found: GameNotFound,
  hand_cannot_lay: HandCannotLay,
  hand_sizes_twice: HandSizesTwice,
  hand_sizes_wrong_number: HandSizesWrongNumber,
  handle_taken: HandleTaken,
  has_played: HasPlayed,
  headers_too_large: HeadersTooLarge,
  idempotency_key_reused: IdempotencyKeyReused,
  insufficient_scope: InsufficientScope,
  internal_error: InternalError,
  invalid_json: InvalidJson,
  invalid_move: InvalidMove,
  invalid_request: InvalidRequest,
  invalid_token: InvalidToken,
  invitation_not_found: InvitationNotFound,
  invitation_required: InvitationRequired,
  key_already_bound: KeyAlreadyBound,
  mail_token_not_found: MailTokenNotFound,
  malformed_choice: MalformedChoice,
  match_full: MatchFull,
  match_is_over: MatchIsOver,
  match_is_rated: MatchIsRated,
  match_not_active: MatchNotActive,
  match_not_finished: MatchNotFinished,
  match_not_found: MatchNotFound,
  match_not_open: MatchNotOpen,
  match_not_paused: MatchNotPaused,
  match_paused: MatchPaused,
  match_quarantined: MatchQuarantined,
  match_too_long: MatchTooLong,
  message_not_found: MessageNotFound,
  method_not_allowed: MethodNotAllowed,
  move_stands: MoveStands,
  no_email: NoEmail,
  no_more_words: NoMoreWords,
  no_receiver_wanted: NoReceiverWanted,
  no_such_seat: NoSuchSeat,
  no_vote_wanted: NoVoteWanted,
  not_acceptable: NotAcceptable,
  not_asked: NotAsked,
  not_authenticated: NotAuthenticated,
  not_called: NotCalled,
  not_cup_host: NotCupHost,
  not_found: NotFound,
  not_host: NotHost,
  not_learning: NotLearning,
  not_offered: NotOffered,
  not_on_autopilot: NotOnAutopilot,
  not_operator: NotOperator,
  not_seated: NotSeated,
  not_the_page: NotThePage,
  not_your_choice: NotYourChoice,
  not_your_seat: NotYourSeat,
  not_your_turn: NotYourTurn,
  nothing_to_decline: NothingToDecline,
  nothing_to_fork: NothingToFork,
  nothing_to_stop: NothingToStop,
  only_a_firewall_now: OnlyAFirewallNow,
  only_a_snowball_now: OnlyASnowballNow,
  other_ladder: OtherLadder,
  outcome_unknown: OutcomeUnknown,
  people_only: PeopleOnly,
  player_not_found: PlayerNotFound,
  precondition_failed: PreconditionFailed,
  push_not_offered: PushNotOffered,
  quiet_hours_too_soon: QuietHoursTooSoon,
  quota_exceeded: QuotaExceeded,
  rate_limited: RateLimited,
  rated_match_not_found: RatedMatchNotFound,
  receiver_not_poorer: ReceiverNotPoorer,
  request_timeout: RequestTimeout,
  sanction_not_found: SanctionNotFound,
  seat_resigned: SeatResigned,
  seat_taken: SeatTaken,
  seats_missing: SeatsMissing,
  set_not_found: SetNotFound,
  settings_changed: SettingsChanged,
  shorter_than_the_spell: ShorterThanTheSpell,
  signature_invalid: SignatureInvalid,
  signature_required: SignatureRequired,
  silenced: Silenced,
  solver_needs_lexicon: SolverNeedsLexicon,
  spell_not_in_book: SpellNotInBook,
  stale_prompt: StalePrompt,
  subscription_not_found: SubscriptionNotFound,
  take_back_already_asked: TakeBackAlreadyAsked,
  take_back_not_asked: TakeBackNotAsked,
  take_backs_declined: TakeBacksDeclined,
  target_is_self: TargetIsSelf,
  temporarily_unavailable: TemporarilyUnavailable,
  token_not_found: TokenNotFound,
  too_busy: TooBusy,
  too_deep: TooDeep,
  too_few_trophy_points: TooFewTrophyPoints,
  too_many_apps: TooManyApps,
  too_many_blocks: TooManyBlocks,
  too_many_cups: TooManyCups,
  too_many_follows: TooManyFollows,
  too_many_invitations: TooManyInvitations,
  too_many_joins: TooManyJoins,
  too_many_keys: TooManyKeys,
  too_many_mutes: TooManyMutes,
  too_many_open_invitations: TooManyOpenInvitations,
  too_many_reports: TooManyReports,
  too_many_streams: TooManyStreams,
  too_many_webhooks: TooManyWebhooks,
  too_much_mail: TooMuchMail,
  unknown_move: UnknownMove,
  unknown_seat: UnknownSeat,
  unknown_target: UnknownTarget,
  unsupported_media_type: UnsupportedMediaType,
  vacation_spent: VacationSpent,
  value_not_allowed: ValueNotAllowed,
  version_not_found: VersionNotFound,
  webhook_disabled: WebhookDisabled,
  webhook_not_found: WebhookNotFound,
  wish_not_found: WishNotFound,
  word_is_standing: WordIsStanding,
  word_malformed: WordMalformed,
  word_not_found: WordNotFound,
  word_not_in_lexicon: WordNotInLexicon,
  word_too_short: WordTooShort,
  word_was_cast: WordWasCast,
  wrong_credentials: WrongCredentials,
  wrong_number_of_cards: WrongNumberOfCards,
  wrong_number_of_seats: WrongNumberOfSeats,
} as const;

/** A code that this version of the kit knows. */
export type Code = keyof typeof BY_CODE;
