"""What an app asks of a player on the page, and what becomes of the player's answer.

An app's address is told only where it is one that the app has registered: nobody is sent anywhere else.
"""

from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from django.conf import settings
from django.db import transaction
from oauthlib.oauth2.rfc6749 import errors

from api.oauth import user_codes
from api.oauth.protocol import SERVER
from games.matches.accounts import app_access, bot_accounts, players
from games.matches.errors import AuthorizationRefused, DeviceCodeNotFound
from games.matches.models.third_parties import App, AppDevice

# Others are passed over (RFC 6749, section 3.1).
KNOWN = (
    "client_id",
    "redirect_uri",
    "response_type",
    "scope",
    "state",
    "code_challenge",
    "code_challenge_method",
)
UNKNOWN_CLIENT = (errors.MissingClientIdError, errors.InvalidClientIdError)
UNKNOWN_ADDRESS = (errors.MissingRedirectURIError, errors.InvalidRedirectURIError, errors.MismatchingRedirectURIError)


class Consent(NamedTuple):
    """What an app asks for; where its user goes back to, by device nowhere.

    With a `refusal` nothing can be agreed to: it is the address that tells the app why.
    """

    app: App
    scopes: list[str]
    redirect_uri: str | None
    refusal: str | None


def asked(query: str) -> Consent:
    """What the query of an address at which an app's user has arrived asks for; `AuthorizationRefused`."""
    address = _address(query)
    try:
        scopes, told = SERVER.validate_authorization_request(address)
    except errors.FatalClientError as error:
        raise _refused(error) from None
    except errors.OAuth2Error as error:
        # The app and its address are good, and what it asks for is not.
        found = App.objects.select_related("user").get(client_id=error.client_id)
        return Consent(found, [], error.redirect_uri, _from_us(error.in_uri(error.redirect_uri)))
    app = told["request"].client
    return Consent(app, app_access.scopes_in(" ".join(scopes)), told["redirect_uri"], None)


def answered(query: str, player_id: str, *, accept: bool) -> str:
    """Where the app's user goes back to, with a code or without; `AuthorizationRefused`, `PeopleOnly`."""
    bot_accounts.check_person(player_id)
    found = asked(query)
    if found.refusal is not None:
        return found.refusal
    assert found.redirect_uri is not None
    if not accept:
        state = dict(parse_qsl(query, keep_blank_values=True)).get("state")
        return _from_us(errors.AccessDeniedError(state=state).in_uri(found.redirect_uri))
    with transaction.atomic():
        credentials = {"user": players.locked(player_id)}
        headers, _, _ = SERVER.create_authorization_response(
            _address(query), scopes=found.scopes, credentials=credentials
        )
    return _from_us(headers["Location"])


def asked_by_device(user_code: str) -> Consent:
    """What the device asks for that shows this code; `DeviceCodeNotFound`."""
    found = user_codes.waiting(user_code).first()
    if found is None:
        raise DeviceCodeNotFound
    return Consent(found.application, app_access.scopes_in(found.scope), None, None)


@transaction.atomic
def answer_device(user_code: str, player_id: str, *, accept: bool) -> None:
    """Let the device that shows this code act for a player, or not; `DeviceCodeNotFound`, `PeopleOnly`."""
    bot_accounts.check_person(player_id)
    players.locked(player_id)
    status = AppDevice.AUTHORIZED if accept else AppDevice.DENIED
    if not user_codes.waiting(user_code).update(user_id=player_id, status=status):
        raise DeviceCodeNotFound


def _address(query: str) -> str:
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=100)
    except ValueError:
        raise AuthorizationRefused(reason="request") from None
    known = [(name, value) for name, value in pairs if name in KNOWN]
    is_garbled = any(ord(letter) < 0x20 or letter == "\x7f" for _, value in known for letter in value)
    if is_garbled or len({name for name, _ in known}) < len(known):
        raise AuthorizationRefused(reason="request")
    return "/oauth/authorize?" + urlencode(known)


def _refused(error: errors.FatalClientError) -> AuthorizationRefused:
    kinds = (("client_id", UNKNOWN_CLIENT), ("redirect_uri", UNKNOWN_ADDRESS))
    return AuthorizationRefused(reason=next((name for name, kind in kinds if isinstance(error, kind)), "request"))


def _from_us(uri: str) -> str:
    """The address with our name: an app that asks several servers knows who has answered (RFC 9207)."""
    found = urlsplit(uri)
    said = [(name, value) for name, value in parse_qsl(found.query, keep_blank_values=True) if name != "iss"]
    return urlunsplit(found._replace(query=urlencode([*said, ("iss", settings.PUBLIC_URL)])))
