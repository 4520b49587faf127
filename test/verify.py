#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs warplint on one file and compares its findings with comments in it.

    verify.py FILE [--prefix=P,Q] [--exact-notes] [warplint option]... [-- flag...]

Expectations, in comments of FILE:

    __syncthreads(); // warn divergent-barrier: text
    // warn@+1 divergent-barrier: text      one line below; @-2, @17 likewise
    // warn@util.cuh:8 divergent-barrier: text
    // note@-3: text                        a note of the warning expected above
    // note: text                           the same, at any place
    // no-findings                          the file is clean
    a[to[i]] = i; // silent: own-part       nothing is reported here because of
                                            this assumption (several by commas)
    // silent@+1: own-part                  the same, one line below

Another run for each assumption that 'silent' names switches it off: the line must
be reported then, or else --statistics must count the assumption in the kernel that
holds the line, or the line must be reported without all that its comment names, and
not without the others alone.

A last run assumes nothing that silences (--assume=none): each line that is reported
then, and not otherwise, says why it is silent.

The text is part of the message; {{...}} holds a regular expression. Notes must
appear in the order given (other notes may stand between; none may with
--exact-notes). SM60-warn, SM60-note and SM60-no-findings count only in a run
with --prefix=SM60, SM60-silent likewise; what has no prefix counts in every run.

Fails on a finding that is not expected, an expectation that is not met, a
compile error, a line that another reason keeps silent, a kernel too large to see whole, an exit code that does not fit,
a line that is silent by an assumption that it does not name, a comment that looks
like an expectation but is none, and a file that expects nothing without saying so.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

DEFAULT_FLAGS = {"-std=": "-std=c++17", "--cuda-gpu-arch=": "--cuda-gpu-arch=sm_90"}
TIME_LIMIT_SECONDS = 120

COMMENT = re.compile(
    r"//\s*(?P<body>(?:[A-Z][A-Z0-9_]*-)?"
    r"(?:warn(?=[\s@:]|$)|note(?=[@:])|no-findings\b).*)$")
DIRECTIVE = re.compile(
    r"(?:(?P<prefix>[A-Z][A-Z0-9_]*)-)?(?:"
    r"(?P<kind>warn|note)"
    r"(?:@(?:(?P<file>[\w./-]+):)?(?P<sign>[+-]?)(?P<number>\d+))?"
    r"(?:\s+(?P<check>[a-z0-9-]+))?\s*:\s*(?P<text>\S.*?)"
    r"|(?P<clean>no-findings))\s*$")
SILENT = re.compile(r"//\s*(?:(?P<prefix>[A-Z][A-Z0-9_]*)-)?silent(?:@(?P<sign>[+-])(?P<number>\d+))?:\s*"
                    r"(?P<ids>[a-z0-9-]+(?:\s*,\s*[a-z0-9-]+)*)\s*$")
KERNEL = re.compile(r"\b__global__\b[^;{]*?\b(\w+)\s*\(")
MESSAGE = re.compile(
    r"(?P<file>[^\s:][^:]*):(?P<line>\d+):\d+: "
    r"(?P<severity>warning|error|fatal error|note): (?P<text>.*?)"
    r"(?: \[(?P<ids>[\w.,+-]+)\])?$")
UNPLACED_ERROR = re.compile(r"(?:[\w.-]+: )?(?:fatal )?error: ")


@dataclass
class Message:
    """A line of warplint's output, or what such a line is expected to be."""
    file: str  # as printed, or the end of the path; "" matches any place
    line: int
    text: str
    check: str = ""
    notes: list = field(default_factory=list)
    source: str = ""  # where the expectation stands, or the line as printed


def text_matches(expected, actual):
    parts = re.split(r"\{\{(.*?)\}\}", expected)
    pattern = "".join(part if i % 2 else re.escape(part)
                      for i, part in enumerate(parts))
    return re.search(pattern, actual) is not None


def place_matches(expected, actual):
    if not expected.file:
        return True
    return (expected.line == actual.line and
            ("/" + actual.file).endswith("/" + expected.file))


def matches(expected, actual):
    return (expected.check == actual.check and place_matches(expected, actual)
            and text_matches(expected.text, actual.text))


def known_prefixes(lines):
    """All prefixes that the file's own RUN lines name."""
    names = set()
    for line in lines:
        if "RUN:" in line:
            for group in re.findall(r"--prefix=([\w,]+)", line):
                names.update(group.split(","))
    return names


