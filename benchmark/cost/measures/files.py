# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Single files: warplint beside clang's own parse of them."""

import json
import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path

from measures.page import table
from measures.processes import compare, in_turns, measure, median, ratio

TITLE = "Single files"
FLAGS = ["-std=c++17", "--cuda-gpu-arch=sm_90"]
INPUTS = {
    "plain_kernel.cu": "plain kernels",
    "shared_tiles.cu": "five kernels with shared memory (sort, scan, transposition)",
    "barrier_object.cu": "`<cuda/barrier>` and cooperative groups",
    "device_reduce.cu": "`cub::DeviceReduce`",
}


@dataclass
class FileCosts:
    """Of one input, a Cost for each turn."""
    source: Path
    parse: list
    alone: list   # Without a cache.
    prefix: list  # With what it begins with precompiled.


def one(arguments, source, cache):
    """The cache has what it can after four runs."""
    parse = arguments.parser.of_file(source, FLAGS)
    off, on = ([str(arguments.warplint), str(source), f"--cache={where}", "--", *FLAGS]
               for where in ("off", cache))
    for _ in range(4):
        measure(on)
    return FileCosts(source, *in_turns(
        [lambda command=command: measure(command) for command in (parse, off, on)],
        arguments.runs))


def costs(arguments, sources):
    with tempfile.TemporaryDirectory() as cache:
        return [one(arguments, source, cache) for source in sources]


def is_comparable(file):
    """Findings are no failure of warplint; anything beyond is a broken run."""
    return all(cost.statuses == [0] for cost in file.parse) and all(
        {*cost.statuses} <= {0, 1} for cost in file.alone + file.prefix)


def row(file):
    base, alone, prefix = map(median, (file.parse, file.alone, file.prefix))
    name = INPUTS.get(file.source.name, f"`{file.source.name}`")
    if not is_comparable(file):
        name += f" (not comparable: ended with {base.statuses + alone.statuses})"
    return [name, f"{base.seconds:.2f} s, {base.mebibytes:.0f} MiB",
            *compare(alone, base), *compare(prefix, base)]


def ratios(measured):
    """The ledger's columns."""
    for file in filter(is_comparable, measured):
        for way, turns in (("file", file.alone), ("prefix", file.prefix)):
            name = f"{way}:{file.source.stem}"
            yield name, ratio(turns, file.parse, "processor")
            yield f"{name}:memory", ratio(turns, file.parse, "mebibytes")


def efforts(warplint, words):
    """What --statistics writes of the kernels of one run."""
    with tempfile.TemporaryDirectory() as folder:
        cost = Path(folder) / "cost.jsonl"
        measure([str(warplint), f"--statistics={cost}", *words])
        rows = [json.loads(line) for line in cost.read_text().splitlines()]
        return [row for row in rows if "kernel" in row]


def solver_time(warplint, words):
    """A sentence on the solver's time per kernel of one run of warplint."""
    rows = efforts(warplint, words)
    if not rows:
        return "No kernels that concern a check."
    times = [row["solverMilliseconds"] for row in rows]
    asked = [time for row, time in zip(rows, times) if row["queries"]]
    worst = max(rows, key=lambda row: row["solverMilliseconds"])
    return (f"Solver: {len(rows)} kernels, {len(asked)} ask it; "
            f"median {statistics.median(times):.1f} ms"
            + (f" ({statistics.median(asked):.1f} ms of those that ask)" if asked else "")
            + f", worst {max(times):.0f} ms (`{worst['kernel']}`); "
            f"{sum(row['pairs'] for row in rows)} pairs, "
            f"{sum(row['queries'] for row in rows)} queries, "
            f"{sum(row['undecided'] for row in rows)} undecided.")


def section(arguments, measured):
    sources = [str(file.source) for file in measured]
    return ("One process for each file, without a cache and with [what the file "
            "begins with precompiled](cache.md).\n\n"
            + table(["input", "parse", "without a cache: time", "processor time", "memory",
                     "with it: time", "processor time", "memory"], map(row, measured))
            + "\n" + solver_time(arguments.warplint, [*sources, "--", *FLAGS]) + "\n")
