"""An agent of OpenSpiel as an engine for the gateway of the kit: `python -m clients.open_spiel_engine mcts`.

It needs `pip install open_spiel`, which the service does not. OpenSpiel searches in games that it knows whole, and a
seat does not know its match: so each question becomes a game of its own, dealt anew from what the seat sees
(`resample`), with the listed moves as its first actions and the game's own rules behind them. It ends with the match or
after `DEPTH` moves, where the worth of each seat's place stands for its return. Of several such deals the action that
most searches end with is played.

Agents: `mcts`, the Monte Carlo tree search of OpenSpiel, and `random`, its uniformly random bot.
"""

import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy
import pyspiel
from open_spiel.python.algorithms import mcts

from clients.house_engine import asked
from events.randomness import new_seed
from games import registry
from games.core.bots import WON, BotKit, Grade
from games.core.chance import SEED_BYTES, Chance
from games.core.codec import move_from_json
from games.core.definition import GameDefinition, State
from games.core.moves import Move
from games.core.prompts import Prompt

DEALS, SIMULATIONS, DEPTH = 4, 40, 8
# More actions are never looked at in one place.
MOST_ACTIONS, MOST_REPLIES = 1_000, 12
EXPLORING = 1.4
SEED_BELOW = 1 << 31


class Dealt(pyspiel.Game):
    """One question of a match, in one deal of what its seat does not know."""

    def __init__(self, game: GameDefinition, seats: int) -> None:
        kind = pyspiel.GameType(
            short_name=f"tabularium_{game.slug.replace('-', '_')}",
            long_name=f"A question of {game.slug}",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=seats,
            min_num_players=seats,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
            provides_factored_observation_string=False,
        )
        size = pyspiel.GameInfo(
            num_distinct_actions=MOST_ACTIONS,
            max_chance_outcomes=0,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=DEPTH,
        )
        super().__init__(kind, size, {})
        self.rules = game
        self.seats = seats


class Course(pyspiel.State):
    """A state of such a game. What is drawn follows from seed and actions, as in a tree."""

    def __init__(
        self, dealt: Dealt, state: State, *, seed: bytes, first: tuple[int, Sequence[Move]] | None, path: bytes = b""
    ) -> None:
        super().__init__(dealt)
        self.dealt, self.match, self.seed, self.first, self.path = dealt, state, seed, first, path
        self.moves: Sequence[Move] | None = None if first is None else first[1]

    @property
    def kit(self) -> BotKit:
        """What the game tells of good play."""
        assert self.dealt.rules.bot is not None
        return self.dealt.rules.bot

    def clone(self) -> "Course":
        """Kernel states never change, so both have the same one."""
        return Course(self.dealt, self.match, seed=self.seed, first=self.first, path=self.path)

    def current_player(self) -> int:
        """Who is asked."""
        if self.first is not None:
            return self.first[0]
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.kit.asked(self.match)[0]

    def _legal_actions(self, player: int) -> list[int]:
        if self.moves is None:
            self.moves = self.kit.order(self.match, player, Grade())[:MOST_REPLIES]
        return list(range(min(len(self.moves), MOST_ACTIONS)))

    def _apply_action(self, action: int) -> None:
        player = self.current_player()
        self._legal_actions(player)
        assert self.moves is not None
        self.path += action.to_bytes(2, "big")
        chance = Chance(self.seed + self.path)
        self.match = self.dealt.rules.decide(self.match, player, self.moves[action], chance).state
        self.first, self.moves = None, None

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{player}: {action}"

    def is_terminal(self) -> bool:
        """Over, or far enough."""
        is_over = self.dealt.rules.outcome(self.match) is not None or len(self.path) >= 2 * DEPTH
        return self.first is None and (is_over or not self.kit.asked(self.match))

    def returns(self) -> list[float]:
        """Each seat's place, from -1 (lost) to 1 (won)."""
        return [2 * self.kit.value(self.match, seat) / WON - 1 for seat in range(self.dealt.seats)]

    def __str__(self) -> str:
        return f"after {self.path.hex()}"


def answer(agent: str, line: Mapping[str, Any], chance: Chance) -> int:
    """The index of the agent's move among the listed ones."""
    game = registry.find(line["game"], line["rules"])
    prompt = asked(game, line["prompt"])
    listed = [move_from_json(game.move_classes, body) for form in prompt.moves for body in form.legal]
    if len(listed) == 1:
        return 0
    votes: Counter[int] = Counter()
    for _ in range(1 if agent == "random" else DEALS):
        votes[_picked(agent, _dealt(game, line["view"], prompt, listed, chance), chance)] += 1
    return votes.most_common(1)[0][0]


def _dealt(
    game: GameDefinition, view: Mapping[str, Any], prompt: Prompt, listed: Sequence[Move], chance: Chance
) -> Course:
    state = game.resample(view, prompt.seat, chance)
    seed = chance.below(SEED_BELOW).to_bytes(4, "big")
    return Course(Dealt(game, _seats(view)), state, seed=seed, first=(prompt.seat, listed))


def _seats(view: Mapping[str, Any]) -> int:
    """How many sit there: each game tells of its seats in a list, under a name of its own."""
    lists = (value for value in view.values() if isinstance(value, list))
    return max(
        len(one) for one in lists if all(isinstance(of, dict) and of.get("seat") == at for at, of in enumerate(one))
    )


def _picked(agent: str, course: Course, chance: Chance) -> int:
    seed = chance.below(SEED_BELOW)
    if agent == "random":
        return int(pyspiel.make_uniform_random_bot(course.current_player(), seed).step(course))
    luck = numpy.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=luck)
    simulations = max(SIMULATIONS, 2 * len(course.legal_actions()))
    return int(mcts.MCTSBot(course.dealt, EXPLORING, simulations, evaluator, random_state=luck).step(course))


def main(agent: str) -> None:
    """Answer each line of standard input with a line."""
    for line in sys.stdin:
        print(json.dumps(answer(agent, json.loads(line), Chance(new_seed(SEED_BYTES)))), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
