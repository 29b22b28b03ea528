"""Matches to wish for, drawn from what `GET /games/{game}` publishes."""

import random
from typing import Any

# A number is drawn from its default and the few above its least value, which may stand for no limit at all.
ABOVE_LEAST = (1, 2)
# One match in so many goes without hints, in games that have them.
NO_HINTS_ONE_IN = 11


def wish(game: Any, number: int, pick: random.Random) -> dict[str, Any]:
    """Match `number` of a game: seats in turn, options drawn, but the defaults in the first match."""
    seats = range(game["seats"]["min"], game["seats"]["max"] + 1)
    many = seats[number % len(seats)]
    published = game["options_schema"].get("properties", {})
    options = {name: drawn(schema, many, pick) for name, schema in published.items()} if number else {}
    if "hints" in published:
        options["hints"] = number % NO_HINTS_ONE_IN != NO_HINTS_ONE_IN - 1
    return {"game": game["game"], "seats": many, "options": options}


def drawn(schema: Any, seats: int, pick: random.Random) -> Any:
    """A value of an option's schema; where it takes a list, one value for each seat or the default."""
    if "enum" in schema:
        return pick.choice(schema["enum"])
    types = schema.get("type", ())
    if "boolean" in types:
        return pick.random() < 0.5
    if "integer" in types:
        low = [schema["minimum"] + more for more in ABOVE_LEAST]
        return pick.choice([schema["default"], *(one for one in low if one <= schema["maximum"])])
    if "array" in types and pick.random() < 0.5:
        return [drawn(schema["items"], seats, pick) for _ in range(seats)]
    return schema["default"]
