# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs what a page shows in the current folder, and compares.

    transcripts.py BUILD CUDA-TOOLKIT PAGE [HEADING...]

A `console` block holds commands behind `$ ` and what they write to stdout and
stderr; a command goes on in the next line behind `> `, or where the last one ends
with `\\` or `|`. A line `...` stands for any lines. `$ cat FILE` writes FILE where it
is not there yet. So does a block of code whose first line is a comment with nothing
but the name of a file, or that stands below a line with nothing but `FILE`: . With
headings, only what stands under one of them is run.

What differs from machine to machine is taken for what pages show: the current folder
for /home/me/vision, the toolkit for CUDA 13.0 in /usr/local/cuda, LLVM for 22.1.8.
"""

import difflib
import os
import re
import subprocess
import sys
from pathlib import Path


def blocks_of(page, headings):
    """(language, lines, file) of each block under one of the headings."""
    heading, file, language, lines = "", "", None, []
    for line in page.read_text().splitlines():
        if language is None and line.startswith("```"):
            language, lines = line[3:].strip(), []
        elif language is None:
            if re.match(r"#+ ", line):
                heading = line.lstrip("#").replace("`", "").strip()
            if line:
                named = re.fullmatch(r"`([\w.-]+)`:", line)
                file = named[1] if named else ""
        elif line == "```":
            named = re.fullmatch(r"(?://|#) ([\w-]+\.\w+)", lines[0]) if lines else None
            if not headings or heading in headings:
                yield language, lines, named[1] if named else file
            language, file = None, ""
        else:
            lines.append(line)


def steps_of(lines):
    """(command, output) of each command of a block."""
    steps = []
    for line in lines:
        if line.startswith("$ "):
            steps.append(([line[2:]], []))
        elif not steps:
            sys.exit(f"output before the first command: {line}")
        elif not steps[-1][1] and line.startswith("> "):
            steps[-1][0].append(line[2:])
        elif not steps[-1][1] and re.search(r"[\\|]$", steps[-1][0][-1]):
            steps[-1][0].append(line)
        else:
            steps[-1][1].append(line)
    return [("\n".join(command), output) for command, output in steps]


def matches(expected, found):
    """`...` in expected stands for any lines."""
    pattern = "".join(r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line) + r"\n"
                      for line in expected)
    return re.fullmatch(pattern, "".join(line + "\n" for line in found))


def as_shown(text, toolkit):
    text = text.replace(os.getcwd(), "/home/me/vision").replace(toolkit, "/usr/local/cuda")
    return re.sub(r"\bLLVM 22\.[\d.]+", "LLVM 22.1.8",
                  re.sub(r"\bCUDA \d+\.\d+(?=, )", "CUDA 13.0", text))


def run(command, expected, environment):
    """Whether the command writes what is expected."""
    written = re.fullmatch(r"cat ([\w./-]+)", command)
    if written and not Path(written[1]).exists():
        Path(written[1]).write_text("\n".join(expected) + "\n")
        return True
    done = subprocess.run(["bash", "-c", command], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=environment, check=False)
    found = [line.rstrip() for line in
             as_shown(done.stdout.decode(), environment["CUDA_HOME"]).splitlines()]
    if matches(expected, found):
        return True
    print(f"$ {command}\n" + "\n".join(difflib.unified_diff(
        expected, found, "on the page", "by running it", lineterm="")))
    return False


def main():
    build, toolkit = sys.argv[1:3]
    page, headings = Path(sys.argv[3]), sys.argv[4:]
    environment = {**os.environ, "WARPLINT_FAIL_ON": "", "CUDA_HOME": toolkit,
                   "PATH": f"{build}/bin:{os.environ['PATH']}"}
    Path(".git").mkdir(exist_ok=True)  # A project of its own: names start here.
    blocks = list(blocks_of(page, headings))
    for language, lines, file in blocks:
        if file and language != "console":
            Path(file).write_text("\n".join(lines) + "\n")
    steps = [step for language, lines, _ in blocks if language == "console"
             for step in steps_of(lines)]
    if not steps:
        sys.exit(f"{page}: no transcript")
    sys.exit(0 if all([run(*step, environment) for step in steps]) else 1)


main()
