# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/benchmarks.md: sections that are measured, among those that people write."""

import os
import re
import time
from pathlib import Path


def table(heads, rows):
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines)


def processor():
    """'2 cores (AMD EPYC)'."""
    model = ""
    try:
        found = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.M)
        model = f" ({' '.join(found[1].split())})" if found else ""
    except OSError:
        pass
    return f"{len(os.sched_getaffinity(0))} cores{model}"


def load():
    """The processes that run, on the average of the last minute."""
    return f"{os.getloadavg()[0]:.1f}"


def today():
    return time.strftime("%Y-%m-%d")


def machine():
    """'4 cores (AMD EPYC), 2026-11-24, load 3.1'."""
    return f"{processor()}, {today()}, {load()} processes running when it began"


def write(path, measured):
    """Puts what was measured (title -> text) in place of the sections `### title`, or
    behind the last one. Nothing else of the page changes."""
    page = path.read_text()
    for title, text in measured.items():
        section = f"### {title}\n\n{text.strip()}\n\n"
        old = re.compile(rf"^### {re.escape(title)}\n.*?(?=^#{{1,3}} |\Z)", re.M | re.S)
        page, count = old.subn(lambda _, new=section: new, page)
        if not count:
            page = page.rstrip() + "\n\n" + section
    path.write_text(page.rstrip() + "\n")
