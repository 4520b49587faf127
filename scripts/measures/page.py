# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/benchmarks.md: a section for each part that is measured."""

import os
import re
import time
from pathlib import Path

INTRODUCTION = """\
# What warplint costs

Written by `scripts/benchmark.py --write`. Each section was measured in one run on
one machine, the ways to compare in turns, and gives medians: what counts is how
they compare. "Parse" is `clang++-22 -fsyntax-only` on the command that
`warplint --print-command` prints. Times are those of the whole process on the clock;
processor time is what it used of all cores, which a busy machine changes less.
"""


def table(heads, rows):
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines)


def machine():
    """'4 cores (AMD EPYC), 2026-11-24, load 3.1'."""
    model = ""
    try:
        found = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.M)
        model = f" ({' '.join(found[1].split())})" if found else ""
    except OSError:
        pass
    return (f"{len(os.sched_getaffinity(0))} cores{model}, {time.strftime('%Y-%m-%d')}, "
            f"{os.getloadavg()[0]:.1f} processes running when it began")


def sections(text):
    """The sections of a page by their titles, in order."""
    parts = re.split(r"^## (.*)\n", text, flags=re.M)[1:]
    return dict(zip(parts[::2], parts[1::2]))


def write(path, order, measured):
    """Writes what was measured (title -> text); sections that were not stay."""
    kept = sections(path.read_text()) if path.exists() else {}
    kept.update(measured)
    path.write_text(INTRODUCTION + "".join(
        f"\n## {title}\n\n{kept[title].strip()}\n" for title in order if title in kept))
