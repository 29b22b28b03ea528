"""The type of what can be stored and sent, under the name that games know it by."""

from events.format.canon import JSON, JSONObject

__all__ = ["JSON", "JSONObject"]
