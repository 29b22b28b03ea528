"""The vocabulary of cards, chambers and areas (CAVE-R25); `chapters.interpreter` says what each word does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from games.cave.effects.passives import Passive
from games.cave.effects.values import Alignment, Chooser, Deck, Destination, Losable, OwnStat, Stat


@dataclass(frozen=True, slots=True)
class Gain:
    """CAVE-R25.1: `n` more of a stat, without a cap (CAVE-4.5)."""

    op: ClassVar[str] = "gain"
    clause: ClassVar[str] = "CAVE-R25.1"
    stat: Stat
    n: int


@dataclass(frozen=True, slots=True)
class Lose:
    """CAVE-R25.1: `n` less of a stat, never below its floor; endurance 0 is death (CAVE-4.3)."""

    op: ClassVar[str] = "lose"
    clause: ClassVar[str] = "CAVE-R25.1"
    stat: Stat
    n: int


@dataclass(frozen=True, slots=True)
class Heal:
    """CAVE-R25.2: up to `n` wounds cured, None is all of them; never above the healing cap."""

    op: ClassVar[str] = "heal"
    clause: ClassVar[str] = "CAVE-R25.2"
    n: int | None


@dataclass(frozen=True, slots=True)
class RaiseEndurance:
    """CAVE-R25.3: the healing cap and the endurance rise by `n`."""

    op: ClassVar[str] = "raise_endurance"
    clause: ClassVar[str] = "CAVE-R25.3"
    n: int


@dataclass(frozen=True, slots=True)
class LoseTurn:
    """CAVE-R25.4: `n` turns are lost; which ones depends on where the text stands (CAVE-10.2, CAVE-10.2a)."""

    op: ClassVar[str] = "lose_turn"
    clause: ClassVar[str] = "CAVE-R25.4"
    n: int


@dataclass(frozen=True, slots=True)
class Slow:
    """CAVE-R25.4: the next `n` moves are single steps without a die (CAVE-R22.7)."""

    op: ClassVar[str] = "slow"
    clause: ClassVar[str] = "CAVE-R25.4"
    n: int


@dataclass(frozen=True, slots=True)
class ForceDieMovement:
    """CAVE-R25.4: the next `n` moves are rolled, and the die decides at forks (CAVE-R22.7)."""

    op: ClassVar[str] = "force_die_movement"
    clause: ClassVar[str] = "CAVE-R25.4"
    n: int


@dataclass(frozen=True, slots=True)
class DrawSpells:
    """CAVE-R25.5: up to `n` spells are drawn, within the limit."""

    op: ClassVar[str] = "spell"
    clause: ClassVar[str] = "CAVE-R25.5"
    n: int


@dataclass(frozen=True, slots=True)
class DiscardCards:
    """CAVE-R25.6: `n` cards of a kind go to their discards, by the owner's choice or at random."""

    op: ClassVar[str] = "discard_cards"
    clause: ClassVar[str] = "CAVE-R25.6"
    what: Losable
    n: int
    who: Chooser


@dataclass(frozen=True, slots=True)
class Go:
    """CAVE-R25.7: carried elsewhere once the text and its card are done with; `area` only when `to` is "area"."""

    op: ClassVar[str] = "go"
    clause: ClassVar[str] = "CAVE-R25.7"
    to: Destination
    area: str | None = None


@dataclass(frozen=True, slots=True)
class Fight:
    """CAVE-R25.8: an enemy without a card, fought with strength or with power; `win` follows a victory."""

    op: ClassVar[str] = "fight"
    clause: ClassVar[str] = "CAVE-R25.8"
    by: OwnStat
    n: int
    win: Steps = ()


@dataclass(frozen=True, slots=True)
class OnDefeat:
    """CAVE-R25.9: what a victorious enemy does besides."""

    op: ClassVar[str] = "on_defeat"
    clause: ClassVar[str] = "CAVE-R25.9"
    steps: Steps


@dataclass(frozen=True, slots=True)
class OnVictory:
    """CAVE-R25.9: what beating this enemy brings besides."""

    op: ClassVar[str] = "on_victory"
    clause: ClassVar[str] = "CAVE-R25.9"
    steps: Steps


@dataclass(frozen=True, slots=True)
class Branch:
    """The faces `low` to `high` of a die, and what they bring."""

    low: int
    high: int
    steps: Steps


@dataclass(frozen=True, slots=True)
class Roll:
    """CAVE-R25.10: a die picks one branch; the branches cover each face once."""

    op: ClassVar[str] = "roll"
    clause: ClassVar[str] = "CAVE-R25.10"
    branches: tuple[Branch, ...]

    def branch_of(self, face: int) -> int:
        """The number of the branch, from 0, that a face of the die picks."""
        return next(number for number, branch in enumerate(self.branches) if branch.low <= face <= branch.high)


@dataclass(frozen=True, slots=True)
class StatTest:
    """CAVE-R25.11: passed when two dice come to no more than the total of `stat`."""

    op: ClassVar[str] = "test"
    clause: ClassVar[str] = "CAVE-R25.11"
    stat: OwnStat
    ok: Steps
    fail: Steps


