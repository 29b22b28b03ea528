"""Where a public beacon is asked, and which chains of beacons are believed."""

from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from games.verify.drand import read_chain


def beacon_urls(text: str) -> list[str]:
    """`BEACON_URLS` as they were set; ValueError for what is no address of a server."""
    urls = [url.rstrip("/") for url in text.split(",") if url]
    if not all(map(_is_place, urls)):
        raise ValueError("BEACON_URLS are addresses that begin with http:// or https://, separated by commas")
    return urls


def _is_place(url: str) -> bool:
    try:
        place: SplitResult = urlsplit(url)
        has_port = place.port != 0
    except ValueError:
        return False
    is_bare = not (place.query or place.fragment or place.username or place.password)
    is_plain = url.isascii() and url.isprintable() and " " not in url
    return place.scheme in ("http", "https") and bool(place.hostname) and has_port and is_bare and is_plain


def beacon_chains(text: str) -> list[str]:
    """The files of `BEACON_CHAINS`; ValueError, with its name, for one that describes no chain."""
    files = [name for name in text.split(",") if name]
    for file in files:
        try:
            read_chain(Path(file).read_text())
        except (OSError, ValueError) as error:
            raise ValueError(f"BEACON_CHAINS: {file}: {error}") from None
    return files
