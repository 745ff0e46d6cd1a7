"""The command line: the commands of `tapis`, and the line modes."""
