"""Fixtures of real tables."""

from table_processes import tables

__all__ = ["tables"]

collect_ignore = ["small_web_client.py"]
"""A program that imports the one beside it, as programs do."""
