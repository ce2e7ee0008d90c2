"""The end of the course on one page to print: what one can explain, which model for which task, where to read on."""
