"""All unpredictable values: ids, seeds, salts, keys and tokens. No other module creates them.

They come from the system's generator. No setting, variable or argument can name another source: who knows what is drawn
here knows every hidden card. The suite has one of its own (`tests/support/chance.py`), which it puts in the system's
place while pytest runs, so that a test that failed can be run again as it was.
"""

from base64 import urlsafe_b64encode
from secrets import token_bytes

from uuid_utils import uuid7

from events.format.seal import SALT_BYTES


def new_id() -> str:
    """A fresh UUIDv7, in lower case; it is greater than those the process made before."""
    return str(uuid7())


def new_seed(size: int) -> bytes:
    """That many random bytes, from which a match's chance follows."""
    return token_bytes(size)


def new_salt() -> bytes:
    """A salt for a seal."""
    return token_bytes(SALT_BYTES)


def new_key(size: int) -> bytes:
    """So many bytes to sign with."""
    return token_bytes(size)


def new_token(size: int) -> str:
    """So many bytes as letters that may stand in an address, without padding."""
    return urlsafe_b64encode(token_bytes(size)).rstrip(b"=").decode()
