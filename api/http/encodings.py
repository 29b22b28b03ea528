"""In which encodings a client takes an answer (RFC 9110, section 12.5.3)."""

import re

REFUSED = re.compile(r"\bgzip\s*;\s*q=0(\.0*)?\s*(,|$)", re.IGNORECASE)
# Shorter answers are not compressed.
COMPRESSED_BYTES = 200


def takes_gzip(accepted: str) -> bool:
    """Whether an `Accept-Encoding` names gzip, and not by `gzip;q=0`."""
    return "gzip" in accepted.lower() and not REFUSED.search(accepted)
