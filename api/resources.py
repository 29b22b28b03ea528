"""Resources as answers show them: what the table says, with people, lobby data and links added."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypedDict, cast

from django.conf import settings
from django.utils.timezone import now

from api import answers
from api.http.entity_tags import spoken, view_tag
from games.bots.roster import Bot
from games.core.definition import GameDefinition
from games.core.json import JSON
from games.luck.retelling import MatchFacts
from games.luck.tallies import Totals
from games.matches import access
from games.matches.access import Known, Person
from games.matches.accounts.app_access import Granted
from games.matches.accounts.following import Followed
from games.matches.counts.counting import Lengths
from games.matches.lists import player_records, queries
from games.matches.lists.player_records import GameRecord
from games.matches.lobby.invitation_lists import Listed
from games.matches.lobby.kept_seats import KeptSeat
from games.matches.models.matches import Invitation, Lobby, LobbyData
from games.matches.models.notices import PENDING, Dispatch, Notice, Webhook
from games.matches.models.people import OwnNote, Player, Token
from games.matches.models.rated import Rating, RatingChange
from games.matches.models.service import Listing
from games.matches.models.third_parties import App
from games.matches.notices import bodies, courier, sentences
from games.matches.notices.kinds import INVITED
from games.matches.notices.preferences import Preferences
from games.matches.play.standing_orders import Orders
from games.matches.play.time_off import TimeOff
from games.matches.presentation import resources
from games.matches.presentation.shapes import Clock, MatchDocument
from games.matches.presentation.words import Words
from games.matches.queue.fill_figures import Lately
from games.matches.queue.standard_sets import StandardSet
from games.matches.queue.standing_wishes import OwnWish
from games.matches.quotas.uses import Use
from games.matches.ratings import standings
from games.matches.ratings.standings import Judged, Ranked
from games.matches.ratings.strengths import Strength
from games.matches.stream.loading import Loaded
from games.registry import GAMES
from games.table import clocks
from games.table.state import ACTIVE

if TYPE_CHECKING:
    # At run time it is there once an app has asked for something.
    from api.oauth.consents import Consent

BASE = "/api/v1"
LINKS = ("view", "prompts", "moves", "events", "export", "audit")


def player(found: Player | Person | Followed | Ranked) -> answers.people.Player:
    """Who sits behind a seat; once deleted without a handle."""
    return {"id": str(found.id), "handle": found.handle, "kind": found.kind}


def player_page(found: Player) -> answers.people.PlayerPage:
    """What everybody may know of a player."""
    return {**player(found), "created_at": resources.time(found.created_at)}


def player_record(found: Player, games: Sequence[GameRecord] | None) -> answers.people.PlayerRecord:
    """How a player has played in public; None is kept to themselves."""
    return {
        "player": player_page(found),
        "shown": games is not None,
        "games": [
            {
                "game": one.game,
                "finished": one.finished,
                "won": one.won,
                "resigned": one.resigned,
                "running": one.running,
                "left": one.left,
                "moves": one.moves,
                "late": one.late,
            }
            for one in games or ()
        ],
        "reliability": player_records.reliability(games or ()),
        "in_time": player_records.in_time(games or ()),
    }


def player_ratings(found: Player, ratings: Sequence[Rating] | None) -> answers.ratings.PlayerRatings:
    """A player's ratings; None are kept to themselves."""
    return {
        "player": player_page(found),
        "shown": ratings is not None,
        "items": [
            {
                "game": one.game,
                **_strength(standings.strength(one)),
                "provisional": standings.is_provisional(one),
                "matches": one.matches,
                "rated_at": resources.time(one.rated_at),
            }
            for one in ratings or ()
        ],
    }


def rating_step(found: RatingChange) -> answers.ratings.RatingStep:
    """What one match did to a player's rating."""
    return {
        "match": str(found.match_id),
        "at": resources.time(found.finished_at),
        "place": found.place,
        "players": found.players,
        "before": standings.before(found).rating,
        **_strength(standings.strength(found)),
    }


