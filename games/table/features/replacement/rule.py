"""When a verifier accepts consent to a replacement, and a newcomer on the seat."""

from typing import Any

from games.table.claims import Envelope, is_count, is_no_move, is_running, need
from games.table.events import PLAYER
from games.table.standing import Standing
from games.table.state import undecided


def agreed(standing: Standing, envelope: Envelope) -> None:
    """A seat that has a say consents for the first time, to its own invitation or to an existing one."""
    is_running(standing)
    is_no_move(envelope)
    table, data, seat = standing.table, envelope["data"], envelope["seat"]
    replaces, invites = data.get("replaces"), data.get("invited_by")
    need(envelope["by"] == PLAYER, "players agree")
    need(is_count(replaces) and replaces in table.autopilot - standing.gone, "nobody can be replaced there")
    invited = is_count(invites) and (invites == seat or (replaces, invites, invites) in table.consents)
    need(invited, "that seat has invited nobody")
    missing = undecided(table, standing.gone, seat=replaces, invited_by=invites)
    need(seat in missing, "the seat has no say, or has agreed")


def taken_over(standing: Standing, envelope: Envelope) -> None:
    """In a running match a player takes an absent player's seat, by an invitation to which all have consented."""
    table, seat, data = standing.table, envelope["seat"], envelope["data"]
    invited_by: Any = data.get("invited_by")
    people = table.seated.keys() - table.bots.keys()
    need(seat in people & table.autopilot - standing.gone, "nobody can be replaced there")
    need(is_count(invited_by) and invited_by in people, "a seat that a player holds invites")
    missing = undecided(table, standing.gone, seat=seat, invited_by=invited_by)
    need(not missing, "not every seat has consented to a replacement")
    # Where nobody is there, an invitation of an earlier absence still counts, though its consents are gone.
    need(invited_by == seat or (seat, invited_by) in table.invited, "that seat has invited nobody")
    need(data.get("entropy") is None and "bot" not in data, "a newcomer is a player, and gives nothing to the chance")
