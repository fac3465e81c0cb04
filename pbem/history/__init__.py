"""Histories: documents, the log with its state machine, what the host writes next, the audit."""
