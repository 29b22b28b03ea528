"""Windows of Spell-a-Spell that a standing order may decline, and what came of them."""

from games.matches.stream.loading import load

DEFENCE, REPLY = "snowball_defence", "snowball_reply"
BOTH = (DEFENCE, REPLY)


def told(match_id: str) -> list[tuple[str, int | None, str]]:
    """Type, seat and maker of each event after the start."""
    events = (event.envelope for event in load(match_id).events)
    return [(one["type"], one["seat"], one["by"]) for one in events if one["move"] is not None]


def asked(match_id: str, seat: int) -> str | None:
    prompt = load(match_id).match.prompts.get(seat)
    return None if prompt is None else prompt.kind
