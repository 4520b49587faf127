#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures what warplint costs beside clang's own parse.

  cost.py                           single files, those of inputs/ or FILES
  cost.py --editor                  from an edit to its diagnostics
  cost.py --samples=FOLDER          audits of NVIDIA's cuda-samples
  cost.py --samples=FOLDER --write  all of it, into docs/benchmarks.md
  cost.py --samples=FOLDER --ledger=ledger.tsv --name=NAME --against=ROW
                                    all of it, as a row of the ledger; names what is
                                    more than 5 % dearer than another row
  cost.py --ledger=ledger.tsv --row=NAME --against=ROW
                                    the same of two rows that are there
  cost.py --samples=FOLDER --base=BIN
                                    two builds in turns: processor time of every unit
  cost.py --solver-only -- -p DATABASE FILE...
                                    the solver's time per kernel, for your own

Ways to compare run in turns, and medians are printed. With --write, sections that
were not measured stay as they are. The parse is by the clang++ of the LLVM that
warplint is built on; --parse-of=BIN takes commands and clang of another build.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from measures import audits, builds, editor, files, ledger, page
from measures.parses import Parser, llvm_of

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PAGE = ROOT / "docs/benchmarks.md"


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--warplint", type=Path, default=ROOT / "build/bin/warplint")
    parser.add_argument("--clangd", type=Path, help="warplint-clangd; by default beside it")
    parser.add_argument("--parse-of", type=Path, metavar="BIN",
                        help="the build of warplint whose commands are parsed, by the clang++ "
                        "that it is built on; by default that of --base, or --warplint")
    parser.add_argument("--parse-with", metavar="CLANG++",
                        help="parse with this one; it may reject what another release wants")
    parser.add_argument("--cuda-path", help="the toolkit, where none is found")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--audit-runs", type=int, default=2, help="of audits")
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
    add_ledger_arguments(parser)
    parser.add_argument("--base", type=Path, metavar="BIN",
                        help="another build of warplint, to run in turns with this one")
    parser.add_argument("--at-most", type=float, metavar="RATIO",
                        help="with --base: exit code 1 beyond it")
    parser.add_argument("--solver-only", action="store_true",
                        help="only the solver's time; what follows are words for warplint")
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    check_arguments(parser, arguments)
    return arguments


def add_ledger_arguments(parser):
    parser.add_argument("--ledger", type=Path, metavar="FILE", help="add a row to this table")
    parser.add_argument("--name", help="what the row is called")
    parser.add_argument("--commit", help="what was built; by default this tree's revision")
    parser.add_argument("--against", metavar="ROW", help="a name in the ledger")
    parser.add_argument("--row", metavar="NAME", help="measure nothing, take this row")


def check_arguments(parser, arguments):
    if (arguments.name or arguments.against or arguments.row) and not arguments.ledger:
        parser.error("--name, --against and --row want --ledger")
    if arguments.ledger and not (arguments.name or arguments.row and arguments.against):
        parser.error("--ledger wants --name, or --row and --against")
    if arguments.base and not arguments.samples:
        parser.error("--base wants --samples")
    if arguments.row:
        return
    for program in filter(None, (arguments.warplint, arguments.base, arguments.parse_of)):
        if not program.exists():
            sys.exit(f"{program} is not built")
    arguments.clangd = arguments.clangd or arguments.warplint.with_name("warplint-clangd")
    if arguments.samples:
        arguments.samples = arguments.samples.resolve()


def inputs(arguments, names):
    return [Path(file) for file in arguments.files] or [
        HERE / "inputs" / name for name in names]


def parts(arguments):
    """Title -> (the module that measures it, how)."""
    everything = arguments.write or arguments.ledger
    chosen = {}
    if everything or not (arguments.editor or arguments.samples):
        chosen[files.TITLE] = files, lambda: files.costs(
            arguments, inputs(arguments, files.INPUTS))
    if everything or arguments.editor:
        chosen[editor.TITLE] = editor, lambda: editor.costs(
            arguments, inputs(arguments, editor.INPUTS))
    if arguments.samples:
        ways = audits.AUDITS if arguments.ledger else {**audits.AUDITS, **audits.OTHERS}
        chosen[audits.TITLE] = audits, lambda: audits.costs(arguments, list(ways))
    if arguments.only:
        wanted = arguments.only.split(",")
        for title in wanted:
            if title not in chosen:
                sys.exit(f"'{title}' is none of {', '.join(chosen)}")
        chosen = {title: chosen[title] for title in wanted}
    return chosen


def revision(arguments):
    if arguments.commit:
        return arguments.commit
    done = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "--short=12", "HEAD"],
                          capture_output=True, text=True)
    return done.stdout.strip()


def about(arguments):
    """The columns of a row that are no ratios."""
    return {"name": arguments.name, "commit": revision(arguments), "date": page.today(),
            "machine": page.processor(), "load": page.load(),
            "warplint": f"LLVM {llvm_of(arguments.warplint)}",
            "parse": f"clang {arguments.parser.version}"}


def sections(arguments):
    """Measures, prints and, with --write, writes. All ratios, and how many units
    the audits have."""
    ratios, units = {}, ""
    for title, (module, measure) in parts(arguments).items():
        where = page.machine()
        runs = {files.TITLE: f"medians of {arguments.runs}; ", editor.TITLE: "",
                audits.TITLE: f"medians of {arguments.audit_runs}; "}[title]
        measured = measure()
        text = (f"{module.section(arguments, measured)}\nParse: {arguments.parser}. "
                f"({runs}{where})\n")
        print(f"### {title}\n\n{text}", flush=True)
        if arguments.write:
            page.write(PAGE, {title: text})
        ratios.update(module.ratios(measured))
        units = str(measured.units) if module is audits else units
    return ratios, units


def compare_builds(arguments):
    units = builds.costs(arguments)
    print(builds.report(arguments, units), end="")
    limit = arguments.at_most
    if limit and builds.total_ratio(units) > limit:
        print(f"more than {limit} x")
        return 1
    return 0


def main():
    arguments = parse_arguments()
    if arguments.row:
        row = ledger.named(arguments.ledger, arguments.row)
        print(ledger.comparison(row, ledger.named(arguments.ledger, arguments.against)), end="")
        return 0
    if arguments.solver_only:
        print(files.solver_time(arguments.warplint, arguments.files))
        return 0
    arguments.parser = Parser(arguments.parse_of or arguments.base or arguments.warplint,
                              arguments.parse_with)
    if arguments.base:
        return compare_builds(arguments)
    against = ledger.named(arguments.ledger, arguments.against) if arguments.against else None
    words = about(arguments) if arguments.ledger else None
    ratios, units = sections(arguments)
    if arguments.ledger:
        row = ledger.append(arguments.ledger, {**words, "units": units}, ratios)
        print(ledger.comparison(row, against) if against else
              f"{arguments.name} is a row of {arguments.ledger.name}\n", end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