def match_rating(judged: Judged, people: Mapping[str, Player], shown: Collection[str]) -> answers.ratings.MatchRating:
    """What became of a rated match; of players who are not among those `shown` only the place is told."""

    def seat(change: RatingChange) -> answers.ratings.SeatRating:
        who = str(change.player_id)
        known = who in shown
        return {
            "player": player(people[who]),
            "place": change.place,
            "before": standings.before(change).rating if known else None,
            "rating": standings.strength(change).rating if known else None,
        }

    return {
        "match": str(judged.match.match_id),
        "state": judged.match.state,
        "reason": judged.match.reason or None,
        "seats": list(map(seat, judged.changes)),
    }


class _Shown(TypedDict):
    rating: int
    deviation: int


def _strength(found: Strength) -> _Shown:
    return {"rating": found.rating, "deviation": found.deviation}


def game_statistics(game: str, totals: Totals, lengths: Mapping[int, Lengths]) -> answers.luck.GameStatistics:
    """What all matches of a game look like together."""
    told = totals.told()
    sizes = [
        {**one, "moves": _spread(lengths[one["seats"]].moves), "seconds": _spread(lengths[one["seats"]].seconds)}
        for one in told["sizes"]
        if one["seats"] in lengths
    ]
    return cast(answers.luck.GameStatistics, {"game": game, **told, "sizes": sizes})


def _spread(of: Sequence[int]) -> answers.luck.Spread:
    tenth, half, nine_tenths = of
    return {"tenth": tenth, "half": half, "nine_tenths": nine_tenths}


def match_luck(match: str, facts: MatchFacts) -> answers.luck.MatchLuck:
    """What the draws of one match look like."""
    totals = Totals()
    totals.add(facts)
    told = totals.told()
    return {"match": match, "test": told["test"], "together": told["together"], "draws": told["draws"]}


def leaderboard(game: str, ladder: str, found: Sequence[Ranked]) -> answers.ratings.Leaderboard:
    """The players of a game with the highest ratings."""
    return {
        "game": game,
        "ladder": ladder,
        "terms": {
            "matches": standings.MATCHES,
            "deviation": standings.DEVIATION,
            "days": standings.RECENT.days,
        },
        "players": len(found),
        "items": [
            {
                "rank": one.rank,
                "player": player(one),
                **_strength(one.strength),
                "matches": one.matches,
                "rated_at": resources.time(one.rated_at),
            }
            for one in found
        ],
    }


def followed(found: Followed) -> answers.people.FollowedPlayer:
    """A player whom the caller follows."""
    return {
        "player": player(found),
        "match": found.match,
        "game": found.game,
    }


def me(found: Player, time: TimeOff) -> answers.people.Me:
    """A player's own account and settings."""
    away = time.vacation
    return {
        **player_page(found),
        "email": found.email or None,
        "email_confirmed": bool(found.mail_address),
        "locale": found.locale,
        "shows_presence": found.shows_presence,
        "shows_record": found.shows_record,
        "take_backs": found.take_backs,
        "quiet_hours": found.quiet_hours,
        "vacation": away and {"starts_at": resources.time(away[0]), "ends_at": resources.time(away[1])},
        "vacation_seconds_left": int(time.left.total_seconds()),
        "links": {"my_stream": my_stream()},
    }


def match_stream(match_id: str) -> str:
    """Where a match is told as it happens."""
    return f"{settings.LIVE_URL}{BASE}/matches/{match_id}/stream"


def my_stream() -> str:
    """Where callers are told all that concerns them."""
    return f"{settings.LIVE_URL}{BASE}/me/stream"


def quota(use: Use) -> answers.people.Quota:
    """How much of a quota a player has used."""
    return {"quota": use.quota, "used": use.used, "limit": use.limit, "resets_at": resources.time(use.resets_at)}


def token(found: Token) -> answers.people.Token:
    """A token to its player; its secret is not known any more."""
    return {
        "id": str(found.id),
        "label": found.label,
        "scopes": found.scopes,
        "created_at": resources.time(found.created_at),
        "expires_at": resources.time(found.expires_at),
        "last_used_on": None if found.last_used_on is None else found.last_used_on.isoformat(),
    }


def app(found: App) -> answers.third_parties.App:
    """An app to whoever registered it; its secret is not shown again."""
    return {
        "client_id": found.client_id,
        "name": found.name,
        "redirect_uris": found.redirect_uris.split(),
        "device_flow": found.uses_device_flow,
        "secret": found.client_type == App.CLIENT_CONFIDENTIAL,
        "created_at": resources.time(found.created),
    }


