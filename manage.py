#!/usr/bin/env python
"""Django's command line."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    # The operators' settings are the public ones and more apps, whose tables are to be migrated too.
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_operators")
    execute_from_command_line(sys.argv)
