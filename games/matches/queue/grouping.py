"""Which of the players who wait sit down together. Pure: takes wishes in order of waiting and returns groups."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

# So many times somebody is tried at a table for one who waits longest; where many keep many apart it ends there.
MOST_TRIES = 2_000


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """One who waits, for a table of `least` to `most` seats.

    With a `bot`, bots may take seats there once the wait `has_waited` as long as the player wanted. Those `rated` sit
    with each other alone. `rating` is the player's in the game, and `within` how far those of others may be away from
    it. `reliability` is how many percent of their matches the player has played to the end, and `least_reliability`
    what they ask of others. None asks for nothing.
    """

    player: str
    least: int
    most: int
    bot: str = ""
    has_waited: bool = False
    rated: bool = False
    rating: int = 0
    within: int | None = None
    reliability: int = 100
    least_reliability: int | None = None


@dataclass(frozen=True, kw_only=True)
class Group:
    """Who sits down together, longest waiting first, at how many seats; a bot is on each that is left."""

    members: tuple[Waiting, ...]
    seats: int
    bot: str = ""


def groups(waiting: Sequence[Waiting], apart: Collection[frozenset[str]]) -> Iterator[Group]:
    """The groups of those who wait, who are given longest waiting first; nobody is in two.

    Who waits longest is seated first, at the smallest table that can be filled, with those who wait longest among whom
    they can sit with. `apart` are the pairs that sit at no table together. A player is in no group twice.
    """
    left = list(waiting)
    while left:
        group = _group_of(left[0], left[1:], apart)
        taken = {id(left[0])} if group is None else set(map(id, group.members))
        left = [one for one in left if id(one) not in taken]
        if group is not None:
            yield group


def _group_of(first: Waiting, others: Sequence[Waiting], apart: Collection[frozenset[str]]) -> Group | None:
    for seats in range(first.least, first.most + 1):
        able = [one for one in others if one.least <= seats <= one.most and _fits(one, [first], apart)]
        found = _filled([first], able, seats, apart, count())
        if found is not None:
            return Group(members=tuple(found), seats=seats)
    return _with_bots(first, others, apart) if first.has_waited and first.bot else None


def _filled(
    chosen: list[Waiting], able: Sequence[Waiting], seats: int, apart: Collection[frozenset[str]], tries: Iterator[int]
) -> list[Waiting] | None:
    """Those chosen and the first of `able` who fit with them all; None where no choice fills the table."""
    if len(chosen) == seats:
        return chosen
    for place, one in enumerate(able):
        if len(able) - place < seats - len(chosen) or next(tries) >= MOST_TRIES:
            return None
        if _fits(one, chosen, apart):
            found = _filled([*chosen, one], able[place + 1 :], seats, apart, tries)
            if found is not None:
                return found
    return None


def _fits(one: Waiting, chosen: Sequence[Waiting], apart: Collection[frozenset[str]]) -> bool:
    return all(_may_sit(one, other) and frozenset((one.player, other.player)) not in apart for other in chosen)


def _may_sit(one: Waiting, other: Waiting) -> bool:
    """Whether two players are not the same, and what either asks of the other is there."""
    away = abs(one.rating - other.rating)
    return (
        one.player != other.player
        and one.rated == other.rated
        and all(this.within is None or away <= this.within for this in (one, other))
        and one.reliability >= (other.least_reliability or 0)
        and other.reliability >= (one.least_reliability or 0)
    )


def _with_bots(first: Waiting, others: Sequence[Waiting], apart: Collection[frozenset[str]]) -> Group:
    """A table for those who take bots too: of all sizes the one with the most people, the smallest of these."""
    best = Group(members=(first,), seats=first.least, bot=first.bot)
    for seats in range(first.least, first.most + 1):
        chosen = [first]
        for one in others:
            if len(chosen) < seats and one.bot and one.least <= seats <= one.most and _fits(one, chosen, apart):
                chosen.append(one)
        if len(chosen) > len(best.members):
            best = Group(members=tuple(chosen), seats=seats, bot=first.bot)
    return best
