"""The service's settings, with the empty view among its addresses."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "bench.web.empty"
