#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs each subcommand and looks at what it opens to write.

    trace.py WARPLINT FAULTS TOOLKIT

A file is made beside its place, new and behind no link, and renamed there; what
else is opened to write is a lock or a counter behind no link, or lies in TMPDIR.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from inject import FLAGS, Tree

LINT = ["a.cu", "b.cu", "--cache=kept"]
PREPARE = [["a.cu", "--format=sarif", "-o", "report.sarif", "--cache=off"]]
RUNS = {
    "lint": (LINT + ["--format=sarif", "-o", "out.sarif", "--html=out.html", "--depfile=out.d",
                     "--write-launches=out.txt", "--statistics=out.jsonl",
                     "--dump-query=queries"], FLAGS),
    "fix": (LINT + ["--fix-unsafe"], FLAGS),
    "baseline": (LINT + ["--write-baseline=known.json"], FLAGS),
    "export": (["-p", "build", "--export-commands=exported"], []),
    "audit": (["audit", "-p", "build", "-j", "1", "--html=out.html"], []),
    "merge": (["merge", "report.sarif", "--format=sarif", "-o", "out.sarif"], None),
    "confirm": (["confirm", "report.sarif", "--source-root=.", "--run", "true",
                 "--format=sarif", "-o", "out.sarif"], FLAGS),
    "reproduce": (["reproduce", "report.sarif", "--source-root=.", "-o", "shown.cu"], FLAGS),
    "init": (["init", "--yes"], []),
    "doctor": (["doctor", "-p", "build"], []),
    "serve": (["serve"], []),
    "checks": (["checks"], None),
    "explain": (["explain", "sync-mask"], None),
}
LOCKS = ("lock", ".lock", ".asked", ".marked")


def wrong(line, temporary):
    call, flags, path = line.split(" ", 2)
    name = path.rsplit("/", 1)[-1]
    if not call.startswith("open") and not call.startswith("rename"):
        return False
    if path.startswith((temporary, "/dev/", "/proc/")):
        return False
    if call.startswith("renameto"):
        return False  # Where from is the line before.
    if call.startswith("rename"):
        return not name.startswith(".warplint.tmp-")
    if name.startswith(".warplint.tmp-"):
        return flags != "w,creat,excl,nofollow" or call != "openat"
    return not name.endswith(LOCKS) or "nofollow" not in flags or "trunc" in flags


def main():
    parser = argparse.ArgumentParser()
    for name in ("warplint", "faults", "toolkit"):
        parser.add_argument(name)
    options = parser.parse_args()
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        tree = Tree(options, base)
        for name, (before, behind) in RUNS.items():
            root = tree.make(name, PREPARE)
            log = base / (name + ".log")
            words = tree.words(before, behind or [])
            if behind is None:
                words.remove("--cuda-path=" + options.toolkit)
            result = tree.run(root, words, LOG=log)
            lines = log.read_text().splitlines() if log.exists() else []
            problems += [f"{name}: {line}" for line in lines if wrong(line, str(root / "tmp"))]
            if result.returncode not in ((0, 1, 3) if name == "confirm" else (0, 1)):
                problems.append(f"{name}: exit code {result.returncode}: {result.stderr}")
            made = sum(line.startswith("rename") and "to" not in line.split()[0] for line in lines)
            print(f"{name}: {made} files written, {len(lines)} calls")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
