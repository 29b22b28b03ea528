"""The type of JSON values, under the name by which games import it."""

from events.format.canon import JSON, JSONObject

__all__ = ["JSON", "JSONObject"]
