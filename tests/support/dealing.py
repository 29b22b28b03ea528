"""Matches that are dealt as a test wants them, by chance that holds: the last to sit down gives it what makes it so."""

from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

from games import registry
from games.core.chance import Chance, derive_key
from games.core.codec import move_to_json
from games.core.testing.playing import set_up
from games.matches.lobby import lobby
from games.matches.lobby.lobby import SeatWish
from games.matches.play import submission
from games.matches.play.submission import Sent
from games.matches.stream.commands import Appended
from games.matches.stream.loading import load
from games.spell_a_spell.components.cards import faces
from games.spell_a_spell.state import Turn
from tests.support.cast import SAS, Person, match_of, new_match

CAVE = "cave"
# The spells that name an adventurer and may be cast when a turn starts.
AIMED = {"Z02", "Z07"}


def dealt(wanted: Callable[[Any], bool], *people: Person, game: str, **wishes: Any) -> str:
    """A running match of `people`, in this order, that begins in a state that is `wanted`."""
    match_id, _ = lobby.create(people[0].id, new_match(game=game, seats=len(people), **wishes), key=None)
    for one in people[1:-1]:
        lobby.join(match_id, one.id, SeatWish(), key=None)
    entropy = _entropy(match_id, wanted)
    lobby.join(match_id, people[-1].id, SeatWish(entropy=entropy), key=None)
    return match_id


def _entropy(match_id: str, wanted: Callable[[Any], bool]) -> str:
    match = load(match_id).match
    for number in count():
        key = derive_key(match.seed, match_id, [*[None] * (match.table.seats - 1), str(number)])
        rules, seats = registry.newest(match.table.game), match.table.seats
        if wanted(set_up(rules, seats=seats, key=key, options=match.table.options, chance=Chance(key)).after):
            return str(number)
    raise AssertionError("no end of numbers")


def holds_a_snowball(state: Any, *, first: int = 0, thief: int = 0, firewall: bool | None = None) -> bool:
    """Spell-a-Spell of two: `first` is on turn, the thief holds a snowball, the other a firewall, none, or (None) any."""
    if not isinstance(state, Turn) or state.seat != first:
        return False
    hands = [faces(player.hand) for player in state.table.players]
    return "snowball" in hands[thief] and firewall in (None, "firewall" in hands[1 - thief])


def begins_with_a_cast(state: Any) -> bool:
    """Cave of three: seat 0 begins and can cast at once, both others hold spells."""
    hands = [state.board.hero(seat).spells for seat in range(3)]
    return state.question.seat == 0 and bool(AIMED & {*hands[0]}) and bool(hands[1] and hands[2])


def forced(kind: str, *cast: Person, **wishes: Any) -> tuple[str, int]:
    """A Cave in which a seat that holds a spell is asked so and nothing fits; and that seat."""
    while True:
        match_id = match_of(*cast, game=CAVE, **wishes)
        for _ in range(60):
            match = load(match_id).match
            ((seat, prompt), *_) = match.prompts.items()
            if prompt.forced and prompt.kind == kind:
                return match_id, seat
            move = move_to_json(match.game.default_move(match.state, seat))
            submission.play(match_id, cast[seat].id, Sent(body={"prompt": prompt.id, **move}), key=None)


def send(match_id: str, who: Person, **move: Any) -> Appended:
    """A move of who is asked, by hand and without a key."""
    loaded = load(match_id)
    seat = loaded.seat_of(who.id)
    assert seat is not None
    body = {"prompt": loaded.match.prompts[seat].id, **move}
    return submission.play(match_id, who.id, Sent(body=body), key=None)


def snowball(match_id: str, thief: Person) -> None:
    """The thief throws a snowball, and the other is asked."""
    send(match_id, thief, type="play_effect", effect="snowball")


def cast_a_spell(match_id: str, caster: Person) -> None:
    """Seat 0 casts, and both others are asked for a Counterspell."""
    (spell, *_) = sorted(AIMED & {*load(match_id).match.view(0)["your_spells"]})  # type: ignore[index,misc]
    send(match_id, caster, type="cast_at", spell=spell, target=1)


def snowy_match(*people: Person, first: int = 0, thief: int = 0, firewall: bool | None = None, **wishes: Any) -> str:
    """A match that begins as `holds_a_snowball` says."""
    wanted = partial(holds_a_snowball, first=first, thief=thief, firewall=firewall)
    return dealt(wanted, *people, game=SAS, **wishes)
