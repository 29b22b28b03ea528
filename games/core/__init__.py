"""The contract that every game keeps; imports nothing from the layers above."""
