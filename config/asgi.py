"""What granian serves: the public API, or the operators' pages where `DJANGO_SETTINGS_MODULE` names their settings."""

import os

import django
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from config import rights  # noqa: E402 (they need Django set up)
from config.web import Web, collect_rarely  # noqa: E402

rights.refuse_to_start()
application = Web(settings.WEB_THREADS)
collect_rarely()
