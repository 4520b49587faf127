# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a build on an input and turns what it writes into items of a record. A place
in the input's own file begins with a colon.

Times and addresses of the machine are left out, lines of source, too; of code that
is not the project's own a replacement of a fix is kept as a hash.
"""

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from records import Item, Record, escaped

# What no input may take: assumed blocks of 2^30 threads ask for all there is.
MEMORY_MIB = 4096
ENDED_BY_ITSELF = (0, 1, 2, 3)
CRASHED = re.compile(r"\bcrashed\b|ended by its limits")
SUMMARY = re.compile(r"warplint: (?:incomplete: |\d+ kernels? in )")
CLANG_HEADERS = re.compile(r"/[^\s:\"']*/lib/clang/\d+/include/")
CUDA_VERSION = re.compile(r"#define\s+CUDA_VERSION\s+(\d+)")
COUNTED_ELSEWHERE = {"type", "schema", "findings", "deciding", "otherTiers", "incomplete"}
TOLD_EVERY = 100
WITH_OTHERS = "with its program's launches"
# As test/lit.cfg.py has it.
HEADERS_REQUIRED = {"curand": "curand_kernel.h"}
# Lines of a list of launches that say where what follows belongs.
PLACES_OF_LAUNCHES = {"unit", "kernel", "function", "launch", "call", "defines"}


class Unusable(Exception):
    """A build or a toolkit that nothing can be observed with."""


@dataclass
class Build:
    program: Path
    toolkit: Path
    cache: list  # the option, if any
    seconds: float

    @property
    def toolkit_version(self):
        text = (self.toolkit / "include/cuda.h").read_text(errors="replace")
        number = int(CUDA_VERSION.search(text)[1])
        return f"{number // 1000}.{number % 1000 // 10}"

    def can_see(self, given):
        """Whether the toolkit has what the input requires."""
        return all((self.toolkit / "include" / HEADERS_REQUIRED[feature]).is_file()
                   for feature in given.requires if feature in HEADERS_REQUIRED)


def find_toolkit(named, program):
    """A folder with CUDA's headers: the one named, nvcc's, one of the environment, the
    usual one, or the one that was fetched for the build."""
    nvcc = shutil.which("nvcc")
    candidates = [named] if named else [
        Path(nvcc).resolve().parents[1] if nvcc else None, os.environ.get("CUDA_HOME"),
        os.environ.get("CUDA_PATH"), "/usr/local/cuda",
        program.parents[1] / "lib/warplint/toolkit"]
    for folder in candidates:
        if folder and (Path(folder) / "include/cuda.h").is_file():
            return Path(folder).resolve()
    raise Unusable("no CUDA headers: name a toolkit with --toolkit")


def build_of(program, arguments):
    found = shutil.which(str(program))
    if not found:
        raise Unusable(f"{program} is no program")
    program = Path(found).resolve()
    return Build(program, find_toolkit(arguments.toolkit, program),
                 cache_option(arguments.cache), arguments.timeout)


def cache_option(named):
    if named == "user":
        return []
    return [f"--cache={named if named == 'off' else os.path.abspath(named)}"]


#===----------------------------------------------------------------------===#
# What it writes
#===----------------------------------------------------------------------===#

class Reading:
    """The items that one run amounts to."""

    def __init__(self, given, build):
        self.is_own, self.path = given.is_own, given.path
        names = [(given.root, ""), (build.toolkit, "<toolkit>/"),
                 (build.program.parents[1], "<program>/")]
        self.names = [(f"{folder}/", name) for folder, name in names]
        self.items = []

    def plain(self, text):
        """In one line and without what depends on where things lie."""
        for folder, name in self.names:
            text = text.replace(folder, name)
        return escaped(CLANG_HEADERS.sub("<clang>/", text))

    def place(self, of):
        """In the input's own file without its name."""
        if "file" not in of:
            return "nowhere"
        file = "" if of["file"] == self.path else self.plain(of["file"])
        end = f"-{of['endColumn']}" if "endColumn" in of else ""
        return f"{file}:{of['line']}:{of['column']}{end}"

    def add(self, kind, title, fields=()):
        self.items.append(Item(kind, title, tuple(fields)))

    def report(self, line):
        if line["type"] == "finding":
            check = line["check"].removeprefix("warplint-")
            self.add("finding", f"{check} {self.place(line)}", self.fields(line))
        elif line["type"] == "summary":
            counts = {name: count for name, count in line.items()
                      if name not in COUNTED_ELSEWHERE and count}
            self.add("summary", "", [("counts", json.dumps(counts, sort_keys=True))])
        else:
            words = [f"{name} {value}" for name, value in sorted(line.items())
                     if name not in ("type", "reason")]
            self.add(line["type"], self.plain(", ".join(
                [*words, line["reason"]] if "reason" in line else words)))

    def fields(self, line):
        for name in ("certainty", "category", "confirmable", "function", "kernel",
                     "message"):
            yield name, self.plain(line.get(name, ""))
        for note in line["notes"]:
            yield "note", (f"{note['role']} {self.place(note)}: "
                           f"{self.plain(note['message'])}")
        for edit in line["edits"]:
            yield "edit", self.edit(edit)
        if "evidence" in line:
            yield "evidence", self.plain(", ".join(map(self.evidence, line["evidence"])))
        if "witness" in line:
            yield "witness", self.witness(line["witness"])
        yield "fingerprint", line["fingerprint"]
        if "map" in line:
            yield "map", digest(self.plain(json.dumps(line["map"], sort_keys=True)))

    @staticmethod
    def evidence(item):
        words = [item["id"], item.get("subject", "")]
        if "value" in item:
            words += ["=", str(item["value"])]
        return " ".join(word for word in words if word)

    def edit(self, edit):
        text = edit["replacement"]
        end = f"{edit['endLine']}:{edit['endColumn']}"
        return (f"{'safe' if edit['safe'] else 'unsafe'} {self.place(edit | {'endColumn': end})} "
                + (json.dumps(text) if self.is_own else digest(text)))

    def witness(self, witness):
        parts = [f"{self.place(each)} {each['role']} {each['thread']}"
                 + (f" of block {each['block']}" if "block" in each else "")
                 for each in witness["threads"]]
        parts.append(f"blocks of {witness['blockSize']}, grid of {witness['gridSize']}")
        if interval := witness.get("interval"):
            parts.append("from the kernel's start" if interval["opens"] == "kernel"
                         else f"from the barrier at {self.place(interval)}")
        parts += [f"{each['name']} = {each['value']}" for each in witness["values"]]
        return self.plain("; ".join(parts))

    def statistics(self, line):
        """Counters of a kernel; of a unit what limits left out of its host code."""
        counters = dict(counted("", line))
        counters.pop("hostSteps", None)  # As the work of kernels.
        if counters:
            self.add("statistics", self.plain(line.get("kernel", "")),
                     [("counters", json.dumps(counters, sort_keys=True))])

    def launches(self, text):
        """Of each launch what is said of it, in order; terms of a fact in one line."""
        of, title, fields = "", "", []
        for line in [*text.split("\n")[1:], "unit"]:
            word, _, rest = self.plain(line).partition(" ")
            if word not in PLACES_OF_LAUNCHES:
                if word == "term" and fields and fields[-1][0] == "terms":
                    fields[-1] = ("terms", f"{fields[-1][1]}, {rest}")
                elif rest:
                    fields.append(("terms" if word == "term" else word, rest))
                continue
            if title:
                self.add("launch", title, fields)
                title, fields = "", []
            if word in ("kernel", "function"):
                of = rest
            elif word in ("launch", "call"):
                title = f"{rest} {'calls' if word == 'call' else 'of'} {of}"
            elif word == "defines":
                self.add("defines", rest)

    def said(self, text):
        for line in text.splitlines():
            if line.startswith("warplint") and not SUMMARY.match(line):
                self.add("said", self.plain(line))


