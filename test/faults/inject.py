#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lets each call that writes fail once, in turn, and looks at what is left.

    inject.py WARPLINT FAULTS TOOLKIT [--scenario NAME]... [--most N]

Each scenario is run without a fault first, which says what its files are to
hold and how many calls there are; then once for each call, or for N of them,
evenly chosen. After each run every file holds what it held before or what it
is to hold, nothing half lies about, and a run whose result is another says so:
with an exit code that is not 0 and an error on stderr. Exits with 1 if not.
"""

import argparse
import errno
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

CALLS = {"open": errno.EACCES, "write": errno.ENOSPC, "fsync": errno.EIO,
         "rename": errno.EIO, "close": errno.EIO}
KERNEL = """__global__ void turn(int *p) {
  __shared__ int s[256];
  s[threadIdx.x] = p[threadIdx.x];
  p[threadIdx.x] = s[255 - threadIdx.x];
}
int main() { int *p = nullptr; turn<<<1, 256>>>(p); }
"""
FLAGS = ["--", "-arch=sm_90"]
# Name -> (words before the toolkit, words behind it, what is made before by
# other runs, files that a run takes away before it writes them).
SCENARIOS = {
    "fix": (["a.cu", "b.cu", "--fix-unsafe", "--cache=off", "--format=json",
             "-o", "out.json", "--html=out.html"], FLAGS, [], ["out.json", "out.html"]),
    "baseline": (["a.cu", "--cache=off", "--write-baseline=known.json"], FLAGS, [], []),
    "cache": (["a.cu", "b.cu", "--cache=kept"], FLAGS, [], []),
    "audit": (["audit", "-p", "build", "-j", "1", "--cache=off", "--format=sarif",
               "-o", "out.sarif"], [], [], []),
    "confirm": (["confirm", "report.sarif", "--source-root=.", "--run", "true",
                 "--format=sarif", "-o", "out.sarif"], FLAGS,
                [["a.cu", "--format=sarif", "-o", "report.sarif", "--cache=off"]], []),
    "reproduce": (["reproduce", "report.sarif", "--source-root=.", "-o", "shown.cu"], FLAGS,
                  [["a.cu", "--format=sarif", "-o", "report.sarif", "--cache=off"]], []),
    "init": (["init", "--yes"], [], [], []),
}
# What a run has for itself: it is looked at by the next run.
OWN = ("kept/", "build/warplint-audit/", "tmp/")


class Tree:
    """A small project in a folder of its own."""

    def __init__(self, options, base):
        self.options, self.base = options, base

    def words(self, before, behind):
        return [os.path.abspath(self.options.warplint), *before, "--cuda-path=" + self.options.toolkit, *behind]

    def make(self, name, prepare):
        root = self.base / name
        shutil.rmtree(root, ignore_errors=True)
        (root / "build").mkdir(parents=True)
        (root / "tmp").mkdir()
        for source in ("a.cu", "b.cu"):
            (root / source).write_text(KERNEL)
        (root / "known.json").write_text('{"findings": [], "warplintBaseline": 1}\n')
        (root / "build/compile_commands.json").write_text(json.dumps(
            [{"directory": str(root), "file": source,
              "arguments": ["nvcc", "-arch=sm_90", "-c", source]}
             for source in ("a.cu", "b.cu")]))
        for words in prepare:
            self.run(root, self.words(words, FLAGS))
        return root

    def run(self, root, words, **faults):
        environment = dict(os.environ, TMPDIR=str(root / "tmp"),
                           XDG_CACHE_HOME=str(root / "tmp/cache"))
        if faults:
            environment.update(LD_PRELOAD=self.options.faults, FAULT_PROGRAM="warplint",
                               **{"FAULT_" + name: str(value) for name, value in faults.items()})
        return subprocess.run(words, cwd=root, env=environment, timeout=300, check=False,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)


def contents(root):
    """Name -> bytes of all files that are not the program's own."""
    return {name: path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()
            for name in [str(path.relative_to(root))] if not name.startswith(OWN)}


def counter(base):
    path = base / "counter"
    path.write_bytes(struct.pack("q", 0))
    return path


def counted(path):
    return struct.unpack("q", path.read_bytes())[0]


def chosen(number, most):
    """At most `most` of 1..number, evenly."""
    if most >= number:
        return list(range(1, number + 1))
    return sorted({1 + index * (number - 1) // max(most - 1, 1) for index in range(most)})


def is_incomplete(report):
    """A whole report in SARIF, which says that something is missing."""
    try:
        runs = json.loads(report)["runs"]
    except (ValueError, KeyError, TypeError):
        return False
    return not all(each["executionSuccessful"] for run in runs for each in run["invocations"])


def faults_of(old, new, now, taken, tree, result, wanted):
    """What is wrong with what a run left."""
    for name in sorted(old.keys() | new.keys() | now.keys()):
        allowed = [old.get(name), new.get(name)] + ([None] if name in taken else [])
        # A report of fixes says which of them were done.
        tells = name == "out.json" and now.get(name) and all(
            json.loads(line) for line in now[name].splitlines())
        # A unit whose report could not be written is missing in the audit's.
        tells = tells or (name == "out.sarif" and result.returncode == 3
                          and is_incomplete(now.get(name)))
        if now.get(name) not in allowed and not tells:
            yield f"{name} holds neither old nor new contents"
    for path in tree.rglob(".warplint.tmp-*"):
        yield f"{path} was left"
    if result.returncode < 0 or result.returncode > 3:
        yield f"exit code {result.returncode}"
    if now != new or result.returncode != wanted.returncode:
        if result.returncode == 0:
            yield "the result is another, and the exit code is 0"
        if "warplint: error:" not in result.stderr and "warplint: incomplete" not in result.stderr:
            yield "the result is another, and no error says so"


def inject(options, name, base, problems):
    before, behind, prepare, taken = SCENARIOS[name]
    tree = Tree(options, base)
    words = tree.words(before, behind)
    root = tree.make(name, prepare)
    old = contents(root)
    wanted = tree.run(root, words)
    new = contents(root)
    runs = told = 0
    for call, number in CALLS.items():
        root = tree.make(name, prepare)
        file = counter(base)
        tree.run(root, words, COUNTER=file, CALL=call)
        for at in chosen(counted(file), options.most):
            root = tree.make(name, prepare)
            result = tree.run(root, words, COUNTER=counter(base), CALL=call, AT=at, ERRNO=number)
            now = contents(root)
            found = list(faults_of(old, new, now, taken, root, result, wanted))
            runs += 1
            told += now != new or result.returncode != wanted.returncode
            # What it has kept for itself does not mislead the next run.
            if name in ("audit", "cache"):
                again = tree.run(root, words)
                if (contents(root) != new or again.returncode != wanted.returncode
                        or again.stdout != wanted.stdout):
                    found.append("the next run has another result")
            problems += [f"{name}: {call} {at}: {text}\n{result.stderr}" for text in found]
    if not runs:
        problems.append(f"{name}: no call was seen")
    print(f"{name}: {runs} faults, {told} told, {runs - told} without effect")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("warplint")
    parser.add_argument("faults")
    parser.add_argument("toolkit")
    parser.add_argument("--scenario", action="append", choices=SCENARIOS)
    parser.add_argument("--most", type=int, default=1 << 30)
    options = parser.parse_args()
    if not os.path.isfile(options.faults):
        parser.error(f"no file {options.faults}")
    options.faults = os.path.abspath(options.faults)
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        for name in options.scenario or SCENARIOS:
            inject(options, name, Path(folder), problems)
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
