"""A good bot for Cave: it weighs each listed move by rules of thumb, and walks where it wants to go.

It grows by fights it can win, heals in time, and looks for the Crystal once it may pass the trials. 100 is about what
a point of strength is worth; 0 is to go on as usual.
"""

import re
from collections.abc import Collection, Sequence
from typing import Any

from cave_texts import split, total_of, worth_of_text
from tabularium_client import Tabularium
from tabularium_client.playing import Choose, moves
from tabularium_client.shapes import AnyView, GameData, Prompt

# Of 36 throws of two dice, how many come to no more than the number.
TWO_DICE = (0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36)
# The chance in the trials, in thousandths, with which an adventurer looks for the Crystal.
READY = 250
# With so much gold some is left for the third trial, whatever is bought.
SPARE = 5
NEVER = -1000
# What the winner of a fight between adventurers may take, beside cards.
PRIZES = {"devour": 500, "endurance": 90, "gold": 60}
ENTRANCE, SPRING, FORGE = "E", "M1", "S5"
EASY_PLACES = ("S4", "S6", "S7", "U2", "U3", "S2")
RICH_PLACES = ("M2", "M6", "D1", "D3", "N3", "N6")
FAR = 99


def good(client: Tabularium) -> Choose:
    """The bot, which has read the board and the cards."""
    content = Content(client.get_content("cave"))

    def choose(view: AnyView, prompt: Prompt) -> GameData:
        return max(moves(prompt), key=Table(content, view["state"], prompt).worth_of)

    return choose


class Content:
    """Ways on the board, and what cards are good for."""

    def __init__(self, content: Any) -> None:
        areas = content["board"]["areas"]
        self.chambers = [area["id"] for area in areas if area["kind"] == "chamber"]
        self.exits = {area["id"]: area["exits"] for area in areas}
        self._gates = {gate["id"]: gate["edge"] for gate in content["board"]["gates"]}
        self._cards = {card["id"]: card for card in content["cards"]}

    def beyond(self, gate: str, area: str) -> str:
        """The area on the other side of a gate."""
        one, other = self._gates[gate]
        return str(other if one == area else one)

    def distance(self, start: str, wanted: Collection[str], is_open: Collection[str]) -> int:
        """How many steps the nearest of these areas is away, past no gate that is closed."""
        closed = {frozenset(edge) for gate, edge in self._gates.items() if gate not in is_open}
        steps, ahead = {start: 0}, [start]
        for here in ahead:
            if here in wanted:
                return steps[here]
            for exit_ in self.exits.get(here, ()):
                if exit_ not in steps and frozenset((here, exit_)) not in closed:
                    steps[exit_] = steps[here] + 1
                    ahead.append(exit_)
        return FAR

    def worth_of(self, card: str) -> float:
        """What an object, a friend or a spell is good for."""
        worth = 10.0
        for part in split((self._cards[card].get("effect") or {}).get("text", ""), " + "):
            if bonus := re.fullmatch(r"bonus\(\w+,(\d),(\w+)\)", part):
                worth += int(bonus[1]) * {"always": 110, "fight": 50, "psychic": 50}.get(bonus[2], 10)
            elif part.startswith("armour"):
                worth += 50
            elif part == "map":
                worth += 60
            elif part.startswith(("key", "guide", "limit", "immune")):
                worth += 20
        return worth

    def value_of(self, card: str) -> int:
        """How many points a trophy counts."""
        return int(self._cards[card].get("value") or 0)


