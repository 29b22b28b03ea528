"""The settings of the operators' pages, where a password is hashed in a millisecond and not in half a second."""

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from config.settings_operators import *  # noqa: F403 (the settings themselves)

PBKDF2PasswordHasher.iterations = 1000
