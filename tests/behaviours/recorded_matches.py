"""Matches that go through all that a table knows, played by calls of the API; `tests/recorded` has what came of them."""

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.test import Client
from django.test.utils import override_settings

from events.randomness import new_id
from games.verify import drand
from tests.behaviours.controlled import Time, controlled, exported, let_the_clock_play, let_the_lobby_go_on
from tests.support.signers import Signer
from tests.support.small_beacon import of_quicknet, relay

FOLDER = Path(__file__).parents[1] / "recorded"
NIGHT = {"zone": "Europe/Warsaw", "from": "22:00", "to": "07:00"}
LATER_NIGHT = {"zone": "America/New_York", "from": "23:30", "to": "06:15"}
HOUR = 3600
# Longer than a match may be paused.
TOO_LONG_DAYS = 31


@dataclass(frozen=True, kw_only=True)
class Script:
    """What differs from game to game: the wishes, and how many moves lie between what happens at the table.

    `number` tells its match ids from those of the others, `pick` which of the listed moves are played.
    """

    game: str
    number: int
    pick: int
    options: Mapping[str, Any]
    clock: Mapping[str, Any]
    fork_clock: Mapping[str, Any]
    moves: int
    last_moves: int


SCRIPTS = {
    script.game: script
    for script in (
        Script(
            game="rock-paper-wizard",
            # With these nobody reaches the goal before the end of the script.
            number=14,
            pick=4,
            options={"max_rounds": 12},
            clock={"mode": "per_move", "seconds": HOUR, "strikes": 1, "quiet_hours": True, "vacation": True},
            fork_clock={"mode": "per_move", "seconds": HOUR, "on_timeout": "resign"},
            moves=1,
            last_moves=200,
        ),
        Script(
            game="spell-a-spell",
            number=2,
            pick=1,
            options={"hints": True, "hand_size": 7, "adjudication": "lexicon_vote", "runs": 2},
            clock={
                "mode": "bank",
                "bank_seconds": 2 * HOUR,
                "increment_seconds": 60,
                "cap_seconds": 3 * HOUR,
                "on_timeout": "bot",
                "strikes": 1,
                "quiet_hours": True,
                "vacation": True,
            },
            fork_clock={"mode": "per_move", "seconds": 60, "strikes": 1},
            moves=8,
            last_moves=8,
        ),
        Script(
            game="cave",
            number=3,
            pick=1,
            options={"character_selection": "pick", "max_rounds": 30},
            clock={
                "mode": "bank",
                "bank_seconds": HOUR,
                "increment_seconds": 30,
                "cap_seconds": 2 * HOUR,
                "strikes": 2,
                "quiet_hours": True,
                "vacation": True,
            },
            fork_clock={"mode": "per_move", "seconds": 60, "on_timeout": "bot", "strikes": 2},
            moves=8,
            last_moves=8,
        ),
    )
}


# By rules 2 one match is played to its end. With these numbers all comes in it that rules 1 has not.
SECOND_SCRIPTS = {
    "cave": replace(SCRIPTS["cave"], number=1106, pick=6, options={"character_selection": "pick", "max_rounds": 9}),
    "spell-a-spell": replace(SCRIPTS["spell-a-spell"], number=701, pick=1, options={"hints": True}),
}


def play_by_second_rules(game: str) -> dict[str, bytes]:
    """The file of a match of two people and a bot to its end, by the name under which it is recorded."""
    script = SECOND_SCRIPTS[game]
    with controlled(f"{game} 2", script.number) as time:
        cast = _cast(time)
        table = _lobby(script, cast, cast.alice, script.clock, entropy="rules 2", rules="2", seats=3)
        table.call(cast.alice, "bots", {"bot": "easy", "seat": 2})
        table.call(cast.bob, "join", {"seat": 1, "entropy": None})
        table.people[1] = cast.bob
        while table.now["status"] == "active":
            table.play(script.last_moves)
        return {f"{game}-by-rules-2": exported(table.match)}


