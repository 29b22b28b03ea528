"""The chapters of the rules: what may be done, and what comes of it."""
