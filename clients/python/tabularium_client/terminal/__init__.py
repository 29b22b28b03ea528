"""Play in a terminal: screens for the lobby, the table and the replay, made with `textual`.

`pip install "tabularium-client[terminal]"` brings what it needs. It works by the API alone.
"""
