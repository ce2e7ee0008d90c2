"""The specs of all models, grouped by how they read the context; `tnpcore.models.registry` collects them."""
