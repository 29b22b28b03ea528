#!/usr/bin/env python
"""Django's command line."""

import os
import sys

from django.core.management import execute_from_command_line

from events import outages


def main(arguments: list[str]) -> None:
    """Run one command; a system that refuses and a database that is away become one line and exit status 1."""
    # The operators' settings are the public ones and more apps, whose tables are to be migrated too.
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_operators")
    try:
        execute_from_command_line(arguments)
    except Exception as error:
        if not (isinstance(error, OSError) or outages.is_away(error)):
            raise
        sys.exit(f"tabularium: {' '.join(str(error).split())}")


if __name__ == "__main__":
    main(sys.argv)
