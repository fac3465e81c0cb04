"""Simple programs that play a side, for practice and for sample games."""
