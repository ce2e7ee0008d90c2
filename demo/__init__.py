"""A folder of static files: two lessons whose models run in the visitor's browser, without a server."""
