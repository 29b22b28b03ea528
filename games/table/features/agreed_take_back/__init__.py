"""Moves that others know of are taken back by consent of every seat with a present player; one refusal ends it."""
