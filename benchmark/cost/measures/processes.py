# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What processes cost, and how two costs compare."""

import os
import statistics
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass


@dataclass
class Cost:
    """Of one process with all that it waited for, or of several at once."""
    seconds: float    # Wall time.
    processor: float  # Seconds of user and system together.
    mebibytes: float  # Peak of the largest process.
    statuses: list    # Exit codes.


@dataclass
class Ratio:
    """How many times one cost is another one: the median of what the turns of one run
    say, with the least and the greatest of them."""
    value: float
    low: float
    high: float


def measure(command, folder=None):
    """The cost of one process."""
    start = time.monotonic()
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, cwd=folder,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return Cost(time.monotonic() - start, usage.ru_utime + usage.ru_stime,
                usage.ru_maxrss / 1024, [child.returncode])


def measure_together(commands, jobs):
    """The cost of (command, folder) pairs, so many at once."""
    start = time.monotonic()
    with ThreadPoolExecutor(jobs) as pool:
        costs = list(pool.map(lambda each: measure(*each), commands))
    return Cost(time.monotonic() - start, sum(c.processor for c in costs),
                max(c.mebibytes for c in costs), [s for c in costs for s in c.statuses])


def median(costs):
    return Cost(statistics.median(c.seconds for c in costs),
                statistics.median(c.processor for c in costs),
                statistics.median(c.mebibytes for c in costs), costs[-1].statuses)


def ratio(costs, bases, of):
    """A Ratio of `of` ("processor", "mebibytes", "seconds"), turn by turn."""
    turns = [getattr(cost, of) / getattr(base, of) for cost, base in zip(costs, bases)]
    return Ratio(statistics.median(turns), min(turns), max(turns))


def in_turns(ways, runs):
    """The costs of each way, a function without arguments, one for each turn. One
    call of each warms the file cache; the counted ones alternate, so that a slow
    spell of the machine meets all."""
    for way in ways:
        way()
    rows = [[way() for way in ways] for _ in range(runs)]
    return [list(column) for column in zip(*rows)]


def compare(cost, parse):
    """'1.21 x', '1.20 x', '0.53 x': times and memory beside those of a parse."""
    return (f"{cost.seconds / parse.seconds:.2f} x",
            f"{cost.processor / parse.processor:.2f} x",
            f"{cost.mebibytes / parse.mebibytes:.2f} x")
