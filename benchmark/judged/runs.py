# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs warplint on the units of judged projects, with default options, and keeps
what it says as one JSON object a line.
"""

import hashlib
import json
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from groups import TableError

STUBS = Path(__file__).resolve().parent / "stubs"
SECONDS = 600


@dataclass(frozen=True)
class Finding:
    project: str
    unit: str
    check: str
    tier: str
    certainty: str
    file: str
    line: int
    places: tuple  # of (file, line): its own, the other operations', the threads'
    kernel: str
    message: str


def tier_of(finding):
    """A finding's tier. Reports that have none yet say it by category, and by the
    certainty that stands for what only the memory model forbids."""
    if "tier" in finding:
        return finding["tier"]
    return "model" if finding["certainty"] == "model" else finding["category"]


def places_of(finding):
    places = [(finding["file"], finding["line"])]
    places += [(note["file"], note["line"]) for note in finding["notes"]
               if note["role"] == "operation" and "file" in note]
    places += [(thread["file"], thread["line"])
               for thread in finding.get("witness", {}).get("threads", []) if "file" in thread]
    return tuple(dict.fromkeys(places))


def blob_of(path):
    contents = path.read_bytes()
    return hashlib.sha1(b"blob %d\0" % len(contents) + contents).hexdigest()[:12]


def command_of(warplint, unit, *options):
    """How a unit is linted from the project's root, whatever configuration lies there."""
    flags = [flag.replace("{stubs}", str(STUBS)) for flag in shlex.split(unit.flags)]
    return [str(warplint), unit.unit, "--source-root=.", "--config={}", "--cache=off",
            "--format=json", *options, "--", *flags]


def lint(warplint, unit, root):
    """The records of one unit: what it was like, and its findings."""
    path = root / unit.unit
    if not path.is_file():
        raise TableError(f"{path}: not there")
    if blob_of(path) != unit.blob:
        raise TableError(f"{path}: not the file of {unit.project}")
    try:
        done = subprocess.run(command_of(warplint, unit), cwd=root, capture_output=True,
                              text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return [state(unit, None, [f"not at its end in {SECONDS} s"])]
    if done.returncode not in (0, 1, 3):
        raise TableError(f"{unit.unit}: warplint ended with {done.returncode}: {done.stderr}")
    said = [json.loads(line) for line in done.stdout.splitlines()]
    reasons = [line["reason"].replace(str(STUBS), "stubs") for line in said
               if line["type"] == "incomplete"]
    return [state(unit, done.returncode, reasons)] + [
        record(unit, line) for line in said if line["type"] == "finding"]


def state(unit, code, reasons):
    return {"kind": "unit", "project": unit.project, "unit": unit.unit, "code": code,
            "incomplete": reasons}


def record(unit, finding):
    return {"kind": "finding", "project": unit.project, "unit": unit.unit,
            "check": finding["check"].replace("warplint-", "", 1), "tier": tier_of(finding),
            "certainty": finding["certainty"], "file": finding["file"],
            "line": finding["line"], "places": places_of(finding),
            "kernel": finding["kernel"], "message": finding["message"]}


def run_units(warplint, units, roots, jobs):
    """The records of all units, in the order of the table."""
    warplint = Path(warplint).resolve()
    with ThreadPoolExecutor(jobs) as pool:
        tasks = [pool.submit(lint, warplint, unit, roots[unit.name()])
                 for unit in units]
        return [line for task in tasks for line in task.result()]


def write_records(path, records):
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        for line in records:
            file.write(json.dumps(line, sort_keys=True) + "\n")


def read_records(path):
    """(states of the units, findings) of a file that a run has written."""
    states, findings = [], []
    with open(path, encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            kind = line.pop("kind")
            if kind == "unit":
                states.append(line)
            else:
                line["places"] = tuple(map(tuple, line["places"]))
                findings.append(Finding(**line))
    return states, findings
