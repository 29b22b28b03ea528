"""The operators' pages (Django's admin); Django finds them through this package."""

from games.matches.admin import matches, notices

__all__ = ["matches", "notices"]
