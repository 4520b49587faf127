#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs an installed tree (cmake --install) in bare roots of other distributions.

    cmake --install build/static --prefix tree --strip
    scripts/test_in_roots.py tree
    scripts/test_in_roots.py --release=dist     # what scripts/make_release.py made

Each root is made by debootstrap with nothing but the distribution's minimal set.
There warplint must say that headers of a C++ library are missing; once those are
installed, it must find in examples/ what it finds here, and warplint-clangd must
read a file. Of a release the commands of docs/installing.md, "A first finding", are run
as a newcomer types them, and the image is built and run where buildah is there. Wants
root and debootstrap; roots and CUDA's headers are kept.
"""

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# distribution, suite, package with the C++ library's headers, release of CUDA that
# takes them; the oldest and the newest that mirrors still have.
ROOTS = [
    ("ubuntu", "xenial", "libstdc++-5-dev", "11.8"),
    ("debian", "bullseye", "libstdc++-10-dev", "12.4"),
    ("debian", "sid", "libstdc++-16-dev", "13.5"),
]
FLAGS = ["--", "-std=c++17", "-arch=sm_90"]
# What a machine has on which a release is tried: no CUDA, no clang.
NEWCOMER = ["g++", "ca-certificates", "python3-pip", "python3-venv", "pipx"]
BUNDLE = "/etc/ssl/certs/ca-certificates.crt"
BUILDAH = ["buildah", "--storage-driver", "vfs"]


class Root:
    """A folder that looks like a whole machine."""

    def __init__(self, suite, mirror, headers, folder, keyring=None):
        self.suite, self.headers, self.path = suite, headers, folder / suite
        self.command = ["debootstrap", "--variant=minbase", suite, self.path, mirror]
        if keyring:
            self.command.insert(1, f"--keyring={keyring}")

    def make(self):
        if not (self.path / "usr/bin/apt-get").exists():
            shutil.rmtree(self.path, ignore_errors=True)
            subprocess.run(self.command, check=True, stdout=subprocess.DEVNULL)
        # Certificates of a proxy that this machine is behind: ca-certificates takes them.
        own = Path("usr/local/share/ca-certificates")
        if (Path("/") / own).is_dir():
            shutil.copytree(Path("/") / own, self.path / own, dirs_exist_ok=True)

    def run(self, *words):
        """With /proc and a /dev/null of its own, as in a container."""
        inside = (f'mount -t proc proc "{self.path}/proc" && '
                  f'mount --bind /dev "{self.path}/dev" && exec chroot "{self.path}" "$@"')
        return subprocess.run(
            ["unshare", "--mount", "--pid", "--fork", "sh", "-c", inside, "sh",
             "/usr/bin/env", "-i", "PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root",
             "DEBIAN_FRONTEND=noninteractive", f"PIP_CERT={BUNDLE}",
             f"SSL_CERT_FILE={BUNDLE}", "sh", "-c",
             'cd /warplint-test && exec "$@"', "sh", *words],
            text=True, capture_output=True)

    def libc(self):
        return re.search(r"[\d.]+$", self.run("ldd", "--version").stdout.splitlines()[0])[0]

    def must(self, *words):
        answer = self.run(*words)
        if answer.returncode != 0:
            sys.exit(f"error: {self.suite}: {words}\n{answer.stdout}{answer.stderr}")
        return answer


def mirror_here():
    """Where this machine's apt takes Debian's packages from."""
    sites = subprocess.run(["apt-get", "indextargets", "--format", "$(SITE)",
                            "Created-By: Packages"], check=True, text=True,
                           capture_output=True).stdout.split()
    return next((site for site in sites if site.endswith("/debian")), None)


def put(source, target):
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target)


def findings(text):
    return sorted(re.findall(r"^\S*/(\S+: warning: .*)$", text, re.M))


def lint_here(tree, toolkit):
    files = sorted(path.name for path in (ROOT / "examples").glob("*.cu"))
    answer = subprocess.run([tree / "bin/warplint", "--quiet", f"--cuda-path={toolkit}",
                             *files, *FLAGS],
                            cwd=ROOT / "examples", text=True, capture_output=True)
    return files, findings(answer.stdout), answer.returncode


def fetch(release, cache):
    cache.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, ROOT / "scripts/fetch_toolkit.py", cache / release,
                    "--requirements", ROOT / f"scripts/toolkits/{release}.txt"], check=True)
    return cache / release


def expect(suite, what, holds, answer):
    print(f"{suite:9} {what}: {'yes' if holds else 'NO'}", flush=True)
    if not holds:
        sys.exit(f"{answer.stdout}{answer.stderr}")


def test(root, tree, toolkit):
    files, expected, status = lint_here(tree, toolkit)
    if not expected:
        sys.exit("error: no findings in examples/ on this machine")
    test_folder = root.path / "warplint-test"
    put(ROOT / "examples", test_folder)
    put(tree, test_folder / "tree")
    put(toolkit / "include", test_folder / "toolkit/include")
    cuda = "--cuda-path=/warplint-test/toolkit"
    lint = ["tree/bin/warplint", "--quiet", cuda]
    print(f"{root.suite:9} glibc {root.libc()}, {root.headers}, CUDA {toolkit.name}")

    if not list(root.path.glob("usr/include/c++/*")):
        bare = root.run(*lint, files[0], *FLAGS)
        expect(root.suite, "says that C++ headers are missing, exit code 3",
               bare.returncode == 3 and "C++ standard library is missing" in bare.stderr, bare)
        # Mirrors may be snapshots.
        root.must("apt-get", "-o", "Acquire::Check-Valid-Until=false", "update")
        root.must("apt-get", "install", "--yes", "--no-install-recommends", root.headers)

    linted = root.run(*lint, *files, *FLAGS)
    expect(root.suite, f"the same {len(expected)} findings in {len(files)} examples",
           linted.returncode == status and findings(linted.stdout) == expected, linted)
    checked = root.run("tree/bin/warplint-clangd", f"--check={files[0]}", cuda)
    expect(root.suite, "warplint-clangd reads a file",
           checked.returncode == 0 and "completed, 0 errors" in checked.stderr, checked)


def test_release(root, release):
    """The documented commands."""
    folder = root.path / "warplint-test"
    put(release, folder / "dist")
    root.must("apt-get", "-o", "Acquire::Check-Valid-Until=false", "update")
    root.must("apt-get", "install", "--yes", "--no-install-recommends", *NEWCOMER)
    root.must("python3", "-m", "pip", "install", "--quiet", "--break-system-packages", "uv")
    shutil.copy(ROOT / "test/lit/docs/Inputs/transcripts.py", folder)
    shutil.copy(ROOT / "docs/installing.md", folder)
    shown = root.run("python3", "transcripts.py", "/nowhere", "/nowhere", "installing.md",
                     "A first finding")
    expect(root.suite, "the commands of 'A first finding'", shown.returncode == 0, shown)


def test_image(root, release):
    """The root stands for the image that a registry has."""
    def buildah(*words):
        return subprocess.run([*BUILDAH, *words], text=True, capture_output=True)
    container = buildah("from", "scratch").stdout.strip()
    for words in (["add", container, str(root.path), "/"],
                  ["commit", "--rm", container, "localhost/warplint-base"],
                  ["build", "--isolation", "chroot", "--network", "host", "--build-arg",
                   "BASE=localhost/warplint-base", "-t", "localhost/warplint", str(release)]):
        answer = buildah(*words)
        if answer.returncode != 0:
            sys.exit(f"error: buildah {words[0]}\n{answer.stdout}{answer.stderr}")
    container = buildah("from", "localhost/warplint").stdout.strip()
    answer = buildah("run", "--isolation", "chroot", "--network", "host",
                     "--volume", f"{ROOT / 'examples'}:/src", container,
                     "--", "warplint", "--quiet", "shared-memory-race.cu", *FLAGS)
    expect(root.suite, "the image lints",
           answer.returncode == 1 and "shared-memory-race" in answer.stdout, answer)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tree", type=Path, nargs="?")
    parser.add_argument("--release", type=Path, help="folder that a release was made into")
    parser.add_argument("--roots", type=Path, default=ROOT / "build/roots",
                        help="folder to keep them in")
    parser.add_argument("--toolkits", type=Path, default=ROOT / "build/toolkits",
                        help="folder to keep CUDA's headers in")
    parser.add_argument("--debian-mirror", default=mirror_here(),
                        help="by default that of this machine's apt")
    parser.add_argument("--ubuntu-mirror", help="without one its roots are left out")
    parser.add_argument("--ubuntu-keyring", type=Path,
                        default="/usr/share/keyrings/ubuntu-archive-keyring.gpg",
                        help="from the package ubuntu-keyring")
    arguments = parser.parse_args()
    arguments.roots.mkdir(parents=True, exist_ok=True)
    if arguments.release:
        for name, what in [("newcomer", test_release), ("image", test_image)]:
            if what is test_image and not shutil.which("buildah"):
                print("image     left out: no buildah")
                continue
            root = Root("bookworm", arguments.debian_mirror, None, arguments.roots)
            root.suite, root.path = name, arguments.roots / name
            root.command[root.command.index("bookworm") + 1] = root.path
            root.make()
            what(root, arguments.release.absolute())
    for distribution, suite, headers, release in ROOTS if arguments.tree else []:
        ubuntu = distribution == "ubuntu"
        mirror = arguments.ubuntu_mirror if ubuntu else arguments.debian_mirror
        if not mirror:
            print(f"{suite:9} left out: no mirror of {distribution} is named")
            continue
        root = Root(suite, mirror, headers, arguments.roots,
                    arguments.ubuntu_keyring if ubuntu else None)
        root.make()
        test(root, arguments.tree.absolute(), fetch(release, arguments.toolkits))


if __name__ == "__main__":
    main()
