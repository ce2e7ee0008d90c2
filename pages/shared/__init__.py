"""What lessons share, in packages named by their job."""
