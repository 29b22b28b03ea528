"""Spell-a-Spell, turn by turn: Hebrew reads from right to left inside lines that read from left to right."""

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from clients.api import Api
from clients.narrators.show import Show, together

GAME = "spell-a-spell"

# Unicode's isolates: what stands between them does not disturb the order of the line around it.
RIGHT_TO_LEFT, END = "\u2067", "\u2069"


def hebrew(text: str) -> str:
    """The text as one right-to-left piece of its line."""
    return f"{RIGHT_TO_LEFT}{text}{END}"


class Narrator:
    """Turns public events into lines; what a word names is asked of the server."""

    def __init__(self, api: Api, handles: Sequence[str]) -> None:
        self._api, self._handles = api, handles

    def tell(self, event: dict[str, Any]) -> Iterator[str]:
        data = event["data"]
        who = "" if event["seat"] is None else self._handles[event["seat"]]
        match event["type"]:
            case "run_started":
                yield f"\nThe cards are dealt by {self._handles[data['dealer']]}"
            case "word_cast":
                yield f"  {who}: {self._said(data)} {self._meaning(data)}"
            case "word_refused":
                yield f"  {who}: the table does not take {hebrew(data['word'])}"
            case "seat_bewitched":
                yield f"  {who} cannot answer and is bewitched"
            case "free_pass":
                yield f"  {who} casts no word"
            case "effect_played":
                yield f"  {who} plays a {data['effect']}"
            case "cards_stolen":
                cards = "a card" if data["count"] == 1 else f"{data['count']} cards"
                yield f"    {who} takes {cards} from {self._handles[data['target']]}"
            case "seat_resigned":
                yield f"  {who} leaves the table"
            case "run_ended":
                yield "\nScores: " + ", ".join(
                    f"{self._handles[at]} {score}" for at, score in enumerate(data["scores"])
                )
            case "match_ended":
                yield f"\nWon by {together([self._handles[seat] for seat in data['winners']])} ({data['reason']})"

    def _said(self, cast: dict[str, Any]) -> str:
        """What the wizard calls out: a special word alone, any other as the rulebook's sentence."""
        said = f"{cast['word']}!" if cast["special"] else f"הפכתי אותך ל{cast['word']}!"
        return hebrew(said)

    def _meaning(self, cast: dict[str, Any]) -> str:
        """What the word names, which letters are fog, and what a special word gives."""
        entry = self._api.get(f"/games/{GAME}/words/{quote(cast['word'])}")["entry"]
        fogs = "".join(cast["key"][place] for place in cast["fogs"])
        parts = [
            f"({entry['gloss']['en']})" if entry else "",
            entry["emoji"] if entry else "",
            f"with fog for {hebrew(fogs)}" if fogs else "",
            "and has another turn" if cast["special"] else "",
        ]
        return " ".join(part for part in parts if part)


SHOW = Show(game=GAME, narrator=Narrator, options={"hints": True})
