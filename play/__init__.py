"""A game in play without a screen: the local client, and what people do at a table."""