def digest(text):
    return "hash " + hashlib.sha256(text.encode()).hexdigest()[:16]


def counted(name, value):
    """(name, number) of all in it that does not depend on time and place. How often a
    budget was asked for is no answer."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("unit", "kernel", "spent", "budgets", "restsOn") and "illisecond" not in key:
                yield from counted(f"{name} {key}".strip(), inner)
    elif isinstance(value, list):
        yield from ((f"{name} {each}", count) for each, count in Counter(
            map(str, value)).items())
    elif value:
        yield name, value


#===----------------------------------------------------------------------===#
# Runs
#===----------------------------------------------------------------------===#

def command_for(build, given, folder, known):
    """What is known of launches by other units stands in a file."""
    launches = [f"--launches={known}"] if known else []
    return [str(build.program), str(given.file), *build.cache, "--quiet",
            "--format=json", "-o", str(folder / "report"), "--certainty=model",
            f"--statistics={folder / 'statistics'}",
            f"--write-launches={folder / 'launches'}", f"--source-root={given.root}",
            f"--memory-limit={MEMORY_MIB}", *launches, *given.options, "--", *given.flags,
            f"--cuda-path={build.toolkit}"]


def written(file):
    return file.read_text(errors="replace") if file.is_file() else ""


def json_lines(file):
    return [json.loads(line) for line in written(file).split("\n") if line]


def environment():
    """What a caller's shell points at does not matter."""
    left_out = {"CUDA_HOME", "CUDA_PATH", "WARPLINT_HIDE_TOOLKIT"}
    return {**{name: value for name, value in os.environ.items() if name not in left_out},
            "LC_ALL": "C.UTF-8"}


