"""What a home keeps secret: the installation's key and the servers' passwords, each in a file of its owner's alone."""

import os
from pathlib import Path

from config.local_stack.errors import StackError
from events.randomness import new_token

BYTES = 48
# Of a private key of P-256.
VAPID_BYTES = 32
LOG_KEY_BYTES = 32


def secret_key(home: Path) -> str:
    """The installation's secret key, made on the first call and kept in the home folder; `StackError` if damaged."""
    return _kept(home / "secret_key")


def vapid_key(home: Path) -> str:
    """The key that signs push messages: another one, and every browser has to be asked anew."""
    return _kept(home / "vapid_key", VAPID_BYTES)


def log_key(home: Path) -> str:
    """The key that signs the log of all heads: with another one, whoever kept the old one trusts it no more."""
    return _kept(home / "log_key", LOG_KEY_BYTES)


def password(home: Path, name: str) -> str:
    """The password of a server's role, made by chance on the first call; `StackError` if damaged."""
    path = password_file(home, name)
    path.parent.mkdir(mode=0o700, exist_ok=True)
    return _kept(path)


def password_file(home: Path, name: str) -> Path:
    """Where the password of a role stands."""
    return home / "passwords" / name


def _kept(path: Path, size: int = BYTES) -> str:
    if not path.exists():
        draft = path.with_suffix(".draft")
        draft.unlink(missing_ok=True)
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(new_token(size))
        draft.rename(path)
    return read(path, "put back the one of a backup")


def read(path: Path, remedy: str) -> str:
    """The key or password that a file holds; `StackError` with the remedy where it is damaged."""
    try:
        kept = path.read_text()
    except PermissionError:
        raise StackError(f"{path} is another user's: run this as the user who runs make serve") from None
    except UnicodeDecodeError:
        kept = ""
    # It goes into environments and addresses. Whoever wrote it by hand may have ended the line.
    if not kept.strip() or not kept.removesuffix("\n").isprintable():
        raise StackError(f"{path} is damaged, it holds no key: {remedy}")
    return kept
