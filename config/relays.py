"""Where a public beacon is asked."""


def beacon_urls(text: str) -> list[str]:
    """`BEACON_URLS` as they were set; ValueError for what is no address of a server."""
    urls = [url.rstrip("/") for url in text.split(",") if url]
    if not all(url.startswith(("http://", "https://")) for url in urls):
        raise ValueError("BEACON_URLS are addresses that begin with http:// or https://, separated by commas")
    return urls
