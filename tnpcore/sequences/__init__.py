"""Sequences of symbols: priors with exact predictions."""
