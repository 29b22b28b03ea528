"""Cave: a careful adventurer, who walks, takes what lies there, and heals when hurt."""

from tabularium_client import AuthenticatedClient
from tabularium_client.api.playing import get_prompts, get_view, play_move
from tabularium_client.models import (
    CaveCureMoves,
    CaveEventPage,
    CaveFightDecidedEvent,
    CaveMatchWish,
    CaveMoveAnswer,
    CaveOptionsWish,
    CavePromptList,
    CaveStartActionPrompt,
    CaveTakePrompt,
    CaveView,
)

from bots.table import Refused, Table

WISH = CaveMatchWish(game="cave", seats=2, options=CaveOptionsWish(max_rounds=6))


def play(table: Table) -> None:
    for player in table.turns():
        answer(table, player)


def answer(table: Table, player: AuthenticatedClient) -> None:
    view = get_view.sync(table.match, client=player)
    asked = get_prompts.sync(table.match, client=player)
    if not isinstance(view, CaveView) or not isinstance(asked, CavePromptList):
        raise Refused(f"{view} {asked}")
    for prompt in asked.items:
        listed = prompt.moves[0]
        if isinstance(prompt, CaveStartActionPrompt) and is_hurt(view, prompt.seat):
            listed = next((moves for moves in prompt.moves if isinstance(moves, CaveCureMoves)), listed)
        if isinstance(prompt, CaveTakePrompt):
            listed = next((moves for moves in prompt.moves if moves.type_ == "take"), listed)
        # The last of a text's options is the mildest.
        move = listed.legal[-1] if prompt.kind == "choose" else listed.legal[0]
        played = play_move.sync(table.match, client=player, body=move)
        if not isinstance(played, CaveMoveAnswer):
            raise Refused(str(played))


def is_hurt(view: CaveView, seat: int) -> bool:
    if view.state is None:
        return False
    hero = view.state.adventurers[seat]
    return hero.endurance is not None and hero.healing_cap is not None and hero.endurance < hero.healing_cap


def told(table: Table) -> str:
    fights: list[str] = []
    for page in table.history():
        if not isinstance(page, CaveEventPage):
            raise Refused(str(page))
        fights += [event.data.result for event in page.items if isinstance(event, CaveFightDecidedEvent)]
    return f"{len(fights)} fights, {fights.count('won')} won"
