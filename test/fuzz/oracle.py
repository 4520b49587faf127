# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds what warplint says of kernels against what the interpreter saw."""

import json
import re
import subprocess
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from interpreter import Place, depends_on_data, judge, loads_input
from kernel_ast import PROLOGUE, Printer

RACES = {"shared": "shared-memory-race", "global": "global-memory-race"}
RACES_OF_LANES = "implicit-warp-sync"  # of either memory
BARRIERS = {"divergent-barrier", "exit-before-barrier"}
WARPS = {"sync-mask", "shuffle-operand"}
MORE_INPUTS = 16  # of a kernel about which the two do not agree


@dataclass(frozen=True)
class Problem:
    """`kind` is "false alarm", "miss", "equal values" (an alarm that is called proven,
    about writes of one value), "wrong witness" (the two threads that it shows do not
    meet, though others do), "by the model" (a miss that --certainty=model finds: the
    rules have it, no machine shows it), "undecided" or "assumed" (misses that warplint
    counts: pairs that it did not decide, pairs apart by something that it takes for
    granted and names) or "failure"."""
    kind: str
    check: str
    detail: str = ""

    @property
    def group(self):
        return f"{self.kind}: {self.check}"


@dataclass
class Report:
    """What warplint said of one kernel."""
    findings: list = field(default_factory=list)
    undecided: int = 0
    assumed: int = 0
    failure: str = ""
    by_model: list = field(default_factory=list)  # What it does not say by itself.

    def of(self, checks):
        return [f for f in self.findings if f["check"].removeprefix("warplint-") in checks]


def unit_text(kernels):
    """The text of a unit, and the line before each kernel's first."""
    lines, offsets = [PROLOGUE], {}
    for kernel in kernels:
        offsets[kernel.name] = len(lines)
        lines += Printer(kernel).lines
    return "\n".join([*lines, ""]), offsets


class Linter:
    def __init__(self, warplint, flags=(), time_limit=300, environment=None):
        self.warplint, self.flags, self.time_limit = warplint, list(flags), time_limit
        self.environment = environment  # None: that of this process

    def lint(self, kernels):
        """Reports by name of the kernel; kernels that bring a unit down are
        found by halving it."""
        reports, failure = self._lint_unit(kernels)
        if not failure:
            return reports
        if len(kernels) == 1:
            return {kernels[0].name: Report(failure=failure)}
        half = len(kernels) // 2
        return {**self.lint(kernels[:half]), **self.lint(kernels[half:])}

    def _lint_unit(self, kernels):
        with tempfile.TemporaryDirectory() as folder:
            unit, cost = Path(folder, "unit.cu"), Path(folder, "cost.jsonl")
            text, offsets = unit_text(kernels)
            unit.write_text(text)
            run = subprocess.run(
                [self.warplint, "--format=json", "--certainty=model",
                 f"--statistics={cost}", "--quiet",
                 f"--time-limit={self.time_limit}", str(unit), "--", "-std=c++17",
                 "--cuda-gpu-arch=sm_90", *self.flags],
                capture_output=True, text=True, check=False, env=self.environment)
            if run.returncode not in (0, 1):
                return {}, f"exit code {run.returncode}: {run.stderr.strip()[-300:]}"
            rows = [json.loads(line) for line in cost.read_text().splitlines()]
            rows = [row for row in rows if "kernel" in row]
        # Runs that say the same have equal reports: the folder is another in each.
        output = run.stdout.replace(folder, "")
        return self._by_kernel(kernels, offsets, output, rows), ""

    @staticmethod
    def _by_kernel(kernels, offsets, output, rows):
        reports = defaultdict(Report, {kernel.name: Report() for kernel in kernels})
        for line in output.splitlines():
            finding = json.loads(line)
            if finding["type"] == "finding":
                finding.pop("fingerprint", None)  # made of the folder, too
                name = re.match(r"kernel\d+", finding["function"])[0]
                for place in [finding, *finding.get("witness", {}).get("threads", [])]:
                    place["line"] -= offsets[name]
                report = reports[name]
                said = report.by_model if finding["certainty"] == "model" \
                    else report.findings
                said.append(finding)
        for row in rows:
            reports[row["kernel"]].undecided += row["undecided"]
            # Only one array of a kernel is both written and not shared.
            reports[row["kernel"]].assumed += sum(
                count for name, count in row["assumed"].items() if name != "no-alias")
        return reports


