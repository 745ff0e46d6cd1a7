"""Dame de Pique: its rules, its notation, its options and its computer players."""
