"""Signals: figures about pairs of players in rated matches that may mean help or two accounts of one person.

For moderators, who look at the matches before they decide anything: every one of these figures has innocent causes,
such as two friends of different strength who play each other, or a family behind one address.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from events.statements import fetch
from games.matches.ratings.strengths import SCALE

DAYS = 90
# Pairs with fewer matches say nothing; and so many pairs are shown.
LEAST, SHOWN = 5, 100
# From which figures on each sign is seen. A short match has less than this share of the usual number of events.
OFTEN, FEW, SHORT_SHARE, SHORT_MATCHES, SHORT_LENGTH, UNLIKELY = 0.75, 0.5, 0.3, 3, 0.4, 3.0
# The signs: seen at one address on a day; logged in with one browser; more than three quarters of one's matches with
# the same player; most of what was gained came from them; the other has come in last in short ones; one wins more often
# where the other sits than chance explains.
ADDRESS, BROWSER, REPEATED, GAINED = "address", "browser", "repeated", "gained"
SHORT, FAVOURED = "short", "favoured"
SIGNS = (ADDRESS, BROWSER, REPEATED, GAINED, SHORT, FAVOURED)

PAIRS = """
WITH changes AS MATERIALIZED (
    SELECT change.match_id, change.player_id, change.game, change.place, change.players,
        greatest(change.mu - change.mu_before, 0) AS gain, listing.version AS length
    FROM matches_ratingchange AS change JOIN matches_listing AS listing USING (match_id)
    WHERE change.finished_at > statement_timestamp() - %(days)s::integer * interval '1 day'
), usual AS (
    SELECT game, players, percentile_cont(0.5) WITHIN GROUP (ORDER BY length) AS length FROM changes
    GROUP BY game, players
), whole AS (
    SELECT game, player_id, count(*) AS matches, count(*) FILTER (WHERE place = 1) AS won, sum(gain) AS gain
    FROM changes GROUP BY game, player_id
), pair AS (
    SELECT one.game, one.player_id AS one, other.player_id AS other, count(*) AS matches,
        count(*) FILTER (WHERE one.place = 1) AS won, sum(one.gain / (one.players - 1)) AS gain,
        count(*) FILTER (WHERE other.place = one.players AND one.length < usual.length * %(short)s::float) AS short
    FROM changes AS one JOIN changes AS other ON other.match_id = one.match_id AND other.player_id <> one.player_id
    JOIN usual ON usual.game = one.game AND usual.players = one.players
    GROUP BY one.game, one.player_id, other.player_id HAVING count(*) >= %(least)s::integer
)
SELECT pair.game, pair.one::text, one.handle, pair.other::text, other.handle, pair.matches, pair.won, pair.gain,
    pair.short, whole.matches, whole.won, whole.gain, (
        SELECT count(DISTINCT day) FROM matches_seenfrom AS mine JOIN matches_seenfrom AS theirs USING (day, address)
        WHERE mine.player_id = pair.one AND theirs.player_id = pair.other AND address NOT LIKE 'browser:%%'), EXISTS (
        SELECT FROM matches_seenfrom AS mine JOIN matches_seenfrom AS theirs USING (address)
        WHERE mine.player_id = pair.one AND theirs.player_id = pair.other AND address LIKE 'browser:%%')
FROM pair JOIN whole ON whole.game = pair.game AND whole.player_id = pair.one
JOIN matches_player AS one ON one.id = pair.one JOIN matches_player AS other ON other.id = pair.other
WHERE coalesce(pair.one = %(player)s::uuid, true)
"""


@dataclass(frozen=True)
class PairFigures:
    """What the rated matches of the last days say of one player, where another sits at the table too."""

    game: str
    one: str
    one_handle: str | None
    other: str
    other_handle: str | None
    # Matches of both, those that `one` won, the share of `other` in what `one` gained there (of mu; all others at a
    # table have the same share in it), and short ones in which `other` came last.
    matches: int
    won: int
    gain: float
    short: int
    # The same of all matches of `one`.
    all_matches: int
    all_won: int
    all_gain: float
    # On how many days of the last 30 both came from one address first.
    days_alike: int
    # Whether both have logged in with one browser in these days.
    is_one_browser: bool

    @property
    def points(self) -> int:
        """The share of `other` in what `one` has gained, in points of rating as they are shown."""
        return round(self.gain * SCALE)

    @property
    def share(self) -> int:
        """How many percent of the matches of `one` had `other` at the table."""
        return round(100 * self.matches / self.all_matches)

    @property
    def gained_share(self) -> int:
        """How many percent of what `one` has gained came from `other`."""
        return round(100 * self.gain / self.all_gain) if self.all_gain else 0

    @property
    def unlikely(self) -> float:
        """By how many standard errors `one` wins more often with `other` than without; 0 without a comparison."""
        without, won_without = self.all_matches - self.matches, self.all_won - self.won
        if not without:
            return 0.0
        both = self.all_won / self.all_matches
        error = math.sqrt(both * (1 - both) * (1 / self.matches + 1 / without))
        return (self.won / self.matches - won_without / without) / error if error else 0.0

    @property
    def signs(self) -> tuple[str, ...]:
        """Which of `SIGNS` these figures show."""
        return tuple(self._signs())

    def _signs(self) -> Iterator[str]:
        if self.days_alike:
            yield ADDRESS
        if self.is_one_browser:
            yield BROWSER
        if self.matches >= 2 * LEAST and self.matches > OFTEN * self.all_matches:
            yield REPEATED
        if self.all_gain and self.gain > FEW * self.all_gain and self.all_matches >= 2 * LEAST:
            yield GAINED
        if self.short >= SHORT_MATCHES and self.short > SHORT_SHARE * self.matches:
            yield SHORT
        if self.unlikely > UNLIKELY:
            yield FAVOURED


def pairs(*, player: str | None = None) -> Sequence[PairFigures]:
    """The pairs with the most signs first, `SHOWN` at most; with a `player` all of theirs, with signs or without."""
    asked: dict[str, Any] = {"days": DAYS, "least": LEAST, "short": SHORT_LENGTH, "player": player}
    found = [PairFigures(*row) for row in fetch(PAIRS, asked)]
    shown = [one for one in found if one.signs or player is not None]
    return sorted(shown, key=lambda one: (-len(one.signs), -one.matches, one.game, one.one, one.other))[:SHOWN]
