"""A class for each problem that the API names.

Written by `make_calls.py` from the OpenAPI document; do not edit.
"""

from tabularium_client.problem import Problem


class AccountNeeded(Problem):
    """The code `account_needed`."""

    code = "account_needed"


class AddressNotAllowed(Problem):
    """The code `address_not_allowed`."""

    code = "address_not_allowed"


class AddressTooLong(Problem):
    """The code `address_too_long`."""

    code = "address_too_long"


class AlreadyAccount(Problem):
    """The code `already_account`."""

    code = "already_account"


class AlreadyAgreed(Problem):
    """The code `already_agreed`."""

    code = "already_agreed"


class AlreadyAppealed(Problem):
    """The code `already_appealed`."""

    code = "already_appealed"


class AlreadyChosen(Problem):
    """The code `already_chosen`."""

    code = "already_chosen"


class AlreadyCreated(Problem):
    """The code `already_created`."""

    code = "already_created"


class AlreadySeated(Problem):
    """The code `already_seated`."""

    code = "already_seated"


class AlreadyVoted(Problem):
    """The code `already_voted`."""

    code = "already_voted"


class AnyWordNeedsJudges(Problem):
    """The code `any_word_needs_judges`."""

    code = "any_word_needs_judges"


class AppNotFound(Problem):
    """The code `app_not_found`."""

    code = "app_not_found"


class AuthorizationRefused(Problem):
    """The code `authorization_refused`."""

    code = "authorization_refused"


class BadRequest(Problem):
    """The code `bad_request`."""

    code = "bad_request"


class BeaconAwaited(Problem):
    """The code `beacon_awaited`."""

    code = "beacon_awaited"


class BodyTooLarge(Problem):
    """The code `body_too_large`."""

    code = "body_too_large"


class CardIsAnotherLetter(Problem):
    """The code `card_is_another_letter`."""

    code = "card_is_another_letter"


class CardLaysNoLetter(Problem):
    """The code `card_lays_no_letter`."""

    code = "card_lays_no_letter"


class CardNotInHand(Problem):
    """The code `card_not_in_hand`."""

    code = "card_not_in_hand"


class ClockOnlyMove(Problem):
    """The code `clock_only_move`."""

    code = "clock_only_move"


class ConsentMissing(Problem):
    """The code `consent_missing`."""

    code = "consent_missing"


class CupNotFound(Problem):
    """The code `cup_not_found`."""

    code = "cup_not_found"


class CupNotOpen(Problem):
    """The code `cup_not_open`."""

    code = "cup_not_open"


class CupTooSmall(Problem):
    """The code `cup_too_small`."""

    code = "cup_too_small"


class DeadlinePassed(Problem):
    """The code `deadline_passed`."""

    code = "deadline_passed"


class DeliveryNotFound(Problem):
    """The code `delivery_not_found`."""

    code = "delivery_not_found"


class DeviceCodeNotFound(Problem):
    """The code `device_code_not_found`."""

    code = "device_code_not_found"


class EffectNotInHand(Problem):
    """The code `effect_not_in_hand`."""

    code = "effect_not_in_hand"


class EffectsComeFirst(Problem):
    """The code `effects_come_first`."""

    code = "effects_come_first"


class Eliminated(Problem):
    """The code `eliminated`."""

    code = "eliminated"


class EntryNotFound(Problem):
    """The code `entry_not_found`."""

    code = "entry_not_found"


class GameNotFound(Problem):
    """The code `game_not_found`."""

    code = "game_not_found"


class HandCannotLay(Problem):
    """The code `hand_cannot_lay`."""

    code = "hand_cannot_lay"


class HandSizesTwice(Problem):
    """The code `hand_sizes_twice`."""

    code = "hand_sizes_twice"


class HandSizesWrongNumber(Problem):
    """The code `hand_sizes_wrong_number`."""

    code = "hand_sizes_wrong_number"


class HandleTaken(Problem):
    """The code `handle_taken`."""

    code = "handle_taken"


