#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a hostile file name and source leave in every output.

    injection.py WARPLINT CUDA-TOOLKIT

Works in the current folder.
"""

import json
import subprocess
import sys
from pathlib import Path

WARPLINT, TOOLKIT = sys.argv[1:3]

ESCAPE = "\x1b]0;title\x07\x9b2J"  # U+009B is CSI as one character.
NAME = f"a\n::error::{ESCAPE}.cu"
AUDITED = f"b{ESCAPE}.cu"  # Ninja reads no line ends in names.
SOURCE = f"""\
__global__ void k(int *p) {{
  if (p[threadIdx.x] == '{ESCAPE[:1]}')
    __syncthreads(); // {ESCAPE} \u202e
}}
"""
BROKEN = f'#error "{ESCAPE}"\n'


def run(code, *words):
    done = subprocess.run([WARPLINT, *words], capture_output=True)
    assert done.returncode == code, (words, done.returncode, done.stderr)
    return done.stdout + done.stderr


def check(channel, output):
    text = output.decode()
    for bad in ("\x1b", "\x07", "\x9b", "\u202e"):
        assert bad not in text, (channel, text)
    for line in text.splitlines():
        assert not line.startswith("::") or "title=warplint" in line, (channel, text)
    return text


Path("broken.cu").write_text(BROKEN, encoding="utf-8")
for name in (NAME, AUDITED):
    Path(name).write_text(SOURCE, encoding="utf-8")
Path("compile_commands.json").write_text(json.dumps([
    {"directory": str(Path.cwd()), "file": AUDITED,
     "arguments": ["nvcc", "-c", AUDITED]}]))
toolkit = f"--cuda-path={TOOLKIT}"
report = ["--source-root=.", NAME, "--", toolkit]

terminal = check("terminal", run(1, NAME, "--", toolkit))
assert "is reached by only some threads" in terminal, terminal
assert "a\\n::error::\\x1b]0;title\\x07\\x9b2J.cu" in terminal, terminal

check("incomplete", run(3, "broken.cu", "--", toolkit))

check("-o", run(1, "-o", "out.txt", "--html=out.html", *report))
assert "\\x1b]0;title\\x07\\x9b2J.cu:3:5: warning:" in check("-o", Path("out.txt").read_bytes())
check("html", Path("out.html").read_bytes())

github = check("github", run(1, "--format=github", *report))
assert "file=a\\n%3A%3Aerror%3A%3A\\x1b]0;title\\x07\\x9b2J.cu,line=3" in github, github

run(1, "--format=sarif", "-o", "out.sarif", *report)
for form in ("sarif", "json"):
    document = check(form, run(1, "--quiet", "--format=" + form, *report))
    assert "\\u202e" in document and "\\u009b" in document, document
    (json.loads(document) if form == "sarif" else
     [json.loads(line) for line in document.splitlines()])
run(1, "--statistics=costs", *report)
check("statistics", Path("costs").read_bytes())

# What --print-command shows is for a shell; the words are those of the command.
hostile = "-DX=" + NAME + "`touch ran`;touch ran"
shown = check("--print-command", run(0, "--print-command", NAME, "--", toolkit, hostile))
words = subprocess.run(["bash", "-c", "printf '%s\\0' " + shown], capture_output=True).stdout
assert hostile[2:] in words.decode().split("\0"), (shown, words)
assert not Path("ran").exists()
check("option", run(2, "--" + NAME, "--", toolkit))

check("merge", run(1, "merge", "--source-root=.", "out.sarif"))
check("merge", run(2, "merge", "--source-root=.", "no" + NAME))
check("audit", run(1, "audit", "-p", ".", toolkit, "--source-root=."))
