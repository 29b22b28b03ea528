"""The keys of `en.json`, for mypy: `make languages` writes this file."""

from typing import Literal

# fmt: off
Section = Literal[
    "events", "labels", "reasons", "statuses", "fragments",
]
Key = Literal[
    "events.match_created", "events.match_created.forked_from", "events.seat_taken", "events.seat_left",
    "events.match_started", "events.beacon_missed", "events.key_bound", "events.clock_changed",
    "events.clock_changed.quiet_hours", "events.clock_changed.quiet_hours.between", "events.clock_changed.vacation",
    "events.timed_out", "events.autopilot_on", "events.autopilot_off", "events.move_taken_back",
    "events.take_back_asked", "events.take_back_agreed", "events.take_back_refused", "events.moves_taken_back",
    "events.pause_agreed", "events.paused", "events.resume_agreed", "events.resumed", "events.replacement_agreed",
    "events.match_cancelled", "labels.resign", "reasons.abandoned", "statuses.match.open", "statuses.match.active",
    "statuses.match.paused", "statuses.match.finished", "statuses.match.cancelled", "statuses.match.quarantined",
    "statuses.match.imported", "statuses.seat.open", "statuses.seat.seated", "statuses.seat.autopilot",
    "statuses.seat.eliminated", "statuses.seat.resigned", "fragments.still_to_agree",
]
