#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs warplint with CUDA's headers of many releases and writes docs/toolkits.md.

    scripts/toolkit_table.py --write
    scripts/toolkit_table.py --releases 12.4,13.0 --targets 90 --cache build/toolkits
    scripts/toolkit_table.py --pin 13.6          # a new scripts/toolkits/13.6.txt

Two things are measured with each release: the examples, against what the reference
release finds in them; and for each target scripts/toolkits/headers.cu, which uses
each of CUDA's libraries, with CUDA's headers taken for the user's own. What is found
there is judged by hand in JUDGED. No other release's headers may be where the
compiler looks (/usr/local/include).
"""

import argparse
import hashlib
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PINS = ROOT / "scripts/toolkits"
HEADERS = PINS / "headers.cu"
PAGE = ROOT / "docs/toolkits.md"
REFERENCE = "13.0"
SHOWN = "12.4"  # What the page shows one run of, for sm_90.
TARGETS = ["70", "75", "80", "86", "90", "100", "100a", "103a", "120", "120a"]
# How the names of CUDA's headers begin. Its libraries mark themselves as system
# headers besides, unless the macro is defined.
PREFIXES = ["cooperative_groups", "crt/", "cub/", "cuda", "device_", "mma", "nv/",
            "sm_", "thrust/", "vector_"]
AS_USER_CODE = ["-D_CCCL_NO_SYSTEM_HEADER", "-Xcompiler", ",".join(
    f"--no-system-header-prefix={prefix}" for prefix in PREFIXES)]

# (header, check, verdict), each read by hand.
JUDGED = [
    (r"util_ptx\.cuh", "asm-memory-clobber",
     "true: `bar.sync` in `asm volatile` with no `\"memory\"`. clang 19 moves a load "
     "behind such a barrier ([here](checks/asm-memory-clobber.md#why-it-is-wrong)), "
     "nvcc 13.0 does not; the function is gone in 13.0"),
    (r"barrier(_block_scope)?\.h", "asm-memory-clobber",
     "true: `mbarrier.try_wait.parity` with no `\"memory\"`; the same with a time limit, "
     "some lines below, has it; mended in 13.2"),
    (r"pipeline|cuda_pipeline_helpers\.h", "asm-memory-clobber",
     "right by NVIDIA's guide to inline PTX: `cp.async.wait_group` with no "
     "`\"memory\"`, which libcu++'s own `cp.async.wait_all` has got in 12.4. No compiler "
     "is known that makes anything else of it"),
    (r"barrier_block_scope\.h", "barrier-token",
     "true: the result of the timed try_wait is dropped, and the function always says "
     "that the phase is not complete; mended in 13.3"),
    (r"agent_scan\.cuh", "temp-storage-reuse",
     "true by cub's own rule for its storage: `RadixSortScanBinsKernel` stores a tile "
     "and loads the next with no barrier between. Later releases have the same code, "
     "which the sort of `headers.cu` does not instantiate any more"),
    (r"cuda_awbarrier_helpers\.h", "missing-fence",
     "right by the memory model: the form for sm_70 of `arrive_drop` with a count has "
     "no fence between its two counters, the one without a count has"),
]

PAGE_TEXT = """\
# Releases of CUDA

Written by `scripts/toolkit_table.py --write`, with warplint {version} and NVIDIA's
header packages as `scripts/toolkits` names them by hash. Each cell is one run over
the {examples} files of `examples/` with `-std=c++17`: the number of findings, and
what differs from the same run with CUDA {reference}, or for {reference} itself what
it cannot read; no other release's headers were in the compiler's path. NVIDIA's
packages of CUDA 12.1 and 12.2 lack `nv/target` and are not in the table.

{examples_table}

{notes}

## CUDA's headers as the user's own code

By default nothing is reported in them: they are a system's headers.
`scripts/toolkits/headers.cu` uses cub, thrust, cooperative groups, libcu++ and
wmma; here CUDA's headers count as the user's own code
(`--no-system-header-prefix`), and do not call themselves system headers:

