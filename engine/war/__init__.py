"""Bataille: its rules, its players and its notation."""
