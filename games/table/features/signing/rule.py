"""When a verifier accepts a key of a seat, and the signature of a move."""

from collections.abc import Callable, Mapping
from typing import Any

from games.core.codec import move_to_json
from games.core.moves import Resign
from games.table import seat_signatures
from games.table.claims import Envelope, is_count, is_no_move, is_written, need
from games.table.events import PLAYER
from games.table.seat_signatures import KEY, SIGNATURE, SignedPart
from games.table.standing import Standing
from games.table.state import ACTIVE, OPEN, SeatKey

MOST_KEYS = 8
UNSIGNED = "the seat signs its moves, and this one is not signed"


def bound(standing: Standing, envelope: Envelope) -> None:
    """The player of a seat binds a key that is theirs, before or while the match is played."""
    is_no_move(envelope)
    table, data, seat = standing.table, envelope["data"], envelope["seat"]
    need(table.status in (OPEN, ACTIVE), "the match is over")
    need(envelope["by"] == PLAYER, "players bind keys")
    need(seat in table.seated.keys() - table.bots.keys() - standing.gone, "no player sits there")
    key, known = data.get("key"), table.keys_of(seat)
    need(is_written(KEY, key) and is_written(SIGNATURE, data.get("proof")), "a key and its proof are hex")
    need(key not in known, "the seat has this key")
    need(len(known) < MOST_KEYS, f"a seat has at most {MOST_KEYS} keys")
    content = seat_signatures.of_key(envelope["match"], seat, key)
    need(seat_signatures.holds(key, data["proof"], content), "the key has not signed that it is bound")
    if "vouched" in data:
        _vouched(data["vouched"], known, content)


def _vouched(vouched: Any, known: list[str], content: bytes) -> None:
    shaped = isinstance(vouched, dict) and vouched.keys() == {"key", "signature"}
    need(shaped and is_written(SIGNATURE, vouched["signature"]), "a key is vouched for by a key and its signature")
    need(vouched["key"] in known, "no earlier key of the seat vouches for this one")
    need(
        seat_signatures.holds(vouched["key"], vouched["signature"], content), "the earlier key has not signed this one"
    )


def resigns_unsigned(standing: Standing, seat: int, by: str, move: Mapping[str, Any], signed: Any) -> bool:
    """Whether a seat that signs has resigned without a signature.

    That is how the seat of a player is given up whose account was deleted: nobody is left to sign, and the others do
    not wait for ever. A verifier lets it stand, and tells it.
    """
    return bool(by == PLAYER and standing.table.keys.get(seat) and signed is None and move == move_to_json(Resign()))


def signed_move(
    standing: Standing,
    envelope: Envelope,
    *,
    seat: int,
    by: str,
    move: Mapping[str, Any],
    signed: Any,
    hash_at: Callable[[int], str],
) -> SeatKey | None:
    """The key that has signed a move, None where the seat signs none or another than its player made it.

    `Broken` where a signature is missing, is not by a key of the seat, or was made for another moment of the match.
    `hash_at` tells the hash of an event before this one.
    """
    table = standing.table
    keys = table.keys.get(seat, ()) if by == PLAYER else ()
    if not keys:
        need(signed is None, "a signature stands beside moves alone that a player signs")
        return None
    need(signed is not None, UNSIGNED)
    need(_is_shaped(signed), "a signature is version, head and signature")
    version = signed["version"]
    need(version < envelope["version"], "the move was signed at an event that comes after it")
    need(version >= table.rewound_at, "the move was signed before moves were taken back")
    need(signed["head"] == hash_at(version), "the move was signed for another history")
    by_key = {one.key: one for one in keys}
    key = seat_signatures.signer(list(by_key), envelope["match"], seat, move, signed)
    need(key is not None, "the signature of the move is not by a key of its seat")
    return by_key[str(key)]


def _is_shaped(signed: Any) -> bool:
    shaped = isinstance(signed, dict) and signed.keys() == SignedPart.__required_keys__
    shaped = shaped and is_count(signed["version"]) and signed["version"] >= 1
    return shaped and is_written(KEY, signed["head"]) and is_written(SIGNATURE, signed["signature"])
