"""Everything a person sees: the `tapis` command and the line modes."""
