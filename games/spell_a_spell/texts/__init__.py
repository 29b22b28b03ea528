"""Words and sentences for players, in English, Hebrew and Polish."""
