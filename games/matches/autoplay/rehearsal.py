"""All that a match's rules may be asked next, asked and thrown away: whether they still fail."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from games.core.bots import RANDOM, STEADY
from games.core.codec import move_from_json
from games.core.errors import RuleBroken
from games.core.json import JSONObject
from games.core.moves import Resign
from games.core.prompts import Prompt
from games.matches.autoplay import bots
from games.matches.stream import drafts, quarantine
from games.matches.stream.decisions import decide
from games.matches.stream.loading import Loaded
from games.table import stand_ins
from games.table.events import CLOCK, PLAYER
from games.table.state import ACTIVE, OPEN

# Of one prompt, so that a form with thousands of choices takes no minutes.
MOST_MOVES = 500


def rehearse(loaded: Loaded) -> None:
    """Ask for views, prompts, and what clock, bots and players may play now; nothing is appended.

    `MatchQuarantined` where the rules fail. A failure that hangs on a word or on a chance still to come is not found.
    """
    match = loaded.match
    if match.table.status == OPEN and match.table.forked_from is None:
        _start(loaded)
    for seat in (None, *range(match.table.seats)):
        match.view(seat)
    if match.table.status == ACTIVE:
        for prompt in match.prompts.values():
            _play_by_itself(loaded, prompt)
            _play_by_hand(loaded, prompt)


def _start(loaded: Loaded) -> None:
    match, table = loaded.match, loaded.match.table
    entropies = [table.entropies.get(seat) for seat in range(table.seats)]
    quarantine.judged(
        match.id,
        match.head.version,
        "start",
        lambda: drafts.start(match.id, game=match.game, options=table.options, seed=match.seed, entropies=entropies),
    )


def _play_by_itself(loaded: Loaded, prompt: Prompt) -> None:
    """What a bot or the clock would play: the rules may not refuse it."""
    table = loaded.match.table
    for bot in sorted(
        {STEADY, RANDOM, stand_ins.late(table.clock), stand_ins.absent(table.clock), *table.bots.values()}
    ):
        bots.turn(loaded, prompt, bots.pick(loaded.match, prompt, bot=bot), by=CLOCK)
    bots.turn(loaded, prompt, Resign(), by=CLOCK)


def _play_by_hand(loaded: Loaded, prompt: Prompt) -> None:
    for body in islice(_listed(prompt), MOST_MOVES):
        with suppress(RuleBroken):
            move = move_from_json(loaded.match.game.move_classes, body)
            decide(loaded, prompt.seat, move, by=PLAYER, body=bots.body_of(prompt, move))


def _listed(prompt: Prompt) -> Iterator[JSONObject]:
    return (body for form in prompt.moves for body in form.legal)
