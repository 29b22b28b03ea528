"""How the operators' pages write times. Django takes formats from the language's, not from settings."""
