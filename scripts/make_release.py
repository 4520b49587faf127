#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes everything that a release consists of.

    scripts/setup_static.sh
    scripts/make_release.py --output dist

Builds the programs statically, asks the linker what went into them, and writes
the tarball, the Debian package, the wheel, the extension for VS Code, what makes an image
for containers, an SBOM (SPDX 2.3), the release's text from CHANGELOG.md and SHA256SUMS. The packages carry the SBOM and the licences of
what is linked in. The same commit on the same Debian gives the same bytes.
"""

import argparse
import datetime
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAMS = ["warplint", "warplint-clangd"]
TRACED = re.compile(r"(/.+?)(?:\([^()]+\))?")  # an archive's member in parentheses

# File name of an archive -> name of the component. What matches none is an error.
COMPONENTS = [
    (r"libclang(Tidy|d|Daemon|Pseudo|IncludeCleaner|ToolingSyntax)\w*\.a", "clang-tools-extra"),
    (r"libclang\w*\.a", "clang"),
    (r"libLLVM\w*\.a", "LLVM"),
    (r"libz3\.a", "Z3"),
    (r"libz\.a", "zlib"),
    (r"libzstd\.a", "zstd"),
    (r"libstdc\+\+\.a", "libstdc++"),
    (r"libgcc(_eh)?\.a|crt(begin|end)S?\.o", "libgcc"),
    (r"lib(c|m|dl|pthread)(-[\d.]+)?\.a|libmvec\.a|r?crt[1in]\.o", "glibc"),
]
LICENCES = {
    "clang-tools-extra": "Apache-2.0 WITH LLVM-exception",
    "clang": "Apache-2.0 WITH LLVM-exception",
    "LLVM": "Apache-2.0 WITH LLVM-exception",
    "Z3": "MIT",
    "zlib": "Zlib",
    "zstd": "BSD-3-Clause OR GPL-2.0-only",
    "libstdc++": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "libgcc": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "glibc": "LGPL-2.1-or-later",
}


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, text=True,
                          **options)


def output_of(*command, **options):
    return run(*command, stdout=subprocess.PIPE, **options).stdout


def build(folder, jobs):
    run("cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DWARPLINT_STATIC=ON",
        "-DWARPLINT_BUILD_TESTS=OFF", "-DCMAKE_BUILD_TYPE=Release",
        "-DCMAKE_UNITY_BUILD=ON",  # as the tests are built: 173 steps, not 636
        "-DCMAKE_C_COMPILER=clang-22", "-DCMAKE_CXX_COMPILER=clang++-22",
        stdout=subprocess.DEVNULL)
    run("ninja", "-C", folder, "-j", jobs)


def linked_files(folder):
    """The linker's own word: every archive and object that is not the build's."""
    lines = set()
    for program in PROGRAMS:
        link = output_of("ninja", "-C", folder, "-t", "commands", "-s", f"bin/{program}")
        link = link.strip().splitlines()[-1].replace(
            f"-o bin/{program}", "-o /dev/null -Wl,--trace", 1)
        lines.update(output_of("sh", "-c", link, cwd=folder).splitlines())
    return {file for file in traced_files(lines) if folder not in file.parents}


def traced_files(lines):
    """What --trace names by a whole path, which may hold spaces."""
    found = (TRACED.fullmatch(line.strip()) for line in lines)
    return {Path(path[1]).resolve() for path in found if path}


def component_of(file):
    for pattern, name in COMPONENTS:
        if re.fullmatch(pattern, file.name):
            return name
    sys.exit(f"error: '{file}' is linked in and no component of COMPONENTS")


def package_of(file):
    """(source package, version, copyright file) of the Debian package of a file."""
    if file.parent == ROOT / ".z3":
        return "z3", (file.parent / "version").read_text().strip(), file.parent / "copyright"
    package = output_of("dpkg", "-S", file).split(": ")[0].split(":")[0]
    source, version = output_of("dpkg-query", "-W", "-f",
                                "${source:Package} ${source:Version}", package).split()
    return source, version, Path("/usr/share/doc", package, "copyright")


def components(files):
    """{name: (source package, version, copyright file)}, sorted by name."""
    return dict(sorted({component_of(file): package_of(file) for file in files}.items()))


def spdx(parts, version, commit, time):
    def package(name, number, licence, purl):
        return {"SPDXID": "SPDXRef-" + re.sub(r"[^\w.-]", "-", name.replace("+", "p")),
                "name": name, "versionInfo": number, "licenseConcluded": licence,
                "licenseDeclared": licence, "copyrightText": "NOASSERTION",
                "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
                "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER",
                                  "referenceType": "purl", "referenceLocator": purl}]}
    own = package("warplint", version, "Apache-2.0 WITH LLVM-exception",
                  f"pkg:generic/warplint@{version}?vcs_revision={commit}")
    linked = [package(name, number, LICENCES[name], f"pkg:deb/debian/{source}@{number}")
              for name, (source, number, _) in parts.items()]
    relate = lambda one, kind, other: {"spdxElementId": one, "relationshipType": kind,
                                       "relatedSpdxElement": other}
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"warplint-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/warplint-{version}-{commit}",
        "creationInfo": {"creators": ["Tool: make_release.py"],
                         "created": time.strftime("%Y-%m-%dT%H:%M:%SZ")},
        "packages": [own, *linked],
        "relationships": [
            relate("SPDXRef-DOCUMENT", "DESCRIBES", own["SPDXID"]),
            *(relate(own["SPDXID"], "STATIC_LINK", part["SPDXID"]) for part in linked)],
    }


COMMON = re.compile(r"/usr/share/common-licenses/([\w.+-]*[\w+])")


def write_linked(folder, parts, sbom):
    """Where CMake installs it from. Debian's copyright files name texts that lie on
    Debian's machines only; these come along."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "licenses").mkdir(parents=True)
    (folder / "licenses/common").mkdir()
    for name, (_, _, text) in parts.items():
        shutil.copyfile(text, folder / "licenses" / f"{name}.txt")
        for common in COMMON.findall(Path(text).read_text()):
            shutil.copyfile(Path("/usr/share/common-licenses", common),
                            folder / "licenses/common" / common)
    (folder / "sbom.spdx.json").write_text(json.dumps(sbom, indent=2) + "\n")


