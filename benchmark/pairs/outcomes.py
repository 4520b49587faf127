# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What warplint says of a case, and what that counts as."""

import json
import re
import signal
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from cases import RIGHT, WRONG

# Only this tier of findings says that something is wrong; the others are named
# `portability` and `modernize`. docs/output.md has what they mean.
TIER = "correctness"
NEAR = 1  # lines between a mark and a finding at the place
PROCESSOR_SECONDS = 120
# A plain kernel takes a tenth of a second and 60 MiB.
HOSTILE_SECONDS, HOSTILE_MEBIBYTES = 60, 2048
CACHED_RUNS = 5  # after so many a cache holds what it will hold


@dataclass
class Answer:
    """What one run of warplint said of one file."""
    code: int
    text: str
    findings: list = field(default_factory=list)
    incomplete: list = field(default_factory=list)  # reasons
    cut: bool = False

    def whole(self):
        return self.code in (0, 1) and not self.incomplete

    def reason(self):
        """Why it is not whole, without the place."""
        text = self.incomplete[0] if self.incomplete else f"ended with {self.code}"
        return re.sub(r"^\S*?:\d+: ", "", text).split(";")[0]


@dataclass
class Outcome:
    """A row of the table."""
    group: str
    name: str
    part: str
    outcome: str
    by: str
    expected: str
    is_expected: bool = False
    answer: Answer = None

    def key(self):
        return self.group, self.name, self.part

    def said(self):
        return self.outcome + (f" ({self.by})" if self.by else "")


class Linter:
    """Runs warplint on files by themselves, with default options."""

    def __init__(self, warplint, architecture, flags, cuda_path="", cache="off"):
        self.warplint, self.architecture = warplint, architecture
        self.flags, self.cuda_path, self.cache = flags, cuda_path, cache

    def command(self, case, cache):
        toolkit = [f"--cuda-path={self.cuda_path}"] if self.cuda_path else []
        return [str(self.warplint), case.path.name, "--format=json", "--config={}",
                "--source-root=.", f"--cache={cache}", *toolkit, "--", "-std=c++17",
                "-arch=" + case.architecture(self.architecture), *self.flags]

    def run(self, case, cache=None, seconds=PROCESSOR_SECONDS, mebibytes=0):
        limits = f"ulimit -t {seconds}; " + (f"ulimit -v {mebibytes * 1024}; " if mebibytes else "")
        done = subprocess.run(
            ["sh", "-c", limits + 'exec "$@"', "sh", *self.command(case, cache or self.cache)],
            cwd=case.path.parent, capture_output=True, text=True, errors="replace",
            stdin=subprocess.DEVNULL)
        return read_answer(done.returncode, done.stdout)


def read_answer(code, text):
    answer = Answer(code, text)
    for line in text.splitlines():
        try:
            said = json.loads(line)
        except json.JSONDecodeError:
            continue
        if said.get("type") == "finding":
            answer.findings.append(said)
        elif said.get("type") == "incomplete":
            answer.incomplete.append(said["reason"])
        elif said.get("type") == "cut":
            answer.cut = True
    answer.findings.sort(key=lambda finding: (finding["line"], finding["column"],
                                              finding["check"]))
    return answer


def short(finding):
    return f"{finding['check'].removeprefix('warplint-')}:{finding['line']}"


def all_of(findings):
    return ", ".join(dict.fromkeys(map(short, findings)))


def is_at_the_place(finding, case, marks):
    return (finding["file"] == case.path.name
            and any(abs(finding["line"] - mark) <= NEAR for mark in marks))


def names_both_accesses(finding, case):
    """Whether it stands at one access and names the other one, or both."""
    places = [finding, *(note for note in finding["notes"] if note["role"] == "operation")]
    lines = {place["line"] for place in places if place.get("file") == case.path.name}
    return any(lines & first and lines & second for first, second in case.accesses)


def of_wrong_code(case, answer):
    """(outcome, by, whether the expected check says it)"""
    marks = case.marks()
    here = [finding for finding in answer.findings
            if is_at_the_place(finding, case, marks) or names_both_accesses(finding, case)]
    right = [finding for finding in here if finding["category"] == TIER]
    by_expected = [finding for finding in right
                   if finding["check"] == "warplint-" + case.expected]
    others = [finding for finding in answer.findings if finding["category"] == TIER]
    if right:
        first = (by_expected or right)[0]
        at_the_place = is_at_the_place(first, case, marks)
        return "found" if at_the_place else "both accesses", short(first), bool(by_expected)
    if others:
        outcome = "elsewhere" if marks or case.accesses else "unplaced"
        return outcome, all_of(others), False
    if here:
        return "other tier", all_of(here), False
    return ("missed" if answer.whole() else "failed"), "", False


def of_right_code(case, answer):
    accusing = [finding for finding in answer.findings if finding["category"] == TIER]
    if case.same_as_before:
        return "same code as before", all_of(accusing)
    if accusing:
        return "accused", all_of(accusing)
    return ("silent", "") if answer.whole() else ("failed", answer.reason())


def of_a_cache(linter, case):
    """The same file again and again with a cache that was empty."""
    with tempfile.TemporaryDirectory() as folder:
        answers = [linter.run(case, Path(folder) / "cache") for _ in range(CACHED_RUNS)]
    first = answers[0]
    for number, answer in enumerate(answers[1:], 2):
        if (answer.code, answer.text) != (first.code, first.text):
            return first, "differs", f"run {number}: " + (
                "other findings" if answer.whole() else answer.reason())
    return first, "same", ""


def of_hostile_code(answer):
    reasons = " ".join(answer.incomplete)
    if answer.code in (-signal.SIGXCPU, 128 + signal.SIGXCPU, -signal.SIGKILL):
        return "out of time", f"{HOSTILE_SECONDS} seconds"
    if "out of memory" in reasons:
        return "out of memory", f"{HOSTILE_MEBIBYTES} MiB"
    if answer.code not in (0, 1, 3) or "crashed" in reasons:
        return "crashed", ""
    return "ended", ""


def outcome_of(linter, case):
    is_expected = False
    if case.part == "cache":
        answer, outcome, by = of_a_cache(linter, case)
    elif case.part == "hostile":
        answer = linter.run(case, "off", HOSTILE_SECONDS, HOSTILE_MEBIBYTES)
        outcome, by = of_hostile_code(answer)
    else:
        answer = linter.run(case)
        if case.part in WRONG:
            outcome, by, is_expected = of_wrong_code(case, answer)
            by = by or ("" if answer.whole() else answer.reason())
        elif case.part in RIGHT:
            outcome, by = of_right_code(case, answer)
        else:
            outcome, by = ("whole", "") if answer.whole() else ("not whole", answer.reason())
    return Outcome(case.group, case.name, case.part, outcome, by, case.expected,
                   is_expected, answer)
