"""Proof codes: the server signs that a learner's drawing solves an exercise, and a teacher checks many such codes."""

PROOF = "proof"  # the address that issues them, relative to the page's base
