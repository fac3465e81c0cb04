"""What several games share, as functions of their arguments; never a game's name."""
