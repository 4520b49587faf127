# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import json, os, subprocess, sys

warplint, toolkit = sys.argv[1:]
bad = "__global__ void bad() {\n  if (threadIdx.x < 3)\n    __syncthreads();\n}\n"
database = json.dumps([{"directory": ".", "file": "bad.cu", "command": "nvcc -c bad.cu"}])
start = os.getcwd()


def audit(name, *words):
    folder = os.path.join(os.fsencode(start), name)
    os.makedirs(folder, exist_ok=True)
    for file, text in ((b"bad.cu", bad), (b"compile_commands.json", database)):
        with open(os.path.join(folder, file), "w") as to:
            to.write(text)
    done = subprocess.run([warplint, "audit", "-p", ".", f"--cuda-path={toolkit}", *words],
                          cwd=folder, capture_output=True, timeout=600)
    said = done.stdout + done.stderr
    said.decode()  # It is UTF-8.
    assert b"\x1b" not in said and "\u202e".encode() not in said, said
    return done.returncode, said


for number, name in enumerate(("es\x1b[31mred", "turned\u202e", "\u0085\u009b31m")):
    for words in ((), ("--progress=lines",), ("--progress=lines", "-j1", "--quiet")):
        code, said = audit(f"{name}{number}{len(words)}".encode(), *words)
        assert code == 1 and b"bad.cu:3:5: warning" in said, (code, said)
# With another that is named as it would be shown.
audit("\ufffd".encode())
code, said = audit(b"\xff")
assert code == 2 and b"no database of commands can hold its name" in said, (code, said)
