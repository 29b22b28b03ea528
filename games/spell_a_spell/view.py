"""What one seat, or a spectator, may know: built up from nothing."""

from collections import Counter

from games.core.json import JSON
from games.spell_a_spell.cards import EFFECTS, faces
from games.spell_a_spell.scoring import outcome
from games.spell_a_spell.snowballs import takes_at_most
from games.spell_a_spell.state import (
    Dealing,
    Defending,
    Finished,
    Replying,
    RunOver,
    Spelling,
    State,
    Table,
    Thrown,
    Turn,
    Voting,
    on_turn,
)

PHASES = {
    Dealing: "dealing",
    Turn: "turn",
    Voting: "word_vote",
    Thrown: "snowball",
    Defending: "snowball_defence",
    Replying: "snowball_reply",
    RunOver: "run_over",
    Finished: "finished",
}


def view(state: State, seat: int | None) -> dict[str, JSON]:
    """The table as `seat` sees it.

    Only the hands that the viewer may see have a `hand`, only its own score pile a `score_pile`, and only `your_vote`
    tells of a vote before it closes. `hand_size` is how many cards a seat holds and `hand_limit` up to how many it
    fills up. `deck_size`, the hands, the score piles of this run, `discard` and a proposed word are all 90 cards.
    """
    table = state.table
    return {
        "phase": PHASES[type(state)],
        "run": table.run,
        "runs": table.options.runs,
        "dealer": table.dealer,
        "turn": on_turn(state),
        "spell": _spell(table),
        "players": [_player(table, owner, seat) for owner in range(table.seats)],
        "deck_size": len(table.deck),
        "discard": _discard(table),
        "words": [_word(cast) for cast in table.casts],
        "agreed": table.agreed,
        "idle_passes": len(table.passes),
        "refused_words": state.refused if isinstance(state, Turn | Voting) else 0,
        "proposed": _proposed(state),
        "your_vote": _own_vote(state, seat),
        "snowball": _snowball(state),
        "outcome": _outcome(state),
    }


def _player(table: Table, owner: int, viewer: int | None) -> dict[str, JSON]:
    player = table.players[owner]
    open_here = table.options.open_hands or owner == viewer
    return {
        "seat": owner,
        "hand": player.hand if open_here else None,
        "hand_size": len(player.hand),
        "hand_limit": player.hand_size,
        "score_pile": player.pile if owner == viewer else None,
        "score_pile_size": len(player.pile),
        "score": player.score,
        "bewitched": player.bewitched,
        "resigned": player.resigned,
    }


def _spell(table: Table) -> dict[str, JSON] | None:
    spell = table.spell
    if spell is None:
        return None
    return {"word": spell.word, "length": len(spell.key), "caster": spell.caster, "on": spell.on}


def _discard(table: Table) -> dict[str, JSON]:
    """How many of each effect card lie in the discard pile: which of the same ones would tell too much."""
    lying = Counter(faces(table.discard))
    return {effect: lying[effect] for effect in EFFECTS}


def _word(cast: Spelling) -> dict[str, JSON]:
    return {"seat": cast.seat, "word": cast.word, "length": len(cast.key), "fogs": cast.fogs}


def _proposed(state: State) -> dict[str, JSON] | None:
    if not isinstance(state, Voting):
        return None
    voted = [seat for seat in state.voters if seat not in state.missing]
    return {**_word(state.proposed), "voters": state.voters, "voted": voted}


def _own_vote(state: State, seat: int | None) -> str | None:
    if not isinstance(state, Voting) or seat not in state.voters:
        return None
    return state.votes[state.voters.index(seat)]


def _snowball(state: State) -> dict[str, JSON] | None:
    if not isinstance(state, Thrown | Defending | Replying):
        return None
    throw = state.throw
    return {
        "initiator": throw.initiator,
        "thief": throw.thief,
        "target": throw.target,
        "number": throw.number,
        "takes": takes_at_most(state.table.options, throw.number),
    }


def _outcome(state: State) -> dict[str, JSON] | None:
    ended = outcome(state)
    if ended is None:
        return None
    return {"reason": ended.reason, "ranking": ended.ranking, "winners": ended.winners}