class Comparison:
    def __init__(self, kernel, verdict, report):
        self.kernel, self.verdict, self.report = kernel, verdict, report
        self.problems = []

    def add(self, kind, check, detail=""):
        self.problems.append(Problem(kind, check, detail))

    def run(self):
        if self.report.failure:
            self.add("failure", "whole unit", self.report.failure)
            return self.problems
        # What runs behind a barrier that hangs is nobody's business.
        if not self.verdict.divergent and not self.verdict.masks:
            for space in ("shared", "global"):
                self._races(space)
        self._barriers()
        self._warps()
        self._uninitialized()
        known = {*RACES.values(), RACES_OF_LANES, *BARRIERS, *WARPS, "uninitialized-shared-read"}
        for finding in self.report.findings:
            check = finding["check"].removeprefix("warplint-")
            if check not in known:
                self.add("false alarm", check, finding["message"])
        return self.problems

    def _array_of(self, finding):
        """The array that a finding is about: the first that is named."""
        for word in re.findall(r"\w+", finding["message"]):
            for array in self.kernel.arrays:
                if array.name == word:
                    return word
        called = re.match(rf"{self.kernel.name}_(\w+)", finding["function"])
        return self.kernel.arguments.get(called[1]) if called else None

    def _space_of(self, finding):
        for space, check in RACES.items():
            if finding["check"].endswith(check):
                return space
        name = self._array_of(finding)
        return self.kernel.array(name).space if name else None

    def _races(self, space):
        findings = [f for f in self.report.of({RACES[space], RACES_OF_LANES})
                    if self._space_of(f) in (space, None)]
        told = {self._array_of(finding) for finding in findings}
        seen = defaultdict(set)
        for conflict in self.verdict.conflicts:
            if self.kernel.array(conflict.array).space == space:
                seen[conflict.array].add(conflict.kind)
        for finding in findings:
            kinds = seen.get(self._array_of(finding),
                             set().union(*seen.values()) if None in told else set())
            check = finding["check"].removeprefix("warplint-")
            if not kinds:
                self.add("false alarm", check, finding["message"])
            elif kinds == {"same-value"} and finding["certainty"] == "proven":
                self.add("equal values", check, finding["message"])
            elif not self._met(finding):
                self.add("false alarm", check, "these two: " + finding["message"])
            elif not self._shown(finding):
                self.add("wrong witness", check, finding["message"])
        real = {"read-write", "write-write"} | ({"atomic"} if space == "shared" else set())
        for name, kinds in sorted(seen.items()):
            if kinds & real and not told & {name, None} \
                    and not self._comes_of_another(name, real):
                self.add(self._kind_of_miss(name), RACES[space],
                         f"{name}: {', '.join(sorted(kinds & real))}")

    def _comes_of_another(self, name, real):
        """The threads that meet in an array write different values only because of
        what they read in others: where a race is told, or of what nobody has set."""
        others = {self._array_of(finding) for finding in self.report.of(
            {*RACES.values(), RACES_OF_LANES, "uninitialized-shared-read"})}
        others = (others | self.verdict.unset) - {name, None}
        return bool(others) and not any(
            conflict.array == name and conflict.kind in real
            for conflict in judge(self.kernel, witness_values(self.report), others).conflicts)

    def _met(self, finding):
        """Whether the two accesses that a finding is about meet in some launch."""
        places = tuple(sorted(thread["line"] for thread in
                              finding.get("witness", {}).get("threads", [])))
        return len(places) != 2 or any(conflict.lines == places
                                       for conflict in self.verdict.conflicts)

    def _shown(self, finding):
        """Whether the two threads of a finding's example meet. Where data decide about
        branches, the inputs that are tried may not be those of the example."""
        pair = meeting_of(finding, self.kernel)
        return not pair or depends_on_data(self.kernel) or pair in self.verdict.met

    def _kind_of_miss(self, name):
        if any(self._array_of(finding) == name for finding in self.report.by_model):
            return "by the model"
        if self.report.undecided:
            return "undecided"
        return "assumed" if self.report.assumed else "miss"

    def _barriers(self):
        verdict = self.verdict
        if verdict.divergent and not self.report.of(BARRIERS | {"sync-mask"}):
            self.add("miss", "divergent-barrier", f"lines {sorted(verdict.divergent)}")
        if verdict.exited and not verdict.divergent | verdict.masks \
                and not self.report.of(BARRIERS):
            self.add("miss", "exit-before-barrier", f"lines {sorted(verdict.exited)}")
        if not verdict.divergent and not verdict.exited and not verdict.masks:
            for finding in self.report.of(BARRIERS):
                self.add("false alarm", finding["check"].removeprefix("warplint-"),
                         finding["message"])

    def _warps(self):
        verdict = self.verdict
        # A hang elsewhere may keep a block from coming here.
        if verdict.masks and not self.report.of(BARRIERS | WARPS):
            self.add("miss", "sync-mask", f"lines {sorted(verdict.masks)}")
        if not verdict.masks and not verdict.divergent:
            for finding in self.report.of({"sync-mask"}):
                if finding["line"] not in verdict.passed:
                    self.add("false alarm", "sync-mask", finding["message"])
        if not verdict.masks | verdict.divergent | verdict.operands:
            for finding in self.report.of({"shuffle-operand"}):
                # A scan that adds what a lane has to what it has.
                if finding["line"] not in verdict.kept:
                    self.add("false alarm", "shuffle-operand", finding["message"])
        # Where one lane gets something, the others may have no use for it.
        if verdict.lost and not self.report.of(WARPS):
            self.add("miss", "shuffle-operand", f"lines {sorted(verdict.lost)}")

    def _uninitialized(self):
        verdict, check = self.verdict, "uninitialized-shared-read"
        findings = self.report.of({check})
        if verdict.never_written and not findings:
            self.add("miss", check, f"lines {sorted(verdict.never_written)}")
        if not verdict.uninitialized and not verdict.divergent and not verdict.masks:
            for finding in findings:
                self.add("false alarm", check, finding["message"])


