"""What a stream tells: its first page, its news, and the two forms in which they are written."""
