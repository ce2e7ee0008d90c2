"""Language models: the lesson as data and functions."""
