"""The names of tables: one place where a table is opened by its name, taken over and listed."""
