"""What a caller may see: resources, views, transcripts and match files."""
