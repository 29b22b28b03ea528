"""What tests of kernels need: stacked draws, and the contract suite that every game passes.

`gather(game, terms)` plays matches; each function in `CHECKS` holds one claim against them and raises
`ContractBroken`, whose message says what is wrong and where. Nothing here needs Django or a database.
"""

from games.core.testing.claims import ContractBroken
from games.core.testing.contract import CHECKS, Check, check_contract, fingerprint
from games.core.testing.playing import Evidence, Pool, Terms, gather
from games.core.testing.stacked import StackedChance

__all__ = [
    "CHECKS",
    "Check",
    "ContractBroken",
    "Evidence",
    "Pool",
    "StackedChance",
    "Terms",
    "check_contract",
    "fingerprint",
    "gather",
]