class HasPlayed(Problem):
    """The code `has_played`."""

    code = "has_played"


class HeadersTooLarge(Problem):
    """The code `headers_too_large`."""

    code = "headers_too_large"


class IdempotencyKeyReused(Problem):
    """The code `idempotency_key_reused`."""

    code = "idempotency_key_reused"


class InsufficientScope(Problem):
    """The code `insufficient_scope`."""

    code = "insufficient_scope"


class InternalError(Problem):
    """The code `internal_error`."""

    code = "internal_error"


class InvalidJson(Problem):
    """The code `invalid_json`."""

    code = "invalid_json"


class InvalidMove(Problem):
    """The code `invalid_move`."""

    code = "invalid_move"


class InvalidRequest(Problem):
    """The code `invalid_request`."""

    code = "invalid_request"


class InvalidToken(Problem):
    """The code `invalid_token`."""

    code = "invalid_token"


class InvitationNotFound(Problem):
    """The code `invitation_not_found`."""

    code = "invitation_not_found"


class InvitationRequired(Problem):
    """The code `invitation_required`."""

    code = "invitation_required"


class KeyAlreadyBound(Problem):
    """The code `key_already_bound`."""

    code = "key_already_bound"


class MailTokenNotFound(Problem):
    """The code `mail_token_not_found`."""

    code = "mail_token_not_found"


class MalformedChoice(Problem):
    """The code `malformed_choice`."""

    code = "malformed_choice"


class MatchFull(Problem):
    """The code `match_full`."""

    code = "match_full"


class MatchIsOver(Problem):
    """The code `match_is_over`."""

    code = "match_is_over"


class MatchIsRated(Problem):
    """The code `match_is_rated`."""

    code = "match_is_rated"


class MatchNotActive(Problem):
    """The code `match_not_active`."""

    code = "match_not_active"


class MatchNotFinished(Problem):
    """The code `match_not_finished`."""

    code = "match_not_finished"


class MatchNotFound(Problem):
    """The code `match_not_found`."""

    code = "match_not_found"


class MatchNotOpen(Problem):
    """The code `match_not_open`."""

    code = "match_not_open"


class MatchNotPaused(Problem):
    """The code `match_not_paused`."""

    code = "match_not_paused"


class MatchPaused(Problem):
    """The code `match_paused`."""

    code = "match_paused"


class MatchQuarantined(Problem):
    """The code `match_quarantined`."""

    code = "match_quarantined"


class MatchTooLong(Problem):
    """The code `match_too_long`."""

    code = "match_too_long"


class MessageNotFound(Problem):
    """The code `message_not_found`."""

    code = "message_not_found"


class MethodNotAllowed(Problem):
    """The code `method_not_allowed`."""

    code = "method_not_allowed"


class MoveStands(Problem):
    """The code `move_stands`."""

    code = "move_stands"


class NoEmail(Problem):
    """The code `no_email`."""

    code = "no_email"


class NoMoreWords(Problem):
    """The code `no_more_words`."""

    code = "no_more_words"


class NoReceiverWanted(Problem):
    """The code `no_receiver_wanted`."""

    code = "no_receiver_wanted"


class NoSuchSeat(Problem):
    """The code `no_such_seat`."""

    code = "no_such_seat"


class NoVoteWanted(Problem):
    """The code `no_vote_wanted`."""

    code = "no_vote_wanted"


class NotAcceptable(Problem):
    """The code `not_acceptable`."""

    code = "not_acceptable"


class NotAsked(Problem):
    """The code `not_asked`."""

    code = "not_asked"


class NotAuthenticated(Problem):
    """The code `not_authenticated`."""

    code = "not_authenticated"


class NotCalled(Problem):
    """The code `not_called`."""

    code = "not_called"


class NotCupHost(Problem):
    """The code `not_cup_host`."""

    code = "not_cup_host"


class NotFound(Problem):
    """The code `not_found`."""

    code = "not_found"


class NotHost(Problem):
    """The code `not_host`."""

    code = "not_host"


class NotLearning(Problem):
    """The code `not_learning`."""

    code = "not_learning"