def asking_app(found: App) -> answers.third_parties.AskingApp:
    """An app to whom it asks."""
    return {
        "client_id": found.client_id,
        "name": found.name,
        "registered_by": player(found.user),
        "created_at": resources.time(found.created),
    }


def app_access(found: Granted) -> answers.third_parties.AppAccess:
    """An app that acts for a player, to that player."""
    return {
        "app": asking_app(found.app),
        "scopes": list(found.scopes),
        "granted_at": resources.time(found.granted_at),
        "used_on": found.used_on.isoformat(),
    }


def consent_question(found: "Consent") -> answers.third_parties.ConsentQuestion:
    """What an app asks of a player."""
    return {
        "app": asking_app(found.app),
        "scopes": found.scopes,
        "redirect_uri": found.redirect_uri,
        "refusal": found.refusal,
    }


def notice(found: Notice, locale: str) -> answers.notices.Notice:
    """A notice to its player, with a sentence in the player's language."""
    told = bodies.facts(found)
    return {
        "id": told["notice"],
        "kind": found.kind,
        "text": sentences.sentence(found, sentences.known(locale)),
        "match": told["match"],
        "game": told["game"],
        "seat": told["seat"],
        "prompt": told["prompt"],
        "due_at": told["due_at"],
        "invitation": found.about if found.kind == INVITED else None,
        "at": resources.time(found.at),
        "read_at": resources.time(found.read_at),
    }


def notice_settings(found: Preferences) -> answers.notices.NoticeSettings:
    """Which notices leave the inbox."""
    exceptions: list[answers.notices.NoticeException] = [
        {"match": match_id, "kinds": list(kinds)} for match_id, kinds in found.matches.items()
    ]
    return {"mail": list(found.mail), "matches": exceptions}


def standing_orders(found: Orders) -> answers.matches.StandingOrders:
    """What is answered on a player's behalf in a match, for that player."""
    return {
        "decline": list(found.decline),
        "skip": list(found.skip),
        "possible": list(found.possible),
        "skippable": list(found.skippable),
    }


def own_note(found: OwnNote | None) -> answers.matches.OwnNote:
    """What a player has written to themselves about a match, for that player."""
    return {
        "text": "" if found is None else found.text,
        "written_at": resources.time(None if found is None else found.written_at),
    }


def webhook(found: Webhook, *, held_until: datetime | None) -> answers.notices.Webhook:
    """A webhook to its player; its secret is not shown again."""
    return {
        "id": str(found.id),
        "url": found.url,
        "kinds": found.kinds,
        "format": found.format,
        "created_at": resources.time(found.created_at),
        "held_until": resources.time(held_until),
        "failing_since": resources.time(found.failing_since),
        "disabled_at": resources.time(found.disabled_at),
        "disabled_for": found.disabled_for or None,
    }


def subscription(found: Webhook) -> answers.notices.PushSubscription:
    """A browser that shows notices, to its player."""
    return {
        "id": str(found.id),
        "endpoint": found.url,
        "kinds": found.kinds,
        "created_at": resources.time(found.created_at),
        "failing_since": resources.time(found.failing_since),
    }


def delivery(found: Dispatch) -> answers.notices.Delivery:
    """What became of one message to a webhook."""
    return {
        "id": str(found.id),
        "message": courier.message_id(found),
        "kind": sentences.TEST if found.notice is None else found.notice.kind,
        "state": found.state,
        "attempts": found.attempts,
        "last_status": found.last_status,
        "last_error": found.last_error or None,
        "next_attempt_at": resources.time(found.available_at) if found.state == PENDING else None,
        "created_at": resources.time(found.created_at),
        "done_at": resources.time(found.done_at),
    }


@dataclass(frozen=True, kw_only=True)
class ShownMatch:
    """A match as one caller sees it, put into words when it is asked for, and the tag of that representation."""

    make: Callable[[], answers.matches.Match]
    tag: str

    @cached_property
    def body(self) -> answers.matches.Match:
        return self.make()


