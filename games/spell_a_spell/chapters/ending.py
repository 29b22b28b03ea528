"""When a run ends (SAS-41 to SAS-43, SAS-45)."""

from games.spell_a_spell.components.cards import SNOWBALL, faces
from games.spell_a_spell.lexicon.entries import SPECIAL, lexicon
from games.spell_a_spell.options import Options
from games.spell_a_spell.outcome import PASSES, SOLVER
from games.spell_a_spell.state import Table, still_in


def why_over(table: Table) -> str | None:
    """Why the run is over, looked at after each completed turn, or None: the endings in their order."""
    if passed_out(table):
        return PASSES
    return SOLVER if solved(table) else None


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
    ended = ("SAS-41", "SAS-42") if reason == PASSES else ("SAS-41", "SAS-43")
    return (*ended, "SAS-44") if options.runs == 1 else (*ended, "SAS-44", "SAS-45")
