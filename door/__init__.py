"""Visits of people from elsewhere: each is a process, confined to the person's folder."""
