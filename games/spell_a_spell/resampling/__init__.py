"""What one seat may imagine of cards that it does not see, piece by piece for `resample`."""
