"""Why the table refuses. Codes are stable and published; no class here knows HTTP."""

from collections.abc import Sequence

from games.core.json import JSON
from games.core.prompts import MAX_VIOLATIONS, Violation


class Refused(Exception):
    """Nothing was recorded. `params` may be shown to the caller as they are."""

    code = "refused"

    def __init__(self, **params: JSON) -> None:
        super().__init__(self.code)
        self.params = params


class RefusedForNow(Refused):
    """The same call may be taken after so many seconds."""

    def __init__(self, *, retry_after: int, **params: JSON) -> None:
        super().__init__(**params)
        # Seconds.
        self.retry_after = retry_after


class MatchNotFound(Refused):
    """There is no such match, or the caller may not know of it."""

    code = "match_not_found"


class GameNotFound(Refused):
    code = "game_not_found"


class WordNotFound(Refused):
    """The game knows no words."""

    code = "word_not_found"


class HandleTaken(Refused):
    code = "handle_taken"


class WrongCredentials(Refused):
    """No account has this handle and this password; which of them is wrong is not told."""

    code = "wrong_credentials"


class PlayerNotFound(Refused):
    code = "player_not_found"


class TokenNotFound(Refused):
    code = "token_not_found"


class AppNotFound(Refused):
    """The caller has registered no such app, or has given it no access."""

    code = "app_not_found"


class TooManyApps(Refused):
    code = "too_many_apps"


class AuthorizationRefused(Refused):
    """What an app asks for cannot be asked, and it is not known where to send its user back to; `reason` says why."""

    code = "authorization_refused"


class DeviceCodeNotFound(Refused):
    """No device waits for this code, or no longer."""

    code = "device_code_not_found"


class NotOperator(Refused):
    """The scope `operate` is for players whom the installation's owner has made operators."""

    code = "not_operator"


class NotThePage(Refused):
    """A session in a cookie is for the page of this service, called by itself."""

    code = "not_the_page"


class AlreadyAccount(Refused):
    code = "already_account"


class AlreadyCreated(Refused):
    """The same request came before; the secret that it made is not shown twice."""

    code = "already_created"


class KeyReused(Refused):
    """The player used this idempotency key for another request."""

    code = "idempotency_key_reused"


class NotSeated(Refused):
    code = "not_seated"


class NotHost(Refused):
    code = "not_host"


class MatchNotOpen(Refused):
    """The lobby of this match is closed: it has started or was cancelled."""

    code = "match_not_open"


class MatchFull(Refused):
    code = "match_full"


class SeatOccupied(Refused):
    code = "seat_taken"


class UnknownSeat(Refused):
    code = "unknown_seat"


class AlreadySeated(Refused):
    code = "already_seated"


class SeatsMissing(Refused):
    """The match cannot start before every seat is taken."""

    code = "seats_missing"


class BeaconAwaited(RefusedForNow):
    """The match cannot start before the round of the beacon that it names is there."""

    code = "beacon_awaited"


class MatchNotActive(Refused):
    code = "match_not_active"


class MatchPaused(Refused):
    """The match stands still until its seats agree to go on."""

    code = "match_paused"


class MoveStands(Refused):
    """The move cannot be taken back: somebody could have learned of it, or it is another's (`reason`)."""

    code = "move_stands"


class SignatureRequired(Refused):
    """The seat signs its moves, and this one is not signed."""

    code = "signature_required"


class SignatureInvalid(Refused):
    """A signature does not hold (`reason`): by no key of the seat, or for another moment of the match."""

    code = "signature_invalid"


class KeyAlreadyBound(Refused):
    code = "key_already_bound"


class TooManyKeys(Refused):
    """The seat has as many keys as a seat may have."""

    code = "too_many_keys"


class MatchTooLong(Refused):
    """The match has so many events that none comes in which it could do without."""

    code = "match_too_long"


class TooManyJoins(Refused):
    """The player, or players from the same address today, have sat down in this match as often as they may."""

    code = "too_many_joins"


class AccountNeeded(Refused):
    """A guest may come again as somebody else: rated matches, and chat without a seat, are for accounts."""

    code = "account_needed"


class HasPlayed(Refused):
    """The account has sat down at a table or entered a cup as a person: it is no bot's any more."""

    code = "has_played"


class PeopleOnly(Refused):
    """The queue and cups put people together; bots are invited, or make and join matches themselves."""

    code = "people_only"


class OtherLadder(Refused):
    """A rated match is played by people alone or by bots alone, as its creator is."""

    code = "other_ladder"


class MatchIsRated(Refused):
    """A match that counts for ratings is played by those who sat down, to its end: no bot, nobody in their place."""

    code = "match_is_rated"


class RatedMatchNotFound(Refused):
    """The match counts for no rating, or has not ended yet."""

    code = "rated_match_not_found"


class MatchNotPaused(Refused):
    code = "match_not_paused"


class AlreadyAgreed(Refused):
    """The seat has agreed already; others have not."""

    code = "already_agreed"


class ConsentMissing(Refused):
    """Not every seat in play has agreed that this player's invitation takes an absent player's seat."""

    code = "consent_missing"


class NotOnAutopilot(Refused):
    """The seat's player is there: autopilot does not play for them."""

    code = "not_on_autopilot"


class QuietHoursTooSoon(Refused):
    """Quiet hours stand for a while before others may take their place."""

    code = "quiet_hours_too_soon"


class VacationSpent(Refused):
    """The year has fewer days of vacation left than were asked for."""

    code = "vacation_spent"


class MatchNotFinished(Refused):
    """What was asked for is allowed only after the end of the match."""

    code = "match_not_finished"


class VersionNotFound(Refused):
    """The match has not reached that version."""

    code = "version_not_found"


