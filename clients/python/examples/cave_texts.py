"""What a text of Cave brings an adventurer, by and large: `pay(2: gain(strength,1)) + heal(1)`."""

import re
from typing import Any

# A point of strength, and a coin.
POINT, COIN = 100.0, 45.0


def worth_of_text(text: str, hero: Any) -> float:
    """The worth of all steps of a text."""
    return sum(_worth_of_step(step, hero) for step in split(text, " + "))


def split(text: str, mark: str) -> list[str]:
    """A text at a mark, but not inside of brackets."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and text.startswith(mark, place):
            parts.append(text[start:place])
            start = place + len(mark)
    return [*parts, text[start:]]


# A branch for each word that a text has.
def _worth_of_step(step: str, hero: Any) -> float:
    found = re.match(r"(\w+)\((.*)\)", step, re.DOTALL)
    word, inside = found.groups() if found else ("", "")
    number = re.search(r"\d+", inside)
    count = int(number[0]) if number else 1
    match word:
        case "gain":
            return count * (COIN if inside.startswith("gold") else POINT)
        case "lose" if not inside.startswith("endurance"):
            return -COIN * count
        case "lose":
            return -120 if hero["endurance"] > count else -800
        case "heal":
            missing = max(0, int(hero["healing_cap"]) - int(hero["endurance"]))
            return POINT * min(9 if inside == "all" else count, missing)
        case "raise_endurance":
            return 90 * count
        case "spell":
            return 40 * min(count, max(0, int(hero["spell_limit"]) - int(hero["spell_count"])))
        case "bonus_next_test":
            return 10 * count
        case "lose_turn":
            return -50 * count
        case "pay":
            return worth_of_text(re.sub(r"^\d+: ", "", inside), hero) - COIN * count
        case "fight":
            return _worth_of_fight(inside, hero)
        case "roll":
            return sum(_worth_of_branch(branch, hero) for branch in split(inside, " | "))
    return 0


def _worth_of_fight(inside: str, hero: Any) -> float:
    """`strength,7,win: gain(strength,1)`"""
    found = re.fullmatch(r"(\w+),(\d+)(?:,win: (.*))?", inside, re.DOTALL)
    stat, enemy, win = found.groups() if found else ("strength", "0", None)
    own = total_of(hero, "psychic_fight" if stat == "power" else "fight", stat)
    ahead = max(-6, min(6, own - int(enemy)))
    return (6 + ahead) * worth_of_text(win or "", hero) / 12 - (6 - ahead) * 12


def _worth_of_branch(branch: str, hero: Any) -> float:
    """`5-6: gain(strength,1)`, of a die"""
    found = re.fullmatch(r"(\d)(?:-(\d))?: (.*)", branch, re.DOTALL)
    if not found:
        return 0
    low, high, text = found.groups()
    return (int(high or low) - int(low) + 1) / 6 * worth_of_text(text, hero)


def total_of(hero: Any, kind: str, stat: str) -> int:
    """What an adventurer has of a stat in a kind of throw, with all that adds to it."""
    return int(next((one["total"] for one in hero["totals"] if (one["kind"], one["stat"]) == (kind, stat)), 0))
