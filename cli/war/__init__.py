"""Bataille on the command line."""