def read_expectations(path, prefixes):
    """(expected warnings, whether the file says that it is clean, mistakes)"""
    lines = path.read_text().splitlines()
    known = known_prefixes(lines) | prefixes
    warnings, clean, mistakes = [], False, []
    last = {}  # prefix -> the warning that a note with it belongs to
    for number, line in enumerate(lines, 1):
        comment = COMMENT.search(line)
        if not comment:
            continue
        where = f"{path.name}:{number}: {comment['body']}"
        directive = DIRECTIVE.fullmatch(comment["body"])
        if not directive:
            mistakes.append(f"not an expectation: {where}")
            continue
        prefix = directive["prefix"] or ""
        if prefix and prefix not in known:
            mistakes.append(f"no RUN line has this prefix: {where}")
        active = not prefix or prefix in prefixes
        if directive["clean"]:
            clean |= active
            continue
        is_warning = directive["kind"] == "warn"
        if is_warning != bool(directive["check"]):
            mistakes.append(f"'warn' names a check, 'note' does not: {where}")
            continue
        target = Message(*place_of(directive, path, number),
                         directive["text"], source=where)
        if is_warning:
            target.check = "warplint-" + directive["check"]
            last[prefix] = target
            if active:
                warnings.append(target)
        elif prefix not in last:
            mistakes.append(f"note without a warning above it: {where}")
        else:
            last[prefix].notes.append(target)
    if warnings and clean:
        mistakes.append("expects findings and says no-findings")
    if not warnings and not clean and not mistakes:
        mistakes.append("expects nothing: write '// no-findings' to mean it")
    return warnings, mistakes


def read_silences(path, prefixes=frozenset()):
    """({line: assumptions that it is silent because of}, mistakes)"""
    silences, mistakes = {}, []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not re.search(r"//\s*(?:[A-Z][A-Z0-9_]*-)?silent\b\s*[@:]", line):
            continue
        directive = SILENT.search(line)
        if not directive:
            mistakes.append(f"not an assumption: {path.name}:{number}: {line.strip()}")
            continue
        if directive["prefix"] and directive["prefix"] not in prefixes:
            continue
        if directive["sign"]:
            offset = int(directive["number"])
            number += offset if directive["sign"] == "+" else -offset
        silences.setdefault(number, []).extend(re.split(r"\s*,\s*", directive["ids"]))
    return silences, mistakes


def kernel_around(path, line):
    """The name of the last kernel that begins at or above the line."""
    above = "\n".join(path.read_text().splitlines()[:line])
    return (KERNEL.findall(above) or [""])[-1]


def counted(statistics):
    """(kernel, assumption) for each assumption that answers about a kernel rest on."""
    costs = [json.loads(line) for line in statistics.splitlines()]
    return {(cost.get("kernel", "").split("::")[-1], name)
            for cost in costs for key in ("assumed", "restsOn") for name in cost.get(key, {})}


def silencing_assumptions():
    """The rows of Assumptions.def that keep something silent."""
    rows = Path(__file__).resolve().parents[1] / "lib/Assumptions/Assumptions.def"
    return {match[1] for match in re.finditer(
        r'^ASSUMPTION\(\w+, "([\w-]+)", \w+, Silences,', rows.read_text(), re.M)}


def check_silences(silences, path, known, run):
    """Differences; run(assumptions) gives the lines of the file that are reported
    then, and `known` is what `counted` returned."""
    without = {}

    def reports(line, names):
        switches = ",".join("no-" + name for name in names)
        if switches not in without:
            without[switches] = run(switches)
        return line in without[switches]
    return [
        f"silent, and not because of {name}: {path.name}:{line}"
        for line, names in silences.items() for name in names
        if (kernel_around(path, line), name) not in known and not reports(line, [name])
        and not (len(names) > 1 and reports(line, names)
                 and not reports(line, [other for other in names if other != name]))]


def check_unnamed(path, named, known, reported, run):
    """Differences: lines that only assumptions keep silent, and that do not say so.
    `reported` are the lines that are reported with all assumptions."""
    if not {name for _, name in known} & silencing_assumptions():
        return []
    return [f"silent without '// silent: <assumption>': {path.name}:{line}"
            for line in sorted(run("none") - reported - named)]


def lines_of(path, findings):
    return {finding.line for finding in findings
            if ("/" + finding.file).endswith("/" + path.name)}


def lines_with_warnings(path):
    """Where some run, whatever its prefix, expects a warning."""
    lines = path.read_text().splitlines()
    expected, _ = read_expectations(path, known_prefixes(lines))
    return {warning.line for warning in expected}


def place_of(directive, path, number):
    """(file, line); a note without a place may stand anywhere."""
    if directive["number"] is None:
        return ("", 0) if directive["kind"] == "note" else (path.name, number)
    line = int(directive["number"])
    if directive["sign"]:
        line = number + (line if directive["sign"] == "+" else -line)
    return directive["file"] or path.name, line


def read_findings(output):
    """(findings with their notes, lines that tell of errors)"""
    findings, errors, current = [], [], None
    for line in output.splitlines():
        message = MESSAGE.match(line)
        if not message:
            if UNPLACED_ERROR.match(line):
                errors.append(line)
            continue
        check = (message["ids"] or "").split(",")[0]
        entry = Message(message["file"], int(message["line"]), message["text"],
                        check, source=line)
        if message["severity"] == "note":
            if current:
                entry.check = ""
                current.notes.append(entry)
        elif "error" in message["severity"]:
            errors.append(line)
            current = None
        else:
            findings.append(entry)
            current = entry
    return findings, errors


