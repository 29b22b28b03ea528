"""A public beacon whose round goes into the chance, where it could not be had in time."""
