"""What rises and falls: strength, power, endurance, gold, and the penalties to come (CAVE-R25.1 to CAVE-R25.4)."""

from games.cave.chapters.death import die
from games.cave.components import ownership
from games.cave.components.characters import characters_of
from games.cave.draft import Draft
from games.cave.effects.passives import Immune
from games.cave.effects.values import Stat
from games.cave.events.incidents import BonusSet, PenaltySet, StatChanged
from games.cave.state import Adventurer, Board

# Where a lost turn takes the rest of the present one too; after a lost fight the turn ends anyway (CAVE-10.2a).
ENDING_THE_TURN = ("area", "chamber", "stranger", "place")


def gain(draft: Draft, seat: int, stat: Stat, count: int, rules: tuple[str, ...], source: str | None = None) -> bool:
    """`count` more, without a cap (CAVE-4.5); whether anything changed. `source` is the one thing that brings it."""
    return _change(draft, seat, stat, value(draft.board.hero(seat), stat) + count, rules, source)


def lose(draft: Draft, seat: int, stat: Stat, count: int, rules: tuple[str, ...], source: str | None = None) -> bool:
    """`count` less, never below the floor (CAVE-1.3, CAVE-2.3); whether anything changed.

    Endurance 0 is death (CAVE-4.3), which may end the match: a caller writes nothing after it.
    """
    hero = draft.board.hero(seat)
    changed = _change(draft, seat, stat, max(floor(draft.board, hero, stat), value(hero, stat) - count), rules, source)
    if stat == "endurance" and draft.board.hero(seat).endurance == 0:
        die(draft, seat)
    return changed


def heal(draft: Draft, seat: int, count: int | None, rules: tuple[str, ...], source: str | None = None) -> bool:
    """Cure up to `count` wounds, None is all of them, never above the healing cap (CAVE-4.6)."""
    hero = draft.board.hero(seat)
    wounds = max(0, hero.cap - hero.endurance)
    cured = wounds if count is None else min(wounds, count)
    return _change(draft, seat, "endurance", hero.endurance + cured, rules, source)


def raise_cap(draft: Draft, seat: int, count: int, rules: tuple[str, ...], source: str) -> None:
    """The healing cap and the endurance rise together (CAVE-4.6d, CAVE-R25.3)."""
    cap = draft.board.hero(seat).cap
    draft.write(StatChanged(seat=seat, stat="healing_cap", before=cap, after=cap + count, source=source, rules=rules))
    gain(draft, seat, "endurance", count, rules, source)


def lose_turn(draft: Draft, seat: int, count: int, origin: str, rules: tuple[str, ...], source: str) -> None:
    """Turns to be skipped (CAVE-10.2, CAVE-10.2a).

    An event on one's own turn takes the present turn as the first of them; an area, a chamber, a stranger or a place
    takes the rest of it as well.
    """
    own = draft.board.turn is not None and draft.board.turn.seat == seat
    skipped = count - 1 if own and origin == "event" else count
    if skipped:
        _add_penalty(draft, seat, "lose_turn", skipped, rules, source)
    if own and origin in ("event", *ENDING_THE_TURN):
        draft.drop()


def slow(draft: Draft, seat: int, count: int, rules: tuple[str, ...], source: str) -> bool:
    """Single steps for the next moves; the immune are not slowed (CAVE-R22.7, CAVE-R22.7a)."""
    if ownership.has(draft.board.hero(seat).owned, Immune):
        return False
    _add_penalty(draft, seat, "slow", count, rules, source)
    return True


def force_die(draft: Draft, seat: int, count: int, rules: tuple[str, ...], source: str) -> None:
    """The die decides the next moves and their forks (CAVE-R22.7)."""
    _add_penalty(draft, seat, "force_die", count, rules, source)


def _add_penalty(draft: Draft, seat: int, penalty: str, count: int, rules: tuple[str, ...], source: str) -> None:
    before = getattr(draft.board.hero(seat), penalty)
    after = before + count
    draft.write(PenaltySet(seat=seat, penalty=penalty, before=before, after=after, source=source, rules=rules))


def tick(draft: Draft, seat: int, penalty: str) -> None:
    """One of the moves that a penalty is about is under way (CAVE-R22.7)."""
    before = getattr(draft.board.hero(seat), penalty)
    rules = ("CAVE-R22.7",)
    draft.write(PenaltySet(seat=seat, penalty=penalty, before=before, after=before - 1, rules=rules))


def set_bonus(draft: Draft, seat: int, count: int, source: str) -> None:
    """More for the next test, gate attempt or first trial (CAVE-R25.18)."""
    before = draft.board.hero(seat).bonus
    draft.write(BonusSet(seat=seat, before=before, after=before + count, source=source))


def value(hero: Adventurer, stat: Stat) -> int:
    """The adventurer's own strength or power, endurance, or gold."""
    match stat:
        case "strength":
            return hero.strength
        case "power":
            return hero.power
        case "endurance":
            return hero.endurance
        case "gold":
            return hero.gold


def floor(board: Board, hero: Adventurer, stat: Stat) -> int:
    """The least a stat can fall to: strength and power their starting values, the others nothing."""
    if stat == "strength":
        return characters_of(board.rules)[hero.character].strength
    return characters_of(board.rules)[hero.character].power if stat == "power" else 0


def _change(draft: Draft, seat: int, stat: Stat, after: int, rules: tuple[str, ...], source: str | None) -> bool:
    before = value(draft.board.hero(seat), stat)
    if before == after:
        return False
    draft.write(StatChanged(seat=seat, stat=stat, before=before, after=after, source=source, rules=rules))
    return True
