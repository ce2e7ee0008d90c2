"""What a lesson shows, as plain data, and what is made of it: figures, tables, web pages."""
