"""The words that count without a vote: data, versions and look-up."""
