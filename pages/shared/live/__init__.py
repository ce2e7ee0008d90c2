"""Predictions while the pointer moves: the socket, its protocol, whose turn it is."""
