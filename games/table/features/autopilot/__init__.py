"""A bot plays for a seat whose player has missed too many questions in a row, until a player is there."""
