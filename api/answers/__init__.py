"""The shapes of the answers, by subject; those of a match alone are in `games.matches.presentation.shapes`."""

from api.answers import (
    cups,
    games,
    head_log,
    luck,
    matches,
    notices,
    parts,
    people,
    problems,
    queue,
    ratings,
    streams,
    talk,
    third_parties,
)

SUBJECTS = (
    people,
    streams,
    games,
    luck,
    head_log,
    matches,
    problems,
    notices,
    queue,
    ratings,
    talk,
    cups,
    third_parties,
    parts,
)
