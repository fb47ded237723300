"""The widget front end: holds a table, knows no rule."""