def match(known: Known, viewer: str | None, words: Words, loaded: Loaded | None = None) -> ShownMatch:
    """One match for one caller; of a match that they know up to a version nothing that was so only later.

    `loaded` is what they may know of it, where that is at hand.
    """
    loaded, is_now = loaded or known.load(), known.until is None
    quarantined = is_now and loaded.is_set_aside
    document = resources.resource(loaded.match, quarantined=quarantined, imported=loaded.is_imported)
    people = known.people(loaded.holders.values())
    again = known.rematch() if is_now and loaded.match.is_over else None
    you = loaded.seat_of(viewer)
    # People change their names, matches are set aside, lose their names and are played once more, without an event.
    beside = (
        *["named"] * bool(known.lobby.name),
        sum(one.revision for one in people.values()),
        document["status"],
        *[again] * bool(again),
        *spoken(words.languages),
    )

    def make() -> answers.matches.Match:
        return _match(document, loaded.holders, known.lobby, people, you=you, again=again, words=words)

    # Weak, because `now` is of the answer.
    return ShownMatch(make=make, tag=f"W/{view_tag(loaded.match.head.version, you, *beside)}")


def lobby(
    shown: ShownMatch, kept: Collection[KeptSeat], invitation: Invitation | None, people: Mapping[str, Player]
) -> answers.matches.Lobby:
    """A match before its start, as a caller sees it who may take a seat."""

    def told(who: str | None) -> answers.people.Player | None:
        return None if who is None or who not in people else player(people[who])

    return {
        "match": shown.body,
        "kept": [
            {
                "seat": one.seat,
                "player": told(one.player),
                "reason": one.reason,
                "until": resources.time(one.until),
            }
            for one in kept
        ],
        "invitation": None
        if invitation is None
        else {
            "seat": invitation.seat,
            "maker": told(invitation.maker),
            "replaces": invitation.replaces,
            "expires_at": resources.time(invitation.expires_at),
        },
    }


def listed_invitation(found: Listed) -> answers.matches.ListedInvitation:
    """An open invitation to its maker or to the player it was made for; without its secret."""
    made = found.invitation
    return {
        "id": str(made.id),
        "match": str(made.match_id),
        "game": found.game,
        "seat": made.seat,
        "maker": None if found.maker is None else player(found.maker),
        "player": None if found.player is None else player(found.player),
        "replaces": made.replaces,
        "expires_at": resources.time(made.expires_at),
    }


def standard_set(found: StandardSet, waiting: int, lately: Lately | None) -> answers.queue.StandardSet:
    """A standard set, with how many wait now and how its tables have gone of late."""
    return {
        "game": found.game,
        "set": found.name,
        "queued": found.queued,
        "seats": {"min": found.least, "max": found.most},
        "clock": cast(Clock, clocks.normal(found.clock)),
        "waiting": waiting,
        "lately": None
        if lately is None
        else {
            "tables": lately.tables,
            "wait_seconds": lately.wait_seconds,
            "ended": lately.ended,
            "abandoned": lately.abandoned,
        },
    }


def queue_wish(found: OwnWish) -> answers.queue.QueueWish:
    """A standing wish to its player."""
    wish, called = found.wish, found.called
    return {
        "game": wish.game,
        "set": wish.set_name,
        "seats": {"min": wish.seats_min, "max": wish.seats_max},
        "bots": None if wish.bots_at is None else {"bot": wish.bot, "at": resources.time(wish.bots_at)},
        "rated": wish.rated,
        "within": wish.within,
        "least_reliability": wish.least_reliability,
        "since": resources.time(wish.since),
        "expires_at": resources.time(wish.expires_at),
        "called": None
        if called is None
        else {
            "match": str(called.table.match_id),
            "seats": called.table.seats,
            "people": called.table.people,
            "confirmed": called.confirmed,
            "confirm_by": resources.time(called.table.confirm_by),
        },
        "confirmed": wish.confirmed_at is not None,
    }


def invitation(made: Invitation, secret: str) -> answers.matches.Invitation:
    """An invitation for its maker, with the secret; `url` is where it is used, and does not hold it."""
    return {
        "id": str(made.id),
        "invitation": secret,
        "url": f"{BASE}/matches/{made.match_id}/join",
        "seat": made.seat,
        "player": None if made.player_id is None else str(made.player_id),
        "expires_at": resources.time(made.expires_at),
    }


