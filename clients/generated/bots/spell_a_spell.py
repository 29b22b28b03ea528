"""Spell-a-Spell with hints: the longest word that the hand can lay."""

from tabularium_client import AuthenticatedClient
from tabularium_client.api.playing import get_prompts, play_move
from tabularium_client.models import (
    SpellASpellEventPage,
    SpellASpellMatchWish,
    SpellASpellMoveAnswer,
    SpellASpellOptionsWish,
    SpellASpellPromptList,
    SpellASpellTurnPrompt,
    SpellASpellWordCastEvent,
)

from bots.table import Refused, Table

WISH = SpellASpellMatchWish(game="spell-a-spell", seats=2, options=SpellASpellOptionsWish(hints=True))


def play(table: Table) -> None:
    for player in table.turns():
        answer(table, player)


def answer(table: Table, player: AuthenticatedClient) -> None:
    asked = get_prompts.sync(table.match, client=player)
    if not isinstance(asked, SpellASpellPromptList):
        raise Refused(str(asked))
    for prompt in asked.items:
        # In a turn words stand first and its end last; in a window it is last to decline, in a vote first to accept.
        last = prompt.moves[-1].legal
        move = (prompt.moves[0].legal or last)[0] if isinstance(prompt, SpellASpellTurnPrompt) else last[0]
        played = play_move.sync(table.match, client=player, body=move)
        if not isinstance(played, SpellASpellMoveAnswer):
            raise Refused(str(played))


def told(table: Table) -> str:
    words: list[str] = []
    for page in table.history():
        if not isinstance(page, SpellASpellEventPage):
            raise Refused(str(page))
        words += [event.data.word for event in page.items if isinstance(event, SpellASpellWordCastEvent)]
    return f"{len(words)} words"
