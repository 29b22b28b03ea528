"""Read-only models over the store's tables, which are made in SQL (`migrations/0001_initial.py`).

Rows are written by `events.store` and `events.outbox` alone; what a model or a query could still try, the database
refuses (rights of the service's role, triggers on history).
"""

from typing import Any, NoReturn

from django.contrib.postgres.fields import ArrayField
from django.db import models

REFUSAL = "the event store is written by events.store and events.outbox alone"


class ReadOnly(models.QuerySet[Any]):
    """Reads rows and writes none."""

    def create(self, **_: Any) -> NoReturn:
        raise NotImplementedError(REFUSAL)

    def update(self, **_: Any) -> NoReturn:
        raise NotImplementedError(REFUSAL)

    def delete(self) -> NoReturn:
        raise NotImplementedError(REFUSAL)

    def bulk_create(self, *_: Any, **__: Any) -> NoReturn:
        raise NotImplementedError(REFUSAL)


class Row(models.Model):
    """A row of the store."""

    objects = ReadOnly.as_manager()

    class Meta:
        abstract = True

    def save(self, *_: Any, **__: Any) -> NoReturn:
        raise NotImplementedError(REFUSAL)

    def delete(self, *_: Any, **__: Any) -> NoReturn:
        raise NotImplementedError(REFUSAL)


class MatchHead(Row):
    """Where a match's stream stands: the one row that changes."""

    match_id = models.UUIDField(primary_key=True)
    version = models.IntegerField()
    hash = models.BinaryField()
    at = models.DateTimeField()

    class Meta:
        managed = False
        db_table = "match_head"


class Event(Row):
    """One event; `body` is what was hashed, the other columns repeat parts of it."""

    pk = models.CompositePrimaryKey("match_id", "version")
    match_id = models.UUIDField()
    version = models.IntegerField()
    at = models.DateTimeField()
    seat = models.SmallIntegerField(null=True)
    type = models.TextField()
    hash = models.BinaryField()
    body = models.BinaryField()

    class Meta:
        managed = False
        db_table = "event"


class EventSecret(Row):
    """One sealed part of an event, with its salt."""

    pk = models.CompositePrimaryKey("match_id", "version", "index")
    match_id = models.UUIDField()
    version = models.IntegerField()
    index = models.SmallIntegerField()
    audience = ArrayField(models.SmallIntegerField())
    salt = models.BinaryField()
    part = models.BinaryField()

    class Meta:
        managed = False
        db_table = "event_secret"


class Command(Row):
    """What one key of one actor has led to: the versions it appended."""

    pk = models.CompositePrimaryKey("match_id", "actor", "key")
    match_id = models.UUIDField()
    first_version = models.IntegerField()
    last_version = models.IntegerField()
    actor = models.TextField()
    key = models.TextField()
    request_hash = models.BinaryField()

    class Meta:
        managed = False
        db_table = "command"


class Snapshot(Row):
    """A state folded from a stream up to `version`, where its hash was `hash`, by the code named `code`: a cache.

    `mac` is over all of it, under a key that the database does not hold.
    """

    pk = models.CompositePrimaryKey("match_id", "version")
    match_id = models.UUIDField()
    version = models.IntegerField()
    code = models.TextField()
    hash = models.BinaryField()
    state = models.BinaryField()
    mac = models.BinaryField()

    class Meta:
        managed = False
        db_table = "snapshot"


class Outbox(Row):
    """A stream has come to `version`, and the relay has not yet told."""

    pk = models.CompositePrimaryKey("match_id", "version")
    match_id = models.UUIDField()
    version = models.IntegerField()
    at = models.DateTimeField()

    class Meta:
        managed = False
        db_table = "outbox"


class Delivery(Row):
    """A stream has come to `version`, and one consumer has not yet dealt with it."""

    pk = models.CompositePrimaryKey("consumer", "match_id", "version")
    match_id = models.UUIDField()
    version = models.IntegerField()
    consumer = models.TextField()
    attempts = models.IntegerField()
    available_at = models.DateTimeField()
    parked_at = models.DateTimeField(null=True)
    error = models.TextField()

    class Meta:
        managed = False
        db_table = "delivery"


class ColdMatch(Row):
    """A match whose events are in a file: which one, and what the last event was."""

    match_id = models.UUIDField(primary_key=True)
    version = models.IntegerField()
    hash = models.BinaryField()
    type = models.TextField()
    at = models.DateTimeField()
    rows = models.BinaryField()
    file = models.TextField()
    sha256 = models.BinaryField()
    size = models.BigIntegerField()
    moved_at = models.DateTimeField()

    class Meta:
        managed = False
        db_table = "cold_match"


class WaitingDelivery(Row):
    """A delivery under a key of one column, for pages: consumer, match and version with spaces between. A view."""

    id = models.TextField(primary_key=True)
    match_id = models.UUIDField()
    version = models.IntegerField()
    consumer = models.TextField()
    attempts = models.IntegerField()
    available_at = models.DateTimeField()
    parked_at = models.DateTimeField(null=True)
    error = models.TextField()

    class Meta:
        managed = False
        db_table = "waiting_delivery"
        verbose_name, verbose_name_plural = "delivery that waits", "deliveries that wait"
