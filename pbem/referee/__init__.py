"""The use cases: create, join, submit, adjudicate, report, audit. Joins the layers.

This is the only layer that orders files, clock and secrets about; it prints nothing.
"""
