"""The commands of `tapis`; a module is loaded when one of its commands is run."""
