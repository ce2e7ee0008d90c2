"""Python functions of the lessons as JavaScript, so that a page without a server runs the same scenes and judges."""
