"""A scene in character cells: layout, pictures, colours."""