def play(game: str) -> dict[str, bytes]:
    """The files of all matches of a game's script, by the name under which they are recorded."""
    script = SCRIPTS[game]
    with controlled(game, script.number) as time:
        cast = _cast(time)
        played, cancelled = _played(script, cast), _cancelled(script, cast)
        found = {
            "played": played,
            "cancelled": cancelled,
            "forked": _forked(script, cast, played),
            "rematch": _rematch(script, cast, played),
            "agreed": _agreed(script, cast),
            "beacon": _with_beacon(script, cast),
            "beacon-missed": _beacon_missed(script, cast),
            "signed": _signed(script, cast),
        }
        files = {f"{game}-{what}": exported(match) for what, match in found.items()}
    return files | _with_open_draws(script)


def _with_open_draws(script: Script) -> dict[str, bytes]:
    """They came later, and have a time of their own: so those above stay what they are."""
    with controlled(script.game, script.number + 100) as time:
        cast = _cast(time)
        opened = _open(script, cast)
        found = {
            "open": opened,
            "open-forked": _open_forked(script, cast, opened),
            "open-beacon": _open_with_beacon(script, cast),
        }
        return {f"{script.game}-{what}": exported(match) for what, match in found.items()}


@dataclass(frozen=True)
class _Player:
    """A player by the token that they call with; a stranger without one."""

    token: str

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """What a call is answered, which must not be a refusal."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        sent = "" if method == "GET" else json.dumps(body or {})
        answer = Client().generic(method, f"/api/v1{path}", sent, content_type="application/json", headers=headers)
        assert answer.status_code < 300, answer.content
        return answer.json()


@dataclass(frozen=True)
class _Cast:
    """Four players before one clock."""

    time: Time
    alice: _Player
    bob: _Player
    carol: _Player
    dora: _Player


def _cast(time: Time) -> _Cast:
    return _Cast(time, *(_signed_up(name) for name in ("Alice", "Bob", "Carol", "Dora")))


@dataclass(kw_only=True)
class _Table:
    """A match and its players by seat; a second passes with every call, and nobody else plays meanwhile.

    So many of the first moves that can be taken back are, and then they are made again. The seats in `signers` sign.
    """

    match: str
    time: Time
    people: dict[int, _Player]
    pick: random.Random
    second_thoughts: int = 0
    last: int = 0
    signers: dict[int, Signer] = field(default_factory=dict)

    @property
    def now(self) -> Any:
        return self.people[min(self.people)].call("GET", f"/matches/{self.match}")

    def call(self, who: _Player, what: str, body: Any = None) -> Any:
        return _posted(self.time, who, f"/matches/{self.match}/{what}", body)

    def all_call(self, what: str) -> None:
        for who in self.people.values():
            self.call(who, what)

    def play(self, moves: int, *, until: int | None = None) -> None:
        """So many moves by the players, or until the seat `until` is the only player asked, or to the end."""
        for _ in range(moves):
            let_the_clock_play(self.match)
            asked = [seat for seat in self.now["waiting_for"] if seat in self.people]
            if not asked or asked == [until]:
                return
            seat = next(seat for seat in asked if seat != until)
            self.move(seat)

    def move(self, seat: int) -> None:
        """One of the moves that a seat's player is shown, if any."""
        for prompt in self.prompts(seat):
            listed = [legal for move in prompt["moves"] for legal in move["legal"]]
            picked = {"prompt": prompt["prompt"], **self.pick.choice(listed)}
            made = self.call(self.people[seat], "moves", self.signed(seat, picked))
            self.last = seat
            if self.second_thoughts and made["take_back"]:
                self.second_thoughts -= 1
                self.call(self.people[seat], f"moves/{made['take_back']}/take-back")
                self.call(self.people[seat], "moves", self.signed(seat, picked))

    def signed(self, seat: int, move: Mapping[str, Any]) -> Mapping[str, Any]:
        """A move with its signature, where the seat signs."""
        if seat not in self.signers:
            return move
        # Its words are no part of it, and are not signed.
        move = {name: value for name, value in move.items() if name not in ("label", "labels", "text", "texts")}
        last = self.people[seat].call("GET", f"/matches/{self.match}/events?before=2000000000&limit=1")["items"][-1]
        signed = self.signers[seat].signed(self.match, seat, move, version=last["version"], head=last["hash"])
        return {**move, "signed": signed}

    def sign(self, seat: int, name: str, *, vouched: bool = False) -> None:
        """From now on a seat signs on this device; whether the one before vouches for it."""
        before, signer = self.signers.get(seat), Signer(name)
        self.call(self.people[seat], "keys", signer.binding(self.match, seat, vouched_by=before if vouched else None))
        self.signers[seat] = signer

    def prompts(self, seat: int) -> Any:
        return self.people[seat].call("GET", f"/matches/{self.match}/prompts")["items"]

    def let_time_run_out(self, seat: int) -> None:
        """A seat's question, which is asked now, goes unanswered."""
        due = next(due["due_at"] for due in self.now["deadlines"] if due["seat"] == seat)
        self.time.move_to(datetime.fromisoformat(due))
        let_the_clock_play(self.match)

    def desert(self, seat: int) -> None:
        """A seat's player lets time after time run out, until others play for them."""
        while self.now["seats"][seat]["status"] != "autopilot":
            self.play(60, until=seat)
            self.let_time_run_out(seat)

    def come_back_with_a_move(self, seat: int) -> None:
        """The others play until a seat on autopilot is asked, and its player is faster than its autopilot."""
        while not self.prompts(seat):
            let_the_clock_play(self.match)
            asked = [other for other in self.now["waiting_for"] if other in self.people]
            self.move(next(other for other in asked if other != seat))
        self.move(seat)

    def resign_all(self) -> None:
        for seat, who in self.people.items():
            if self.now["status"] == "active":
                signed = self.signed(seat, {"type": "resign"})
                self.call(who, "resign", {name: value for name, value in signed.items() if name != "type"})


