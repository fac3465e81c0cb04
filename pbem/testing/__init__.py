"""Tools to test a game: cases of one adjudication, and whole random games."""
