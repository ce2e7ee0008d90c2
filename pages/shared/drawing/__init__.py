"""What is drawn: points, controls, units; where they come from and how they are written."""
