# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs warplint on a unit and reads its findings and counters."""

import json
import subprocess
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

COUNTERS = ("assumed", "cuts", "notFollowed", "reasons", "undecided")
SIZES = ("nodes", "pairs", "queries", "work")


@dataclass
class Answer:
    """What was said of one unit. `kernels` has each name's counters, one text for each
    instance: the counters of COUNTERS, then the sizes of SIZES."""
    findings: list = field(default_factory=list)
    kernels: dict = field(default_factory=dict)
    is_whole: bool = True
    errors: str = ""


@dataclass(frozen=True)
class Warplint:
    """How warplint is called. `tree` is where it runs; nothing is written there."""
    program: str
    tree: Path
    cache: str
    timeout: float
    options: tuple = ()

    def lint(self, unit, flags, file=None, text=None):
        """`text` stands in place of what `file` holds."""
        with tempfile.TemporaryDirectory() as folder:
            statistics, overlay = Path(folder, "statistics"), Path(folder, "overlay")
            command = [self.program, unit, "--format=json", "--quiet", "--progress=none",
                       f"--source-root={self.tree}", f"--statistics={statistics}",
                       f"--cache={self.cache}", *self.options]
            if file is not None:
                overlay.write_bytes(text.encode("utf-8", "surrogateescape"))
                command.append(f"--as-if={file}={overlay}")
            try:
                done = subprocess.run(command + ["--", *flags], cwd=self.tree, timeout=self.timeout,
                                      capture_output=True, text=True, errors="replace",
                                      check=False)
            except subprocess.TimeoutExpired:
                return Answer(is_whole=False, errors="timeout")
            if done.returncode not in (0, 1, 3):
                return Answer(is_whole=False, errors=f"exit code {done.returncode}: "
                              f"{done.stderr.strip()[-200:]}")
            lines = [json.loads(line) for line in done.stdout.splitlines()]
            return Answer([line for line in lines if line["type"] == "finding"],
                          counters(statistics), done.returncode != 3,
                          done.stderr if done.returncode == 3 else "")


def counters(path):
    """Name of a kernel -> what was counted in its instances, without times."""
    kernels = defaultdict(list)
    if path.is_file():
        for line in path.read_text().splitlines():
            row = json.loads(line)
            if "kernel" in row:
                kept = [{name: row[name] for name in COUNTERS},
                        {name: row[name] for name in SIZES}]
                kernels[row["kernel"]].append(json.dumps(kept, sort_keys=True))
    return {name: sorted(rows) for name, rows in kernels.items()}
