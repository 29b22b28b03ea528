"""The rules of record; RULES.md names the function and the test of each."""
