# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""No property that a marked bug is about is said to hold.

    check_verdicts.py WARPLINT TOOLKIT FILE... [-- FLAG...]

For each BUG(<check>) marker in a file, the kernel that holds the marker must not
hold, or hold under assumptions, in a property of that check. Where the marker lies
in no kernel (in a function that kernels call, or in host code), some kernel of the
file must not. One that is marked as possible may hold under assumptions. The target is
the one that a file needs (`// needs: sm_90a`), or sm_90.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

TIME_LIMIT_SECONDS = 240
NEEDS = re.compile(r"^// needs: (sm_(\d+)\w?)", re.MULTILINE)
MARKER = re.compile(r"//\s*BUG\((?P<id>[a-z0-9-]+)\)(?P<possible>: possible:)?")
# As propertiesOf in lib/Finding/Verdict.cpp; updates are of either memory.
PROPERTIES = {
    "convergence": "divergent-barrier exit-before-barrier sync-mask shuffle-operand "
                   "legacy-warp-intrinsic barrier-not-called",
    "shared-race-free": "shared-memory-race temp-storage-reuse non-atomic-update",
    "global-race-free": "global-memory-race non-atomic-update",
    "warp-race-free": "implicit-warp-sync",
    "initialized": "uninitialized-shared-read",
    "ordered": "missing-fence fence-scope relaxed-handshake stale-read "
               "ticket-not-reset lock-discipline asm-memory-clobber",
    "barrier-protocol": "barrier-init barrier-token barrier-dropout async-copy-wait "
                        "named-barrier tensor-memory",
    "grid": "cluster-exit pdl-order grid-sync-launch",
}


def properties_of(check):
    return [name for name, checks in PROPERTIES.items() if check in checks.split()]


def target_of(path):
    needed = NEEDS.search(path.read_text())
    return "sm_90" if not needed else needed[1] if int(needed[2]) > 80 else "sm_80"


def verdicts_of(path, warplint, toolkit, flags):
    """{line of a kernel: {property: [verdicts]}}"""
    run = subprocess.run(
        [warplint, "prove", "--quiet", "--format=json", str(path), "--",
         "--cuda-path=" + toolkit, "--cuda-gpu-arch=" + target_of(path), *flags],
        capture_output=True, text=True, errors="replace",
        stdin=subprocess.DEVNULL, timeout=TIME_LIMIT_SECONDS)
    if run.returncode not in (0, 1, 4):
        sys.exit(f"{path}: warplint ended with {run.returncode}\n{run.stderr}")
    kernels = {}
    for line in map(json.loads, run.stdout.splitlines()):
        if line["type"] == "verdict" and Path(line["file"]).name == path.name:
            of = kernels.setdefault(line["line"], {})
            of.setdefault(line["property"], []).append(line["verdict"])
    return kernels


def end_of_body(lines, first):
    """The line behind the body that begins at or after line `first`."""
    depth = 0
    for number in range(first, len(lines) + 1):
        code = lines[number - 1].split("//")[0]
        opened = depth > 0 or "{" in code
        depth += code.count("{") - code.count("}")
        if opened and depth <= 0:
            return number + 1
    return len(lines) + 1


def holds(verdicts, possible):
    return any(verdict == "holds" if possible else verdict.startswith("holds")
               for verdict in verdicts)


def problems_of(path, warplint, toolkit, flags):
    lines = path.read_text().splitlines()
    markers = [(n, m["id"], bool(m["possible"])) for n, line in enumerate(lines, 1)
               for m in [MARKER.search(line)] if m and properties_of(m["id"])]
    if not markers:
        return 0, []
    kernels, problems = verdicts_of(path, warplint, toolkit, flags), []
    for number, check, possible in markers:
        around = [first for first in kernels
                  if first <= number < end_of_body(lines, first)]
        looked_at = around[-1:] or list(kernels)
        if not any(not holds(kernels[first].get(name, []), possible)
                   for first in looked_at for name in properties_of(check)):
            problems.append(f"{path}:{number}: BUG({check}), but it is said to hold")
    return len(markers), problems


def main(warplint, toolkit, *rest):
    cut = rest.index("--") if "--" in rest else len(rest)
    files, flags = rest[:cut], rest[cut + 1:] or ["-std=c++17"]
    total, problems = 0, []
    for path in sorted(map(Path, files)):
        markers, found = problems_of(path, warplint, toolkit, list(flags))
        total += markers
        problems += found
    if not total:
        problems.append("no marker: wrong files?")
    print("\n".join(problems))
    print(f"{len(files)} files, {total} markers, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