@dataclass(frozen=True, slots=True)
class Choose:
    """CAVE-R25.12: the adventurer picks one option; the mildest stands last."""

    op: ClassVar[str] = "choose"
    clause: ClassVar[str] = "CAVE-R25.12"
    options: tuple[Steps, ...]


@dataclass(frozen=True, slots=True)
class Pay:
    """CAVE-R25.13: an offer: `n` gold for the steps."""

    op: ClassVar[str] = "pay"
    clause: ClassVar[str] = "CAVE-R25.13"
    n: int
    steps: Steps


@dataclass(frozen=True, slots=True)
class Case:
    """What an adventurer of this alignment gets."""

    alignment: Alignment
    steps: Steps


@dataclass(frozen=True, slots=True)
class If:
    """CAVE-R25.14: the first case that fits; nothing when none does."""

    op: ClassVar[str] = "if"
    clause: ClassVar[str] = "CAVE-R25.14"
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class EachAll:
    """CAVE-R25.15: every living adventurer, in turn order from the one on turn."""

    op: ClassVar[str] = "each_all"
    clause: ClassVar[str] = "CAVE-R25.15"
    steps: Steps


@dataclass(frozen=True, slots=True)
class Target:
    """CAVE-R25.16: the adventurer named with the cast."""

    op: ClassVar[str] = "target"
    clause: ClassVar[str] = "CAVE-R25.16"
    steps: Steps


@dataclass(frozen=True, slots=True)
class Peek:
    """CAVE-R25.17: see the top `n` cards of a stack, alone."""

    op: ClassVar[str] = "peek"
    clause: ClassVar[str] = "CAVE-R25.17"
    deck: Deck
    n: int


@dataclass(frozen=True, slots=True)
class PeekReorder:
    """CAVE-R25.17: see the top `n` cards of the stack named with the cast, and put them back in any order."""

    op: ClassVar[str] = "peek_reorder"
    clause: ClassVar[str] = "CAVE-R25.17"
    n: int


@dataclass(frozen=True, slots=True)
class BonusNextTest:
    """CAVE-R25.18: `n` more on the next test, gate attempt or first trial roll, then gone."""

    op: ClassVar[str] = "bonus_next_test"
    clause: ClassVar[str] = "CAVE-R25.18"
    n: int


@dataclass(frozen=True, slots=True)
class Stay:
    """CAVE-R25.19: the card remains lying."""

    op: ClassVar[str] = "stay"
    clause: ClassVar[str] = "CAVE-R25.19"


@dataclass(frozen=True, slots=True)
class Discard:
    """CAVE-R25.19: the card goes to its discard."""

    op: ClassVar[str] = "discard"
    clause: ClassVar[str] = "CAVE-R25.19"


@dataclass(frozen=True, slots=True)
class Nothing:
    """CAVE-R25.19: nothing happens."""

    op: ClassVar[str] = "none"
    clause: ClassVar[str] = "CAVE-R25.19"


@dataclass(frozen=True, slots=True)
class Evade:
    """CAVE-R25.23: all attackers are evaded, adventurers too."""

    op: ClassVar[str] = "evade"
    clause: ClassVar[str] = "CAVE-R25.23"


@dataclass(frozen=True, slots=True)
class AddPowerToStrength:
    """CAVE-R25.24a: the total power is added to the caster's sum in a strength fight."""

    op: ClassVar[str] = "add_power_to_strength"
    clause: ClassVar[str] = "CAVE-R25.24a"


@dataclass(frozen=True, slots=True)
class GateOpen:
    """CAVE-R18.2a: a gate next to the caster opens."""

    op: ClassVar[str] = "gate_open"
    clause: ClassVar[str] = "CAVE-R18.2a"


@dataclass(frozen=True, slots=True)
class CancelSpell:
    """CAVE-R25.24: the spell just cast does nothing."""

    op: ClassVar[str] = "cancel_spell"
    clause: ClassVar[str] = "CAVE-R25.24"


@dataclass(frozen=True, slots=True)
class SetAside:
    """CAVE-R25.25: not in play when Cave stands alone."""

    op: ClassVar[str] = "set_aside"
    clause: ClassVar[str] = "CAVE-R25.25"


@dataclass(frozen=True, slots=True)
class Infirmary:
    """CAVE-R25.25: here wounds may be cured (CAVE-4.6)."""

    op: ClassVar[str] = "infirmary"
    clause: ClassVar[str] = "CAVE-R25.25"


Change = Gain | Lose | Heal | RaiseEndurance | LoseTurn | Slow | ForceDieMovement | BonusNextTest
CardStep = DrawSpells | DiscardCards | Peek | PeekReorder | Stay | Discard
Branching = Roll | StatTest | Choose | Pay | If | EachAll | Target
AfterFight = OnDefeat | OnVictory
SpellStep = Evade | AddPowerToStrength | GateOpen | CancelSpell
Mark = SetAside | Infirmary
Active = Change | CardStep | Branching | Go | Fight | Nothing
Step = Active | AfterFight | Passive | SpellStep | Mark
Steps = tuple[Step, ...]
