#!/usr/bin/env python
"""Django's command line."""

import os
import sys

from django.core.management import execute_from_command_line

from events import outages


def main(arguments: list[str]) -> None:
    """Run one command; a system that refuses and a database that is away become one line.

    The exit status is 1, or `EX_TEMPFAIL` (75) where the database may be back soon: `config.local_stack` then runs a
    migration again.
    """
    # The operators' settings are the public ones and more apps, whose tables are to be migrated too.
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_operators")
    try:
        execute_from_command_line(arguments)
    except Exception as error:
        is_away = outages.is_away(error)
        if not (isinstance(error, OSError) or is_away):
            raise
        print(f"tabularium: {' '.join(str(error).split())}", file=sys.stderr)
        sys.exit(os.EX_TEMPFAIL if is_away else 1)


if __name__ == "__main__":
    main(sys.argv)
