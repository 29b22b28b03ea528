"""A bot plays for a seat whose player has missed too many prompts in a row, until a player is back."""
