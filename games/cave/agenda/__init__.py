"""What can be due in a match: jobs, and questions to the seats."""
