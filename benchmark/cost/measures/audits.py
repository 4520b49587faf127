# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Audits of NVIDIA's cuda-samples beside other ways over the same units."""

import json
import shlex
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from measures.page import table
from measures.parses import llvm_of, program_of
from measures.processes import in_turns, measure, measure_together, median, ratio

TITLE = "Audits"
# The ledger's name -> the page's; what is compared with comes first.
AUDITS = {
    "parse": "parse",
    "cold": "`warplint audit`, the first",
    "warm": "`warplint audit` of units that all changed, prefixes kept",
    "unchanged": "`warplint audit`, nothing changed",
}
OTHERS = {
    "tidy": "`run-clang-tidy` with the plugin",
    "analyze": "`clang --analyze`",
}


@dataclass
class AuditCosts:
    units: int
    ways: dict  # name -> a Cost for each turn


def sources_of(samples, every):
    sources = sorted((samples / "Samples").rglob("*.cu"))[::every]
    if not sources:
        sys.exit(f"{samples} holds no Samples/**/*.cu")
    return sources


def write_database(samples, every, folder):
    """A database of every n-th CUDA file, as for nvcc; the files."""
    sources = sources_of(samples, every)
    (folder / "compile_commands.json").write_text(json.dumps([{
        "directory": str(folder), "file": str(source),
        "command": shlex.join(
            ["nvcc", "-std=c++17", "-arch=sm_90", f"-I{samples / 'Common'}", "-x", "cu",
             "-c", str(source), "-o", f"{number}.o"])}
        for number, source in enumerate(sources)]))
    return sources


def toolkit_of(arguments):
    return [f"--cuda-path={arguments.cuda_path}"] if arguments.cuda_path else []


class Ways:
    """What is done with the units; each way returns its cost."""

    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.units = len(write_database(arguments.samples, arguments.every, folder))
        self.parses = arguments.parser.of_database(folder, toolkit_of(arguments))

    def clang(self, *options):
        return measure_together([([*words, *options], directory)
                                 for words, directory in self.parses.values()],
                                self.arguments.jobs)

    def parse(self):
        return self.clang("-fsyntax-only", "-w")

    def analyze(self):
        return self.clang("--analyze", "-w", "-o", "/dev/null")

    def audit(self, kept):
        return measure([str(self.arguments.warplint), "audit", "-p", str(self.folder),
                        f"--audit-dir={kept}", f"-j{self.arguments.jobs}", "--quiet",
                        *toolkit_of(self.arguments), "-o", str(self.folder / "found.txt")])

    def cold(self):
        shutil.rmtree(self.folder / "kept", ignore_errors=True)
        return self.audit(self.folder / "kept")

    def unchanged(self):
        return self.audit(self.folder / "kept")

    def warm(self):
        """Everything is linted again, what units begin with is there."""
        for name in ("build.ninja", "inputs", "units", ".ninja_log", ".ninja_deps"):
            kept = self.folder / "kept" / name
            shutil.rmtree(kept) if kept.is_dir() else kept.unlink(missing_ok=True)
        return self.audit(self.folder / "kept")

    def tidy(self):
        return measure([tidy_of(self.arguments), "-quiet", f"-j{self.arguments.jobs}",
                        "-p", str(self.folder / "clang"), f"-load={plugin_of(self.arguments)}",
                        "-checks=-*,warplint-*"])


def plugin_of(arguments):
    return arguments.warplint.resolve().parents[1] / "lib/warplint-tidy.so"


def tidy_of(arguments):
    return program_of(llvm_of(arguments.warplint), "run-clang-tidy")


def costs(arguments, names):
    if "tidy" in names and not (plugin_of(arguments).exists() and tidy_of(arguments)):
        sys.exit("audits: no lib/warplint-tidy.so, or no run-clang-tidy of its LLVM")
    with tempfile.TemporaryDirectory() as folder:
        ways = Ways(arguments, Path(folder).resolve())
        turns = in_turns([getattr(ways, name) for name in names], arguments.audit_runs)
        return AuditCosts(ways.units, dict(zip(names, turns)))


def ratios(measured):
    """The ledger's columns."""
    for name in list(AUDITS)[1:]:
        turns = measured.ways[name]
        yield f"audit:{name}", ratio(turns, measured.ways["parse"], "processor")
        yield f"audit:{name}:memory", ratio(turns, measured.ways["parse"], "mebibytes")


def row(name, cost, base):
    return [{**AUDITS, **OTHERS}[name],
            f"{cost.seconds:.1f} s", f"{cost.seconds / base.seconds:.3f} x",
            f"{cost.processor:.1f} s", f"{cost.processor / base.processor:.3f} x",
            f"{cost.mebibytes:.0f} MiB"]


def section(arguments, measured):
    medians = {name: median(turns) for name, turns in measured.ways.items()}
    base = medians["parse"]
    failed = sum(status != 0 for status in base.statuses)
    return (f"{measured.units} units, every {arguments.every}th CUDA file of NVIDIA's "
            f"cuda-samples, {arguments.jobs} at once; clang itself rejects {failed} of "
            "them (headers that are not there). Memory is that of the largest "
            "process.\n\n"
            + table(["", "time", "beside the parse", "processor time",
                     "beside the parse", "memory"],
                    [row(name, cost, base) for name, cost in medians.items()]))
