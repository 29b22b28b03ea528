"""The Django app `events`."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from events.roles import grant_managed_tables


class EventsConfig(AppConfig):
    """The event store; after every migration by the owner the service's role gets its rights."""

    name = "events"
    verbose_name = "News for lists, clocks and notices"

    def ready(self) -> None:
        post_migrate.connect(grant_managed_tables, dispatch_uid="events.grant_managed_tables")