def _played(script: Script, cast: _Cast) -> str:
    table = _seated(script, cast)
    _started(script, cast, table)
    _paused(table)
    _away(script, cast, table)
    table.call(cast.carol, "resign")
    del table.people[2]
    table.play(script.last_moves)
    table.resign_all()
    return table.match


def _seated(script: Script, cast: _Cast) -> _Table:
    """A full lobby: a seat was taken, given back and taken again, and the last is a bot's."""
    table = _lobby(script, cast, cast.alice, script.clock, start="manual", entropy="zażółć")
    table.call(cast.bob, "join", {"entropy": "first try"})
    table.call(cast.carol, "join", {"seat": 2, "entropy": None})
    table.call(cast.bob, "leave")
    table.call(cast.bob, "join", {"entropy": "second try"})
    table.call(cast.alice, "bots", {"bot": "random", "seat": 3})
    table.people |= {1: cast.bob, 2: cast.carol}
    table.second_thoughts = 3
    return table


def _started(script: Script, cast: _Cast, table: _Table) -> None:
    """Quiet hours and a vacation stand at the start, others are wished for while the match runs."""
    _patched(cast.time, cast.bob, {"quiet_hours": NIGHT})
    _patched(
        cast.time, cast.carol, {"vacation": {"starts_at": "2020-03-05T00:00:00Z", "ends_at": "2020-03-06T00:00:00Z"}}
    )
    table.call(cast.alice, "start")
    orders = f"/matches/{table.match}/standing-orders"
    cast.carol.call("PUT", orders, {"decline": cast.carol.call("GET", orders)["possible"]})
    table.play(script.moves)
    _patched(cast.time, cast.carol, {"quiet_hours": LATER_NIGHT})
    _patched(cast.time, cast.alice, {"vacation": {"ends_at": "2020-03-02T20:00:00Z"}})


def _paused(table: _Table) -> None:
    table.all_call("pause")
    table.time.move(days=4)
    table.all_call("resume")


def _away(script: Script, cast: _Cast, table: _Table) -> None:
    """Bob's time runs out until his seat is played for: he comes back in two ways, and is replaced the third time."""
    table.desert(1)
    table.play(2)
    table.come_back_with_a_move(1)
    table.play(script.moves)
    table.desert(1)
    table.call(cast.bob, "seats/1/take-back")
    table.play(script.moves)
    table.desert(1)
    made = table.call(cast.alice, "seats/1/replacement")
    table.call(cast.carol, "seats/1/replacement/consent", {"invited_by": 0})
    _patched(cast.time, cast.dora, {"quiet_hours": LATER_NIGHT})
    table.call(cast.dora, "join", {"invitation": made["invitation"]})
    table.people[1] = cast.dora
    table.play(script.moves)


