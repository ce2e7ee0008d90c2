"""Short links: the server keeps a long one for some hours, under a code that a QR code shows from far away."""
