"""A room of a lecture: phones follow the lecturer's step and vote. It is in memory alone, this process's or Redis'."""
