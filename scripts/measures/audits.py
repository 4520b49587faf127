# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Audits of NVIDIA's cuda-samples beside other ways over the same units."""

import json
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from measures.page import table
from measures.processes import Cost, in_turns, measure, measure_together

TITLE = "Audits"


def write_database(samples, every, folder):
    """A database of every n-th CUDA file, as for nvcc; how many there are."""
    sources = sorted((samples / "Samples").rglob("*.cu"))[::every]
    if not sources:
        sys.exit(f"{samples} holds no Samples/**/*.cu")
    (folder / "compile_commands.json").write_text(json.dumps([{
        "directory": str(folder), "file": str(source),
        "command": shlex.join(
            ["nvcc", "-std=c++17", "-arch=sm_90", f"-I{samples / 'Common'}", "-x", "cu",
             "-c", str(source), "-o", f"{number}.o"])}
        for number, source in enumerate(sources)]))
    return len(sources)


def words_of(entry):
    return entry.get("arguments") or shlex.split(entry["command"])


class Ways:
    """What is done with the units; each way returns its cost."""

    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.units = write_database(arguments.samples, arguments.every, folder)
        self.toolkit = ([f"--cuda-path={arguments.cuda_path}"]
                        if arguments.cuda_path else [])
        subprocess.run([str(arguments.warplint), "-p", str(folder), *self.toolkit,
                        f"--export-commands={folder / 'clang'}"], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.entries = json.loads((folder / "clang/compile_commands.json").read_text())

    def clang(self, *options):
        return measure_together(
            [([self.arguments.clang, *(w for w in words_of(entry)[1:] if w != "-fsyntax-only"),
               *options], entry["directory"]) for entry in self.entries],
            self.arguments.jobs)

    def parse(self):
        return self.clang("-fsyntax-only", "-w")

    def analyze(self):
        return self.clang("--analyze", "-w", "-o", "/dev/null")

    def audit(self, kept):
        return measure([str(self.arguments.warplint), "audit", "-p", str(self.folder),
                        f"--audit-dir={kept}", f"-j{self.arguments.jobs}", "--quiet",
                        *self.toolkit, "-o", str(self.folder / "found.txt")])

    def cold(self):
        shutil.rmtree(self.folder / "kept", ignore_errors=True)
        return self.audit(self.folder / "kept")

    def warm(self):
        return self.audit(self.folder / "kept")

    def cached(self):
        """Everything is linted again, what units begin with is there."""
        for name in ("build.ninja", "inputs", "units", ".ninja_log", ".ninja_deps"):
            kept = self.folder / "kept" / name
            shutil.rmtree(kept) if kept.is_dir() else kept.unlink(missing_ok=True)
        return self.audit(self.folder / "kept")

    def tidy(self):
        plugin = self.arguments.warplint.resolve().parents[1] / "lib/warplint-tidy.so"
        return measure(["run-clang-tidy-22", "-quiet", f"-j{self.arguments.jobs}",
                        "-p", str(self.folder / "clang"), f"-load={plugin}",
                        "-checks=-*,warplint-*"])


def measured(arguments):
    with tempfile.TemporaryDirectory() as folder:
        ways = Ways(arguments, Path(folder).resolve())
        names = {
            ways.parse: "parse",
            ways.cold: "`warplint audit`, the first",
            ways.cached: "`warplint audit` of units that all changed, prefixes kept",
            ways.warm: "`warplint audit`, nothing changed",
            ways.tidy: "`run-clang-tidy` with the plugin",
            ways.analyze: "`clang --analyze`",
        }
        costs = in_turns(list(names), arguments.runs)
    base: Cost = costs[0]
    rows = [[name, f"{cost.seconds:.1f} s", f"{cost.seconds / base.seconds:.3f} x",
             f"{cost.processor:.1f} s", f"{cost.processor / base.processor:.3f} x",
             f"{cost.mebibytes:.0f} MiB"]
            for name, cost in zip(names.values(), costs)]
    failed = sum(status != 0 for status in base.statuses)
    return (f"{ways.units} units, every {arguments.every}th CUDA file of NVIDIA's "
            f"cuda-samples, {arguments.jobs} at once; clang itself rejects {failed} of "
            "them (headers that are not there). Memory is that of the largest "
            "process.\n\n"
            + table(["", "time", "beside the parse", "processor time",
                     "beside the parse", "memory"], rows))
