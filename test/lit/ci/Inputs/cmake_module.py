#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Projects that use find_package(warplint), and the compiler launcher.

    cmake_module.py BUILD CUDA-TOOLKIT

Where there is no nvcc, CMake is told that the CUDA files are C++: they are
linted all the same, only not compiled.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BUILD, TOOLKIT = map(Path, sys.argv[1:3])
NVCC = TOOLKIT / "bin/nvcc"
LAUNCHER = BUILD / "lib/warplint/warplint-launcher"

DIVERGENT = """\
#include "limit.h"
__global__ void divergent(float *data) {
  if (threadIdx.x < LIMIT)
    __syncthreads();
}
"""
CLEAN = "__global__ void clean(float *data) { data[threadIdx.x] = 0; }\n"
FINDING = "'__syncthreads()' is reached by only some threads of the block"

WITH_NVCC = """\
cmake_minimum_required(VERSION 3.20)
set(CMAKE_CUDA_ARCHITECTURES 90)
project(example LANGUAGES CXX CUDA)
find_package(warplint 0.1 REQUIRED)
"""
# Before 3.20 CMake does not put the language on the command line.
WITHOUT_NVCC = f"""\
cmake_minimum_required(VERSION 3.19)
project(example LANGUAGES CXX)
find_package(warplint 0.1 REQUIRED)
set_source_files_properties(a.cu b.cu src/c.cu PROPERTIES LANGUAGE CXX)
add_compile_options(--cuda-path={TOOLKIT})
"""


