"""Players' quiet hours and vacations: checks a request, stores it, and appends it to their running matches."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from django.db.models import Count, DurationField, ExpressionWrapper, F, Max, Sum
from django.db.models.functions import Greatest, Least

from events.store import new_id
from games.core.prompts import Violation
from games.matches.autoplay import timeouts
from games.matches.errors import MatchQuarantined, MatchTooLong, NotAllowed, QuietHoursTooSoon, VacationSpent
from games.matches.lists import queries
from games.matches.models.people import Player, Vacation
from games.matches.play import time_zones
from games.matches.stream.commands import RACES, execute, request
from games.matches.stream.drafts import Plan, plan
from games.matches.stream.guards import check_not_quarantined, check_room
from games.matches.stream.loading import Loaded
from games.table import stoppages
from games.table.features.quiet_hours.events import ClockChanged
from games.table.state import ACTIVE
from games.table.stoppages import DAY, FORESIGHT, LONGEST_QUIET, ZERO, Span, Stops

DAY_MINUTES = 24 * 60
# A player who could move quiet hours along every day would never be awake.
QUIET_HOURS_STAND = timedelta(days=7)


class TimeOff(NamedTuple):
    """The vacation that a player is on or has planned, and what is left of their vacation in this year (UTC)."""

    vacation: Span | None
    left: timedelta


class _NothingChanged(Exception):
    """The match has these settings already."""


def now() -> datetime:
    """The time by the database's clock, in UTC."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement_timestamp()")
        (at,) = cursor.fetchone()
    found: datetime = at.astimezone(UTC)
    return found


def wish_quiet_hours(player: Player, wish: Mapping[str, str] | None) -> None:
    """Change the quiet hours in the player's row, without saving it; `NotAllowed`, `QuietHoursTooSoon`."""
    if wish is None or wish == player.quiet_hours:
        player.quiet_hours = None if wish is None else player.quiet_hours
        return
    _check_quiet_hours(wish)
    at = now()
    if player.quiet_hours_set_at is not None and at < player.quiet_hours_set_at + QUIET_HOURS_STAND:
        again = player.quiet_hours_set_at + QUIET_HOURS_STAND
        raise QuietHoursTooSoon(from_time=again.strftime("%Y-%m-%dT%H:%M:%SZ"))
    player.quiet_hours, player.quiet_hours_set_at = dict(wish), at


def wish_vacation(player: Player, wish: Mapping[str, str] | None) -> None:
    """Go on vacation, now or later, instead of any that was planned; or come back (None).

    Raises `NotAllowed`, `VacationSpent`; then the caller has to roll back.
    """
    at = now()
    span = None if wish is None else _span(wish, at)
    _end_vacations(player, at)
    _fold_past(player, at)
    if span is None:
        return
    Vacation.objects.create(id=new_id(), player=player, starts_at=span[0], ends_at=span[1])
    for year in range(span[0].year, span[1].year + 1):
        if (over := _spent(player, year) - _budget()) > timedelta():
            raise VacationSpent(seconds_left=max(int((span[1] - span[0] - over).total_seconds()), 0))


def vacation_of(player: Player) -> Span | None:
    """The vacation that the player is on or has planned."""
    found = Vacation.objects.filter(player=player, ends_at__gt=now()).first()
    return None if found is None else (found.starts_at, found.ends_at)


def time_off(player: Player) -> TimeOff:
    """The player's vacation, and how much is left of it this year."""
    return of_vacations(
        Vacation.objects.filter(player=player).order_by("id").values_list("starts_at", "ends_at"), now()
    )


def of_vacations(spans: Iterable[Span], at: datetime) -> TimeOff:
    """The `TimeOff` of a player with these vacations: at least those that end in the year of `at` or later."""
    spans, first, last = list(spans), datetime(at.year, 1, 1, tzinfo=UTC), datetime(at.year + 1, 1, 1, tzinfo=UTC)
    spent = sum((max(min(ends, last) - max(starts, first), ZERO) for starts, ends in spans), ZERO)
    coming = next((span for span in spans if span[1] > at), None)
    return TimeOff(coming, max(_budget() - spent, ZERO))


def at_start(seats: Mapping[int, str], clock: Mapping[str, Any]) -> list[ClockChanged]:
    """For the start of a match: the clock changes that follow from the settings of the players who hold the `seats`."""
    if not _heeds(clock):
        return []
    people = queries.players(seats.values())
    wished = {seat: _stops(people[holder], clock) for seat, holder in sorted(seats.items()) if holder in people}
    return [
        ClockChanged(seat=seat, reason="started", stops=found)
        for seat, found in wished.items()
        if found != stoppages.NONE
    ]


def of_newcomer(loaded: Loaded, seat: int, player_id: str) -> list[ClockChanged]:
    """For a seat that gets another player: the new player's settings instead of the old one's."""
    table = loaded.match.table
    wished = _stops(Player.objects.get(id=player_id), table.clock)
    known = wished == table.stops.get(seat, stoppages.NONE)
    return [] if known else [ClockChanged(seat=seat, reason="replaced", stops=wished)]


def tell_again(match_id: str, holders: Iterable[str], clock: Mapping[str, Any]) -> None:
    """Apply settings that changed while the match was starting."""
    for holder in holders if _heeds(clock) else ():
        tell(holder, [match_id])


