"""The same measurements of other packages, each run by itself."""