def _cancelled(script: Script, cast: _Cast) -> str:
    """A match that is called off by a host who was not the first; that of Cave by the last player leaving."""
    table = _lobby(script, cast, cast.dora, {"mode": "none"})
    table.call(cast.bob, "join")
    table.call(cast.dora, "leave")
    table.call(cast.bob, "leave" if script.game == "cave" else "cancel")
    return table.match


def _forked(script: Script, cast: _Cast, parent: str) -> str:
    """A match that goes on from the middle of another; a pause ends by itself, and at last time runs out for all."""
    table = _fork(script, cast, parent)
    table.play(script.moves)
    table.all_call("pause")
    table.time.move(days=TOO_LONG_DAYS)
    let_the_clock_play(table.match)
    table.play(script.moves)
    while deadlines := table.now["deadlines"]:
        table.let_time_run_out(deadlines[0]["seat"])
    return table.match


def _fork(script: Script, cast: _Cast, parent: str, at: int | None = None) -> _Table:
    middle = at or cast.carol.call("GET", f"/matches/{parent}")["version"] // 2
    wish = {"at": middle, "seat": 2, "clock": script.fork_clock, "entropy": "fork"}
    made = _posted(cast.time, cast.carol, f"/matches/{parent}/forks", wish)
    table = _table(script, cast, made, {2: cast.carol})
    for seat, who in ((0, cast.alice), (1, cast.bob), (3, cast.dora)):
        table.call(who, "join", {"seat": seat, "entropy": f"fork {seat}"})
        table.people[seat] = who
    return table


def _rematch(script: Script, cast: _Cast, played: str) -> str:
    made = _posted(cast.time, cast.alice, f"/matches/{played}/rematch")
    table = _table(script, cast, made, {0: cast.alice})
    for seat, who in ((1, cast.dora), (2, cast.carol)):
        _posted(cast.time, who, f"/matches/{played}/rematch")
        table.people[seat] = who
    table.play(4)
    table.resign_all()
    return table.match


def _agreed(script: Script, cast: _Cast) -> str:
    """Moves are taken back by consent of all, once after a refusal, and played otherwise; then one move that nobody saw."""
    table = _lobby(script, cast, cast.alice, script.clock, entropy="agreed")
    for seat, who in ((1, cast.bob), (2, cast.carol), (3, cast.dora)):
        table.call(who, "join", {"seat": seat, "entropy": f"agreed {seat}"})
        table.people[seat] = who
    _take_back(table, True, False, False)
    table.play(6)
    table.resign_all()
    return table.match


def _take_back(table: _Table, *refused: bool) -> None:
    """As often as this says, six moves and then the wish to take the last of them back, which is refused or not."""
    for is_refused in refused:
        table.play(6)
        _ask_back(table, is_refused)


def _take_back_draws(table: _Table) -> None:
    """Moves until one draws, which is taken back."""
    before = drawn = _drawn(table)
    while drawn == before:
        table.play(1)
        drawn = _drawn(table)
    _ask_back(table, False)


def _drawn(table: _Table) -> int:
    events = table.people[min(table.people)].call("GET", f"/matches/{table.match}/events?limit=500")["items"]
    return sum(1 for event in events if event["draws"])


def _ask_back(table: _Table, is_refused: bool) -> None:
    asking = table.people[table.last]
    table.call(asking, "take-back", {"knowing": True})
    others = [who for who in table.people.values() if who is not asking]
    if is_refused:
        table.call(others[0], "take-back/refusal")
        return
    for who in others:
        table.call(who, "take-back/consent")


def _with_beacon(script: Script, cast: _Cast) -> str:
    """A round of the League of Entropy's beacon, as it was published, goes into the chance."""
    with relay(of_quicknet) as found, override_settings(BEACON_URLS=[found.url], BEACON_CHAINS=[]):
        # Event 1 comes a second later, and names the first round that is out three seconds after that.
        cast.time.move_to(drand.time_of(drand.QUICKNET, 1000) - timedelta(seconds=5))
        table = _full(script, cast, "wait")
        cast.time.move(seconds=4)
        let_the_lobby_go_on(table.match)
    table.play(6)
    table.resign_all()
    return table.match


