"""The duel line by line, prescribed to the byte."""
