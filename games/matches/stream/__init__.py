"""One match's stream: loads, folds and caches it, appends to it, and quarantines it when its rules engine fails."""