class NothingToFork(Refused):
    """No seat had been asked anything yet at that version."""

    code = "nothing_to_fork"


class VersionMovedOn(Refused):
    """The match is not at the version that the caller made a condition."""

    code = "precondition_failed"


class SettingsChanged(Refused):
    """The player's settings are not those that the caller made a condition."""

    code = "settings_changed"


class InvitationRequired(Refused):
    """The seat is kept for the holder of its invitation, and no valid one was sent."""

    code = "invitation_required"


class TooManyInvitations(Refused):
    """The player has been invited by this sender as often as is allowed in a day, taken back or not."""

    code = "too_many_invitations"


class TooManyOpenInvitations(Refused):
    """The player has made as many invitations to this match as may be open at once."""

    code = "too_many_open_invitations"


class InvitationNotFound(Refused):
    code = "invitation_not_found"


class SetNotFound(Refused):
    """There is no queue for such a set."""

    code = "set_not_found"


class WishNotFound(Refused):
    """The player does not wait for a table of this set, or sits at one already."""

    code = "wish_not_found"


class NotCalled(Refused):
    """No table is called that waits for the player to say that they are there."""

    code = "not_called"


class CupNotFound(Refused):
    code = "cup_not_found"


class CupNotOpen(Refused):
    """The cup has started, or is over."""

    code = "cup_not_open"


class CupTooSmall(Refused):
    """Too few have entered to start the cup."""

    code = "cup_too_small"


class NotCupHost(Refused):
    """Only who has made a cup may start it, or call it off."""

    code = "not_cup_host"


class EntryNotFound(Refused):
    """The player is not in the cup, or has withdrawn from it."""

    code = "entry_not_found"


class TooManyCups(Refused):
    """The player has made, or is in, as many cups as one may at once."""

    code = "too_many_cups"


class TooManyFollows(Refused):
    """The player follows as many players as one may."""

    code = "too_many_follows"


class TooManyBlocks(Refused):
    """The player keeps as many others away as one may."""

    code = "too_many_blocks"


class TooManyMutes(Refused):
    """The player has muted as many others as one may."""

    code = "too_many_mutes"


class TakeBackAlreadyAsked(Refused):
    """A seat asks for a take-back already: it is agreed to, or refused, first."""

    code = "take_back_already_asked"


class TakeBackNotAsked(Refused):
    """No seat asks for a take-back, or a move was made since."""

    code = "take_back_not_asked"


class TakeBacksDeclined(Refused):
    """A player at the table agrees to no take-backs, or to none in a rated match."""

    code = "take_backs_declined"


class Silenced(Refused):
    """A moderator has silenced the player until some time."""

    code = "silenced"


class TooManyReports(Refused):
    """As many reports by the player wait for a moderator as may."""

    code = "too_many_reports"


class MessageNotFound(Refused):
    """There is no such message in the room, or not by the player who is reported."""

    code = "message_not_found"


class SanctionNotFound(Refused):
    code = "sanction_not_found"


class AlreadyAppealed(Refused):
    """Each decision of a moderator can be appealed once."""

    code = "already_appealed"


class MatchQuarantined(Refused):
    """The rules engine failed on this match; operators have been told and nothing was recorded."""

    code = "match_quarantined"


class DeadlinePassed(Refused):
    """The prompt's time was up before the move came."""

    code = "deadline_passed"


class StalePrompt(Refused):
    """The prompt is not open: it was answered, or never asked."""

    code = "stale_prompt"


class NotYourSeat(Refused):
    """The prompt is open, and asks another seat; or what was asked for is another seat's business."""

    code = "not_your_seat"


class TooBusy(Refused):
    """The request lost every race it was given, or found too many others waiting for the same.

    Nothing was recorded and it may be sent again.
    """

    code = "too_busy"


class Unavailable(Refused):
    """The service cannot do it now; another of its processes can, or this one later. Nothing was recorded."""

    code = "temporarily_unavailable"


class RulesUnknown(Unavailable):
    """This process does not know the rules that the match pins, or one of its events: newer code has made them."""


class WebhookNotFound(Refused):
    code = "webhook_not_found"


class DeliveryNotFound(Refused):
    code = "delivery_not_found"


class TooManyWebhooks(Refused):
    code = "too_many_webhooks"


class WebhookDisabled(Refused):
    """Its receiver has said that it is gone, or has failed for days; `reason` says which."""

    code = "webhook_disabled"


class SubscriptionNotFound(Refused):
    code = "subscription_not_found"


class PushNotOffered(Refused):
    """The service has no key to sign push messages with."""

    code = "push_not_offered"


class AddressNotAllowed(Refused):
    """Nothing is sent to this address: it is not public, not https, or not to be found; `reason` says which."""

    code = "address_not_allowed"


class NoEmail(Refused):
    code = "no_email"


class TooMuchMail(Refused):
    """Enough mail for a day was asked for: to the mailbox, by the player, or from the caller's network address."""

    code = "too_much_mail"


class QuotaExceeded(RefusedForNow):
    """The player, or the address they call from, has set as much going as they may; `params` say what of."""

    code = "quota_exceeded"


class MailTokenNotFound(Refused):
    """Nobody was sent this code, or it was used, has expired, or its account has another address now."""

    code = "mail_token_not_found"


class Invalid(Refused):
    """The request is not of its shape; `violations` says where."""

    code = "invalid_request"

    def __init__(self, violations: Sequence[Violation]) -> None:
        super().__init__()
        self.violations = tuple(violations[:MAX_VIOLATIONS])


class NotAllowed(Invalid):
    """The request is of its shape, and says what no shape can forbid; `violations` says where."""

    code = "value_not_allowed"


class InvalidMove(Invalid):
    code = "invalid_move"
