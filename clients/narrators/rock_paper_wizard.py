"""Rock Paper Wizard, round by round."""

from collections.abc import Iterator, Sequence
from typing import Any

from clients.api import Api
from clients.narrators.show import Show, together

GAME = "rock-paper-wizard"


class Narrator:
    """Turns public events into lines, with the names that the server's content gives."""

    def __init__(self, api: Api, handles: Sequence[str]) -> None:
        content = api.get(f"/games/{GAME}/content")
        self._spells = {card["id"]: card["names"]["en"] for card in content["cards"]}
        self._handles = handles

    def tell(self, event: dict[str, Any]) -> Iterator[str]:
        data, seat = event["data"], event["seat"]
        match event["type"]:
            case "round_begun":
                yield f"\nRound {data['round']}"
            case "gestures_revealed":
                for caster, gesture in enumerate(data["gestures"]):
                    yield f"  {self._handles[caster]}: {self._gesture(gesture)}"
            case "wild_pair_formed":
                yield f"  wild magic: {self._names(data['seats'])}"
            case "spell_begun" if data["wild"]:
                yield f"  {self._handles[seat]} turns up {self._spells[data['card']]}"
            case "gold_scored":
                yield "  gold: " + ", ".join(f"{self._handles[at]} +{gold}" for at, gold in enumerate(data["amounts"]))
            case "match_ended":
                yield f"\nWon by {self._names(data['winners'])} ({data['reason']})"

    def _gesture(self, gesture: dict[str, Any] | None) -> str:
        return f"{self._spells[gesture['spell']]} on {self._handles[gesture['target']]}" if gesture else "nothing"

    def _names(self, seats: list[int]) -> str:
        return together([self._handles[seat] for seat in seats])


SHOW = Show(game=GAME, narrator=Narrator)