def run(command, folder, seconds):
    """(exit code, stderr); no code if it takes longer. It may have started others."""
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          errors="replace", env=environment(),
                          start_new_session=True) as process:
        try:
            _, said = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return None, ""
    return process.returncode, said


def observe(build, given, others=""):
    """(the items of one input, the list of its launches), where a list of others'
    launches is known."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve()
        reading = Reading(given, build)
        reading.names.append((f"{folder}/", "<scratch>/"))
        known = folder / "known" if others else None
        if known:
            known.write_text(others)
        code, said = run(command_for(build, given, folder, known), folder, build.seconds)
        if code is None:
            return [Item("timeout", f"no answer after {build.seconds:g} s")], ""
        try:
            report = list(json_lines(folder / "report"))
        except ValueError as error:
            report = []
            said += f"warplint: {error}\n"
        # Which tiers decide it is an option.
        if code == 0 and any(line.get("type") == "finding" for line in report):
            code = 1
        reading.add("exit", str(code))
        reading.said(said)
        try:
            for line in report:
                reading.report(line)
            for line in json_lines(folder / "statistics"):
                reading.statistics(line)
        except ValueError as error:
            reading.add("unreadable", str(error))
        launches = written(folder / "launches")
        reading.launches(launches)
        return reading.items, launches


def failure_of(items):
    """Why a run is no answer, or None: it took too long, or it crashed."""
    for item in items:
        if item.kind in ("timeout", "unreadable"):
            return item.title
        if item.kind == "exit" and int(item.title) not in ENDED_BY_ITSELF:
            return f"exit code {item.title}"
        if item.kind == "incomplete" and CRASHED.search(item.title):
            return item.title
    return None


def is_concerned(launches, others):
    """Whether other units launch what a unit defines, or call what launches."""
    own = {rest for word, _, rest in (line.partition(" ") for line in launches.splitlines())
           if word in ("defines", "entry")}
    return any(rest in own for word, _, rest in
               (line.partition(" ") for line in others.splitlines())
               if word in ("kernel", "function"))


def with_programs_launches(inputs, launches):
    """(input, the launches of its program's other units) of those that they concern."""
    programs = defaultdict(list)
    for given in inputs:
        if given.program:
            programs[given.program].append(given)
    for units in programs.values():
        for given in units:
            texts = [launches[each.name] for each in units if each != given]
            first, *_ = [text.splitlines()[0] for text in texts if text] or [""]
            others = "\n".join([first, *(line for text in texts
                                        for line in text.splitlines()[1:]), ""])
            if is_concerned(launches[given.name], others):
                yield replace(given, shown=f"{given.shown} {WITH_OTHERS}".strip()), others


def observe_each(build, work, jobs, tell):
    """(input, items, launches) of each (input, launches of others)."""
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        seen = pool.map(lambda each: observe(build, *each), work)
        for count, ((given, _), (items, launches)) in enumerate(zip(work, seen), 1):
            yield given, items, launches
            if tell and count % TOLD_EVERY == 0:
                print(f"golden: {count} of {len(work)}", file=sys.stderr, flush=True)


def observe_all(build, inputs, jobs, tell=True):
    """A record of all inputs that the machine has what it takes for. Units of a program
    whose kernels its other units launch are looked at again, as an audit does."""
    record, launches = Record(build.toolkit_version), {}
    first = [(given, "") for given in inputs if build.can_see(given)]
    for given, items, made in observe_each(build, first, jobs, tell):
        record.inputs[given.name], launches[given.name] = items, made
    again = list(with_programs_launches([given for given, _ in first], launches))
    for given, items, _ in observe_each(build, again, jobs, tell):
        record.inputs[given.name] = items
    return record