class Table:
    """A question as it stands: the table, the adventurer, and what is asked."""

    def __init__(self, content: Content, state: Any, prompt: Prompt) -> None:
        self._content, self._state = content, state
        self._about: Any = prompt["about"]
        self._hero: Any = state["adventurers"][prompt["seat"]]

    # A branch for each kind of move, and nothing else.
    def worth_of(self, move: GameData) -> float:
        """What a move is worth, by and large."""
        content, hero, about = self._content, self._hero, self._about
        if not hero["character"]:
            return -1 if move.get("character") == "random" else 0
        match move["type"]:
            case "exchange_trophies":
                return 1000 - sum(map(content.value_of, move["cards"]))
            case "step" | "first_step" | "branch":
                return self._towards(move["to"]) if move["to"] in content.exits else 0
            case "gate":
                return self._towards(content.beyond(move["gate"], hero["area"])) - self._gate_risk(move["by"])
            case "cure":
                return 50 * int(hero["healing_cap"] - hero["endurance"]) - 40
            case "trials_again" | "attempt":
                return self._prospects() - (100 if hero["endurance"] > 1 else 500)
            case "attack":
                return self._attack(move["target"], "power" if move["psychic"] else "strength")
            case "ability" | "take":
                return 10
            case "split_draw":
                return int(move["adventure"]) * (1 if self._is_weak() else -1)
            case "evade":
                return self._flight()
            case "cast" if move["spell"] == "Z01":
                return self._flight()
            case "cast" if move["spell"] == "Z05":
                return 10 if -6 < self._odds() < 3 else -10
            case "cast" | "cast_at" | "cast_on_deck" | "cancel":
                return 5
            case "claim":
                return PRIZES[move["prize"]] if move["prize"] in PRIZES else content.worth_of(move["prize"])
            case "reroll":
                return 1 if about["face"] < 4 else -1
            case "choose":
                return worth_of_text(" + ".join(about.get(f"option_{move['option']}") or ()), hero)
            case "pay":
                each = 45 if hero["gold"] < SPARE else 20
                return worth_of_text(" + ".join(about["effects"]), hero) - each * int(about["price"])
            case "take_instead":
                return content.worth_of(about["card"]) - content.worth_of(move["leaving"])
            case "drop_excess":
                return -sum(map(content.worth_of, move["cards"]))
            case "discard_card":
                return -content.worth_of(move["card"])
            case "drop_object" | "leave_friend" | "dark_pact":
                return NEVER
            case "use_map":
                return self._prospects() - READY
        return 0

    def _towards(self, area: str) -> float:
        """By how much an area is nearer to where the adventurer wants to go."""
        wanted, is_open = self._goals(), self._state["gates_open"]
        here = self._content.distance(self._hero["area"], wanted, is_open)
        return 10 * (here - self._content.distance(area, wanted, is_open))

    def _goals(self) -> Sequence[str]:
        hero, crystal = self._hero, self._state["crystal_area"]
        if hero["endurance"] < 3 and hero["endurance"] < hero["healing_cap"]:
            return (ENTRANCE, SPRING) if hero["gold"] > 0 else (SPRING,)
        is_ready = self._prospects() >= READY
        if crystal is not None and is_ready:
            return (crystal,)
        if hero["gold"] >= SPARE and total_of(hero, "trial", "strength") < 10:
            return (FORGE,)
        if is_ready:
            return [chamber for chamber in self._content.chambers if chamber != hero["area"]]
        return EASY_PLACES if self._is_weak() else RICH_PLACES

    def _prospects(self) -> float:
        """How likely the adventurer passes all three trials in one attempt, in thousandths."""
        strength, power = (TWO_DICE[min(12, total_of(self._hero, "trial", stat))] for stat in ("strength", "power"))
        return float(strength * power * min(int(self._hero["gold"]), 6) * 1000 / (36 * 36 * 6))

    def _is_weak(self) -> bool:
        return total_of(self._hero, "fight", "strength") + total_of(self._hero, "psychic_fight", "power") < 10

    def _gate_risk(self, by: str) -> float:
        return 0 if by in ("key", "open") else 36 - TWO_DICE[min(12, total_of(self._hero, "gate", by))]

    def _odds(self) -> int:
        return int(self._about["total"]) - int(self._about["enemy_total"])

    def _flight(self) -> float:
        return -1 if self._odds() >= 0 else 20 - self._odds()

    def _attack(self, target: int, stat: str) -> float:
        kind = "psychic_duel" if stat == "power" else "fight"
        theirs = total_of(self._state["adventurers"][target], kind, stat)
        return 20 * (total_of(self._hero, kind, stat) - theirs) - 40
