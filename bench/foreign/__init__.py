"""What other packages take for the same, run by themselves."""
