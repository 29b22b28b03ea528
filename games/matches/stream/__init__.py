"""One match's stream: folded, loaded, cached, appended to, and set aside when its rules fail."""
