"""`python -m bench.part ROOM.NAME [ARGUMENT …]`: runs one measurement on the servers that the environment names."""

import os
import sys
from importlib import import_module

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

if __name__ == "__main__":
    # Measurements import models, which are there only then.
    django.setup()
    import_module(f"bench.{sys.argv[1]}").main(*sys.argv[2:])
