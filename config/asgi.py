"""What granian serves: the public API, or the operators' pages where `DJANGO_SETTINGS_MODULE` names their settings."""

import gc
import os

import django
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from config import rights  # noqa: E402 (they need Django set up)
from config.web import Web  # noqa: E402

rights.refuse_to_start()
application = Web(settings.WEB_THREADS)

# A collection looks neither at what was imported nor after every seven hundred objects: an answer makes more.
gc.collect()
gc.freeze()
gc.set_threshold(20_000)
