"""Corpora of labelled records: decided, saved, and compared with what was decided before."""
