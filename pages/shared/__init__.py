"""What every lesson shares: the scene and its consumers, the drawn state, the live socket."""
