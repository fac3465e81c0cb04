"""Odd histories: one thing in each is unusual or wrong, and every auditor must say the same of it.

`ODD` maps what a history is about to what has to be said of it (see `opinions.Second.says`) and to
a function that writes it. All are games of `ToyRules`, signed by everybody with his own key, so
that nothing but the oddity can be found.
"""

from support import odd_days, odd_hosts, odd_moments, odd_words
from support.odd_writing import ODD

__all__ = ["ODD", "odd_days", "odd_hosts", "odd_moments", "odd_words"]
