#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a budget cuts off never becomes an alarm, and is counted.

  budget_cuts.py --warplint BIN --cuda-path DIR [--budgets NAME,...] [--sizes N,...]
                 [--part I/N] [--library-part I/N] [--jobs N] FOLDER-OR-FILE...

Runs warplint over the CUDA files with --effort=low, and with each budget (all rows of
Budgets.def that say BUDGET, or those named) as small as it can be, and prints each finding
on a line of code of which nothing is said with the budgets of normal effort. One race may
be that of lanes there, and without a solver that of threads of the block. A run in which
the budget cut nothing says so (`unused`); one that crashes fails. The files are
put together to two units, as determinism.py does.
"""

import argparse
import collections
import concurrent.futures
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
from determinism import FLAGS, includes, part, write_unit

ROOT = Path(__file__).resolve().parents[1]
# Those whose cuts are no alarm; see Budgets.def.
ROW = re.compile(r'^BUDGET\(\s*\w+,\s*"([\w-]+)"', re.M)


def rows():
    return ROW.findall((ROOT / "lib/Analysis/Budgets/Budgets.def").read_text())


def run(warplint, unit, flags, options):
    """({(check, line): message}, budgets that cut something) of one run."""
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as statistics:
        done = subprocess.run([warplint, "--format=json", "--cache=off",
                               f"--statistics={statistics.name}", *options, unit, "--", *flags],
                              cwd=unit.parent, capture_output=True, check=False)
        if done.returncode not in (0, 1, 3):
            sys.exit(f"exit code {done.returncode} with {' '.join(options)}:\n"
                     + done.stderr.decode(errors="replace")[-2000:])
        counted = collections.Counter()
        for line in Path(statistics.name).read_text().splitlines():
            counted.update(json.loads(line)["budgets"])
    found = {}
    for line in done.stdout.decode(errors="replace").splitlines():
        each = json.loads(line)
        if each["type"] == "finding":
            found[each["check"], each["line"]] = each["message"]
    return found, counted


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    def path(text):
        return Path(text).resolve()
    def names(text):
        return text.split(",")
    parser.add_argument("--warplint", type=path, required=True)
    parser.add_argument("--cuda-path", type=path, required=True)
    parser.add_argument("--budgets", type=names, default=rows(), metavar="NAME,...")
    parser.add_argument("--sizes", type=names, default=["0", "1"], metavar="N,...")
    parser.add_argument("--part", default="0/1", metavar="I/N")
    parser.add_argument("--library-part", default="0/1", metavar="I/N")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("folders", nargs="+", type=path, metavar="FOLDER-OR-FILE")
    arguments = parser.parse_args()
    found = sorted(file for folder in arguments.folders
                   for file in ([folder] if folder.is_file() else folder.rglob("*.cu"))
                   if "Inputs" not in file.parts)
    plain = part([file for file in found if not includes(file)], arguments.part)
    libraries = part([file for file in found if includes(file)], arguments.library_part)
    flags = [*FLAGS, f"--cuda-path={arguments.cuda_path}"]
    runs = alarms = unused = 0
    with tempfile.TemporaryDirectory() as scratch, \
            concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for name, files in (("plain.cu", plain), ("libraries.cu", libraries)):
            if not files:
                continue
            unit = write_unit(files, Path(scratch).resolve() / name)
            lines = unit.read_text().splitlines()
            wanted, _ = run(arguments.warplint, unit, flags, [])
            reported = {line for _, line in wanted}
            asked = ["--effort=low", *(f"--budget={budget}={size}"
                                       for budget in arguments.budgets
                                       for size in arguments.sizes)]
            for option, (now, counted) in zip(asked, pool.map(
                    lambda each: run(arguments.warplint, unit, flags, [each]), asked)):
                runs += 1
                if option.startswith("--budget") and not counted[option.split("=")[1]]:
                    unused += 1
                    print(f"{name}, {option}: unused", flush=True)
                for check, line in sorted(now.keys() - wanted.keys()):
                    if line in reported:
                        continue
                    alarms += 1
                    file = next(text for text in reversed(lines[:line])
                                if text.startswith("namespace file"))
                    print(f"{name}, {option}: {check}: {now[check, line]}\n"
                          f"    {lines[line - 1].strip()}   {file.partition('// ')[2]}",
                          flush=True)
    print(f"{len(plain) + len(libraries)} files, {runs} runs, {alarms} alarms, "
          f"{unused} in which the budget cut nothing")
    return 1 if alarms or not runs else 0


if __name__ == "__main__":
    sys.exit(main())
