"""Which facts say nothing new: a hand that showed a word again, and holds its cards still."""

from collections import Counter
from collections.abc import Iterator, Sequence

from games.spell_a_spell.knowledge import Fact


def without_repetition(facts: Sequence[Fact], seat: int) -> tuple[Fact, ...]:
    """The facts without each `shown` that follows from facts before it; they allow the same courses.

    A table that refuses words is shown the same cards time and again, hundreds of times in a long run.
    """
    return tuple(_new(facts, seat))


def _new(facts: Sequence[Fact], seat: int) -> Iterator[Fact]:
    """`held` counts by seat the faces that its hand certainly holds, by what it has shown."""
    held: dict[int | None, Counter[str]] = {}
    for fact in facts:
        match fact.kind:
            case "shown":
                sure, faces = held.setdefault(fact.seat, Counter()), Counter(fact.faces)
                if all(sure[face] >= count for face, count in faces.items()):
                    continue
                sure |= faces
            case "laid":
                held.get(fact.seat, Counter()).subtract(fact.faces)
            case "taken" if seat not in (fact.seat, fact.target):
                held.pop(fact.target, None)
            case "taken" | "passed":
                # What the seat sees itself may leave fewer cards for what others have shown.
                held.clear()
        yield fact
