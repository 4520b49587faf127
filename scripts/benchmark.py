#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures what warplint costs beside clang's own parse, and asserts nothing.

  benchmark.py                           single files, those of benchmark/ or FILES
  benchmark.py --editor                  from an edit to its diagnostics
  benchmark.py --samples=FOLDER          audits of NVIDIA's cuda-samples
  benchmark.py --samples=FOLDER --write  all of it, into docs/benchmarks.md
  benchmark.py --solver-only -- -p DATABASE FILE...
                                         the solver's time per kernel, for your own

Ways to compare run in turns, and medians are printed. With --write, sections that
were not measured stay as they are.
"""

import argparse
import shutil
import sys
from pathlib import Path

from measures import audits, editor, files, page

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/benchmarks.md"
ORDER = [files.TITLE, editor.TITLE, audits.TITLE]


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--warplint", type=Path, default=ROOT / "build/bin/warplint")
    parser.add_argument("--clangd", type=Path, help="warplint-clangd; by default beside it")
    parser.add_argument("--clang", default=shutil.which("clang++-22") or "clang++")
    parser.add_argument("--cuda-path", help="the toolkit, where none is found")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--edits", type=int, default=15, help="of each file in the editor")
    parser.add_argument("--jobs", type=int, default=4, help="of audits, and what they are "
                        "compared with")
    parser.add_argument("--every", type=int, default=4, metavar="N",
                        help="audits take every n-th file")
    parser.add_argument("--editor", action="store_true")
    parser.add_argument("--samples", type=Path, metavar="FOLDER",
                        help="a checkout of NVIDIA's cuda-samples")
    parser.add_argument("--only", help="these sections, by title, with commas between")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md")
    parser.add_argument("--solver-only", action="store_true",
                        help="only the solver's time; what follows are words for warplint")
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    if not arguments.warplint.exists():
        sys.exit(f"{arguments.warplint} is not built")
    arguments.clangd = arguments.clangd or arguments.warplint.with_name("warplint-clangd")
    if arguments.samples:
        arguments.samples = arguments.samples.resolve()
    return arguments


def parts(arguments):
    """Title -> how its section is measured."""
    inputs = [Path(file) for file in arguments.files] or [
        ROOT / "benchmark" / name for name in files.INPUTS]
    chosen = {}
    if arguments.write or not (arguments.editor or arguments.samples):
        chosen[files.TITLE] = lambda: files.measured(arguments, inputs)
    if arguments.write or arguments.editor:
        chosen[editor.TITLE] = lambda: editor.measured(arguments)
    if arguments.samples:
        chosen[audits.TITLE] = lambda: audits.measured(arguments)
    if arguments.only:
        wanted = arguments.only.split(",")
        for title in wanted:
            if title not in chosen:
                sys.exit(f"'{title}' is none of {', '.join(chosen)}")
        chosen = {title: chosen[title] for title in wanted}
    return chosen


def main():
    arguments = parse_arguments()
    if arguments.solver_only:
        print(files.solver_time(arguments.warplint, arguments.files))
        return 0
    for title, measure in parts(arguments).items():
        where = page.machine()
        runs = f"medians of {arguments.runs}; " if title != editor.TITLE else ""
        text = f"{measure()}\n({runs}{where})\n"
        print(f"## {title}\n\n{text}", flush=True)
        if arguments.write:
            page.write(PAGE, ORDER, {title: text})
    return 0


if __name__ == "__main__":
    sys.exit(main())
