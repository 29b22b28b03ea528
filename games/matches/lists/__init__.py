"""Which matches there are: the projection behind the lists, and the questions asked of it."""
