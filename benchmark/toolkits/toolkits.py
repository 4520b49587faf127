#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs warplint with CUDA's headers of many releases and writes docs/toolkits.md.

    benchmark/toolkits/toolkits.py --write
    benchmark/toolkits/toolkits.py --releases 12.4,13.0 --targets 90 --cache build/toolkits
    benchmark/toolkits/toolkits.py --pin 13.6          # a new scripts/toolkits/13.6.txt
    benchmark/toolkits/toolkits.py --write --libcxx /usr/lib/llvm-22/include/c++/v1

What is measured: the examples with each release and target that it knows, against
what the reference release finds in them; whether CUDA's headers parse in each
version of C++ and with each host compiler and libc++; and benchmark/toolkits/headers.cu,
which uses each of CUDA's libraries, with CUDA's headers taken for the user's own.
What is found there is judged by hand in JUDGED. Another release's headers in
/usr/local/include are hidden meanwhile (unshare --mount).
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

ROOT = Path(__file__).resolve().parents[2]
PINS = ROOT / "scripts/toolkits"
HEADERS = PINS / "headers.cu"
PAGE = ROOT / "docs/toolkits.md"
REFERENCE = "13.0"
SHOWN = "12.4"  # What the page shows one run of, for sm_90.
# The first release of those in scripts/toolkits whose `ptxas --help` names the target.
TARGETS = {
    "75": "11.8", "80": "11.8", "86": "11.8", "88": "13.0", "89": "11.8", "90": "11.8",
    "90a": "12.3", "100": "12.8", "100a": "12.8", "100f": "12.9", "103": "12.9",
    "103a": "12.9", "107": "13.4", "110": "13.0", "120": "12.8", "120a": "12.8",
    "120f": "12.9", "121": "12.9", "121a": "12.9"}
STANDARDS = ["14", "17", "20", "23"]
# Of each folder whose headers users include, how their names end.
PUBLIC = {"cooperative_groups": ".h", "cub/block": ".cuh", "cub/device": ".cuh",
          "cub/warp": ".cuh", "cuda": "", "cuda/std": "", "thrust": ".h"}
LOCAL = Path("/usr/local/include")
# How the names of CUDA's headers begin. Its libraries mark themselves as system
# headers besides, unless the macro is defined.
PREFIXES = ["cooperative_groups", "crt/", "cub/", "cuda", "device_", "mma", "nv/",
            "sm_", "thrust/", "vector_"]
AS_USER_CODE = ["-D_CCCL_NO_SYSTEM_HEADER", "-Xcompiler", ",".join(
    f"--no-system-header-prefix={prefix}" for prefix in PREFIXES)]

