"""Players that are programs: their processes, their supervisor and the lines they are asked in."""
