"""exits_with.py CODE COMMAND...: fails unless the command exits with CODE."""

import subprocess
import sys

expected, command = int(sys.argv[1]), sys.argv[2:]
actual = subprocess.run(command).returncode
sys.exit(0 if actual == expected else f"exit code {actual}, not {expected}: {command}")