class Module(unittest.TestCase):
    """All tests of a class are of one project: to find out about nvcc takes CMake
    longer than everything else."""
    HEAD = WITHOUT_NVCC

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(suffix=" project")
        cls.addClassCleanup(folder.cleanup)
        cls.root = Path(folder.name).resolve()

    def setUp(self):
        for built in list((self.root / "build").rglob("*.dir")):
            shutil.rmtree(built)
        for name, text in {"a.cu": DIVERGENT, "b.cu": CLEAN, "src/c.cu": DIVERGENT,
                           "include/limit.h": "#define LIMIT 7\n", "d.cpp": "int d;\n"}.items():
            path = self.root / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)

    def run_here(self, *command):
        answer = subprocess.run([str(word) for word in command], cwd=self.root, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return answer.returncode, answer.stdout

    def configure(self, lists, *options):
        (self.root / "CMakeLists.txt").write_text(self.HEAD + lists)
        return self.run_here("cmake", "-B", "build", "-G", "Ninja",
                             "-UCMAKE_CUDA_COMPILER_LAUNCHER", *options,
                             f"-DCMAKE_CUDA_COMPILER={NVCC}",
                             f"-Dwarplint_DIR={BUILD}/lib/cmake/warplint")

    def build(self, lists, *targets):
        status, output = self.configure(lists)
        self.assertEqual(status, 0, output)
        return self.run_here("cmake", "--build", "build", "--target", *targets)

    def test_one_target(self):
        status, output = self.build("""
            add_library(kernels OBJECT a.cu d.cpp)
            target_include_directories(kernels PRIVATE include)
            add_library(others OBJECT b.cu)
            warplint_target(kernels)
            warplint_target(others)
            target_sources(kernels PRIVATE src/c.cu)
            """, "kernels-warplint")
        self.assertNotEqual(status, 0, output)
        self.assertEqual(output.count(FINDING), 2)
        self.assertIn("2 kernels in 2 files analysed", output)
        status, output = self.run_here("cmake", "--build", "build", "--target",
                                       "others-warplint")
        self.assertEqual(status, 0, output)
        self.assertIn("1 kernel in 1 file analysed, 0 findings", output)

    def test_all_targets(self):
        status, output = self.build("""
            add_library(one OBJECT b.cu)
            add_library(two OBJECT d.cpp)
            warplint_target(one)
            warplint_target(two)
            """, "warplint")
        self.assertEqual(status, 0, output)
        self.assertIn("1 kernel in 1 file analysed", output)
        self.assertIn("two has no .cu file", output)

    def test_options(self):
        status, output = self.build("""
            add_library(kernels OBJECT a.cu)
            target_include_directories(kernels PRIVATE include)
            warplint_target(kernels OPTIONS --checks=-warplint-divergent-barrier --quiet)
            """, "kernels-warplint")
        self.assertEqual(status, 0, output)
        self.assertNotIn("analysed", output)

    def test_wrong_use(self):
        for lists in ("warplint_target(nothing)",
                      "add_library(k OBJECT b.cu)\nwarplint_target(k ALWAYS)"):
            status, output = self.configure(lists)
            self.assertNotEqual(status, 0, output)
            self.assertIn("warplint_target: ", output)


@unittest.skipUnless(NVCC.exists(), "no nvcc")
class ModuleWithNvcc(Module):
    HEAD = WITH_NVCC
    LIBRARY = """
        add_library(kernels OBJECT a.cu b.cu d.cpp)
        target_include_directories(kernels PRIVATE include)
        """

    def test_on_build(self):
        status, output = self.build(self.LIBRARY + "warplint_target(kernels ON_BUILD)",
                                    "kernels")
        self.assertEqual(status, 0, output)
        self.assertEqual(output.count(FINDING), 1)
        self.assertTrue(list((self.root / "build").rglob("a.cu.o")))
        # The launcher may stand in the database, too.
        status, output = self.run_here("cmake", "--build", "build", "--target", "warplint")
        self.assertNotEqual(status, 0)
        self.assertIn("2 kernels in 2 files analysed, 1 finding", output)

    def test_fatal(self):
        status, output = self.build(
            self.LIBRARY + "warplint_target(kernels ON_BUILD FATAL)", "kernels")
        self.assertNotEqual(status, 0, output)
        self.assertIn(FINDING, output)
        self.assertFalse(list((self.root / "build").rglob("a.cu.o")))

    def test_without_changing_the_project(self):
        (self.root / "CMakeLists.txt").write_text(WITH_NVCC + self.LIBRARY)
        self.configure(self.LIBRARY, f"-DCMAKE_CUDA_COMPILER_LAUNCHER={LAUNCHER}")
        status, output = self.run_here("cmake", "--build", "build")
        self.assertEqual(status, 0, output)
        self.assertEqual(output.count(FINDING), 1)


class Launcher(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(suffix=" launcher")
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "a.cu").write_text(DIVERGENT.replace('#include "limit.h"',
                                                          "#define LIMIT LIMIT_OF_COMMAND"))
        self.compiler = self.root / "nvcc"
        self.compiler.write_text('#!/bin/sh\nprintf "%s\\n" "$@" > ran\nexit 5\n')
        self.compiler.chmod(0o755)
        # The compiler's place tells where the headers are.
        self.flags = ["-DLIMIT_OF_COMMAND=9", f"-I{TOOLKIT}/include", "-c", "a.cu", "-o",
                      "o u t.o"]

    def launch(self, *words):
        answer = subprocess.run([str(w) for w in (LAUNCHER, *words)], cwd=self.root,
                                capture_output=True, text=True,
                                env={**os.environ, "CUDA_PATH": str(TOOLKIT)})
        ran = self.root / "ran"
        return answer.returncode, answer.stderr, ran.read_text() if ran.exists() else None

    def test_lints_and_compiles(self):
        status, said, ran = self.launch(self.compiler, *self.flags)
        self.assertEqual((status, ran), (5, "\n".join(self.flags) + "\n"), said)
        self.assertIn(FINDING, said)

    def test_options_before_the_compiler(self):
        status, said, ran = self.launch("--checks=-warplint-divergent-barrier",
                                        self.compiler, *self.flags)
        self.assertEqual((status, said), (5, ""))
        self.assertIsNotNone(ran)

    def test_fatal(self):
        status, said, ran = self.launch("--fatal", self.compiler, *self.flags)
        self.assertEqual((status, ran), (1, None), said)

    def test_commands_without_cuda_source(self):
        status, said, ran = self.launch("--fatal", self.compiler, "-dlink", "a.o")
        self.assertEqual((status, said, ran), (5, "", "-dlink\na.o\n"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