{headers_table}

{header_notes}

What these findings are, none of them a false alarm:

{judged}

## One cell of these tables

What is written here of one release for one target:

```console
$ scripts/toolkit_table.py --releases {release} --targets 90 | grep '^| {release}'
{shown}
```
"""


class Outcome:
    """One run: the findings, and why files could not be linted whole."""

    def __init__(self, answer, root):
        here = str(ROOT / "examples")
        text = answer.stdout.replace(str(root), "CUDA").replace(here + "/", "")
        errors = answer.stderr.replace(str(root), "CUDA").replace(here + "/", "")
        self.findings = set(re.findall(r"^(\S+: warning: .*)$", text, re.M))
        self.incomplete = dict(re.findall(
            r"^warplint: incomplete: (?:\S*/)?([^\s:]+): (.*)$", errors, re.M))
        if answer.returncode not in (0, 1, 3) or (
                answer.returncode == 3 and not self.incomplete):
            sys.exit(f"error: warplint ended with {answer.returncode}:\n{errors}")


def run(warplint, toolkit, files, *flags):
    command = [warplint, "--quiet", f"--cuda-path={toolkit}", *files, "--",
               "-std=c++17", *flags]
    return Outcome(subprocess.run([str(word) for word in command], text=True,
                                  capture_output=True), toolkit)


def fetch(release, cache):
    requirements = PINS / f"{release}.txt"
    if release == REFERENCE:
        requirements = ROOT / "scripts/toolkit-headers.txt"
    toolkit = cache / release
    answer = subprocess.run([sys.executable, ROOT / "scripts/fetch_toolkit.py", toolkit,
                             "--requirements", requirements], text=True,
                            stderr=subprocess.PIPE)
    if answer.returncode != 0:
        print(f"{release}: {answer.stderr}", file=sys.stderr)
        return None
    return toolkit


def lint_headers(warplint, toolkit, target):
    return run(warplint, toolkit, [HEADERS], f"-arch=sm_{target}", *AS_USER_CODE)


def judged(outcomes):
    """outcomes: {(release, target): Outcome}; a table of what was found where."""
    places = {}
    for (release, _), outcome in outcomes.items():
        for finding in outcome.findings:
            header, check = re.match(
                r"(?:\S*/)?([^\s:/]+):.*\[warplint-([\w-]+)\]$", finding).groups()
            verdict = next((words for pattern, of, words in JUDGED
                            if of == check and re.fullmatch(pattern, header)),
                           "not judged yet")
            at = places.setdefault((check, verdict), (set(), []))
            at[0].add(f"`{header}`")
            if release not in at[1]:
                at[1].append(release)
    return table(["check", "in", "of CUDA", "verdict"],
                 [[check, ", ".join(sorted(headers)), ", ".join(releases), verdict]
                  for (check, verdict), (headers, releases) in sorted(places.items())])


class Notes:
    """Footnotes; what is said once gets one number."""

    def __init__(self):
        self.lines = []

    def add(self, line):
        if line not in self.lines:
            self.lines.append(line)
        return f"[{self.lines.index(line) + 1}]"

    def __str__(self):
        return "\n".join(f"{i}. {line}" for i, line in enumerate(self.lines, 1))


def cell(outcome, reference, notes):
    marks = [notes.add(f"`{file}`: {reason}")
             for file, reason in sorted(outcome.incomplete.items())
             if reference is None or reference.incomplete.get(file) != reason]
    if reference is not None:
        marks += [notes.add("only here: " + line)
                  for line in sorted(outcome.findings - reference.findings)]
        marks += [notes.add("not here: " + line)
                  for line in sorted(reference.findings - outcome.findings)]
    return " ".join([str(len(outcome.findings)), *marks])


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def measure(arguments):
    examples = sorted((ROOT / "examples").glob("*.cu"))
    releases = arguments.releases or sorted(
        [*(pins.stem for pins in PINS.glob("*.txt")), REFERENCE],
        key=lambda release: [int(part) for part in release.split(".")])
    arguments.cache.mkdir(parents=True, exist_ok=True)
    toolkits = {release: fetch(release, arguments.cache)
                for release in {*releases, REFERENCE}}
    releases = [release for release in releases if toolkits[release]]
    toolkits = {release: toolkits[release] for release in {*releases, REFERENCE}}
    with ThreadPoolExecutor(arguments.jobs) as pool:
        def lint(release, target, files):
            return pool.submit(run, arguments.warplint, toolkits[release], files,
                               f"-arch=sm_{target}")
        found = {(release, target): lint(release, target, examples)
                 for release in toolkits for target in arguments.targets}
        headers = {(release, target): pool.submit(lint_headers, arguments.warplint,
                                                  toolkits[release], target)
                   for release in releases for target in arguments.targets}
        notes, header_notes = Notes(), Notes()
        rows, header_rows = [], []
        for release in releases:
            rows.append([release, *(
                cell(found[release, target].result(),
                     None if release == REFERENCE else found[REFERENCE, target].result(),
                     notes) for target in arguments.targets)])
            header_rows.append([release, *(
                cell(headers[release, target].result(), None, header_notes)
                for target in arguments.targets)])
            print(*rows[-1], "| headers:", *header_rows[-1][1:], sep="  ", flush=True)
    head = ["CUDA", *(f"sm_{target}" for target in arguments.targets)]
    shown = [table([row[0], row[head.index("sm_90")]], []).splitlines()[0]
             for some in (rows, header_rows) for row in some
             if row[0] == SHOWN and "sm_90" in head]
    version = subprocess.run([arguments.warplint, "--version"], text=True,
                             capture_output=True, check=True).stdout.split()[1]
    page = PAGE_TEXT.format(
        version=version, examples=len(examples), reference=REFERENCE, notes=notes,
        header_notes=header_notes,
        examples_table=table(head, rows),
        headers_table=table(head, header_rows),
        shown="\n".join(shown), release=SHOWN,
        judged=judged({key: run.result() for key, run in headers.items()}))
    return re.sub(r"\n{3,}", "\n\n", page)


def pin(release):
    """CUDA's own meta package knows which packages are of one release."""
    compiler = "crt" if int(release.split(".")[0]) >= 13 else "nvcc"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet",
                        "--disable-pip-version-check", "--only-binary=:all:",
                        "--platform", "manylinux2014_x86_64",
                        "--platform", "manylinux1_x86_64", "--dest", folder,
                        f"cuda-toolkit[cudart,{compiler},cccl,profiler,nvtx]=={release}.*"],
                       check=True)
        lines = [f"# NVIDIA's header packages of CUDA {release}, written by "
                 "scripts/toolkit_table.py --pin."]
        for wheel in sorted(Path(folder).glob("nvidia_*.whl")):
            name, version = wheel.name.split("-")[:2]
            digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
            lines.append(f"{name.replace('_', '-')}=={version} --hash=sha256:{digest}")
    (PINS / f"{release}.txt").write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    split = lambda text: text.split(",")
    parser.add_argument("--warplint", type=Path, default=ROOT / "build/bin/warplint")
    parser.add_argument("--cache", type=Path, default=ROOT / "build/toolkits")
    parser.add_argument("--releases", type=split, help="11.8,13.0; by default all")
    parser.add_argument("--targets", type=split, default=TARGETS, help="70,100a,...")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    parser.add_argument("--pin", metavar="RELEASE", help="write its requirements file")
    arguments = parser.parse_args()
    if arguments.pin:
        return pin(arguments.pin)
    page = measure(arguments)
    if arguments.write:
        PAGE.write_text(page)
    else:
        print(page)


if __name__ == "__main__":
    main()
