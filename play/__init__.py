"""A game in play without a screen: the client at home, and what a person does at a table."""
