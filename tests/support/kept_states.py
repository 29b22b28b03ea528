"""States of matches that are kept between requests (`events.snapshots`), from a test's point of view."""

from django.db import connection


def drop_all() -> None:
    """Forget every state that is kept, of any match."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM snapshot")
