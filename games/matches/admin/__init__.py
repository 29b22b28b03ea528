"""The operators' pages (Django's admin); Django finds them through this package."""

from django.contrib import admin

from games.matches.admin import logins, matches, notices, talk
from games.matches.admin.base import NamedFilters

__all__ = ["logins", "matches", "notices", "talk"]

for _page in admin.site._registry.values():
    if not isinstance(_page, NamedFilters):
        raise TypeError(f"{type(_page).__name__} would filter by every column: derive it from NamedFilters")
