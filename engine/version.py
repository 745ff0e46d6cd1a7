"""The version of the program, written once."""

__version__ = "0.1.0"
