"""The calls of a running match: moves, resignation, pauses, autopilot, time off, standing orders."""
