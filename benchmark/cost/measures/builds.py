# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Two builds of warplint over the same units, in turns."""

import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path

from measures.audits import toolkit_of, write_database
from measures.processes import in_turns, measure, median

DEARER = 1.05
WORST = 10


@dataclass
class Unit:
    source: Path
    ways: dict  # "parse", "base", "head" -> a Cost for each turn

    def seconds(self, way):
        return median(self.ways[way]).processor

    def ratio(self):
        return self.seconds("head") / self.seconds("base")


def lint(arguments, warplint, folder, source):
    return measure([str(warplint), "-p", str(folder), str(source), "--cache=off", "--quiet",
                    *toolkit_of(arguments), "-o", str(folder / "found.txt")])


def costs(arguments):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        sources = write_database(arguments.samples, arguments.every, folder)
        parses = arguments.parser.of_database(folder, toolkit_of(arguments))
        return [one(arguments, folder, source, parses[str(source)]) for source in sources]


def one(arguments, folder, source, parse):
    words, directory = parse
    ways = {
        "parse": lambda: measure([*words, "-fsyntax-only", "-w"], directory),
        "base": lambda: lint(arguments, arguments.base, folder, source),
        "head": lambda: lint(arguments, arguments.warplint, folder, source),
    }
    return Unit(source, dict(zip(ways, in_turns(list(ways.values()), arguments.runs))))


def totals(units, way):
    """(seconds of the processor, MiB of the largest)"""
    return (sum(unit.seconds(way) for unit in units),
            max(median(unit.ways[way]).mebibytes for unit in units))


def total_ratio(units):
    return totals(units, "head")[0] / totals(units, "base")[0]


def turns_ratio(units, number):
    """The ratio that one turn alone gives."""
    head, base = (sum(unit.ways[way][number].processor for unit in units)
                  for way in ("head", "base"))
    return head / base


def report(arguments, units):
    parse = totals(units, "parse")[0]
    rejected = sum(unit.ways["parse"][0].statuses != [0] for unit in units)
    lines = [f"units: {len(units)}; processor seconds, medians of turns: {arguments.runs}; "
             f"parse by clang {arguments.parser.version}, which rejects {rejected} of them"]
    for way in ("parse", "base", "head"):
        seconds, mebibytes = totals(units, way)
        lines.append(f"{way:6} {seconds:8.2f} s  {seconds / parse:6.3f} x the parse  "
                     f"{mebibytes:5.0f} MiB at the most")
    turns = [turns_ratio(units, number) for number in range(arguments.runs)]
    lines.append(f"head / base: {total_ratio(units):.3f} x, turns {min(turns):.3f} to "
                 f"{max(turns):.3f}; of single units "
                 f"{statistics.median(unit.ratio() for unit in units):.3f} in the median")
    other = [unit for unit in units
             if unit.ways["base"][0].statuses != unit.ways["head"][0].statuses]
    lines += [f"ends otherwise: {unit.source.name}: {unit.ways['base'][0].statuses[0]}, now "
              f"{unit.ways['head'][0].statuses[0]}" for unit in other]
    slower = sorted((unit for unit in units if unit.ratio() > DEARER),
                    key=lambda unit: unit.seconds("base") - unit.seconds("head"))
    lines += [f"{unit.ratio():.3f} x: {unit.source.name}, {unit.seconds('base'):.2f} s, now "
              f"{unit.seconds('head'):.2f} s" for unit in slower[:WORST]]
    if len(slower) > WORST:
        lines.append(f"and {len(slower) - WORST} more units by more than 5 %")
    return "".join(line + "\n" for line in lines)
