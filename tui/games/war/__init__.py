"""Bataille on the screen."""