def matches(rows: Iterable[Listing], viewer: str | None, words: Words) -> list[answers.matches.Match]:
    """Matches of a list for one caller, as of their projection."""
    rows = list(rows)
    lobbies = {row.match_id: row for row in Lobby.objects.filter(match_id__in=[row.match_id for row in rows])}
    people = queries.players({str(holder) for row in rows for holder in row.player_ids})
    again = queries.rematches_of([str(row.match_id) for row in rows])
    shown = [_listed(row, lobbies[row.match_id], people, viewer, again.get(str(row.match_id)), words) for row in rows]
    return [
        match(access.known(one["id"], viewer), viewer, words).body
        if one["delay"] is not None and one["you"] is None and one["status"] == ACTIVE
        else one
        for one in shown
    ]


def _listed(
    row: Listing, lobby: Lobby, people: Mapping[str, Player], viewer: str | None, again: str | None, words: Words
) -> answers.matches.Match:
    holders = {int(seat): holder for seat, holder in row.holders.items()}
    you = next((seat for seat, holder in holders.items() if holder == viewer), None)
    document = cast(MatchDocument, {**row.document, "status": row.status})
    return _match(document, holders, lobby, people, you=you, again=again, words=words)


def _match(
    document: MatchDocument,
    holders: Mapping[int, str],
    lobby: Lobby | LobbyData,
    people: Mapping[str, Player | Person],
    *,
    you: int | None,
    again: str | None,
    words: Words,
) -> answers.matches.Match:
    told = {
        **match_to_all(document, holders, lobby, people, words),
        "you": you,
        "rematch": again,
        "now": resources.time(now()),
        "links": match_links(document["id"]),
    }
    return cast(answers.matches.Match, told)


def match_to_all(
    document: MatchDocument,
    holders: Mapping[int, str],
    lobby: Lobby | LobbyData,
    people: Mapping[str, Player | Person],
    words: Words,
) -> dict[str, Any]:
    """What every caller is told of a match in these words: its first fields, up to `you`."""
    rules, outcome = GAMES[document["game"]][document["rules"]], document["outcome"]
    seats: list[Any] = [
        {
            # Rows of 0.1.0 do not say what its table could not do.
            "keys": [],
            **seat,
            "player": player(people[holders[seat["seat"]]]) if holders.get(seat["seat"]) in people else None,
            **words.seat(rules, seat),
        }
        for seat in document["seats"]
    ]
    free: list[JSON] = [seat["seat"] for seat in document["seats"] if seat["status"] == "open"]
    ended: Any = None if outcome is None else {**outcome, **words.outcome(rules, outcome)}
    return {
        **document,
        "take_back_wish": document.get("take_back_wish"),
        "chance": {"beacon": None, "open_draws": None, **document["chance"]},
        "seats": seats,
        "outcome": ended,
        **words.match(rules, {**document, "free": free}),
        "name": lobby.name,
        "visibility": lobby.visibility,
        "delay": lobby.delay,
        "rated": lobby.rated,
    }


def match_links(match_id: str) -> answers.matches.Links:
    """The addresses of a match."""
    own = f"{BASE}/matches/{match_id}"
    links = cast(answers.matches.Links, {"self": own, **{name: f"{own}/{name}" for name in LINKS}})
    links["stream"] = match_stream(match_id)
    return links


def bot(name: str, shown: Bot) -> answers.games.Bot:
    """A bot as the list of bots describes it."""
    return {"bot": name, "sign": shown.sign, "names": shown.names, "about": shown.about}


def game(newest: GameDefinition, rules: list[str], editions: Mapping[str, str]) -> answers.games.Game:
    """A game as the list of games describes it, by the rules of new matches; `editions` of its documents."""

    def address(name: str) -> str:
        return f"{BASE}/games/{newest.slug}/{name}?rules={newest.rules}&edition={editions[name]}"

    return {
        "game": newest.slug,
        "names": newest.names,
        "seats": {"min": newest.min_seats, "max": newest.max_seats},
        "rules": rules,
        "options_schema": newest.options_schema,
        "option_texts": {
            name: cast(answers.games.OptionTexts, vars(texts)) for name, texts in newest.option_texts.items()
        },
        "moves": newest.move_schemas,
        "declinable": sorted(newest.declinable),
        "skippable": sorted(newest.skippable),
        "skipped": sorted(newest.skipped),
        "duration_hint": newest.duration_hint,
        "links": {
            "content": address("content"),
            "clauses": address("clauses"),
            "messages": address("messages"),
            "schemas": address("schemas"),
            "lexicon": address("lexicon") if newest.lexicon else None,
        },
    }
