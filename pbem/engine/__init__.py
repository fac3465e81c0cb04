"""What every game shares and no game owns: decisions, standing orders, dice, events, refusals."""
