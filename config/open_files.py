"""How many files a process may have open: each connection is one."""

import resource

# With fewer not even a quiet service has what it needs.
LEAST = 1_024
ENOUGH = 9_000


def too_few() -> str:
    """Why the files that may be open here do not suffice; empty where they do."""
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if allowed == resource.RLIM_INFINITY or allowed >= LEAST:
        return ""
    needed = f"it takes {LEAST} at the least, and {ENOUGH} for all connections"
    return f"only {allowed} files may be open here (ulimit -n); {needed}"
