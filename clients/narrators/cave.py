"""Cave, turn by turn, with the map at the start, every ten rounds and at the end."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from clients.api import Api
from clients.narrators.cave_map import drawing
from clients.narrators.show import Show, together

GAME = "cave"
ROUNDS_BETWEEN_MAPS = 10
ENTRANCE = "E"
CAUSES = {
    "gate": "the gate is closed",
    "chamber": "the chamber holds it",
    "dead_end": "a dead end",
    "crossed": "it has been here in this turn",
}


class Narrator:
    """Turns public events into lines, with the names that the server's content gives."""

    def __init__(self, api: Api, handles: Sequence[str]) -> None:
        content = api.get(f"/games/{GAME}/content")
        self._board = content["board"]
        named = [part for kind in ("cards", "characters", "chambers") for part in content[kind]]
        self._names = {part["id"]: part["names"]["en"] for part in named}
        self._names.update({area["id"]: f"{area['names']['en']} {area['id']}" for area in self._board["areas"]})
        self._handles = handles
        self._at: dict[int, str] = {}
        self._open: set[str] = set()
        self._crystal: str | None = None
        self._round = 0
        self._way: list[str] = []

    def tell(self, event: dict[str, Any]) -> Iterator[str]:
        """What happened; a move is told in one line, when something else follows it."""
        kind, seat, data = event["type"], event["seat"], event["data"]
        if kind == "step_taken":
            self._at[seat] = data["after"]
            self._way = [*(self._way or [data["before"]]), data["after"]]
            return
        happening = [*self._course(kind, seat, data), *self._meeting(kind, seat, data), *self._change(kind, seat, data)]
        if happening and self._way:
            yield f"    goes {' '.join(self._way)}"
            self._way = []
        yield from happening

    def _course(self, kind: str, seat: int, data: Mapping[str, Any]) -> Iterator[str]:
        match kind:
            case "character_dealt":
                self._at[seat] = ENTRANCE
                yield f"  {self._handles[seat]} is the {self._names[data['character']]}"
            case "turn_started":
                yield from self._turn(seat, data["round"])
            case "turn_skipped":
                yield f"  {self._handles[seat]} loses this turn"
            case "carried":
                self._at[seat] = data["after"]
                yield f"    is carried to {self._names[data['after']]}"
            case "move_stopped":
                yield f"    stops at {self._names[data['area']]}: {CAUSES[data['cause']]}"
            case "gate_opened":
                self._open.add(data["gate"])
                yield f"    opens gate {data['gate']} by {data['by']}"
            case "crystal_chamber_found":
                self._crystal = data["area"]
                yield f"    FINDS THE CRYSTAL CHAMBER at {data['area']}"
            case "match_ended":
                yield from self._map()
                yield f"\nWon by {together([self._handles[winner] for winner in data['winners']])} ({data['reason']})"

    def _turn(self, seat: int, round: int) -> Iterator[str]:
        if round != self._round:
            self._round = round
            if round % ROUNDS_BETWEEN_MAPS == 1:
                yield from self._map()
            yield f"\nRound {round}"
        yield f"  {self._handles[seat]} at {self._names[self._at[seat]]}"

    def _map(self) -> Iterator[str]:
        yield ""
        yield from drawing(self._board, self._at, self._open, self._crystal)
        yield "  ".join(f"{seat}: {handle}" for seat, handle in enumerate(self._handles) if seat in self._at)

    def _meeting(self, kind: str, seat: int, data: Mapping[str, Any]) -> Iterator[str]:
        match kind:
            case "card_drawn":
                yield f"    draws {self._names[data['card']]}"
            case "chamber_identified":
                yield f"    the chamber is the {self._names[data['chamber']]}"
            case "fight_decided":
                enemies = together([self._names[card] for card in data["cards"]] or ["a nameless enemy"])
                yield f"    fights {enemies} with {data['by']}: {data['sum']} to {data['enemy_sum']}, {data['result']}"
            case "duel_decided":
                defender = self._handles[data["defender"]]
                yield f"    attacks {defender} with {data['by']}: {data['sum']} to {data['enemy_sum']}"
            case "evaded":
                yield f"    {self._handles[seat]} evades"
            case "spell_cast":
                yield f"    {self._handles[seat]} casts {self._names[data['spell']]}"
            case "spell_cancelled":
                yield f"    {self._handles[seat]} cancels {self._names[data['cancelled']]}"
            case "trial_decided":
                outcome = "passed" if data["passed"] else "failed"
                yield f"    trial of {data['trial']}: {data['dice_sum']} against {data['total']}, {outcome}"

    def _change(self, kind: str, seat: int, data: Mapping[str, Any]) -> Iterator[str]:
        match kind:
            case "stat_changed":
                stat = data["stat"].replace("_", " ")
                yield f"    {self._handles[seat]}: {stat} {data['before']} to {data['after']}"
            case "card_taken":
                yield f"    takes {self._names[data['card']]}"
            case "object_seized":
                yield f"    {self._handles[seat]} takes {self._names[data['card']]} from {self._handles[data['loser']]}"
            case "spell_drawn":
                yield f"    {self._handles[seat]} draws a spell"
            case "trophies_exchanged":
                yield f"    {self._handles[seat]} exchanges trophies of {data['points']} points"
            case "adventurer_died":
                yield f"    {self._handles[seat]} DIES at {self._names[data['area']]}"
                self._at.pop(seat, None)
            case "seat_eliminated" | "seat_resigned":
                self._at.pop(seat, None)
                yield f"    {self._handles[seat]} is out"
            case "crystal_taken":
                yield f"    {self._handles[seat]} TAKES THE MAGIC CRYSTAL"


SHOW = Show(game=GAME, narrator=Narrator, options={"max_rounds": 40})
