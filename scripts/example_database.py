#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes compile_commands.json for examples/ as CMake would with nvcc.

nvcc itself is not needed: warplint reads the commands and never runs them.
The compiler's path leads warplint to the headers beside it.
"""

import argparse
import json
import shlex
import sys
from pathlib import Path


def nvcc_command(toolkit, source, response_file):
    """What CMake's Makefile generator writes for a Release build."""
    stem = f"CMakeFiles/examples.dir/{source.name}.o"
    return " ".join([
        shlex.quote(f"{toolkit}/bin/nvcc"), "-forward-unknown-to-host-compiler",
        f"--options-file {response_file}", "-O3 -DNDEBUG -std=c++17",
        '"--generate-code=arch=compute_90,code=[compute_90,sm_90]"',
        "--expt-relaxed-constexpr -lineinfo -Xcompiler=-Wall,-fPIC",
        f"-MD -MT {stem} -MF {stem}.d",
        f"-x cu -c {shlex.quote(str(source))} -o {stem}",
    ])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--toolkit", required=True)
    parser.add_argument("--examples", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    examples = arguments.examples.absolute()
    output = arguments.output.absolute()

    response_file = "CMakeFiles/examples.dir/includes_CUDA.rsp"
    (output / response_file).parent.mkdir(parents=True, exist_ok=True)
    (output / response_file).write_text(f'-I"{examples}"\n')

    entries = [{
        "directory": str(output),
        "command": nvcc_command(arguments.toolkit, source, response_file),
        "file": str(source),
        "output": f"CMakeFiles/examples.dir/{source.name}.o",
    } for source in sorted(examples.glob("*.cu"))]
    if not entries:
        print(f"no .cu files in {examples}", file=sys.stderr)
        return 1
    (output / "compile_commands.json").write_text(
        json.dumps(entries, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
