"""The bots: how long they think, how strong they are, and what their matches say of a game."""
