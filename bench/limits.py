"""Limits for measured services: they count calls and quotas as usual, and refuse none."""

import json

from config.environment.limits import PUBLIC, SET_GOING

_NEVER = 10**9
UNCOUNTED = {"RATE_LIMITS": json.dumps({bucket: dict.fromkeys(most, _NEVER) for bucket, most in PUBLIC.items()})}
PLENTY = {"QUOTAS": json.dumps({quota: dict.fromkeys(most, _NEVER) for quota, most in SET_GOING.items()})}
