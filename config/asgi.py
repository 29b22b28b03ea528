"""What granian serves: the public API, or the operators' pages where `DJANGO_SETTINGS_MODULE` names their settings."""

import os
import sys

import django
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from api.pages import site  # noqa: E402
from api.serving.edge.application import Web  # noqa: E402 (they need Django set up)
from api.serving.process import collect_rarely  # noqa: E402
from config import rights, surroundings  # noqa: E402
from config.telemetry import hooks  # noqa: E402

rights.refuse_to_start()
if fault := surroundings.open_cookies():
    # No reason to refuse: a table at home may have no TLS.
    print(f"tabularium: {fault}", file=sys.stderr)
if settings.ROOT_URLCONF == "config.urls":
    # Read now, and not for the first visitor: a damaged file stops the start, as one of the service's own texts does.
    site.tree()
hooks.begin()
application = Web(settings.WEB_THREADS)
collect_rarely()
