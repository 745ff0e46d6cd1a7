"""Fixtures of real tables."""

from table_processes import tables

__all__ = ["tables"]