class NotOffered(Problem):
    """The code `not_offered`."""

    code = "not_offered"


class NotOnAutopilot(Problem):
    """The code `not_on_autopilot`."""

    code = "not_on_autopilot"


class NotOperator(Problem):
    """The code `not_operator`."""

    code = "not_operator"


class NotSeated(Problem):
    """The code `not_seated`."""

    code = "not_seated"


class NotThePage(Problem):
    """The code `not_the_page`."""

    code = "not_the_page"


class NotYourChoice(Problem):
    """The code `not_your_choice`."""

    code = "not_your_choice"


class NotYourSeat(Problem):
    """The code `not_your_seat`."""

    code = "not_your_seat"


class NotYourTurn(Problem):
    """The code `not_your_turn`."""

    code = "not_your_turn"


class NothingToDecline(Problem):
    """The code `nothing_to_decline`."""

    code = "nothing_to_decline"


class NothingToFork(Problem):
    """The code `nothing_to_fork`."""

    code = "nothing_to_fork"


class NothingToStop(Problem):
    """The code `nothing_to_stop`."""

    code = "nothing_to_stop"


class OnlyAFirewallNow(Problem):
    """The code `only_a_firewall_now`."""

    code = "only_a_firewall_now"


class OnlyASnowballNow(Problem):
    """The code `only_a_snowball_now`."""

    code = "only_a_snowball_now"


class OtherLadder(Problem):
    """The code `other_ladder`."""

    code = "other_ladder"


class OutcomeUnknown(Problem):
    """The code `outcome_unknown`."""

    code = "outcome_unknown"


class PeopleOnly(Problem):
    """The code `people_only`."""

    code = "people_only"


class PlayerNotFound(Problem):
    """The code `player_not_found`."""

    code = "player_not_found"


class PreconditionFailed(Problem):
    """The code `precondition_failed`."""

    code = "precondition_failed"


class PushNotOffered(Problem):
    """The code `push_not_offered`."""

    code = "push_not_offered"


class QuietHoursTooSoon(Problem):
    """The code `quiet_hours_too_soon`."""

    code = "quiet_hours_too_soon"


class QuotaExceeded(Problem):
    """The code `quota_exceeded`."""

    code = "quota_exceeded"


class RateLimited(Problem):
    """The code `rate_limited`."""

    code = "rate_limited"


class RatedMatchNotFound(Problem):
    """The code `rated_match_not_found`."""

    code = "rated_match_not_found"


class ReceiverNotPoorer(Problem):
    """The code `receiver_not_poorer`."""

    code = "receiver_not_poorer"


class RequestTimeout(Problem):
    """The code `request_timeout`."""

    code = "request_timeout"


class SanctionNotFound(Problem):
    """The code `sanction_not_found`."""

    code = "sanction_not_found"


class SeatResigned(Problem):
    """The code `seat_resigned`."""

    code = "seat_resigned"


class SeatTaken(Problem):
    """The code `seat_taken`."""

    code = "seat_taken"


class SeatsMissing(Problem):
    """The code `seats_missing`."""

    code = "seats_missing"


class SetNotFound(Problem):
    """The code `set_not_found`."""

    code = "set_not_found"


class SettingsChanged(Problem):
    """The code `settings_changed`."""

    code = "settings_changed"


class ShorterThanTheSpell(Problem):
    """The code `shorter_than_the_spell`."""

    code = "shorter_than_the_spell"


class SignatureInvalid(Problem):
    """The code `signature_invalid`."""

    code = "signature_invalid"


class SignatureRequired(Problem):
    """The code `signature_required`."""

    code = "signature_required"


class Silenced(Problem):
    """The code `silenced`."""

    code = "silenced"


class SolverNeedsLexicon(Problem):
    """The code `solver_needs_lexicon`."""

    code = "solver_needs_lexicon"


class SpellNotInBook(Problem):
    """The code `spell_not_in_book`."""

    code = "spell_not_in_book"


