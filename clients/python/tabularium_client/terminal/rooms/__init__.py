"""The screens: log in, the lobby, a new match, the table, the replay."""
