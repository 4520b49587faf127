#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a warplint for aarch64 under qemu and compares it with this machine's.

    scripts/setup_aarch64.sh
    cmake --preset aarch64 && ninja -C build/aarch64
    scripts/test_aarch64.py build/aarch64 --here build

Both lint examples/ with the same CUDA headers; each finds the headers of the C++
library of its own Debian. Wants qemu-user-static.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EMULATOR = "qemu-aarch64-static"


def machine_of(program):
    with open(program, "rb") as file:
        return int.from_bytes(file.read(20)[18:], "little")  # e_machine of ELF


def lint(*program, files, cuda):
    return subprocess.run(
        [*map(str, program), "--quiet", f"--cuda-path={cuda}", *files, "--", "-std=c++17", "-arch=sm_90"],
        cwd=ROOT / "examples", text=True, capture_output=True)


def expect(what, holds, answer):
    print(f"{what}: {'yes' if holds else 'NO'}", flush=True)
    if not holds:
        sys.exit(answer.stdout[-2000:] + answer.stderr[-2000:])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path, help="build or installed tree for aarch64")
    parser.add_argument("--here", type=Path, default=ROOT / "build",
                        help="the same for this machine")
    parser.add_argument("--sysroot", type=Path, default=ROOT / ".aarch64/root")
    parser.add_argument("--cuda-path", default="/usr/local/cuda")
    arguments = parser.parse_args()
    if not shutil.which(EMULATOR):
        sys.exit(f"error: no {EMULATOR} (Debian: qemu-user-static)")
    programs = {name: (arguments.build / "bin" / name).absolute()
                for name in ("warplint", "warplint-clangd")}
    for program in programs.values():
        if machine_of(program) != 183:
            sys.exit(f"error: {program} is not a program for aarch64")
    emulated = [EMULATOR, "-L", arguments.sysroot.absolute()]
    files = sorted(path.name for path in (ROOT / "examples").glob("*.cu"))
    cuda = arguments.cuda_path

    here = lint(arguments.here.absolute() / "bin/warplint", files=files, cuda=cuda)
    there = lint(*emulated, programs["warplint"], files=files, cuda=cuda)
    count = here.stdout.count(" warning: ")
    if not count:
        sys.exit("error: no findings in examples/ on this machine")
    expect(f"the same {count} findings in {len(files)} examples, to the byte",
           (there.stdout, there.returncode) == (here.stdout, here.returncode), there)
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(ROOT / "examples" / files[0], folder)
        checked = subprocess.run(
            [*map(str, emulated), str(programs["warplint-clangd"]),
             f"--check={folder}/{files[0]}", f"--cuda-path={cuda}"],
            text=True, capture_output=True)
    expect("warplint-clangd reads a file",
           checked.returncode == 0 and "completed, 0 errors" in checked.stderr, checked)


if __name__ == "__main__":
    main()
