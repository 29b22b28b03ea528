"""When a run ends (SAS-41 to SAS-43, SAS-45, SAS-50)."""

from games.spell_a_spell.components.cards import SNOWBALL, faces
from games.spell_a_spell.lexicon.entries import SPECIAL, lexicon
from games.spell_a_spell.options import EVEN, Options
from games.spell_a_spell.outcome import FULL_ROUND, PASSES, SOLVER
from games.spell_a_spell.state import Table, left_of, place_of, still_in


def why_over(table: Table) -> str | None:
    """Why the run is over, looked at after each completed turn, or None: the endings in their order."""
    if passed_out(table):
        return PASSES
    return SOLVER if solved(table) else None


def why_over_after(table: Table, seat: int) -> str | None:
    """Why the run is over after the last turn that `seat` has for now, or None: a full round may end it too."""
    reason = why_over(table)
    return FULL_ROUND if reason is None and full_round(table, seat) else reason


def full_round(table: Table, seat: int) -> bool:
    """With even rounds: is the deck empty, and was the turn of `seat` the last of its round (SAS-50)?

    Rounds are counted from the dealer's left. A seat that has resigned ends no round, and begins none.
    """
    if table.options.rounds != EVEN or table.deck:
        return False
    return place_of(table, left_of(table, seat)) <= place_of(table, seat)


def passed_out(table: Table) -> bool:
    """Whether as many free passes in a row as seats still in drew no card because the deck was empty (SAS-42)."""
    return len(table.passes) >= len(still_in(table))


def solved(table: Table) -> bool:
    """With an empty deck and the option: can nobody make a word, and has nobody a snowball to regroup (SAS-43)?"""
    if table.options.end_check != SOLVER or table.deck:
        return False
    hands = [faces(table.players[seat].hand) for seat in still_in(table)]
    if any(SNOWBALL in hand for hand in hands):
        return False
    words, options = lexicon(table.options.lexicon), table.options
    gone = cast_for_good(table)
    return not any(words.can_make(hand, without=gone, imaginary=options.allow_imaginary) for hand in hands)


def cast_for_good(table: Table) -> frozenset[str]:
    """The words that may not come again in this run: none, or with `repeat=never` all but special ones (SAS-17)."""
    if table.options.repeat != "never":
        return frozenset()
    return frozenset(cast.key for cast in table.casts if cast.key not in SPECIAL)


def clauses_of_end(options: Options, reason: str) -> tuple[str, ...]:
    """The clauses that a run ended by."""
    ended = ("SAS-41", {PASSES: "SAS-42", SOLVER: "SAS-43", FULL_ROUND: "SAS-50"}[reason])
    return (*ended, "SAS-44") if options.runs == 1 else (*ended, "SAS-44", "SAS-45")
