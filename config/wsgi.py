"""The WSGI application that granian serves."""

import os

from django.core.wsgi import get_wsgi_application

from config import rights

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
rights.refuse_to_start()