class StalePrompt(Problem):
    """The code `stale_prompt`."""

    code = "stale_prompt"


class SubscriptionNotFound(Problem):
    """The code `subscription_not_found`."""

    code = "subscription_not_found"


class TakeBackAlreadyAsked(Problem):
    """The code `take_back_already_asked`."""

    code = "take_back_already_asked"


class TakeBackNotAsked(Problem):
    """The code `take_back_not_asked`."""

    code = "take_back_not_asked"


class TakeBacksDeclined(Problem):
    """The code `take_backs_declined`."""

    code = "take_backs_declined"


class TargetIsSelf(Problem):
    """The code `target_is_self`."""

    code = "target_is_self"


class TemporarilyUnavailable(Problem):
    """The code `temporarily_unavailable`."""

    code = "temporarily_unavailable"


class TokenNotFound(Problem):
    """The code `token_not_found`."""

    code = "token_not_found"


class TooBusy(Problem):
    """The code `too_busy`."""

    code = "too_busy"


class TooDeep(Problem):
    """The code `too_deep`."""

    code = "too_deep"


class TooFewTrophyPoints(Problem):
    """The code `too_few_trophy_points`."""

    code = "too_few_trophy_points"


class TooManyApps(Problem):
    """The code `too_many_apps`."""

    code = "too_many_apps"


class TooManyBlocks(Problem):
    """The code `too_many_blocks`."""

    code = "too_many_blocks"


class TooManyCups(Problem):
    """The code `too_many_cups`."""

    code = "too_many_cups"


class TooManyFollows(Problem):
    """The code `too_many_follows`."""

    code = "too_many_follows"


class TooManyInvitations(Problem):
    """The code `too_many_invitations`."""

    code = "too_many_invitations"


class TooManyJoins(Problem):
    """The code `too_many_joins`."""

    code = "too_many_joins"


class TooManyKeys(Problem):
    """The code `too_many_keys`."""

    code = "too_many_keys"


class TooManyMutes(Problem):
    """The code `too_many_mutes`."""

    code = "too_many_mutes"


class TooManyOpenInvitations(Problem):
    """The code `too_many_open_invitations`."""

    code = "too_many_open_invitations"


class TooManyReports(Problem):
    """The code `too_many_reports`."""

    code = "too_many_reports"


class TooManyStreams(Problem):
    """The code `too_many_streams`."""

    code = "too_many_streams"


class TooManyWebhooks(Problem):
    """The code `too_many_webhooks`."""

    code = "too_many_webhooks"


class TooMuchMail(Problem):
    """The code `too_much_mail`."""

    code = "too_much_mail"


class UnknownMove(Problem):
    """The code `unknown_move`."""

    code = "unknown_move"


class UnknownSeat(Problem):
    """The code `unknown_seat`."""

    code = "unknown_seat"


class UnknownTarget(Problem):
    """The code `unknown_target`."""

    code = "unknown_target"


class UnsupportedMediaType(Problem):
    """The code `unsupported_media_type`."""

    code = "unsupported_media_type"


class VacationSpent(Problem):
    """The code `vacation_spent`."""

    code = "vacation_spent"


class ValueNotAllowed(Problem):
    """The code `value_not_allowed`."""

    code = "value_not_allowed"


class VersionNotFound(Problem):
    """The code `version_not_found`."""

    code = "version_not_found"


class WebhookDisabled(Problem):
    """The code `webhook_disabled`."""

    code = "webhook_disabled"


class WebhookNotFound(Problem):
    """The code `webhook_not_found`."""

    code = "webhook_not_found"


class WishNotFound(Problem):
    """The code `wish_not_found`."""

    code = "wish_not_found"


class WordIsStanding(Problem):
    """The code `word_is_standing`."""

    code = "word_is_standing"


class WordMalformed(Problem):
    """The code `word_malformed`."""

    code = "word_malformed"


class WordNotFound(Problem):
    """The code `word_not_found`."""

    code = "word_not_found"


class WordNotInLexicon(Problem):
    """The code `word_not_in_lexicon`."""

    code = "word_not_in_lexicon"


