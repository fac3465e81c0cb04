"""Keys, envelopes, hash chains, dice seeds and the player's secret; all of `cryptography`."""
