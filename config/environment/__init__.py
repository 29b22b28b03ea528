"""What settings are read from variables of the environment, and checked."""
