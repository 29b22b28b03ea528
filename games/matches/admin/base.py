"""What all the operators' pages share: they only show, and name their fields one by one."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin
from django.core.exceptions import BadRequest
from django.db.models import QuerySet, UUIDField
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html

from games.matches.models.ids import as_uuid

# Django's class takes no parameter at run time; to the type checker it has one.
if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin


class NamedFilters(ModelAdmin):
    """Rows that can be filtered by what `list_filter` names, and by nothing else that an address asks for.

    Django filters by every column of the table: whether `?password__startswith=p` finds a row tells a hash by its
    letters. Every class of these pages is one of these (`games/matches/admin/__init__.py` holds it so).
    """

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup in {name for named in self.list_filter for name in _parameters(named)}

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        return to_field == self.opts.pk.name

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """400 for a NUL, which no text in PostgreSQL holds: a statement with it would fail."""
        sent = [value for fields in (request.GET, request.POST) for _, values in fields.lists() for value in values]
        if any("\0" in value for value in sent):
            raise BadRequest
        return super().changelist_view(request, extra_context)


def _parameters(named: Any) -> tuple[str, ...]:
    """What the links of a filter put into an address: by the field's name, or by the parameter of a class."""
    if isinstance(named, str):
        return (named, f"{named}__exact", f"{named}__isnull")
    return (named.parameter_name,)


class ReadOnly(NamedFilters):
    """Rows that may only be looked at.

    A search for a whole id uses the key; part of one is looked for in it, and anything in `search_fields`.
    """

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        return (*super().get_search_fields(request), self.opts.pk.name)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        wanted = as_uuid(search_term.strip()) if isinstance(self.opts.pk, UUIDField) else None
        if wanted is not None:
            return queryset.filter(pk=wanted), False
        found, has_duplicates = super().get_search_results(request, queryset, search_term)
        return found, has_duplicates


def word(field: str, *, yes: str, no: str = "–", said: str = "") -> Callable[[Any, Any], str]:
    """A column that says a truth value in words: Django's crosses would call every "no" a fault."""

    @admin.display(description=said or field, ordering=field)
    def column(self: object, row: Any) -> str:
        return yes if getattr(row, field) else no

    return column


class OfMatch(ReadOnly):
    """Rows that each belong to one match, with a link to its stream."""

    readonly_fields: ClassVar[tuple[str, ...]] = ("stream",)
    search_fields: ClassVar[tuple[str, ...]] = ("match_id",)
    ordering: ClassVar[tuple[str, ...]] = ("-match_id",)

    def stream(self, row: Any) -> str:
        return format_html('<a href="{}">stream</a>', reverse("admin:matches_lobby_stream", args=[row.match_id]))
