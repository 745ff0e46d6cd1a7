"""The commands of `tapis`, a module each, loaded when its command is asked for."""
