"""Shapes of the ratings: a player's, those of a match, and the best of a game."""

from typing import Annotated, TypedDict

from msgspec import Meta

from api.answers.parts import Next
from api.answers.people import Player, PlayerPage
from games.matches.models.rated import RatedMatch
from games.matches.presentation.shapes import ID, Count, Positive, Time, doc, words
from games.matches.ratings.standings import LADDERS

Rating = Annotated[int, doc("A newcomer has 1500. Who is 200 ahead is likely to win more often, whatever the table.")]
Deviation = Annotated[
    int, Meta(ge=0), doc("How uncertain the rating is: it is off by no more with two thirds' likelihood.")
]
Provisional = Annotated[bool, doc("Whether too little is known yet for the leaderboard.")]
PlaceNumber = Annotated[
    int, Meta(ge=1), doc("1 is the first; level players share a place. Who has left comes in last.")
]


class GameRating(TypedDict):
    """A player's rating in one game."""

    game: str
    rating: Rating
    deviation: Deviation
    provisional: Provisional
    matches: Annotated[Positive, doc("How many rated matches it comes from.")]
    rated_at: Annotated[Time, doc("When the last of them ended.")]


class PlayerRatings(TypedDict):
    """A player's ratings, by game."""

    player: PlayerPage
    shown: Annotated[bool, doc("False where the player keeps their record to themselves; there are no ratings then.")]
    items: list[GameRating]


class RatingStep(TypedDict):
    """What one match did to a player's rating."""

    match: ID
    at: Annotated[Time, doc("When the match ended.")]
    place: PlaceNumber
    players: Annotated[Positive, doc("How many played.")]
    before: Rating
    rating: Rating
    deviation: Deviation


class RatingSteps(TypedDict):
    """A page of the course of a rating, newest first."""

    items: list[RatingStep]
    next: Next


class SeatRating(TypedDict):
    """What a match did to the rating of one of its players."""

    player: Player
    place: PlaceNumber
    before: Annotated[int | None, doc("Null where the player keeps their record to themselves.")]
    rating: Annotated[int | None, doc("Null where the player keeps their record to themselves.")]


class MatchRating(TypedDict):
    """What became of a rated match that has ended."""

    match: ID
    state: Annotated[
        str,
        words(RatedMatch.WAITING, RatedMatch.COUNTED, RatedMatch.ABANDONED, RatedMatch.ANNULLED, RatedMatch.TAKEN_BACK),
        doc(
            "`waiting` for its turn; `counted`; `abandoned` by all, so nobody's changes; `annulled` by an operator; "
            "`taken_back`: moves were taken back of which all went on knowing something."
        ),
    ]
    reason: Annotated[str | None, doc("Why it was annulled, in the operator's words.")]
    seats: Annotated[list[SeatRating], doc("By place. Empty unless the match counts.")]


class Leader(TypedDict):
    """A place on a leaderboard."""

    rank: Annotated[Positive, doc("Level players share one.")]
    player: Player
    rating: Rating
    deviation: Deviation
    matches: Positive
    rated_at: Time


class LeaderboardTerms(TypedDict):
    """Who stands on a leaderboard."""

    matches: Annotated[Positive, doc("With so many rated matches at least.")]
    deviation: Annotated[Positive, doc("With a deviation of so much at most.")]
    days: Annotated[Positive, doc("With a rated match in so many days.")]


class Leaderboard(TypedDict):
    """The players of a game with the highest ratings, best first; those who keep their record to themselves on none."""

    game: str
    ladder: Annotated[str, words(*LADDERS), doc("Bots are rated among themselves.")]
    terms: LeaderboardTerms
    players: Annotated[Count, doc("How many stand on it.")]
    items: list[Leader]
