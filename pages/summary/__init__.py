"""The end of the course on one page to print: what was done, which model for which task, where to read on."""
