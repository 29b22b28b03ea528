"""The contract every game keeps; imports nothing above itself."""
