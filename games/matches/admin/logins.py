"""The operators' pages over their own logins: Django's, with filters by name alone."""

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.http import HttpRequest

from games.matches.admin.base import NamedFilters

admin.site.unregister([User, Group])


@admin.register(User)
class LoginAdmin(NamedFilters, UserAdmin):  # type: ignore[type-arg]
    """Operators' logins."""

    list_filter = ("is_staff", "is_superuser", "is_active")

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        # By its name it is known whose decisions are a moderator's, and whose matters are their own.
        return (*super().get_readonly_fields(request, obj), *(("username",) if obj else ()))


@admin.register(Group)
class RolesAdmin(NamedFilters, GroupAdmin):
    """Groups of operators' logins."""
