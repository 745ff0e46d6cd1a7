"""Starts the program, and lets whoever imports it import the program's packages.

Among the sources it lies beside the packages. A wheel has them below one folder `tapis_vert`, with
this module as its `__init__`, so that they meet no packages of the same names. The folder it lies
in comes first on `sys.path` in both places.
"""

import sys

FOLDER = __file__.rpartition("/")[0]
"""The folder that holds the packages of the program."""

if sys.path[:1] != [FOLDER]:
    sys.path.insert(0, FOLDER)


def main() -> int:
    """Run the command with the process's own arguments, and return its exit status."""
    from cli.__main__ import main

    return main()
