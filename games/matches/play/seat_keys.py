"""Binds keys to a player's seat, and checks the signatures of its moves with them."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.core.json import JSON
from games.matches.autoplay import timeouts
from games.matches.errors import (
    KeyAlreadyBound,
    MatchNotActive,
    NotSeated,
    SignatureInvalid,
    SignatureRequired,
    TooManyKeys,
)
from games.matches.stream.commands import Appended, execute, request
from games.matches.stream.drafts import Plan, plan
from games.matches.stream.guards import check_not_quarantined, seat_of
from games.matches.stream.loading import Loaded
from games.table import seat_signatures
from games.table.features.signing.events import KeyBound
from games.table.features.signing.rule import MOST_KEYS
from games.table.seat_signatures import SignedPart, VouchPart
from games.table.state import ACTIVE, OPEN

# Why a signature is refused.
NO_KEY, OTHER_HISTORY, TAKEN_BACK, NOT_BY_KEY = "no_key", "other_history", "taken_back", "not_by_key"


@dataclass(frozen=True, kw_only=True)
class Binding:
    """A key for a seat, its own signature of the binding, and that of an earlier key where there is one (hex)."""

    key: str
    proof: str
    vouched: VouchPart | None


def bind(match_id: str, player: str, binding: Binding, *, key: str | None) -> Appended:
    """From now on the player's own moves are refused unless a key of the seat has signed them.

    Raises `NotSeated`, `MatchNotActive` after the end, `MatchQuarantined`, `KeyAlreadyBound`, `TooManyKeys`, and
    `SignatureInvalid` where a signature of the binding does not hold.
    """

    def judge(loaded: Loaded) -> Plan:
        seat = _seat(loaded, player)
        known = loaded.match.table.keys_of(seat)
        if binding.key in known:
            raise KeyAlreadyBound
        if len(known) >= MOST_KEYS:
            raise TooManyKeys(most=MOST_KEYS)
        # No quota and no length of the match refuses this, because without a key the player could not go on.
        _check_binding(match_id, seat, binding, known)
        return plan(KeyBound(seat=seat, key=binding.key, proof=binding.proof, vouched=binding.vouched))

    return execute(request(match_id, player, "bind key", vars(binding), key=key), judge)


def _seat(loaded: Loaded, player: str) -> int:
    seat, match = seat_of(loaded, player), loaded.match
    if match.table.status not in (OPEN, ACTIVE):
        raise MatchNotActive(status=match.table.status)
    check_not_quarantined(loaded)
    if seat in match.gone:
        raise NotSeated
    timeouts.play_first(loaded)
    return seat


def _check_binding(match_id: str, seat: int, binding: Binding, known: list[str]) -> None:
    content, vouched = seat_signatures.of_key(match_id, seat, binding.key), binding.vouched
    if not seat_signatures.holds(binding.key, binding.proof, content):
        raise SignatureInvalid(reason=NOT_BY_KEY)
    if vouched is None:
        return
    if vouched["key"] not in known:
        raise SignatureInvalid(reason=NO_KEY)
    if not seat_signatures.holds(vouched["key"], vouched["signature"], content):
        raise SignatureInvalid(reason=NOT_BY_KEY)


def is_locked_out(loaded: Loaded, seat: int) -> bool:
    """Whether a seat that signs can bind no further key; without all of them its player may then resign unsigned."""
    return len(loaded.match.table.keys.get(seat, ())) >= MOST_KEYS


def check_signed(loaded: Loaded, seat: int, move: Mapping[str, JSON], signed: SignedPart | None) -> None:
    """Refuse a player's move if its seat signs and the signature is missing or wrong: `SignatureRequired`,
    `SignatureInvalid`.
    """
    match = loaded.match
    keys = match.table.keys_of(seat)
    if signed is None:
        if keys:
            raise SignatureRequired
        return
    if not keys:
        raise SignatureInvalid(reason=NO_KEY)
    if signed["version"] < match.table.rewound_at:
        raise SignatureInvalid(reason=TAKEN_BACK)
    if signed["head"] != _hash_at(loaded, signed["version"]):
        raise SignatureInvalid(reason=OTHER_HISTORY)
    if seat_signatures.signer(keys, match.id, seat, move, signed) is None:
        raise SignatureInvalid(reason=NOT_BY_KEY)


def _hash_at(loaded: Loaded, version: int) -> str | None:
    """The hash of the match's event of this version, in hex; None if there is no such event."""
    head = loaded.match.head
    if version == head.version:
        return head.hash.hex()
    found = loaded.events_between(version - 1, version) if version < head.version else ()
    return found[0].hash.hex() if found else None
