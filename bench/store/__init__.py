"""What an append and a load cost and what follows behind, beside the bare server and another package."""
