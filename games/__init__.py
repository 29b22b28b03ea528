"""The games and the table they are played at."""
