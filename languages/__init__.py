"""The languages, a file each; `games/core/languages.py` reads them, and says what a file holds."""
