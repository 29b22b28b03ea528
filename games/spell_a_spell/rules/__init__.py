"""The clauses of the rules; RULES.md names the function and the test of each."""
