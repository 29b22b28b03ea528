"""Django's settings for a mail URL, the links in mails, and what push messages are signed with."""

import base64
from urllib.parse import SplitResult, unquote, urlsplit

TIMEOUT_SECONDS = 20
VAPID_BYTES = 32
BACKENDS = "django.core.mail.backends"


def mail_settings(url: str) -> dict[str, object]:
    """Django's settings for `smtp://user:password@host:port`, `smtps://…`, `file:/folder` or `console:`.

    smtp is upgraded by STARTTLS, unless the server is this machine's own. Raises ValueError for anything else.
    """
    parts = urlsplit(url)
    match parts.scheme:
        case "smtp" | "smtps":
            return _smtp(parts)
        case "file" if parts.path:
            return {"EMAIL_BACKEND": f"{BACKENDS}.filebased.EmailBackend", "EMAIL_FILE_PATH": unquote(parts.path)}
        case "console":
            return {"EMAIL_BACKEND": f"{BACKENDS}.console.EmailBackend"}
    # The URL may hold a password.
    raise ValueError("MAIL_URL is none of smtp://host:port, smtps://host:port, file:/folder, console:")


def match_url(text: str) -> str:
    """`MATCH_URL` as it was set; ValueError for what opens no match."""
    if not text.startswith(("http://", "https://")) or "{match}" not in text:
        raise ValueError("MATCH_URL is http:// or https:// and holds {match}, which stands for a match's id")
    return text


def vapid_key(text: str) -> str:
    """`VAPID_KEY` as it was set; ValueError for what is no private key as tools for push messages write them."""
    if text and len(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))) != VAPID_BYTES:
        raise ValueError("VAPID_KEY is not 32 bytes in base64 as addresses have it")
    return text


def _smtp(parts: SplitResult) -> dict[str, object]:
    is_tls, host = parts.scheme == "smtps", parts.hostname or "localhost"
    return {
        "EMAIL_BACKEND": "games.matches.notices.delivery.smtp.Backend",
        "EMAIL_HOST": host,
        "EMAIL_PORT": parts.port or (465 if is_tls else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": is_tls,
        "EMAIL_USE_TLS": not is_tls and host not in ("localhost", "127.0.0.1"),
        "EMAIL_TIMEOUT": TIMEOUT_SECONDS,
    }