def pack_tree(tree, path, epoch):
    def plain(entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = epoch
        entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
        return entry
    with open(path, "wb") as file, \
            gzip.GzipFile("", "wb", fileobj=file, mtime=epoch) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        archive.add(tree, path.name.removesuffix(".tar.gz"), filter=plain)


def release_text(version):
    """The part of CHANGELOG.md for this version; 0.1.0 stands under 0.1."""
    for part in re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(), flags=re.M)[1:]:
        title, _, text = part.partition("\n")
        if re.fullmatch(re.escape(title.split()[0]) + r"(\.0)?", version):
            if "unreleased" in title:
                print(f"note: CHANGELOG.md calls {version} unreleased", file=sys.stderr)
            return text.strip() + "\n"
    sys.exit(f"error: CHANGELOG.md has nothing about {version}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build/release")
    parser.add_argument("--output", type=Path, default=ROOT / "build/dist")
    parser.add_argument("--jobs", default=os.environ.get("WARPLINT_JOBS", "2"))
    arguments = parser.parse_args()
    if output_of("git", "-C", ROOT, "status", "--porcelain"):
        sys.exit("error: a release is made of a commit; there are changes beside it")
    commit, epoch = output_of("git", "-C", ROOT, "log", "-1", "--format=%H %ct").split()
    os.environ["SOURCE_DATE_EPOCH"] = epoch
    os.umask(0o022)
    folder, output = arguments.build.absolute(), arguments.output.absolute()
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)

    build(folder, arguments.jobs)
    version = output_of(folder / "bin/warplint", "--version").split()[1]
    parts = components(linked_files(folder))
    time = datetime.datetime.fromtimestamp(int(epoch), datetime.timezone.utc)
    write_linked(folder / "linked", parts, spdx(parts, version, commit, time))

    machine = os.uname().machine
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch, "tree")
        run("cmake", "--install", folder, "--prefix", tree, "--strip",
            stdout=subprocess.DEVNULL)
        pack_tree(tree, output / f"warplint-{version}-linux-{machine}.tar.gz", int(epoch))
        run(sys.executable, ROOT / "scripts/make_wheel.py", tree, "--output", output,
            stdout=subprocess.DEVNULL)
    run(sys.executable, ROOT / "scripts/make_vsix.py", "--output", output,
        stdout=subprocess.DEVNULL)
    run("cpack", "-G", "DEB", "-B", output, cwd=folder, stdout=subprocess.DEVNULL)
    shutil.rmtree(output / "_CPack_Packages")
    shutil.copy(folder / "linked/sbom.spdx.json", output / f"warplint-{version}.spdx.json")
    shutil.copy(ROOT / "packaging/Containerfile", output)
    (output / "release.md").write_text(release_text(version))
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n"
            for file in sorted(output.iterdir())]
    (output / "SHA256SUMS").write_text("".join(sums))
    print("".join(sums), end="")


if __name__ == "__main__":
    main()
