"""A room of a lecture: phones follow the lecturer's step and vote. It is kept in memory alone."""
