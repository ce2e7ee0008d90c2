"""What a lesson is made of: its controls, its story, the parts of its page, its program."""
