"""The WSGI application of the operators' pages: `make admin` serves it, on the loopback address."""

import os

from django.core.wsgi import get_wsgi_application

from config import rights

# Set outright, not as a default: under the public settings this process would be the public API.
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings_operators"

application = get_wsgi_application()
rights.refuse_to_start()
