"""The content of a stream: its first page, its news, and its two formats."""
