"""What all public matches that have ended tell of their game together (`games/luck`)."""
