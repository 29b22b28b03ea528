"""The language of effects: its words, and the way from text to steps and back (CAVE-R25)."""
