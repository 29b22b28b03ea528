"""Death, who comes after, and the last one left (CAVE-4.3, CAVE-R21.2, CAVE-R24)."""

from games.cave.agenda.jobs import CountCards
from games.cave.chapters.setup import deal_random
from games.cave.draft import Draft
from games.cave.events.course import AdventurerDied, LastSurvivorRemained, SeatEliminated
from games.cave.state import in_play

REPLACED = ("CAVE-4.3", "CAVE-4.3b", "CAVE-R24.3")


def die(draft: Draft, seat: int, rules: tuple[str, ...] = ()) -> None:
    """The adventurer dies on the spot; a new one enters, or the player is out (CAVE-4.3, CAVE-R24.1 to R24.3).

    In the variant without elimination a new one always enters. This may end the match: a caller writes nothing after
    it.
    """
    leave_body(draft, seat, rules)
    if draft.board.crystal_area is None or not draft.board.eliminates:
        deal_random(draft, seat, rules=REPLACED)
    else:
        draft.write(SeatEliminated(seat=seat))
        judge_survivors(draft)


def leave_body(draft: Draft, seat: int, rules: tuple[str, ...] = ()) -> None:
    """Record the death; what was under way is dropped, and so is the rest of the own turn (CAVE-R24.1, CAVE-R24.2)."""
    hero = draft.board.hero(seat)
    draft.write(
        AdventurerDied(
            seat=seat,
            character=hero.character,
            area=hero.area,
            spells=hero.spells,
            rules=("CAVE-4.3", "CAVE-4.3a", "CAVE-R24.1", *rules),
        )
    )
    if draft.board.turn is not None and draft.board.turn.seat == seat:
        draft.drop()
    draft.agenda = [task for task in draft.agenda if not (isinstance(task, CountCards) and task.seat == seat)]


def judge_survivors(draft: Draft) -> None:
    """The last player left wins (CAVE-R21.2)."""
    left = in_play(draft.board)
    if len(left) == 1:
        draft.write(LastSurvivorRemained(winner=left[0]))
