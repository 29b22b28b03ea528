"""`python -m api.openapi` writes the OpenAPI document anew; `make openapi` calls it."""

import os

import django
import orjson

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

# The views can be read only now.
from api.openapi.document import document  # noqa: E402
from api.views.openapi import FILE  # noqa: E402

FILE.write_bytes(orjson.dumps(document(), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
print(f"{FILE.name}: {FILE.stat().st_size} bytes")