# (header, check, verdict), each read by hand.
JUDGED = [
    (r"util_ptx\.cuh", "asm-memory-clobber",
     "true: `bar.sync` in `asm volatile` with no `\"memory\"`. clang 22 moves a load "
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
    (r"cuda_awbarrier_helpers\.h", "missing-fence",
     "right by the memory model: the form for sm_70 of `arrive_drop` with a count has "
     "no fence between its two counters, the one without a count has"),
]

# (message, reason): why something is not read, each looked at by hand.
REASONS = [
    (r"cudaGridDependencySynchronize", "CUDA 12 brought it"),
    (r"no type named 'cluster_group'", "nvcc has no clusters before sm_90, either"),
    (r"cannot overload", "nvcc gives a definition the attributes of its declaration, "
     "clang does not"),
    (r"_VSTD", "libc++ 14 has it, libc++ 19 not"),
    (r"end of declaration list", "libcu++ has the macro `_NOEXCEPT_`, too"),
]

PAGE_TEXT = """\
# Releases of CUDA

Written by `benchmark/toolkits/toolkits.py --write`, with warplint {version} and NVIDIA's
header packages as `scripts/toolkits` names them by hash. No other release's headers
were in the compiler's path. The packages of CUDA 12.0, 12.1 and 12.2 lack `nv/target`
and `cuda/barrier` and are not in the tables.

## The examples

Each cell is one run over the {examples} files of `examples/` with `-std=c++17`: the
number of findings, and what differs from the same run with CUDA {reference}, or for
{reference} itself what it cannot read. Targets with the same numbers share a column. A
release is run for the targets that its `ptxas` names:

{targets_table}

{examples_table}

{notes}

## Versions of C++

Each cell is one run for sm_90 over `benchmark/toolkits/headers.cu`, which uses cub,
thrust, cooperative groups, libcu++, wmma, textures and variadic functions, and a file
that includes every public header of those libraries that the release has. *whole*:
no error; else the first of each header that does not parse.

{standards_table}

{standard_notes}

## Host compilers

nvcc's host compiler decides which C++ library is read and by which macros the code
knows its compiler. warplint passes over `-ccbin`: it parses as clang, with the library
of the newest gcc on the machine. The examples and `headers.cu` with CUDA {reference}, for
sm_90:

{hosts_table}

Another library is read when `-Xcompiler` says so: `-stdlib=libc++`,
`-stdlib++-isystem`, `--gcc-toolchain=`, `--gcc-install-dir=`. libc++ is looked for in
`/usr/include/c++/v1`; a folder elsewhere has to be named.{libcxx}

## CUDA's headers as the user's own code

By default nothing is reported in them: they are a system's headers. Here CUDA's
headers count as the user's own code (`--no-system-header-prefix`), and do not call
themselves system headers. What one run over `benchmark/toolkits/headers.cu` finds:

{headers_table}

{header_notes}

What these findings are, none of them a false alarm:

{judged}

## One cell of these tables

What is written here of one release for one target:

```console
$ benchmark/toolkits/toolkits.py --releases {release} --targets 90 | grep -m 2 '^| {release} | [0-9]'
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
            r"^warplint: incomplete: (?:\S*/)?([^\s:]+): (.*?)"
            r"(?:; launches in what was not read are unknown)?$", errors, re.M))
        # (header, message, line of source)
        self.errors = re.findall(
            r"^(?:\S*/)?([^\s:]+):\d+:\d+: (?:fatal )?error: (.*) "
            r"\[clang-diagnostic-error\]\n(?:note: .*\n)? +\d+ \| (.*)$", text, re.M)
        if answer.returncode not in (0, 1, 3) or (
                answer.returncode == 3 and not self.incomplete):
            sys.exit(f"error: warplint ended with {answer.returncode}:\n{errors}")


def run(warplint, toolkit, files, *flags, standard="17"):
    command = [warplint, "--quiet", f"--cuda-path={toolkit}", *files, "--",
               f"-std=c++{standard}", *flags]
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


def every_header(toolkit):
    """A file beside the toolkit that includes all headers of PUBLIC."""
    names = sorted({f"{folder}/{header.name}" for folder, ending in PUBLIC.items()
                    for base in ("include", "include/cccl")
                    for header in (toolkit / base / folder).glob("*")
                    if header.is_file() and header.suffix == ending})
    file = toolkit / "every_header.cu"
    file.write_text("".join(f"#include <{name}>\n" for name in names))
    return file


def lint_standard(warplint, toolkit, standard):
    return run(warplint, toolkit, [HEADERS, every_header(toolkit)], "-arch=sm_90",
               standard=standard)


def knows(release, target):
    parts = lambda text: [int(part) for part in text.split(".")]
    return parts(release) >= parts(TARGETS[target])


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


def explained(message):
    """The message and, where it is known, its reason."""
    return message + next((": " + reason for pattern, reason in REASONS
                           if re.search(pattern, message)), "")


def cell(outcome, reference, notes):
    marks = [notes.add(f"`{file}`: {explained(reason)}")
             for file, reason in sorted(outcome.incomplete.items())
             if reference is None or reference.incomplete.get(file) != reason]
    if reference is not None:
        marks += [notes.add("only here: " + line)
                  for line in sorted(outcome.findings - reference.findings)]
        marks += [notes.add("not here: " + line)
                  for line in sorted(reference.findings - outcome.findings)]
    return " ".join([str(len(outcome.findings)), *marks])


def parsed(outcome, notes):
    """A cell about errors alone: those that CUDA's headers raise themselves explain
    all that follow."""
    if not outcome.incomplete:
        return "whole"
    own = sorted({message.split(". Define")[0].strip('"') for _, message, line
                  in outcome.errors if re.match(r"\s*#\s*error", line)})
    if own:
        return notes.add("CUDA's own `#error`: " + "; ".join(own))
    if not outcome.errors:
        return " ".join(notes.add(reason) for reason in outcome.incomplete.values())
    first = {}
    for header, message, _ in outcome.errors:
        first.setdefault(header, f"`{header}`: {explained(message)}")
    said = list(first.values())
    if len(said) > 2:
        said = [f"{said[0]}; and in {len(said) - 1} more headers"]
    return " ".join(map(notes.add, said))


def merged(releases, targets, cells):
    """The head and the rows of a table in which neighbours that say the same of each
    release that knows them are one column."""
    columns = []
    for target in targets:
        column = {release: cells[release, target] for release in releases
                  if (release, target) in cells}
        if columns and all(columns[-1][1].get(release, text) == text
                           for release, text in column.items()):
            columns[-1][0].append(f"sm_{target}")
            columns[-1][1].update(column)
        else:
            columns.append(([f"sm_{target}"], column))
    head = ["CUDA", *(" to ".join(names[::len(names) - 1] if len(names) > 2 else [])
                      or ", ".join(names) for names, _ in columns)]
    return table(head, [[release, *(column.get(release, "") for _, column in columns)]
                        for release in releases])


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def compilers():
    """The host compilers in PATH that have a version in their names."""
    found = {file.name for folder in os.get_exec_path() for pattern in
             ("g++-[0-9]*", "clang++-[0-9]*") for file in Path(folder).glob(pattern)}
    return sorted(found, key=lambda name: (name[0] == "c", int(name.split("-")[1])))


def library_in(dependencies):
    """The folder of the C++ library among the files that were read."""
    return next(str(Path(os.path.realpath(file)).parent)
                for file in dependencies.replace("\\\n", " ").split()
                if file.endswith("/vector"))


PROBE = """\
#include <vector>
static_assert(__GNUC__ == 0, "");
static_assert(__clang_major__ == 0, "");
"""


def host_compiler(warplint, toolkit, name, folder):
    """What nvcc's code finds with this host compiler, and what warplint's finds."""
    probe = folder / "probe.cu"
    probe.write_text(PROBE)
    compile_probe = lambda *words: subprocess.run(
        [name, "-x", "c++", "-std=c++17", *words, probe], text=True, capture_output=True)
    macros = dict(re.findall(r"^#define (__GNUC__|__clang_major__) (\d+)$",
                             compile_probe("-dM", "-E").stdout, re.M))
    spell = lambda macros: ", ".join(f"`{macro}` {macros[macro]}"
                                     for macro in sorted(macros, reverse=True))
    read = folder / "read"
    subprocess.run([warplint, "--quiet", f"--cuda-path={toolkit}", "-o", folder / "report",
                    f"--depfile={read}", probe, "--", "-ccbin", name, "-std=c++17",
                    "-arch=sm_90"], stderr=subprocess.DEVNULL)
    values = [re.search(r"requirement '(\d+) == 0'", message)[1] for _, message, _ in
              run(warplint, toolkit, [probe], "-arch=sm_90", "-ccbin", name).errors]
    return [f"`{name}`", library_in(compile_probe("-M").stdout), spell(macros),
            library_in(read.read_text()),
            spell(dict(zip(["__GNUC__", "__clang_major__"], values)))]


def hosts_table(warplint, toolkit, examples):
    plain = run(warplint, toolkit, [*examples, HEADERS], "-arch=sm_90")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name in compilers():
            found = run(warplint, toolkit, [*examples, HEADERS], "-arch=sm_90",
                        "-ccbin", name)
            same = (found.findings, found.incomplete) == (plain.findings, plain.incomplete)
            rows.append([*host_compiler(warplint, toolkit, name, Path(folder)),
                         f"{len(found.findings)}, {'as' if same else 'NOT as'} without"])
    return table(["`-ccbin`", "nvcc reads", "and defines", "warplint reads",
                  "and defines", "findings"], rows)


def libcxx_part(warplint, toolkits, folders):
    """toolkits: {release: folder}; folders of libc++'s headers."""
    def version(folder):
        number = re.search(r"define _LIBCPP_VERSION (\d\d)\d+",
                           (folder / "__config").read_text())
        return number[1]
    if not folders:
        return ""
    notes = Notes()
    rows = [[release, *(parsed(run(
        warplint, toolkit, [HEADERS], "-arch=sm_90", "-Xcompiler",
        f"-stdlib=libc++,-stdlib++-isystem,{folder}"), notes) for folder in folders)]
            for release, toolkit in toolkits.items()]
    head = ["CUDA", *(f"libc++ {version(folder)}" for folder in folders)]
    return (" `headers.cu` with\n`-std=c++17 -Xcompiler -stdlib=libc++,"
            f"-stdlib++-isystem,FOLDER`:\n\n{table(head, rows)}\n\n{notes}")


def targets_table(releases, targets):
    """Which targets are measured, and since when releases know them."""
    since = {}
    for target in targets:
        release = next((each for each in releases if knows(each, target)), None)
        since.setdefault(release, []).append(f"sm_{target}")
    return table(["from CUDA", "targets"], [[release, ", ".join(since[release])]
                                            for release in releases if release in since])


def measure(arguments):
    warplint = arguments.warplint
    examples = sorted((ROOT / "examples").glob("*.cu"))
    releases = arguments.releases or sorted(
        [*(pins.stem for pins in PINS.glob("*.txt")), REFERENCE],
        key=lambda release: [int(part) for part in release.split(".")])
    arguments.cache.mkdir(parents=True, exist_ok=True)
    toolkits = {release: fetch(release, arguments.cache)
                for release in [*releases, REFERENCE]}
    releases = [release for release in releases if toolkits[release]]
    own = {release: [target for target in arguments.targets if knows(release, target)]
           for release in releases}
    notes, standard_notes, header_notes = Notes(), Notes(), Notes()
    hosts = hosts_table(warplint, toolkits[REFERENCE], examples)
    libcxx = libcxx_part(warplint, {release: toolkits[release] for release in releases},
                         arguments.libcxx)
    with ThreadPoolExecutor(arguments.jobs) as pool:
        def lint(release, target):
            return pool.submit(run, warplint, toolkits[release], examples,
                               f"-arch=sm_{target}")
        reference = {target: lint(REFERENCE, target) for target in arguments.targets}
        standards = {(release, standard): pool.submit(
            lint_standard, warplint, toolkits[release], standard)
                     for release in releases for standard in STANDARDS}
        found = {(release, target):
                 reference[target] if release == REFERENCE else lint(release, target)
                 for release in releases for target in own[release]}
        headers = {(release, target): pool.submit(lint_headers, warplint,
                                                  toolkits[release], target)
                   for release in releases for target in own[release]}
        cells, header_cells, standard_rows = {}, {}, []
        for release in releases:
            standard_rows.append([release, *(
                parsed(standards[release, standard].result(), standard_notes)
                for standard in STANDARDS)])
            print(*standard_rows[-1], sep="  ", flush=True)
        for release in releases:
            for target in own[release]:
                cells[release, target] = cell(
                    found[release, target].result(),
                    None if release == REFERENCE else reference[target].result(), notes)
            print(release, *(cells[release, target] for target in own[release]), sep="  ",
                  flush=True)
        for release in releases:
            for target in own[release]:
                header_cells[release, target] = cell(headers[release, target].result(),
                                                     None, header_notes)
            print(release, "headers:", *(header_cells[release, target]
                                         for target in own[release]), sep="  ", flush=True)
    shown = [f"| {SHOWN} | {some[SHOWN, '90']} |" for some in (cells, header_cells)
             if (SHOWN, "90") in some]
    version = subprocess.run([warplint, "--version"], text=True,
                             capture_output=True, check=True).stdout.split()[1]
    page = PAGE_TEXT.format(
        version=version, examples=len(examples), reference=REFERENCE, notes=notes,
        targets_table=targets_table(releases, arguments.targets),
        header_notes=header_notes,
        standard_notes=standard_notes,
        examples_table=merged(releases, arguments.targets, cells),
        standards_table=table(["CUDA", *(f"C++{standard}" for standard in STANDARDS)],
                              standard_rows),
        hosts_table=hosts, libcxx=libcxx,
        headers_table=merged(releases, arguments.targets, header_cells),
        shown="\n".join(shown), release=SHOWN,
        judged=judged({key: run.result() for key, run in headers.items()}))
    return re.sub(r"\n{3,}", "\n\n", page)


def hide_other_headers():
    """Starts the script again where there are none of CUDA's headers in LOCAL."""
    if (LOCAL / "cuda_runtime.h").exists():
        os.execvp("unshare", ["unshare", "--mount", "--map-root-user", "sh", "-c",
                              f'mount -t tmpfs none {LOCAL} && exec "$@"', "sh",
                              sys.executable, *sys.argv])


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
                 "benchmark/toolkits/toolkits.py --pin."]
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
    parser.add_argument("--targets", type=split, default=list(TARGETS),
                        help="75,100a,...")
    parser.add_argument("--libcxx", type=Path, action="append", metavar="FOLDER",
                        default=sorted(Path("/usr/lib").glob("llvm-*/include/c++/v1")),
                        help="libc++'s headers, besides those installed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    parser.add_argument("--pin", metavar="RELEASE", help="write its requirements file")
    arguments = parser.parse_args()
    if arguments.pin:
        return pin(arguments.pin)
    hide_other_headers()
    page = measure(arguments)
    if arguments.write:
        PAGE.write_text(page)
    else:
        print(page)


if __name__ == "__main__":
    main()