def tell(player_id: str, match_ids: Iterable[str]) -> None:
    """Apply the player's settings to those of these matches that run and respect them."""
    for match_id in match_ids:
        # A match that is full hears of moves and of its end alone: wishes may change day after day.
        with suppress(_NothingChanged, MatchQuarantined, MatchTooLong):
            # Until it knows all: a wish may change between our reading it and the match hearing of it, and the request
            # that changed it may have looked when the match had not heard yet.
            for _ in range(RACES):
                _tell(match_id, player_id)


def tell_all(player_id: str) -> None:
    """`tell`, in every match in which the player sits."""
    tell(player_id, queries.unfinished_matches_of(player_id))


def _tell(match_id: str, player_id: str) -> None:
    def judge(loaded: Loaded) -> Plan:
        seat, table = loaded.seat_of(player_id), loaded.match.table
        if seat is None or seat in loaded.match.resigned or table.status != ACTIVE or not _heeds(table.clock):
            raise _NothingChanged
        check_not_quarantined(loaded)
        check_room(loaded)
        timeouts.play_first(loaded)
        before, wished = table.stops.get(seat, stoppages.NONE), _stops(Player.objects.get(id=player_id), table.clock)
        if wished == before:
            raise _NothingChanged
        reason = "vacation" if wished.quiet == before.quiet else "quiet_hours"
        return plan(ClockChanged(seat=seat, reason=reason, stops=wished))

    execute(request(match_id, player_id, "absence", key=None), judge)


def _heeds(clock: Mapping[str, Any]) -> bool:
    return bool(clock.get("quiet_hours") or clock.get("vacation"))


def _stops(player: Player, clock: Mapping[str, Any]) -> Stops:
    quiet = player.quiet_hours if clock.get("quiet_hours") else None
    # A zone may lose its name while a player's quiet hours are in it; their matches start nevertheless.
    quiet = quiet if quiet is not None and time_zones.is_known(quiet["zone"]) else None
    return Stops(
        quiet=()
        if quiet is None
        else time_zones.quiet_hours(
            quiet["zone"], from_minute=_minute(quiet["from"]), to_minute=_minute(quiet["to"]), now=now()
        ),
        vacation=vacation_of(player) if clock.get("vacation") else None,
    )


def _check_quiet_hours(wish: Mapping[str, str]) -> None:
    if not time_zones.is_known(wish["zone"]):
        raise _invalid("/quiet_hours/zone", "time_zone", "A time zone has a name of the IANA database: Europe/Warsaw.")
    length = timedelta(minutes=(_minute(wish["to"]) - _minute(wish["from"])) % DAY_MINUTES)
    if not ZERO < length <= LONGEST_QUIET:
        raise _invalid("/quiet_hours/to", "maximum", "Quiet hours last from one minute to twelve hours.")


def _span(wish: Mapping[str, str], at: datetime) -> Span:
    starts = _instant(wish["starts_at"], "starts_at") if wish.get("starts_at") else at
    ends = _instant(wish["ends_at"], "ends_at")
    if not at <= starts <= at + FORESIGHT:
        raise _invalid("/vacation/starts_at", "minimum", "A vacation begins now or within a year.")
    if not starts < ends <= at + FORESIGHT:
        raise _invalid("/vacation/ends_at", "minimum", "A vacation ends after its beginning, and within a year.")
    return starts, ends


def _instant(text: str, name: str) -> datetime:
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        raise _invalid(f"/vacation/{name}", "format", "A time is RFC 3339 in UTC: 2026-07-01T00:00:00Z.") from None


def _invalid(pointer: str, code: str, detail: str) -> NotAllowed:
    return NotAllowed([Violation(pointer=pointer, code=code, detail=detail)])


def _end_vacations(player: Player, at: datetime) -> None:
    Vacation.objects.filter(player=player, starts_at__gte=at).delete()
    Vacation.objects.filter(player=player, ends_at__gt=at).update(ends_at=at)


def _fold_past(player: Player, at: datetime) -> None:
    """Merge this year's past vacations into one row, which lasts as long as all of them together and ends with the
    last.

    Only their sum still counts, and a player who comes and goes often would leave ever more rows.
    """
    year = datetime(at.year, 1, 1, tzinfo=UTC)
    over = Vacation.objects.filter(player=player, starts_at__gte=year, ends_at__lte=at)
    length = ExpressionWrapper(F("ends_at") - F("starts_at"), output_field=DurationField())
    found = over.aggregate(rows=Count("id"), total=Sum(length), last=Max("ends_at"))
    if found["rows"] > 1:
        over.delete()
        # They do not overlap, so the row begins no earlier than the first of them, and in the same year.
        Vacation.objects.create(
            id=new_id(), player=player, starts_at=found["last"] - found["total"], ends_at=found["last"]
        )


def _spent(player: Player, year: int) -> timedelta:
    """How much of a calendar year (UTC) is vacation, past and planned."""
    first, last = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    taken = Vacation.objects.filter(player=player, ends_at__gt=first, starts_at__lt=last)
    within = ExpressionWrapper(
        Least(F("ends_at"), last) - Greatest(F("starts_at"), first), output_field=DurationField()
    )
    spent: timedelta | None = taken.aggregate(spent=Sum(within))["spent"]
    return spent or timedelta()


def _budget() -> timedelta:
    return settings.VACATION_DAYS * DAY


def _minute(text: str) -> int:
    hour, minute = text.split(":")
    return int(hour) * 60 + int(minute)
