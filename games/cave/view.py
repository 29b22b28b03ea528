"""What one seat, or a spectator, may know: built up from nothing (CAVE-R23.13)."""

from games.cave.agenda.tasks import to_json
from games.cave.chapters.totals import object_limit, spell_limit, total
from games.cave.components.areas import AREAS
from games.cave.components.card import Deck
from games.cave.components.cards import CRYSTAL, DECKS, set_aside_of
from games.cave.outcome import outcome
from games.cave.state import Adventurer, Asking, Board, Finished, State
from games.core.json import JSON


def view(state: State, seat: int | None) -> dict[str, JSON]:
    """The table as `seat` sees it; only `your_spells` and `you_have_seen` differ between viewers.

    Discards have their newest card last, an area's `lying` cards their oldest first. `you_have_seen` holds, by stack,
    the cards from the top down, null for one that the viewer has not seen. `asked` tells what is asked of whom and,
    under `about`, the public terms of the question: the card to be taken, the text to choose from, the fight.
    """
    board = state.board
    return {
        "phase": "finished" if isinstance(state, Finished) else "playing" if board.turn else "set_up",
        "round": board.round,
        "max_rounds": board.max_rounds,
        "first_seat": board.first_seat,
        "turn": board.turn.seat if board.turn else None,
        "asked": _asked(state),
        "adventurers": [_adventurer(board, owner) for owner in range(board.seats)],
        "areas": {area.id: _area(board, area.id) for area in AREAS if _has_something(board, area.id)},
        "gates_open": board.gates_open,
        "crystal_area": board.crystal_area,
        "crystal": _crystal(board),
        "stacks": {deck: board.pile(deck).size for deck in DECKS},
        "discards": {deck: board.pile(deck).discard for deck in DECKS},
        "set_aside": {deck: _set_aside(deck) for deck in DECKS},
        "being_cast": board.being_cast,
        "unused_characters": board.pool,
        "your_spells": _spells(board, seat),
        "you_have_seen": {deck: _seen(board, deck, seat) for deck in DECKS if _seen(board, deck, seat)},
        "outcome": _outcome(state),
    }


def _adventurer(board: Board, seat: int) -> dict[str, JSON]:
    hero = board.adventurers[seat]
    return {"seat": seat, "out": board.out[seat], **(_hero(board, seat, hero) if hero else {"character": None})}


def _hero(board: Board, seat: int, hero: Adventurer) -> dict[str, JSON]:
    return {
        "character": hero.character,
        "area": hero.area,
        "entered_from": hero.entered_from,
        "strength": hero.strength,
        "power": hero.power,
        "total_strength": total(board, seat, "strength", "always"),
        "total_power": total(board, seat, "power", "always"),
        "endurance": hero.endurance,
        "healing_cap": hero.cap,
        "gold": hero.gold,
        "objects": hero.objects,
        "object_limit": object_limit(board, seat),
        "friends": hero.friends,
        "spell_count": len(hero.spells),
        "spell_limit": spell_limit(board, seat),
        "trophies": hero.trophies,
        "cave_cards": hero.cave_cards,
        "penalties": {"lose_turn": hero.lose_turn, "slow": hero.slow, "force_die": hero.force_die},
        "next_test_bonus": hero.bonus,
    }


def _asked(state: State) -> dict[str, JSON] | None:
    if not isinstance(state, Asking):
        return None
    question = state.question
    return {"kind": question.kind, "seats": question.seats, "about": to_json(question)}


def _has_something(board: Board, area: str) -> bool:
    ground = board.ground(area)
    return bool(ground.cards or ground.gold)


def _area(board: Board, area: str) -> dict[str, JSON]:
    ground = board.ground(area)
    return {"lying": ground.cards, "gold": ground.gold}


def _crystal(board: Board) -> dict[str, JSON]:
    """Where the Magic Crystal is: set aside, in its chamber, or its winner's (CAVE-0.9, CAVE-R20.3a)."""
    return {"card": CRYSTAL, "area": board.crystal_area, "owner": board.crystal_owner}


def _set_aside(deck: Deck) -> list[str]:
    return [card for card in set_aside_of(deck) if card != CRYSTAL]


def _spells(board: Board, seat: int | None) -> tuple[str, ...]:
    hero = None if seat is None else board.adventurers[seat]
    return hero.spells if hero else ()


def _seen(board: Board, deck: Deck, seat: int | None) -> list[str | None]:
    """The known top as far down as the viewer has seen it."""
    cards = [card.card if seat in card.seats else None for card in board.pile(deck).top]
    return cards if any(cards) else []


def _outcome(state: State) -> dict[str, JSON] | None:
    ended = outcome(state)
    if ended is None:
        return None
    return {"reason": ended.reason, "ranking": ended.ranking, "winners": ended.winners}
