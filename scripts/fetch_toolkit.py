#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fetches NVIDIA's header wheels into a folder laid out like a CUDA toolkit.

The result holds headers only (include/, include/cccl, include/crt), the
packages' licences and a version.json. Nothing is installed into Python. Which
packages are fetched stands in a requirements file; scripts/toolkits has those of
other releases of CUDA.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path, PurePosixPath

REQUIREMENTS = Path(__file__).with_name("toolkit-headers.txt")
# One header of each package, and those that clang's wrapper needs; some lie in
# include/cccl since CUDA 13.
PROOF_OF_COMPLETENESS = [
    "cuda_runtime.h", "cuda.h", "crt/host_defines.h", "crt/mma.h", "mma.h",
    "cooperative_groups.h", "cuda_pipeline.h", "cuda_awbarrier.h",
    "cuda_fp16.h", "cuda_bf16.h", "cuda_profiler_api.h", "nvtx3/nvToolsExt.h",
    "nv/target", "cuda/barrier", "cub/cub.cuh", "thrust/version.h",
]


def download(requirements, folder):
    """The wheels hold the same headers on every host, so one platform does;
    the hashes in the requirements file pin their bytes."""
    command = [
        sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
        "--disable-pip-version-check", "--require-hashes",
        "--only-binary=:all:", "--platform", "manylinux2014_x86_64",
        "--platform", "manylinux1_x86_64",
        "--dest", str(folder), "--requirement", str(requirements),
    ]
    if subprocess.run(command).returncode != 0:
        sys.exit("error: pip could not download the packages of "
                 f"{requirements.name} (see above); installing a CUDA toolkit "
                 "makes this step unnecessary")
    return sorted(folder.glob("*.whl"))


def unpack(wheel, root):
    """Copies nvidia/<release>/include/** to include/** and the licence."""
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.infolist():
            parts = PurePosixPath(member.filename).parts
            if member.is_dir() or ".." in parts:
                continue
            if parts[0] == "nvidia" and parts[2:3] == ("include",):
                target = root.joinpath(*parts[2:])
            elif "licenses" in parts:
                target = root / "licenses" / (wheel.name.split("-")[0] + ".txt")
            else:
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.read(member))


def missing_headers(root):
    return [name for name in PROOF_OF_COMPLETENESS
            if not any((root / folder / name).is_file()
                       for folder in ("include", "include/cccl"))]


def write_version(root, requirements):
    version = {}
    for name, number in re.findall(r"^([\w-]+)==(\S+)", requirements, re.M):
        if name.startswith("nvidia-cuda-runtime"):
            version["cuda"] = {"name": "CUDA SDK", "version": number}
        version[name.removeprefix("nvidia-").replace("-", "_")] = {
            "name": name, "version": number}
    (root / "version.json").write_text(json.dumps(version, indent=2) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("destination", type=Path)
    parser.add_argument("--requirements", type=Path, default=REQUIREMENTS)
    arguments = parser.parse_args()
    destination = arguments.destination.absolute()
    stamp = destination / "complete"
    wanted = arguments.requirements.read_text()
    if stamp.is_file() and stamp.read_text() == wanted:
        return 0
    with tempfile.TemporaryDirectory(dir=destination.parent) as scratch:
        wheels = Path(scratch, "wheels")
        wheels.mkdir()
        root = Path(scratch, "toolkit")
        root.mkdir()
        for wheel in download(arguments.requirements, wheels):
            unpack(wheel, root)
        missing = missing_headers(root)
        if missing:
            print("fetched packages lack: " + ", ".join(missing),
                  file=sys.stderr)
            return 1
        write_version(root, wanted)
        (root / "complete").write_text(wanted)
        if destination.exists():
            shutil.rmtree(destination)
        os.replace(root, destination)
    return 0


if __name__ == "__main__":
    sys.exit(main())
