"""The loop of a bot: be asked, choose one of the listed moves, play it, until the match is over."""

from collections.abc import Callable

from tabularium_client.client import Tabularium
from tabularium_client.following import StreamMessage
from tabularium_client.problems import DeadlinePassed, MatchNotActive, MatchPaused, StalePrompt
from tabularium_client.shapes import AnyView, GameData, Match, Prompt

# Is told what the seat sees and is asked; gives one of the moves that the prompt lists, or another of its schema.
Choose = Callable[[AnyView, Prompt], GameData]


def moves(prompt: Prompt) -> list[GameData]:
    """All moves that a prompt lists, each as it is posted."""
    return [{"prompt": prompt["prompt"], **move} for form in prompt["moves"] for move in form["legal"]]


def play(client: Tabularium, match: str, choose: Choose) -> Match:
    """Play the caller's seat to the end of the match; the match as it ended.

    Follows the match's stream, so nothing is asked while others think, or while the match is paused. A question that
    was answered meanwhile, by the clock say, is left. Raises the `Problem` of a move that the rules refuse.
    """
    _answer(client, match, choose)
    for message in client.follow(match):
        if _is_asked(message):
            _answer(client, match, choose)
    return client.get_match(match)


def _is_asked(message: StreamMessage) -> bool:
    """Whether there may be something to answer; after a pause that is a question which is not told again."""
    data = message["data"]
    if message["type"] == "prompts":
        return any(not one["optional"] for one in data["items"])
    return message["type"] == "event" and data["type"] == "resumed"


def _answer(client: Tabularium, match: str, choose: Choose) -> None:
    view = client.get_view(match)
    while prompts := [one for one in view["prompts"] if not one["optional"]]:
        try:
            client.play_move(match, choose(view, prompts[0]))
        except (MatchPaused, MatchNotActive):
            # Nothing is taken now: the stream says when the match goes on, or that it is over.
            return
        except (StalePrompt, DeadlinePassed):
            # Somebody has answered in the meantime.
            pass
        view = client.get_view(match)
