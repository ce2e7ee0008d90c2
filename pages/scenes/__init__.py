"""One module per lesson: `scene(points, controls)`, a pure function from what is drawn to what is shown."""
