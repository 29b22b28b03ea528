"""What OpenAPI says of the API: the shapes of answers, and a table of operations kept beside the views."""