def missing_notes(expected, actual, exact):
    """The expected notes that do not follow in order; with exact, also the
    notes that nobody expects."""
    if exact:
        pairs = list(zip(expected.notes, actual.notes))
        wrong = [e for e, a in pairs if not matches(e, a)]
        return (wrong + expected.notes[len(pairs):],
                actual.notes[len(pairs):])
    remaining = iter(actual.notes)
    return [e for e in expected.notes
            if not any(matches(e, a) for a in remaining)], []


def compare(expected, actual, exact_notes):
    """Readable differences; an empty list when all is as expected."""
    differences, unmatched = [], list(actual)
    for warning in expected:
        candidates = [a for a in unmatched if matches(warning, a)]
        if not candidates:
            differences.append(f"expected, not found:  {warning.source}")
            near = [a for a in unmatched if place_matches(warning, a)]
            differences += [f"    found there:       {a.source}" for a in near]
            continue
        # Among findings that look alike, the one whose notes fit best.
        best = min(candidates, key=lambda a: sum(
            map(len, missing_notes(warning, a, exact_notes))))
        unmatched.remove(best)
        missing, extra = missing_notes(warning, best, exact_notes)
        for note in missing:
            differences.append(f"expected note, not found (in this order): {note.source}")
        for note in extra:
            differences.append(f"found note, not expected: {note.source}")
        if missing or extra:
            differences += [f"    of: {best.source}"]
            differences += [f"        {note.source}" for note in best.notes]
    for finding in unmatched:
        differences.append(f"found, not expected:  {finding.source}")
        differences += [f"    {note.source}" for note in finding.notes]
    return differences


def with_default_flags(flags, toolkit):
    flags = list(flags)
    defaults = dict(DEFAULT_FLAGS)
    if toolkit:
        defaults["--cuda-path="] = "--cuda-path=" + toolkit
    for start, flag in defaults.items():
        if not any(given.startswith(start) for given in flags):
            flags.append(flag)
    return flags


def take_options(arguments):
    """Splits the command line into verify's own options and warplint's."""
    own = {"--prefix": "", "--warplint": "warplint", "--toolkit": "",
           "--exact-notes": False, "--in-part": False}
    flags, rest = [], []
    if "--" in arguments:
        split = arguments.index("--")
        arguments, flags = arguments[:split], arguments[split + 1:]
    for argument in arguments:
        name, equals, value = argument.partition("=")
        if name in own:
            own[name] = value if equals else True
        else:
            rest.append(argument)
    files = [argument for argument in rest if not argument.startswith("-")]
    options = [argument for argument in rest if argument.startswith("-")]
    if len(files) != 1:
        sys.exit("verify.py: give exactly one file, options as --name=value")
    return own, Path(files[0]), options, flags


def text_of(run):
    return run.stdout, run.stderr


def main(arguments, **how):
    """How it runs warplint (subprocess.run), if not as it is run itself."""
    own, path, options, flags = take_options(arguments)
    # The exit code says whatever is found, too.
    how["env"] = {**(how.get("env") or os.environ), "WARPLINT_FAIL_ON": "any"}
    prefixes = {p for p in own["--prefix"].split(",") if p}
    expected, problems = read_expectations(path, prefixes)

    silences, mistakes = read_silences(path, prefixes)
    problems += mistakes

    def command_with(more):
        return [own["--warplint"], str(path), *options, *more, "--",
                *with_default_flags(flags, own["--toolkit"])]

    def run_with(more=()):
        command = command_with(more)
        try:
            return subprocess.run(command, capture_output=True, text=True,
                                  stdin=subprocess.DEVNULL, errors="replace",
                                  timeout=TIME_LIMIT_SECONDS, **how)
        except subprocess.TimeoutExpired:
            sys.exit(f"verify.py: no answer after {TIME_LIMIT_SECONDS} s: "
                     + " ".join(command))

    def reported_with(assumptions):
        return lines_of(path, read_findings(
            "\n".join(text_of(run_with(["--assume=" + assumptions]))))[0])

    def has(name):
        return any(option.startswith(name) for option in options)

    with tempfile.NamedTemporaryFile("r", suffix=".json") as file:
        run = run_with([] if has("--statistics") else ["--statistics=" + file.name])
        known = counted(Path(file.name).read_text())
    command, output = command_with(()), run.stdout + "\n" + run.stderr
    findings, errors = read_findings(output)

    problems += [f"error in the unit:    {line}" for line in errors]
    if "too large to see whole" in output and not own["--in-part"]:
        problems.append("not analysed whole: a kernel is too large")
    problems += compare(expected, findings, own["--exact-notes"])
    problems += check_silences(silences, path, known, reported_with)
    if not has("--assume"):
        problems += check_unnamed(path, set(silences) | lines_with_warnings(path), known,
                                  lines_of(path, findings), reported_with)
    fitting = 1 if findings else 0
    if run.returncode != fitting:
        problems.append(f"exit code {run.returncode}, "
                        f"but {len(findings)} findings ask for {fitting}")
    if not problems:
        return 0
    print("\n".join(problems))
    print("\nran: " + " ".join(command))
    print("---- its output\n" + output.strip())
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
