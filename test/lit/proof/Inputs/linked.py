#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `warplint confirm` writes in its copy of a project with links, and nowhere else.

    linked.py WARPLINT CUDA-TOOLKIT

Works in the current folder. Each test makes a project below `all`, which is compared
byte by byte with what it was.
"""

import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

WARPLINT, TOOLKIT = sys.argv[1:3]
HERE = Path.cwd()
ALL = HERE / "all"
RACE = """__global__ void race(int *out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = 1;
  out[threadIdx.x] = tile[threadIdx.x ^ 32];
}
void launch(int *out) { race<<<1, 64>>>(out); }
"""
REWRITTEN = "#define WARPLINT_RECORDS"


def contents(folder):
    """Every file, folder and link below FOLDER."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            found[str(path)] = "link to " + os.readlink(path)
        elif path.is_file():
            found[str(path)] = path.read_bytes()
        else:
            found[str(path)] = None
    return found


class Links(unittest.TestCase):
    def setUp(self):
        for folder in (ALL, HERE / "copy"):
            shutil.rmtree(folder, ignore_errors=True)
        self.project = ALL / "project"
        self.project.mkdir(parents=True)
        self.tree = HERE / "copy/tree"

    def source(self, name, text=RACE):
        path = ALL / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def link(self, name, target):
        path = ALL / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(target)

    def warplint(self, *words, folder, codes):
        done = subprocess.run(
            [WARPLINT, *words, "--", f"--cuda-path={TOOLKIT}", "-arch=sm_80"], cwd=folder,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
        self.assertIn(done.returncode, codes, done.stderr)
        return done.stderr.decode()

    def confirm(self, source, *options, folder=None, root=".", run=None, codes=(0, 3)):
        """Confirms what is found in SOURCE; what it says. Nothing but the copy changes."""
        folder = folder or self.project
        report = str(HERE / "report.sarif")
        self.warplint(source, f"--source-root={root}", "--format=sarif", "-o", report, "--quiet",
                      folder=folder, codes=(1,))
        before = contents(ALL)
        text = self.warplint("confirm", report, f"--source-root={root}", f"--keep={HERE}/copy",
                             *([f"--run={run}"] if run else ["--prepare"]), *options,
                             folder=folder, codes=codes)
        self.maxDiff = None
        self.assertEqual(contents(ALL), before)
        return text

    def is_rewritten(self, name):
        self.assertFalse((self.tree / name).is_symlink(), name)
        self.assertIn(REWRITTEN, (self.tree / name).read_text())

    def test_what_cmake_has_configured(self):
        cache = "# This is the CMakeCache file.\n"
        self.source("project/turn.cu")
        self.source("project/CMakeLists.txt", "project(turn)\n")
        self.source("project/build/CMakeCache.txt", cache)
        self.source("project/build/Makefile", f"all:\n\ttouch {ALL}/written\n")
        self.source("project/data/CMakeCache.txt", "our notes\n")
        self.source("elsewhere/CMakeCache.txt", cache)
        self.link("project/other", "../elsewhere")
        text = self.confirm("turn.cu", "--build=make -C build", run="true", codes=(3,))
        self.assertIn("/build", text)
        self.assertIn("is not in the copy: configure anew", text)
        self.assertEqual(contents(self.tree / "build"), {})
        self.assertEqual(contents(self.tree / "other"), {})
        self.assertTrue((self.tree / "data/CMakeCache.txt").exists())
        shutil.rmtree(HERE / "copy")
        # A shell in the build folder is in an empty one of the copy.
        self.confirm("../turn.cu", "--build=test ! -e CMakeCache.txt && touch here", root="..",
                     run="true", folder=self.project / "build")
        self.assertEqual([path.name for path in (self.tree / "build").iterdir()], ["here"])

    def test_what_cmake_has_configured_among_the_sources(self):
        self.source("project/turn.cu")
        for name, text in (("CMakeLists.txt", "project(turn)\n"), ("own/Makefile", "all:\n"),
                           ("CMakeCache.txt", "# This is the CMakeCache file.\n"),
                           ("CMakeFiles/x.make", f"touch {ALL}/written\n"),
                           ("sub/CMakeLists.txt", ""),
                           ("sub/Makefile", "# CMAKE generated file: DO NOT EDIT!\n"),
                           ("build.ninja", "# CMAKE generated file: DO NOT EDIT!\n")):
            self.source("project/" + name, text)
        self.assertIn("is not in the copy: configure anew", self.confirm("turn.cu"))
        self.is_rewritten("turn.cu")
        self.assertEqual(sorted(str(path.relative_to(self.tree)) for path in
                                self.tree.rglob("*") if path.is_file()),
                         ["CMakeLists.txt", "own/Makefile", "sub/CMakeLists.txt", "turn.cu"])

    def test_relative_link(self):
        self.source("shared/turn.cu")
        self.link("project/turn.cu", "../shared/turn.cu")
        self.confirm("turn.cu")
        self.is_rewritten("turn.cu")

    def test_absolute_link_and_links_to_links(self):
        self.source("shared/turn.cu")
        self.link("shared/second.cu", "turn.cu")
        self.link("project/turn.cu", ALL / "shared/second.cu")
        self.confirm("turn.cu")
        self.is_rewritten("turn.cu")

    def test_linked_folder(self):
        self.source("shared/deep/turn.cu")
        self.link("shared/deep/again.cu", "turn.cu")
        self.link("shared/deep/back", "..")
        for target in ("../shared", ALL / "shared"):
            shutil.rmtree(HERE / "copy", ignore_errors=True)
            (self.project / "lib").unlink(missing_ok=True)
            self.link("project/lib", target)
            self.confirm("lib/deep/turn.cu")
            self.is_rewritten("lib/deep/turn.cu")
            self.assertIn(REWRITTEN, (self.tree / "lib/deep/again.cu").read_text())

    def test_link_in_a_linked_folder(self):
        self.source("third/turn.cu")
        self.link("shared/turn.cu", "../third/turn.cu")
        self.link("project/lib", "../shared")
        self.confirm("lib/turn.cu")
        self.is_rewritten("lib/turn.cu")

    def test_project_reached_by_a_link(self):
        self.source("project/gen/turn.cu")
        self.link("proj", "project")
        self.link("project/one.cu", self.project / "gen/turn.cu")
        for folder, root in ((ALL / "proj", "."), (ALL, "proj"), (ALL, str(ALL / "proj"))):
            shutil.rmtree(HERE / "copy", ignore_errors=True)
            source = "one.cu" if root == "." else "proj/one.cu"
            self.confirm(source, folder=folder, root=root)
            self.is_rewritten("gen/turn.cu")
            self.assertIn(REWRITTEN, (self.tree / "one.cu").read_text())

    def test_header_outside(self):
        self.source("shared/race.cuh")
        self.link("project/race.cuh", "../shared/race.cuh")
        self.source("project/main.cu", '#include "race.cuh"\n')
        self.confirm("main.cu")
        self.is_rewritten("race.cuh")

    def test_what_the_build_writes(self):
        self.source("project/turn.cu")
        self.source("results/old.txt", "old")
        self.source("file.txt", "old")
        self.link("project/results", "../results")
        self.link("project/file.txt", ALL / "file.txt")
        self.link("project/new.txt", "../new.txt")
        self.link("project/deep", "results/../../results")
        self.confirm("turn.cu", run="for f in results/old.txt results/new.txt file.txt new.txt "
                                    "deep/old.txt deep/more; do echo new > $f; done; "
                                    "touch results; rm -r results/")
        self.assertFalse((ALL / "new.txt").exists())

    def test_what_is_around_the_project(self):
        self.source("project/turn.cu")
        self.link("project/up", "..")
        self.link("project/ring", "ring")
        self.link("project/self", ".")
        os.mkfifo(ALL / "pipe")
        self.link("project/pipe", "../pipe")
        self.confirm("turn.cu", run="echo new > up/project/written; echo new > self/self/too")
        self.assertEqual((self.tree / "written").read_text(), "new\n")
        self.assertEqual((self.tree / "too").read_text(), "new\n")

    def test_repositories_stay_behind(self):
        self.source("project/turn.cu")
        self.source("project/.git", f"gitdir: {ALL}/elsewhere\n")
        self.source("project/sub/.git/config", "")
        self.link("project/copied/.git", "../../elsewhere")
        self.confirm("turn.cu")
        self.assertEqual([p for p in self.tree.rglob(".git")], [])

    def test_data_that_is_too_large(self):
        self.source("project/turn.cu")
        with open(self.source("data/set"), "wb") as file:
            file.truncate((1 << 30) + 1)
        self.link("project/data", "../data")
        text = self.confirm("turn.cu", codes=(2,))
        self.assertIn("--leave-out=", text)
        for option in ("--leave-out", "--as-link"):
            shutil.rmtree(HERE / "copy", ignore_errors=True)
            self.confirm("turn.cu", f"{option}=data")
            self.assertEqual((self.tree / "data").exists(), option == "--as-link")
            self.is_rewritten("turn.cu")

    def test_source_behind_a_link_that_stays_one(self):
        self.source("shared/turn.cu")
        self.link("project/lib", "../shared")
        self.confirm("lib/turn.cu", "--as-link=lib", codes=(2,))
        shutil.rmtree(HERE / "copy", ignore_errors=True)
        self.link("project/turn.cu", "../shared/turn.cu")
        self.confirm("turn.cu", "--as-link=turn.cu", "--as-link=lib")
        self.is_rewritten("turn.cu")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
