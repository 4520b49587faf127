#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packs an installed tree (cmake --install) as a Python wheel.

    cmake --install build --prefix tree --strip
    scripts/make_wheel.py tree --output dist

The wheel holds no Python code. pip puts bin/ beside its python and the rest
under the same prefix, the layout that the programs expect. Static programs
(-DWARPLINT_STATIC=ON) run on every Linux with glibc's headers; of others the wheel is
for machines whose glibc is not older, and shared libraries that not every
machine has are packed with them, under lib/warplint/lib. The plugin is for the
clang-tidy of a distribution and stays out of the wheel.

The extra warplint[cuda] names the packages of toolkit-headers.txt.
"""

import argparse
import base64
import hashlib
import platform
import re
import subprocess
import sys
import zipfile
from pathlib import Path

# On every machine that has this glibc and a package manager.
EVERYWHERE = re.compile(r"(linux-vdso|ld-linux[\w-]*|libc|libm|libdl|librt|libpthread"
                        r"|libz)\.so(\.\d+)*$")
METADATA = """\
Metadata-Version: 2.1
Name: warplint
Version: {version}
Summary: Static analyzer for synchronization bugs in CUDA C++
License: Apache-2.0 WITH LLVM-exception
Provides-Extra: cuda
{requirements}
Description-Content-Type: text/markdown

{readme}"""
WHEEL = """\
Wheel-Version: 1.0
Generator: make_wheel
Root-Is-Purelib: false
{tags}
"""
FIXED_TIME = (2020, 1, 1, 0, 0, 0)  # the same tree gives the same wheel


def version_of(tree):
    answer = subprocess.run([tree / "bin/warplint", "--version"], check=True,
                            capture_output=True, text=True).stdout
    return re.match(r"warplint (\S+)", answer)[1]


def platform_tags(dynamic):
    """pip then refuses machines whose glibc is older than what we linked. Static
    programs have none; they want Linux 3.2, and manylinux2014 is the oldest name
    whose distribution has it."""
    machine = platform.machine()
    if not dynamic:
        return [f"manylinux2014_{machine}", f"manylinux_2_17_{machine}"]
    libc, version = platform.libc_ver()
    if libc != "glibc":
        sys.exit(f"error: a wheel needs a machine with glibc, not '{libc}'")
    return [f"manylinux_{version.replace('.', '_')}_{machine}"]


def is_elf(file):
    with open(file, "rb") as opened:
        return opened.read(4) == b"\x7fELF"


def is_dynamic(program):
    headers = subprocess.run(["readelf", "--program-headers", program], check=True,
                             capture_output=True, text=True).stdout
    return "INTERP" in headers


def requirements_of_extra(tree):
    lines = (tree / "lib/warplint/toolkit-headers.txt").read_text()
    return [f"Requires-Dist: {package} ; extra == 'cuda'"
            for package in re.findall(r"^([\w-]+==\S+)", lines, re.M)]


def libraries_to_carry(tree, programs):
    """{name: path} of the shared libraries that must travel with them and that the
    tree does not hold."""
    found = {}
    for program in filter(is_dynamic, programs):
        listing = subprocess.run(["ldd", program], check=True, capture_output=True,
                                 text=True).stdout
        for line in listing.splitlines():
            name, _, path = line.strip().partition(" => ")
            name = name.split(" (")[0].split("/")[-1]
            if EVERYWHERE.match(name) or (tree / "lib/warplint/lib" / name).exists():
                continue
            if "not found" in path:
                sys.exit(f"error: {program} needs {name}, which is not here")
            found[name] = Path(path.split(" (")[0])
    return found


class Wheel:
    def __init__(self, path, level):
        self.archive = zipfile.ZipFile(path, "w")
        self.level = level
        self.record = []

    def add(self, name, data, executable=False):
        entry = zipfile.ZipInfo(name, FIXED_TIME)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (0o100755 if executable else 0o100644) << 16
        self.archive.writestr(entry, data, compresslevel=self.level)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=")
        self.record.append(f"{name},sha256={digest.decode()},{len(data)}")

    def close(self, record_name):
        self.record.append(f"{record_name},,")
        self.archive.writestr(zipfile.ZipInfo(record_name, FIXED_TIME),
                              "\n".join(self.record) + "\n")
        self.archive.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tree", type=Path)
    parser.add_argument("--output", type=Path, default=Path("."))
    parser.add_argument("--level", type=int, default=9, help="of compression, 0 to 9")
    arguments = parser.parse_args()
    tree = arguments.tree.absolute()
    version = version_of(tree)
    programs = sorted(filter(is_elf, tree.glob("bin/*")))
    tags = platform_tags(any(map(is_dynamic, programs)))
    arguments.output.mkdir(parents=True, exist_ok=True)
    path = arguments.output / f"warplint-{version}-py3-none-{'.'.join(tags)}.whl"

    wheel = Wheel(path, arguments.level)
    data, info = f"warplint-{version}.data", f"warplint-{version}.dist-info"
    for file in sorted(p for p in tree.rglob("*") if p.is_file()):
        relative = file.relative_to(tree)
        if file.suffix == ".so":
            continue
        scheme = "scripts" if relative.parts[0] == "bin" else "data"
        place = Path(*relative.parts[1:]) if scheme == "scripts" else relative
        wheel.add(f"{data}/{scheme}/{place.as_posix()}", file.read_bytes(),
                  executable=bool(file.stat().st_mode & 0o100))
    for name, library in sorted(libraries_to_carry(tree, programs).items()):
        wheel.add(f"{data}/data/lib/warplint/lib/{name}", library.read_bytes())

    readme = (tree / "share/doc/warplint/README.md").read_text()
    wheel.add(f"{info}/METADATA", METADATA.format(
        version=version, readme=readme,
        requirements="\n".join(requirements_of_extra(tree))).encode())
    wheel.add(f"{info}/WHEEL", WHEEL.format(
        tags="\n".join(f"Tag: py3-none-{tag}" for tag in tags)).encode())
    wheel.add(f"{info}/licenses/LICENSE",
              (tree / "share/doc/warplint/copyright").read_bytes())
    wheel.close(f"{info}/RECORD")
    print(path)


if __name__ == "__main__":
    main()
