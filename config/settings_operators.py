"""Settings of the operators' pages, and of `manage.py`, whose migrations make their tables too.

The public API knows none of this: it has no sessions, no cookies and no logins. The host names are fixed, because
these pages are served on the loopback address alone; from elsewhere they are reached through a tunnel.
"""

import os

from config.environment.databases import database
from config.settings import *  # noqa: F403 (the public settings, and what operators need beside them)
from config.settings import DATABASES as PUBLIC_DATABASES
from config.settings import INSTALLED_APPS as PUBLIC_APPS
from config.settings import LOGGING as PUBLIC_LOGGING
from config.settings import PREPARES

ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]"]
OPERATORS_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
]
INSTALLED_APPS = [*PUBLIC_APPS, *OPERATORS_APPS]
# Operators log in with accounts of their own.
AUTH_USER_MODEL = "auth.User"
# Unset, commands run in the service's role, which knows no logins.
DATABASES = dict(PUBLIC_DATABASES)
OPERATORS_ROLE = ""
if "DATABASE_OPERATORS_URL" in os.environ:
    DATABASES["default"] = database(os.environ["DATABASE_OPERATORS_URL"], prepares=PREPARES)
    OPERATORS_ROLE = DATABASES["default"]["USER"]
MIDDLEWARE = [
    "config.operators_policy.ContentPolicy",
    # Before anything reads a body: of one that is too long nothing is there.
    "api.http.middleware.RequestLimits",
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "config.urls_operators"
WEB_THREADS = 4
USE_I18N = False
FORMAT_MODULE_PATH = "config.operators_formats"
APPEND_SLASH = True
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
# Django's own line about a failed request, which the public API replaces.
LOGGING = {**PUBLIC_LOGGING, "loggers": {"django": {"handlers": [], "propagate": True}}}
# Granian serves this path from the admin's own folder.
STATIC_URL = "/static/"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {}),
        ("MinimumLengthValidator", {"min_length": 12}),
        ("CommonPasswordValidator", {}),
    )
]

# Cookies are not separated by port: without names of their own they would clash with other pages on this address.
SESSION_COOKIE_NAME = "tabularium_operator"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Strict"
SESSION_COOKIE_AGE = 12 * 60 * 60
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
CSRF_COOKIE_NAME = "tabularium_operator_csrf"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Strict"
X_FRAME_OPTIONS = "DENY"
