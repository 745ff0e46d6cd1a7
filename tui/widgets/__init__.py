"""Widgets that draw their own lines and send no more bytes than change."""