def _beacon_missed(script: Script, cast: _Cast) -> str:
    """No relay answers: a minute later the match says so, and begins without."""
    with relay(of_quicknet) as found, override_settings(BEACON_URLS=[found.url], BEACON_CHAINS=[]):
        found.status = 503
        table = _full(script, cast, "go_on")
        cast.time.move(seconds=70)
        let_the_lobby_go_on(table.match)
    table.play(4)
    table.resign_all()
    return table.match


def _open(script: Script, cast: _Cast) -> str:
    """Each draw has a secret of its own; what is drawn after moves were taken back has new numbers."""
    table = _lobby(script, cast, cast.alice, script.clock, entropy="open", open_draws=True)
    _join(cast, table)
    table.second_thoughts = 1
    table.play(script.moves)
    _take_back_draws(table)
    _take_back(table, False)
    _take_back_draws(table)
    table.play(6)
    table.resign_all()
    return table.match


def _open_with_beacon(script: Script, cast: _Cast) -> str:
    """The secrets alone do not tell a draw before the round is out."""
    with relay(of_quicknet) as found, override_settings(BEACON_URLS=[found.url], BEACON_CHAINS=[]):
        cast.time.move_to(drand.time_of(drand.QUICKNET, 1000) - timedelta(seconds=5))
        table = _full(script, cast, "wait", open_draws=True)
        cast.time.move(seconds=4)
        let_the_lobby_go_on(table.match)
    table.play(6)
    _take_back_draws(table)
    table.play(6)
    table.resign_all()
    return table.match


def _open_forked(script: Script, cast: _Cast, parent: str) -> str:
    """A match that goes on from one with open draws, whose draws it carries; its own are not open."""
    events = cast.carol.call("GET", f"/matches/{parent}/events?limit=200")["items"]
    first = next(event["version"] for event in events if event["type"] == "moves_taken_back")
    table = _fork(script, cast, parent, at=first - 3)
    table.play(script.moves)
    _take_back(table, False)
    table.resign_all()
    return table.match


def _full(script: Script, cast: _Cast, beacon: str, **wishes: Any) -> _Table:
    table = _lobby(script, cast, cast.alice, script.clock, entropy=beacon, beacon=beacon, **wishes)
    _join(cast, table)
    return table


def _join(cast: _Cast, table: _Table) -> None:
    for seat, who in ((1, cast.bob), (2, cast.carol), (3, cast.dora)):
        table.call(who, "join", {"seat": seat, "entropy": None})
        table.people[seat] = who


def _signed(script: Script, cast: _Cast) -> str:
    """Three of four sign: from the lobby on, from a second device too, and after a key was lost."""
    table = _lobby(script, cast, cast.alice, script.clock, entropy="signed", start="manual")
    table.sign(0, "alice")
    _join(cast, table)
    table.call(cast.alice, "start")
    table.second_thoughts = 2
    table.sign(1, "bob")
    table.play(6)
    table.sign(1, "bob's second device", vouched=True)
    table.sign(0, "alice's new key, for the old one was lost")
    table.sign(2, "carol")
    table.play(6)
    table.desert(1)
    table.come_back_with_a_move(1)
    table.play(script.moves)
    table.resign_all()
    return table.match


def _lobby(script: Script, cast: _Cast, host: _Player, clock: Mapping[str, Any], **wishes: Any) -> _Table:
    wish = {"game": script.game, "seats": 4, "options": script.options, "clock": clock, "name": "recorded", **wishes}
    made = _posted(cast.time, host, "/matches", wish)
    return _table(script, cast, made, {0: host})


def _table(script: Script, cast: _Cast, made: Any, people: dict[int, _Player]) -> _Table:
    return _Table(match=made["id"], time=cast.time, people=people, pick=random.Random(script.pick))


def _signed_up(name: str) -> _Player:
    # A handle of its own in each run: nothing of a player is in a stream.
    return _Player(_Player("").call("POST", "/players", {"handle": f"{name}_{new_id()[-12:]}"})["token"])


def _posted(time: Time, who: _Player, path: str, body: Any = None) -> Any:
    time.move(seconds=1)
    return who.call("POST", path, body)


def _patched(time: Time, who: _Player, wish: Any) -> None:
    time.move(seconds=1)
    who.call("PATCH", "/me", wish)
