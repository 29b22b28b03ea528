"""What granian serves: the public API, or the operators' pages where `DJANGO_SETTINGS_MODULE` names their settings."""

import os

import django
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from config.web import Web  # noqa: E402 (it imports models, which need Django set up)

application = Web(settings.WEB_THREADS)
