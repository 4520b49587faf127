#!/usr/bin/env python3
"""A warplint that never finds anything."""

import sys

for argument in sys.argv:
    if argument.startswith("--statistics="):
        open(argument.partition("=")[2], "w").close()
