"""The operators' pages (Django's admin); Django finds them through this package."""

from django.contrib import admin

from games.matches.admin import logins, matches, notices, talk
from games.matches.admin.base import NamedFilters
from games.matches.models import third_parties

__all__ = ["logins", "matches", "notices", "talk"]

# django-oauth-toolkit, which is loaded before, has pages of its own; they would show and change what only players may.
admin.site.unregister(
    [
        third_parties.App,
        third_parties.AppAccess,
        third_parties.AppCode,
        third_parties.AppDevice,
        third_parties.AppRefresh,
    ]
)

for _page in admin.site._registry.values():
    if not isinstance(_page, NamedFilters):
        raise TypeError(f"{type(_page).__name__} would filter by every column: derive it from NamedFilters")
