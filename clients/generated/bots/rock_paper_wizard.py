"""Rock Paper Wizard: hit the richest, with the attack that its card promises."""

from tabularium_client import AuthenticatedClient
from tabularium_client.api.games import get_content
from tabularium_client.api.playing import get_prompts, get_view, play_move
from tabularium_client.models import (
    RockPaperWizardChooseReceiverMove,
    RockPaperWizardChooseSpellMove,
    RockPaperWizardContent,
    RockPaperWizardEffectAppliedEvent,
    RockPaperWizardEventPage,
    RockPaperWizardMatchWish,
    RockPaperWizardMoveAnswer,
    RockPaperWizardPromptList,
    RockPaperWizardState,
    RockPaperWizardView,
)

from bots.table import Refused, Table

WISH = RockPaperWizardMatchWish(game="rock-paper-wizard", seats=3)


def play(table: Table) -> None:
    content = get_content.sync("rock-paper-wizard", client=table.players[0])
    if not isinstance(content, RockPaperWizardContent):
        raise Refused(str(content))
    attacks = {card.id for card in content.cards if card.kind == "attack"}
    for player in table.turns():
        answer(table, player, attacks)


def answer(table: Table, player: AuthenticatedClient, attacks: set[str]) -> None:
    view = get_view.sync(table.match, client=player)
    asked = get_prompts.sync(table.match, client=player)
    if not isinstance(view, RockPaperWizardView) or not isinstance(asked, RockPaperWizardPromptList):
        raise Refused(f"{view} {asked}")
    if view.state is None:
        raise Refused("the match has not begun")
    for prompt in asked.items:
        move: RockPaperWizardChooseSpellMove | RockPaperWizardChooseReceiverMove
        if prompt.kind == "choose_spell":
            move = best(view.state, prompt.moves[0].legal, attacks)
        else:
            move = prompt.moves[0].legal[0]
        played = play_move.sync(table.match, client=player, body=move)
        if not isinstance(played, RockPaperWizardMoveAnswer):
            raise Refused(str(played))


def best(
    state: RockPaperWizardState, legal: list[RockPaperWizardChooseSpellMove], attacks: set[str]
) -> RockPaperWizardChooseSpellMove:
    return max(legal, key=lambda move: (move.spell in attacks, state.wizards[move.target].gold))


def told(table: Table) -> str:
    moved = 0
    for page in table.history():
        if not isinstance(page, RockPaperWizardEventPage):
            raise Refused(str(page))
        for event in page.items:
            if isinstance(event, RockPaperWizardEffectAppliedEvent):
                moved += sum(abs(change.after - change.before) for change in event.data.changes if change.of == "pos")
    return f"{moved} spaces moved"
