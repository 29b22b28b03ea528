"""The event that binds a key to a seat."""

from dataclasses import dataclass

from games.table.events import PLAYER, TableEvent
from games.table.seat_signatures import KeyBoundData, VouchPart


@dataclass(frozen=True, kw_only=True)
class KeyBound(TableEvent):
    """The seat's player signs moves with this `key` from now on (Ed25519, in hex); earlier keys stay good.

    `proof` is the key's own signature of the binding. `vouched` is an earlier key's, where the player still has one:
    without it nobody can tell a second device, or a lost key, from somebody else's key.
    """

    type = "key_bound"

    by: str = PLAYER
    key: str
    proof: str
    vouched: VouchPart | None = None

    @property
    def data(self) -> KeyBoundData:
        data: KeyBoundData = {"key": self.key, "proof": self.proof}
        if self.vouched is not None:
            data["vouched"] = self.vouched
        return data
