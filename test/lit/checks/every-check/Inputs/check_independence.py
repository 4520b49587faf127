# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What one check computes must not change what another reports: a check that
runs alone finds what it finds among all others.

    check_independence.py WARPLINT CUDA_PATH FILE...

Of each file the checks that find something in it run alone. Prints the differences; exits with 1 if there are any.
"""

import json
import subprocess
import sys

warplint, cuda_path, *files = sys.argv[1:]


def findings(path, checks):
    """The findings as JSON lines, in the order in which they are reported."""
    command = [warplint, "--format=json", f"--checks={checks}", path, "--",
               "--cuda-gpu-arch=sm_90", f"--cuda-path={cuda_path}"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{path}: exit code {done.returncode}\n{done.stderr}")
    return [line for line in done.stdout.splitlines()
            if json.loads(line).get("type") == "finding"]


compared = differences = 0
for path in files:
    together = findings(path, "warplint-*")
    checks = {json.loads(line)["check"] for line in together}
    for check in sorted(checks):
        expected = [line for line in together if json.loads(line)["check"] == check]
        alone = findings(path, f"-*,{check}")
        compared += len(expected)
        if alone != expected:
            differences += 1
            print(f"{path}: {check} alone: {alone}\namong all: {expected}")
if not compared:
    sys.exit("nothing was found in any file")
sys.exit(1 if differences else 0)