def witness_values(report):
    """What warplint's examples take the parameter for."""
    values = set()
    for finding in report.findings:
        for value in finding.get("witness", {}).get("values", []):
            if str(value.get("name")) == "m" and isinstance(value.get("value"), int):
                values.add(value["value"])
        for note in finding["notes"]:
            values.update(map(int, re.findall(r"\bm = (-?\d+)", note["message"])))
    return sorted(values)


def meeting_of(finding, kernel):
    """The two threads of the example of a race; none where it has no two of them."""
    threads = finding.get("witness", {}).get("threads", [])
    if len(threads) != 2 or not all("thread" in at for at in threads):
        return None
    width = kernel.launches[0][1][0]
    return tuple(Place(at["block"][0] if "block" in at else None,
                       at["thread"][0] + width * at["thread"][1], at["line"])
                 for at in threads)


def compare(kernel, report):
    """Problems with what warplint said of a kernel. Raises Invalid."""
    values = witness_values(report)
    races = report.of({*RACES.values(), RACES_OF_LANES})
    meetings = {meeting_of(finding, kernel) for finding in races} - {None}
    verdict = judge(kernel, values, meetings=meetings)
    problems = Comparison(kernel, verdict, report).run()
    if problems and loads_input(kernel):
        # Inputs are few small numbers: two of them are often the same in one run, and
        # what two conditions ask for may be in none of a few.
        verdict = judge(kernel, values, inputs=MORE_INPUTS, meetings=meetings)
        problems = Comparison(kernel, verdict, report).run()
    return problems
