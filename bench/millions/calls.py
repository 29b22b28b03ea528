"""The most frequent calls of players and of the service, each with a name, to be timed and planned."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from bench.millions.timing import Taken, timed
from bench.scene import any_move, forget
from bench.web.handled import Caller
from events import outbox, store
from events.randomness import new_key
from games.core.chance import Chance
from games.matches import access
from games.matches.accounts import tokens
from games.matches.audit import audits
from games.matches.autoplay import sweep
from games.matches.background import consumers, due
from games.matches.lists import queries
from games.matches.lobby import fills
from games.matches.notices import inbox, writer
from games.matches.quotas import admission
from games.matches.status import polls, presence
from games.matches.status.presence import Here

# A question by its name.
Asked = Mapping[str, Callable[[], object]]
# So many matches of a list: pages are full however many there are.
PAGE = 20
# By which the lists are asked: all that may stand in an address, and pairs of those that are asked together.
LISTS = (
    "",
    "?game=cave",
    "?status=open",
    "?status=active",
    "?status=finished",
    "?game=cave&status=active",
    "?waiting_for=me",
    "?mine=true",
    "?mine=true&status=active",
    "?player={player}",
    "?before={match}",
    "?game=spell-a-spell&before={match}",
    "?mine=true&before={match}",
)


@dataclass(frozen=True, kw_only=True)
class Table:
    """A running match, its players' ids and tokens by seat."""

    match: str
    players: Sequence[tuple[str, str]]


def lists(caller: Caller, table: Table) -> Asked:
    """The lists with each of their filters, as one of the table asks for them."""
    player, token = table.players[0]

    def asked(query: str) -> Callable[[], object]:
        full = f"{query.format(player=player, match=table.match)}{'&' if query else '?'}limit={PAGE}"
        return lambda: caller.ask("GET", f"/matches{full}", token)

    return {f"GET /matches{query}": asked(query) for query in LISTS}


def of_a_match(caller: Caller, table: Table) -> Asked:
    """What a table asks and does; each move is another one."""
    player, token = table.players[0]
    at = f"/matches/{table.match}"
    key = new_key(8).hex()
    return {
        "GET match": lambda: caller.ask("GET", at, token),
        "GET view": lambda: caller.ask("GET", f"{at}/view", token),
        "GET events": lambda: caller.ask("GET", f"{at}/events?after=0", token),
        "GET view of the past": lambda: caller.ask("GET", f"{at}/view?at=8", token),
        "POST move": lambda: move(caller, table, key=key),
        "POST move again": lambda: store.find_command(table.match, player, key),
        "GET match, cold": lambda: _cold(lambda: caller.ask("GET", at, token)),
        "POST move, cold": lambda: _cold(lambda: move(caller, table)),
        "GET me": lambda: caller.ask("GET", "/me", token),
        "GET notices": lambda: caller.ask("GET", "/me/notices", token),
    }


def move(
    caller: Caller, table: Table, *, key: str | None = None, pick: Chance | None = None, is_cold: bool = False
) -> Taken:
    """A move of whoever is asked, and what it took; the question what is legal is not counted.

    Cold it is asked as of a process that has not met the match before.
    """
    prompt, body = any_move(table.match, pick or Chance(new_key(32)))
    if is_cold:
        forget()
    token = table.players[prompt.seat][1]
    return timed(lambda: caller.ask("POST", f"/matches/{table.match}/moves", token, body, key))


def _cold(ask: Callable[[], object]) -> object:
    forget()
    return ask()


def behind(table: Table) -> Iterator[tuple[str, Callable[[], object]]]:
    """What workers, beat and live processes ask."""
    players = [player for player, _ in table.players]
    here = [Here(table.match, players[0]), Here(None, players[1]), Here(table.match, None, 2)]
    yield "relay", lambda: outbox.relay(list(consumers.CONSUMERS))
    for name in consumers.CONSUMERS:
        yield f"deliver to {name}", partial(consumers.catch_up, name)
    yield "what is due", due.look
    yield "sweep of clocks", lambda: sweep.sweep(fills.run_out)
    yield "turns of bots", sweep.play_turns
    yield "who is to be reminded", writer.to_remind
    yield "reminders", lambda: writer.tell_now(table.match)
    yield "as_of", queries.listings_as_of
    yield "unfinished matches", lambda: queries.unfinished_matches_of(players[0])
    yield "rematches", lambda: queries.rematches_of([table.match])
    yield "presence", lambda: presence.renewed(store.new_id(), here, [table.match])
    yield "streams: heads", lambda: polls.heads([table.match])
    yield "streams: standings", lambda: polls.standings([table.match])
    yield "streams: unfinished", lambda: polls.unfinished(players)
    yield "streams: notices", lambda: polls.notices(players)
    yield "streams: tokens", lambda: polls.revoked([tokens.digest(token) for _, token in table.players])
    yield "inbox since", lambda: inbox.since(players[0], 0, limit=100)
    yield "inbox, unread", lambda: inbox.count_unread(players[0])
    yield "quotas", lambda: admission.uses(players[0])
    yield "quotas, a match more", lambda: admission.admit(players[0], store.new_id(), sits=True)
    yield "quotas, a seat more", lambda: admission.admit_seat(players[0], store.new_id())
    yield "who may know", lambda: access.known(table.match, players[0])
    yield "audit", lambda: audits.examine(table.match)
    yield "next audits", lambda: audits.longest_unseen(100)
    yield "all matches, a piece", lambda: store.matches_after(None, limit=20)
    yield "confirm", store.confirm