class WordTooShort(Problem):
    """The code `word_too_short`."""

    code = "word_too_short"


class WordWasCast(Problem):
    """The code `word_was_cast`."""

    code = "word_was_cast"


class WrongCredentials(Problem):
    """The code `wrong_credentials`."""

    code = "wrong_credentials"


class WrongNumberOfCards(Problem):
    """The code `wrong_number_of_cards`."""

    code = "wrong_number_of_cards"


class WrongNumberOfSeats(Problem):
    """The code `wrong_number_of_seats`."""

    code = "wrong_number_of_seats"


BY_CODE: dict[str, type[Problem]] = {
    "account_needed": AccountNeeded,
    "address_not_allowed": AddressNotAllowed,
    "address_too_long": AddressTooLong,
    "already_account": AlreadyAccount,
    "already_agreed": AlreadyAgreed,
    "already_appealed": AlreadyAppealed,
    "already_chosen": AlreadyChosen,
    "already_created": AlreadyCreated,
    "already_seated": AlreadySeated,
    "already_voted": AlreadyVoted,
    "any_word_needs_judges": AnyWordNeedsJudges,
    "app_not_found": AppNotFound,
    "authorization_refused": AuthorizationRefused,
    "bad_request": BadRequest,
    "beacon_awaited": BeaconAwaited,
    "body_too_large": BodyTooLarge,
    "card_is_another_letter": CardIsAnotherLetter,
    "card_lays_no_letter": CardLaysNoLetter,
    "card_not_in_hand": CardNotInHand,
    "clock_only_move": ClockOnlyMove,
    "consent_missing": ConsentMissing,
    "cup_not_found": CupNotFound,
    "cup_not_open": CupNotOpen,
    "cup_too_small": CupTooSmall,
    "deadline_passed": DeadlinePassed,
    "delivery_not_found": DeliveryNotFound,
    "device_code_not_found": DeviceCodeNotFound,
    "effect_not_in_hand": EffectNotInHand,
    "effects_come_first": EffectsComeFirst,
    "eliminated": Eliminated,
    "entry_not_found": EntryNotFound,
    "game_not_found": GameNotFound,
    "hand_cannot_lay": HandCannotLay,
    "hand_sizes_twice": HandSizesTwice,
    "hand_sizes_wrong_number": HandSizesWrongNumber,
    "handle_taken": HandleTaken,
    "has_played": HasPlayed,
    "headers_too_large": HeadersTooLarge,
    "idempotency_key_reused": IdempotencyKeyReused,
    "insufficient_scope": InsufficientScope,
    "internal_error": InternalError,
    "invalid_json": InvalidJson,
    "invalid_move": InvalidMove,
    "invalid_request": InvalidRequest,
    "invalid_token": InvalidToken,
    "invitation_not_found": InvitationNotFound,
    "invitation_required": InvitationRequired,
    "key_already_bound": KeyAlreadyBound,
    "mail_token_not_found": MailTokenNotFound,
    "malformed_choice": MalformedChoice,
    "match_full": MatchFull,
    "match_is_over": MatchIsOver,
    "match_is_rated": MatchIsRated,
    "match_not_active": MatchNotActive,
    "match_not_finished": MatchNotFinished,
    "match_not_found": MatchNotFound,
    "match_not_open": MatchNotOpen,
    "match_not_paused": MatchNotPaused,
    "match_paused": MatchPaused,
    "match_quarantined": MatchQuarantined,
    "match_too_long": MatchTooLong,
    "message_not_found": MessageNotFound,
    "method_not_allowed": MethodNotAllowed,
    "move_stands": MoveStands,
    "no_email": NoEmail,
    "no_more_words": NoMoreWords,
    "no_receiver_wanted": NoReceiverWanted,
    "no_such_seat": NoSuchSeat,
    "no_vote_wanted": NoVoteWanted,
    "not_acceptable": NotAcceptable,
    "not_asked": NotAsked,
    "not_authenticated": NotAuthenticated,
    "not_called": NotCalled,
    "not_cup_host": NotCupHost,
    "not_found": NotFound,
    "not_host": NotHost,
    "not_learning": NotLearning,
    "not_offered": NotOffered,
    "not_on_autopilot": NotOnAutopilot,
    "not_operator": NotOperator,
    "not_seated": NotSeated,
    "not_the_page": NotThePage,
    "not_your_choice": NotYourChoice,
    "not_your_seat": NotYourSeat,
    "not_your_turn": NotYourTurn,
    "nothing_to_decline": NothingToDecline,
    "nothing_to_fork": NothingToFork,
    "nothing_to_stop": NothingToStop,
    "only_a_firewall_now": OnlyAFirewallNow,
    "only_a_snowball_now": OnlyASnowballNow,
    "other_ladder": OtherLadder,
    "outcome_unknown": OutcomeUnknown,
    "people_only": PeopleOnly,
    "player_not_found": PlayerNotFound,
    "precondition_failed": PreconditionFailed,
    "push_not_offered": PushNotOffered,
    "quiet_hours_too_soon": QuietHoursTooSoon,
    "quota_exceeded": QuotaExceeded,
    "rate_limited": RateLimited,
    "rated_match_not_found": RatedMatchNotFound,
    "receiver_not_poorer": ReceiverNotPoorer,
    "request_timeout": RequestTimeout,
    "sanction_not_found": SanctionNotFound,
    "seat_resigned": SeatResigned,
    "seat_taken": SeatTaken,
    "seats_missing": SeatsMissing,
    "set_not_found": SetNotFound,
    "settings_changed": SettingsChanged,
    "shorter_than_the_spell": ShorterThanTheSpell,
    "signature_invalid": SignatureInvalid,
    "signature_required": SignatureRequired,
    "silenced": Silenced,
    "solver_needs_lexicon": SolverNeedsLexicon,
    "spell_not_in_book": SpellNotInBook,
    "stale_prompt": StalePrompt,
    "subscription_not_found": SubscriptionNotFound,
    "take_back_already_asked": TakeBackAlreadyAsked,
    "take_back_not_asked": TakeBackNotAsked,
    "take_backs_declined": TakeBacksDeclined,
    "target_is_self": TargetIsSelf,
    "temporarily_unavailable": TemporarilyUnavailable,
    "token_not_found": TokenNotFound,
    "too_busy": TooBusy,
    "too_deep": TooDeep,
    "too_few_trophy_points": TooFewTrophyPoints,
    "too_many_apps": TooManyApps,
    "too_many_blocks": TooManyBlocks,
    "too_many_cups": TooManyCups,
    "too_many_follows": TooManyFollows,
    "too_many_invitations": TooManyInvitations,
    "too_many_joins": TooManyJoins,
    "too_many_keys": TooManyKeys,
    "too_many_mutes": TooManyMutes,
    "too_many_open_invitations": TooManyOpenInvitations,
    "too_many_reports": TooManyReports,
    "too_many_streams": TooManyStreams,
    "too_many_webhooks": TooManyWebhooks,
    "too_much_mail": TooMuchMail,
    "unknown_move": UnknownMove,
    "unknown_seat": UnknownSeat,
    "unknown_target": UnknownTarget,
    "unsupported_media_type": UnsupportedMediaType,
    "vacation_spent": VacationSpent,
    "value_not_allowed": ValueNotAllowed,
    "version_not_found": VersionNotFound,
    "webhook_disabled": WebhookDisabled,
    "webhook_not_found": WebhookNotFound,
    "wish_not_found": WishNotFound,
    "word_is_standing": WordIsStanding,
    "word_malformed": WordMalformed,
    "word_not_found": WordNotFound,
    "word_not_in_lexicon": WordNotInLexicon,
    "word_too_short": WordTooShort,
    "word_was_cast": WordWasCast,
    "wrong_credentials": WrongCredentials,
    "wrong_number_of_cards": WrongNumberOfCards,
    "wrong_number_of_seats": WrongNumberOfSeats,
}
