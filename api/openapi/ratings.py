from api.openapi.operation import Operation, Operations, ok
from api.views.ratings import LeaderboardView, MatchRatingView, PlayerRatingsView, RatingCourseView

_TAG = "ratings"

OPERATIONS: Operations = {
    (PlayerRatingsView, "GET"): Operation(
        id="getPlayerRatings",
        tagged=True,
        tag=_TAG,
        summary="A player's ratings",
        description="One for each game in which the player has ended a rated match. Empty where the player keeps their "
        "record to themselves.",
        answers=ok("PlayerRatings"),
    ),
    (RatingCourseView, "GET"): Operation(
        id="listRatingSteps",
        tagged=True,
        tag=_TAG,
        summary="The course of a player's rating in a game, newest match first",
        description="What each rated match did to it. Empty where the player keeps their record to themselves.",
        query=("before", "limit"),
        answers=ok("RatingSteps"),
    ),
    (MatchRatingView, "GET"): Operation(
        id="getMatchRating",
        tagged=True,
        tag=_TAG,
        summary="What a rated match did to the ratings of its players",
        description="Matches are judged in the order of their ends, some seconds after. Operators can annul one: it "
        "stays to be seen, with the reason, and what came after it is judged anew.",
        answers=ok("MatchRating"),
        refusals=("rated_match_not_found",),
    ),
    (LeaderboardView, "GET"): Operation(
        id="getLeaderboard",
        tagged=True,
        tag=_TAG,
        summary="The players of a game with the highest ratings",
        description="A hundred at most: those with enough rated matches, one of them of late. People and bots are "
        "rated apart.",
        query=("ladder",),
        answers=ok("Leaderboard"),
    ),
}
