#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What names of files leave in the texts that others read.

    quoting.py WARPLINT CUDA-TOOLKIT

Works in the current folder.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

WARPLINT, TOOLKIT = sys.argv[1:3]
NAMES = ["k$(touch PWNED).cu", "`touch PWNED`;touch PWNED #.cu", "a b|c&d.cu",
         "line\nunit x\ndefines _Z4turnPf.cu", "it's \"this\".cu", "${HOME}$$.cu",
         "back\\slash\\n.cu", "]]-->*??=.cu", "tab\tesc\x1b.cu", "-p.cu", "\u202egnp.cu"]
KERNEL = """\
__global__ void turn(float *data) {
  __shared__ float tile[256];
  tile[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = tile[(threadIdx.x + 64) % blockDim.x];
}
"""
LAUNCH = "__global__ void turn(float *);\nvoid run(float *p) { turn<<<1, 256>>>(p); }\n"
TOOL = f"--cuda-path={TOOLKIT}"


def run(code, *words, **how):
    done = subprocess.run([WARPLINT, *words], capture_output=True, timeout=300, **how)
    assert done.returncode == code, (words, done.returncode, done.stdout, done.stderr)
    return (done.stdout + done.stderr).decode()


def project(where, names):
    """A project that launches, in each of its files, a kernel of the next one."""
    Path(where, "build").mkdir(parents=True)
    entries = []
    for number, name in enumerate(names):
        after = (number + 1) % len(names)
        Path(where, name).write_text(
            KERNEL.replace("turn", f"turn{number}") +
            LAUNCH.replace("turn", f"turn{after}").replace("run", f"run{number}"))
        entries.append({"directory": str(Path(where).absolute()), "file": name,
                        "arguments": ["nvcc", "-arch=sm_90", "-c", "--", name]
                        if name.startswith("-") else ["nvcc", "-arch=sm_90", "-c", name]})
    Path(where, "build/compile_commands.json").write_text(json.dumps(entries))


def findings(report):
    return sorted(place["physicalLocation"]["artifactLocation"]["uri"]
                  for result in json.loads(Path(report).read_text())["runs"][0]["results"]
                  for place in result["locations"])


def check_audit():
    """An audit of odd names finds what one of plain names does."""
    here = os.getcwd()
    counts = []
    for where, names in [("plain", [f"n{i}.cu" for i in range(len(NAMES))]), ("odd $(x) 'y'", NAMES)]:
        project(where, names)
        os.chdir(where)
        run(1, "audit", "-p", "build", TOOL, "--format=sarif", "-o", "r.sarif", "--quiet")
        counts.append(len(findings("r.sarif")))
        text = Path("build/warplint-audit/launches.txt").read_bytes()
        lines = text.decode().split("\n")
        counts.append([sum(line.startswith(word + " ") for line in lines)
                       for word in ("unit", "defines", "kernel", "launch")])
        for bad in (b"$(", b"`", b"\x1b", b"\t", "\u202e".encode()):
            assert bad not in text, text
        # As a script it runs nothing.
        subprocess.run(["sh", "build/warplint-audit/launches.txt"], capture_output=True,
                       env={"PATH": "/bin:/usr/bin"}, check=False)
        assert not Path("PWNED").exists()
        os.chdir(here)
    assert counts[:2] == counts[2:] and counts[0] == len(NAMES), counts


def check_depfile():
    """Names that make or Ninja would take for more are left out and counted."""
    Path("inc").mkdir()
    heads = ["plain.h", "a b.h", "d$x#y.h", "0=1.h", "x;touch PWNED.h", "v|w.h"]
    for name in heads:
        Path("inc", name).write_text("#pragma once\n")
    Path("unit.cu").write_text("".join(f'#include "inc/{name}"\n' for name in heads) + KERNEL)
    told = run(0, "unit.cu", "--report-only", "-o", "unit.txt", "--depfile=unit.d",
               "--cache=off", "--", TOOL)
    assert "leaves out 2 names" in told, told
    Path("Makefile").write_text("unit.txt:\n\ttouch $@\ninclude unit.d\n")
    if shutil.which("make"):
        subprocess.run(["make", "-B", "unit.txt"], check=True, capture_output=True)
    assert not list(Path().glob("PWNED*")) and "touch PWNED" not in Path("unit.d").read_text()
    assert "/inc/a\\ b.h" in Path("unit.d").read_text()


def check_init():
    """A build folder of any name is a value of the job, and a word of its shell."""
    for number, build in enumerate(["my build", "b: #c", "it's", "${{ x }}", "$(touch PWNED)",
                                    "n\n- run: touch PWNED"]):
        os.mkdir(f"init{number}")
        os.chdir(f"init{number}")
        project(".", ["n.cu"])
        shutil.move("build", build)
        for kind, path in [("github", ".github/workflows/warplint.yml"),
                           ("gitlab", ".gitlab/warplint.yml"), ("jenkins", "warplint.Jenkinsfile")]:
            run(0, "init", "--yes", f"--ci={kind}", "-p", build, TOOL)
            check_job(kind, Path(path).read_text(), build)
        os.chdir("..")


def value_of(line):
    """Of a YAML line or a string of Groovy, by the reader's own rules."""
    if line.startswith('"'):
        return json.loads(line)
    if line.startswith("'"):
        return line[1:-1].replace("\\'", "'").replace("\\n", "\n").replace("\\\\", "\\")
    assert ": " not in line and " #" not in line and line[0].isalpha(), line
    return line


def check_job(kind, text, build):
    if kind == "github":
        line = next(line for line in text.split("\n") if "build-dir:" in line)
        value = value_of(line.split("build-dir: ", 1)[1])
        assert value.replace("${{ '${{' }}", "${{") == build, (line, build)
        return
    line = next(line for line in text.split("\n") if "warplint -p" in line).strip()
    command = value_of(line.removeprefix("- ").removeprefix("sh "))
    words = subprocess.run(["sh", "-c", "warplint() { printf '%s\\0' \"$@\"; }; tee() { cat; }\n" +
                            command.split(" > ")[0]], capture_output=True, check=True).stdout
    assert words.decode().split("\0")[:2] == ["-p", build], (command, words)
    assert not Path("PWNED").exists()


def check_reproduction():
    """A name that ends in a backslash or a trigraph takes nothing into its comment."""
    for name in ["x\\", 'q"\\??=', "??/\n#error"]:
        Path(name).parent.mkdir(exist_ok=True)
        Path(name + ".cu").write_text(KERNEL)
        run(1, "--format=sarif", "-o", "one.sarif", "--source-root=.", name + ".cu", "--", TOOL)
        run(0, "reproduce", "one.sarif", "--source-root=.", "-o", "shown.txt", "--", TOOL)
        text = Path("shown.txt").read_text()
        assert not any(line.startswith("#error") for line in text.split("\n")), text
        marks = [line for line in text.split("\n") if line.startswith("#line 1 ")]
        assert len(marks) == 1 and "??" not in marks[0], marks


check_audit()
check_depfile()
check_init()
check_reproduction()
