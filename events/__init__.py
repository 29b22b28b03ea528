"""The event store: streams of events that nobody can change, one stream per match. It knows no game."""
