"""What threads and processes share: turns at long computations, flushed counts, walks over all matches."""
