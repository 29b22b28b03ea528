"""The match stands still by consent of every seat whose player is there."""
