"""Reports: plain data of what happened, laid out as HTML, as text and as JSON; knows no rules."""
