"""A match as text: one line for each event, in one language, with the clauses that produced it."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.core.messages import plain
from games.matches.presentation import resources
from games.matches.presentation.words import Words
from games.matches.stream.loading import Loaded
from games.table.registry import EVENT_TYPES
from games.table.state import FINISHED


def history(loaded: Loaded, *, seat: int | None, whole: bool, language: str) -> Iterator[str]:
    """The match line by line as `seat` (None: a spectator) may know it; all of it when `whole`, or after the end.

    A line is the event's version, the number of its move, the sentence, and the ids of its clauses; the clauses that
    came up are told at the end.
    """
    game, words = loaded.match.game, Words((language,))
    ended = whole or loaded.match.table.status == FINISHED
    cited: dict[str, str] = {}
    for stored in loaded.events:
        event = resources.fact(stored, seat=seat, ended=ended)
        # In the table's first event the same word is the version of the rules.
        rules = [] if stored.envelope["type"] in EVENT_TYPES else stored.envelope["data"]["rules"]
        cited.update((clause, game.clauses[clause][language]) for clause in rules)
        yield _line(event, rules, plain(words.event(game, event)["text"]))
    yield ""
    yield from (f"{clause}: {paraphrase}" for clause, paraphrase in cited.items())


def _line(event: Mapping[str, Any], rules: list[str], said: str) -> str:
    move = f"#{event['move']}" if event["move"] else ""
    return f"{event['version']:>5} {move:>5}  {said}" + (f"  [{' '.join(rules)}]" if rules else "")
