#!/usr/bin/env python3
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Takes out what keeps threads in order, one place at a time: is it noticed?

  removals.py places --tree DIR -o table.tsv       all places of a tree, as a table
  removals.py places --tree DIR --count 300 --seed 57 --at-most 3 -o table.tsv
                                                    some of them, drawn
  removals.py judge table.tsv readers.tsv...       what readers said, into the table
  removals.py run --warplint BIN --table table.tsv --tree DIR -o results.tsv
  removals.py score --table table.tsv results.tsv  the figures

A place is a barrier, a sync of a warp, a group, a cluster or the grid, a fence, a lane
mask, a wait, a wait for asynchronous copies, or (--kinds host-sync) a wait of the host.
`run` never writes into DIR. docs/benchmarks.md says what each column means.

Exit code: 0 done, 1 readers disagree, 2 wrong usage.
"""

import argparse
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
# pylint: disable=wrong-import-position
import running
import scoring
import tables
from linting import Warplint
from places import DEVICE_KINDS, KINDS, draw, places_in
from units import Units

DONE, DISAGREEMENT = 0, 1
TOLD_EVERY = 25


def folder(text):
    path = Path(text).resolve()
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text} is no folder")
    return path


def program(text):
    found = shutil.which(text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text} is no program")
    return str(Path(found).resolve())


def kinds(text):
    names = text.split(",")
    wrong = sorted(set(names) - set(KINDS))
    if wrong:
        raise argparse.ArgumentTypeError(f"no such kind: {', '.join(wrong)}")
    return names


def add_places(commands):
    find = commands.add_parser("places", help="list or draw places of a tree")
    find.add_argument("--tree", type=folder, required=True)
    find.add_argument("--folders", help="only what lies in folders of this glob")
    find.add_argument("--kinds", type=kinds, default=DEVICE_KINDS,
                      help="separated by commas; by default all but host-sync")
    find.add_argument("--count", type=int, help="how many are drawn; by default all are listed")
    find.add_argument("--seed", default="57", help="of the order in which they are drawn")
    find.add_argument("--at-most", type=int, default=3, help="drawn of one program")
    find.add_argument("--depth", type=int, default=2,
                      help="parts of a path that name its program (2: src/name)")
    find.add_argument("-o", "--output", required=True)


def add_judge(commands):
    judge = commands.add_parser("judge", help="bring what readers said into a table")
    judge.add_argument("table")
    judge.add_argument("readers", nargs="+",
                       help="tables with the columns file, line, needed, reason, and column "
                            "where a line has several places")
    judge.add_argument("--decides", action="append", default=[], metavar="TABLE",
                       help="another one, that holds whatever the others say")


def add_run(commands):
    run = commands.add_parser("run", help="take out the places of a table")
    run.add_argument("--warplint", type=program, required=True)
    run.add_argument("--table", required=True)
    run.add_argument("--tree", type=folder, required=True)
    run.add_argument("--flags", type=shlex.split, default=["-std=c++17", "-arch=sm_90"],
                     help="of each unit, as one word; relative folders lie in the tree")
    run.add_argument("--makefiles", action="store_true",
                     help="also the -I and -D of the Makefile of each program")
    run.add_argument("--own-units", action="store_true",
                     help="lint each .cu by itself even if others include it")
    run.add_argument("--cuda-path", type=folder, help="the toolkit to take headers from")
    run.add_argument("--cache", default="off",
                     help="where what units begin with is kept: a folder, off, or temporary")
    run.add_argument("--timeout", type=float, default=300, help="seconds for one unit")
    run.add_argument("-j", "--jobs", type=int, default=1)
    run.add_argument("-o", "--output", required=True)


def add_score(commands):
    score = commands.add_parser("score", help="print the figures")
    score.add_argument("--table", required=True)
    score.add_argument("--list", action="store_true", help="the silent needed places, too")
    score.add_argument("results")


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for add in (add_places, add_judge, add_run, add_score):
        add(commands)
    return parser.parse_args()


def write_places(arguments):
    found = [place for place in places_in(arguments.tree, arguments.folders)
             if place.kind in arguments.kinds]
    if arguments.count is not None:
        found = draw(found, arguments.seed, arguments.count, arguments.at_most, arguments.depth)
    tables.write_table(arguments.output, tables.rows_of(found))
    return DONE


def said_in(names):
    return [(Path(name).stem, tables.read_table(name)) for name in names]


def judge_places(arguments):
    rows = tables.read_table(arguments.table)
    problems = tables.merge(rows, said_in(arguments.readers), said_in(arguments.decides))
    tables.write_table(arguments.table, rows)
    for problem in problems:
        print(problem)
    return DISAGREEMENT if problems else DONE


def tell(done, total):
    if done % TOLD_EVERY == 0 or done == total:
        print(f"removals: {done} of {total}", file=sys.stderr)


def run_removals(arguments):
    units = Units(arguments.tree, arguments.flags, arguments.makefiles, arguments.own_units)
    with tempfile.TemporaryDirectory() as own:
        cache = own if arguments.cache == "temporary" else arguments.cache
        options = [f"--cuda-path={arguments.cuda_path}"] if arguments.cuda_path else []
        warplint = Warplint(arguments.warplint, arguments.tree, cache, arguments.timeout,
                            tuple(options))
        results = running.run(tables.read_table(arguments.table), warplint, units,
                              arguments.jobs, tell)
    tables.write_table(arguments.output, results, running.COLUMNS)
    return DONE


def print_score(arguments):
    for line in scoring.score(tables.read_table(arguments.table),
                              tables.read_table(arguments.results), arguments.list):
        print(line)
    return DONE


def main():
    arguments = parse_arguments()
    return {"places": write_places, "judge": judge_places, "run": run_removals,
            "score": print_score}[arguments.command](arguments)


if __name__ == "__main__":
    sys.exit(main())
