"""A run as a document, a table, Markdown and JUnit XML."""
