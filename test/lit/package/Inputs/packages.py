#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Installs warplint in every way there is and runs what was installed where no
LLVM can be seen.

    packages.py SOURCE BUILD LLVM-ROOT CUDA-TOOLKIT
"""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE, BUILD, LLVM_ROOT, TOOLKIT = map(Path, sys.argv[1:5])
STATIC = "WARPLINT_STATIC:BOOL=ON" in (BUILD / "CMakeCache.txt").read_text()
sys.path.insert(0, str(SOURCE / "test/lit/editor/Inputs"))
# pylint: disable=wrong-import-position
from language_server import LanguageServer

KERNEL = """\
#include <cooperative_groups.h>
#include <immintrin.h>
__global__ void divergent(float *data) {
  if (data[threadIdx.x] > 0)
    __syncthreads();
  data[threadIdx.x] = 0;
  __syncthreads();
}
"""
FINDING = "kernel.cu:5:5: warning: '__syncthreads()' is reached by only some threads"

# In a mount namespace of its own, nothing of LLVM is left on the machine.
HIDE = " && ".join(
    [f"mount -t tmpfs none {shlex.quote(str(LLVM_ROOT))}"] +
    [f"mount --bind /dev/null {shlex.quote(str(library.resolve()))}"
     for library in (LLVM_ROOT / "lib").glob("libLLVM*.so.*")] + ['exec "$@"'])
NAMESPACE = ["unshare", "--mount", "--map-root-user", "sh", "-c", HIDE, "sh"]
# In another, no toolkit is where they usually are.
HIDE_TOOLKITS = " && ".join(
    [f"mount -t tmpfs none {shlex.quote(str(folder))}"
     for folder in {*(path.resolve() for path in Path("/usr/local").glob("cuda*")),
                    *Path("/opt").glob("cuda")}] + ['exec "$@"'])
CAN_HIDE = shutil.which("unshare") and subprocess.run(
    [*NAMESPACE, "true"], capture_output=True).returncode == 0


def run(*command, **options):
    answer = subprocess.run([str(word) for word in command], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    return answer.returncode, answer.stdout


def must(*command, **options):
    status, output = run(*command, **options)
    if status != 0:
        raise AssertionError(f"{command} ended with {status}:\n{output}")
    return output


def without_llvm(*command):
    return [str(word) for word in (*(NAMESPACE if CAN_HIDE else []), *command)]


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="warplint package ")
        cls.addClassCleanup(folder.cleanup)
        cls.root = Path(folder.name)
        cls.tree = cls.root / "tree"
        must("cmake", "--install", BUILD, "--prefix", cls.tree, "--strip")
        cls.kernel = cls.root / "kernel.cu"
        cls.kernel.write_text(KERNEL)
        cls.plain = cls.root / "plain.cu"
        cls.plain.write_text(KERNEL.replace("#include", "// include"))

    def check_prefix(self, prefix):
        """What is installed at prefix works, out of itself alone."""
        arguments = [self.kernel, "--", f"--cuda-path={TOOLKIT}", "-std=c++17"]
        status, output = run(*without_llvm(prefix / "bin/warplint", "--quiet", *arguments),
                             env={"PATH": os.environ["PATH"]})
        self.assertEqual(status, 1, output)
        self.assertIn(FINDING, output)

        server = LanguageServer(without_llvm(prefix / "bin/warplint-clangd", "--log=error",
                                             f"--cuda-path={TOOLKIT}"), self.root)
        codes = [d["code"] for d in server.diagnostics(server.open(self.plain))]
        self.assertEqual(codes, ["warplint-divergent-barrier"])
        self.assertEqual(server.close(), 0)

        command = must(prefix / "bin/warplint", "--print-command", *arguments)
        self.assertNotIn(str(LLVM_ROOT), command)
        self.assertNotIn(str(BUILD), command)
        output = must(*without_llvm(prefix / "bin/warplint-clang-tidy", "--quiet",
                                    "--checks=-*,warplint-*", self.plain, "--", "nvcc",
                                    f"--cuda-path={TOOLKIT}"))
        self.assertIn("[warplint-divergent-barrier]", output)

        for program in ("warplint", "warplint-clangd"):
            libraries = must("ldd", prefix / "bin" / program)
            self.assertNotRegex(libraries, "LLVM|clang|not found")
            if STATIC:
                self.assertIn("statically linked", libraries)

    def test_installed_tree_can_be_moved(self):
        moved = self.root / "moved to"
        shutil.copytree(self.tree, moved, symlinks=True)
        self.check_prefix(moved)
        for page in ("README.md", "copyright", "docs/limitations.md",
                     "docs/checks/divergent-barrier.md"):
            self.assertTrue((moved / "share/doc/warplint" / page).is_file(), page)
        (moved / "lib/warplint/clang").rename(moved / "lib/warplint/gone")
        status, output = run(*without_llvm(moved / "bin/warplint", self.kernel))
        if CAN_HIDE:
            self.assertEqual(status, 2, output)
            self.assertIn("clang's headers are missing", output)

    def test_debian_package(self):
        if not shutil.which("dpkg-shlibdeps"):
            self.skipTest("no dpkg-shlibdeps")
        folder = self.root / "debian"
        must("cpack", "-G", "DEB", "-B", folder, "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=none",
             cwd=BUILD)
        [package] = folder.glob("warplint_*.deb")
        depends = must("dpkg-deb", "--field", package, "Depends")
        self.assertIn("libc6 (>=", depends)
        self.assertNotRegex(depends, "llvm|clang")
        unpacked = self.root / "unpacked"
        must("dpkg-deb", "--extract", package, unpacked)
        self.assertEqual([p.name for p in unpacked.iterdir()], ["usr"])
        self.check_prefix(unpacked / "usr")

    def test_wheel(self):
        wheel = must(sys.executable, SOURCE / "scripts/make_wheel.py", self.tree,
                     "--output", self.root, "--level", "0").strip()
        self.assertGreater(Path(wheel).stat().st_size,  # Nothing is compressed.
                           (self.tree / "bin/warplint-clangd").stat().st_size)
        environment = self.root / "environment"
        must(sys.executable, "-m", "venv", "--without-pip", environment)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check",
               "--python", environment / "bin/python"]
        must(*pip, "install", "--no-index", "--no-deps", wheel)
        self.check_prefix(environment)
        self.assertIn("warplint", must(*pip, "list"))
        self.assertFalse(list(environment.rglob("*.so")))
        [metadata] = environment.rglob("warplint-*.dist-info/METADATA")
        for line in (SOURCE / "scripts/toolkit-headers.txt").read_text().splitlines():
            if not line.startswith("#"):
                self.assertIn(f"Requires-Dist: {line.split()[0]} ; extra == 'cuda'",
                              metadata.read_text())
        self.check_headers_of_environment(environment)
        must(*pip, "uninstall", "--yes", "warplint")
        self.assertFalse(list(environment.rglob("*warplint*")))

    def check_headers_of_environment(self, environment):
        """Those that warplint[cuda] brings are found where no toolkit is."""
        if not CAN_HIDE:
            return
        [packages] = environment.glob("lib/python*/site-packages")
        shutil.copytree(TOOLKIT / "include", packages / "nvidia/cu13/include")
        status, output = run("unshare", "--mount", "--map-root-user", "sh", "-c",
                             HIDE_TOOLKITS, "sh", environment / "bin/warplint", "--quiet",
                             self.kernel, "--", "-std=c++17", env={"PATH": "/usr/bin:/bin"})
        self.assertEqual(status, 1, output)
        self.assertIn(FINDING, output)
        shutil.rmtree(packages / "nvidia")


if __name__ == "__main__":
    if not CAN_HIDE:
        print("note: LLVM cannot be hidden here; only what the programs name is checked")
    unittest.main(argv=sys.argv[:1] + sys.argv[5:])
