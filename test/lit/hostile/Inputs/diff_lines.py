#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Repositories in which git and clang would see other changes.

    diff_lines.py WARPLINT CUDA-TOOLKIT

Each test makes a repository in the current folder and asks `warplint --diff` about it.
"""

import hashlib
import os
import subprocess
import sys
import time
import unittest
from pathlib import Path

WARPLINT, TOOLKIT = sys.argv[1:3]
HERE = Path.cwd()
HELD = """__global__ void k(int *p) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x ^ 32];
}
"""
RACY = HELD.replace("  __syncthreads();\n", "")
NOTE = "/* a" + "\r" * 20 + "b */\n"


class Lines(unittest.TestCase):
    def setUp(self):
        self.folder = HERE / self.id().rsplit(".", 1)[1]
        self.folder.mkdir()
        self.begin(self.folder)

    def begin(self, folder):
        self.git("init", "-q", "-b", "main", ".", folder=folder)
        (folder / "README").write_text("hello\n")
        self.commit(folder)

    def git(self, *words, folder=None):
        done = subprocess.run(
            ["git", "-c", "user.name=n", "-c", "user.email=e", "-c", "core.autocrlf=false",
             "-c", "protocol.file.allow=always", *words],
            cwd=folder or self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0, (words, done.stderr))
        return done.stdout

    def commit(self, folder=None):
        self.git("add", "-A", folder=folder)
        self.git("commit", "-qm", "x", folder=folder)

    def put(self, name, text):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def lint(self, code, name="k.cu", base="HEAD", option=None):
        done = subprocess.run(
            [WARPLINT, os.fsencode("./") + os.fsencode(name), option or "--diff=" + base,
             "--source-root=.", "--cache=off", "--", f"--cuda-path={TOOLKIT}"],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL, timeout=300)
        self.assertEqual(done.returncode, code, (name, base, done.stdout, done.stderr))

    def both(self, code, base="HEAD"):
        """By git, and by its diff."""
        self.lint(code, base=base)
        self.put("../of.diff", self.git("diff", base))
        self.lint(code, option="--diff-from=../of.diff")

    def test_carriage_returns_of_a_new_file(self):
        for text in (NOTE + RACY, RACY.replace("\n", "\r"), RACY.replace("\n", "\r\r\n"),
                     "// x\r\n" + NOTE + RACY.replace("\n", "\r\n")):
            self.put("k.cu", text)
            self.commit()
            self.both(1, base="HEAD~1")
            self.git("rm", "-q", "k.cu")
            self.git("commit", "-qm", "x")

    def test_carriage_returns_that_were_there_before(self):
        for begin, end in ((NOTE, "\n"), ("// a\rint b;\n", "\n"), (NOTE, "\r\n")):
            self.put("k.cu", begin + HELD.replace("\n", end))
            self.commit()
            self.both(0)
            self.put("k.cu", begin + RACY.replace("\n", end))
            self.both(1)

    def test_other_bytes_in_the_tree(self):
        self.put(".gitattributes", "*.cu working-tree-encoding=IBM037\n")
        self.put("k.cu", RACY)
        self.commit()
        self.lint(1, base="HEAD~1")
        self.lint(1)
        self.put(".gitattributes", "[attr]odd working-tree-encoding=UTF-7\nk.cu odd\n")
        self.lint(1)
        self.put(".gitattributes", "*.cu eol=lf ident text\n")
        self.git("rm", "-q", "--cached", "k.cu")
        self.put("k.cu", RACY)
        self.commit()
        self.lint(0)
        self.put(".git/info/attributes", "k.cu working-tree-encoding=IBM037\n")
        self.lint(1)

    def test_what_git_calls_binary(self):
        self.put("old.cu", HELD + "// 1\n" * 30)
        self.commit()
        self.git("mv", "old.cu", "k.cu")
        for attribute in ("-diff", "binary", "-text -diff"):
            self.put(".gitattributes", f"*.cu {attribute}\n")
            self.put("k.cu", RACY + "// 1\n" * 30)
            self.lint(1)
        self.put(".gitattributes", "")
        self.put("k.cu", RACY + "// \0\n" * 30)
        self.lint(1)
        # What is large is not read.
        with open(self.folder / "data", "wb") as out:
            out.truncate(1 << 27)
        self.git("-c", "core.bigFileThreshold=1k", "add", "-A")
        self.lint(1)

    def test_patterns_without_end(self):
        """Of a driver that attributes choose: heads of hunks are looked for with them."""
        pattern = "^(.*)*(.*)*(.*)*\\1\\2\\3x$"
        self.put("k.cu", ("// " + "a b " * 200 + "\n") * 40 + HELD)
        self.commit()
        self.put(".gitattributes", "*.cu diff=odd.name\n")
        self.git("config", "diff.odd.name.funcname", pattern)
        self.put("k.cu", ("// " + "a b " * 200 + "\n") * 40 + RACY)
        for key in ("diff.odd.name.xfuncname", "diff.ODD.xfuncname", "diff.ODD.name.funcname"):
            self.lint(1)
            self.git("config", key, pattern)
        self.lint(1)

    def test_nothing_is_written(self):
        self.put("k.cu", RACY)
        self.commit()

        def files():
            return {path: (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_ino)
                    for path in self.folder.rglob("*") if path.is_file()}
        for setting in ("core.untrackedCache=true", "core.splitIndex=true",
                        "diff.autoRefreshIndex=true", "index.threads=2"):
            self.git("config", *setting.split("="))
            self.git("update-index", "--refresh")
            later = time.time() + 100
            os.utime(self.folder / "k.cu", (later, later))
            before = files()
            self.lint(0)
            self.assertEqual(before, files(), setting)
        (self.folder / ".git/index").rename(HERE / "index")
        (self.folder / ".git/index").symlink_to(HERE / "index")
        os.utime(self.folder / "k.cu", (1, 1))
        before = (HERE / "index").read_bytes()
        self.lint(0)
        self.assertEqual(before, (HERE / "index").read_bytes())
        self.assertTrue((self.folder / ".git/index").is_symlink())

    def test_submodules(self):
        up, inner = HERE / "up", HERE / "inner"
        for folder in (inner, up):
            folder.mkdir()
            self.begin(folder)
            (folder / "k.cu").write_text(HELD)
            if folder == up:
                self.git("submodule", "--quiet", "add", str(inner), "deep", folder=up)
            self.commit(folder)
        self.git("submodule", "--quiet", "add", str(up), "sub")
        self.git("submodule", "--quiet", "update", "--init", "--recursive")
        self.commit()
        (self.folder / "sub/r.cu").write_text(RACY)
        self.commit(self.folder / "sub")
        self.lint(1, "sub/r.cu")
        self.commit()
        self.lint(0, "sub/r.cu")
        for place in ("sub", "sub/deep"):
            self.lint(0, place + "/k.cu")
            (self.folder / place / "k.cu").write_text(RACY)
            self.lint(1, place + "/k.cu")
            self.lint(0, "sub/r.cu")
            self.git("add", "k.cu", folder=self.folder / place)
            self.lint(1, place + "/k.cu")
            self.git("reset", "-q", "--hard", folder=self.folder / place)
            (self.folder / place / "new.cu").write_text(RACY)
            self.lint(1, place + "/new.cu")
            (self.folder / place / "new.cu").unlink()
        # What is no repository any more.
        (self.folder / "sub/.git").rename(HERE / "kept")
        self.lint(1, "sub/r.cu")

    def test_names_that_are_no_text(self):
        names = [b"\xff.cu", b"\xe4\xf6/k.cu", b"a\xc3.cu"]
        for name in names:
            path = os.path.join(os.fsencode(self.folder), name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as out:
                out.write(RACY)
        for name in names:
            self.lint(1, name)
        self.commit()
        for name in names:
            self.lint(1, name, base="HEAD~1")

    def test_links_that_lead_elsewhere(self):
        self.put("old.cu", RACY)
        self.put("far/old.cu", RACY)
        self.put("held.cu", HELD)
        os.symlink("held.cu", self.folder / "k.cu")
        os.symlink("../held.cu", self.folder / "far/link.cu")
        os.symlink("far", self.folder / "way")
        self.commit()
        self.lint(0)
        (self.folder / "k.cu").unlink()
        os.symlink("old.cu", self.folder / "k.cu")
        self.lint(1)
        self.commit()
        self.lint(1, base="HEAD~1")
        # A link that only moves.
        self.put("further/held.cu", RACY)
        self.put("further/far/x", "")
        self.commit()
        self.git("mv", "far/link.cu", "further/far/link.cu")
        self.lint(1, "further/far/link.cu")
        self.git("reset", "-q", "--hard")
        # A link to a folder.
        self.put("away/old.cu", "\n" + RACY)
        self.commit()
        (self.folder / "way").unlink()
        os.symlink("away", self.folder / "way")
        self.lint(1, "way/old.cu")

    def test_renames_that_make_source(self):
        for index, (old, new, code) in enumerate((("a.txt", "k.cu", 1), ("b.inc", "k.cu", 1),
                                                  ("c", "k.cu", 1), ("d.cu", "k.cu", 0),
                                                  ("e/k.cu", "k.cu", 0), ("f.txt", "ä k.cu", 1))):
            self.put(old, f"// {index}\n" + RACY)
            self.commit()
            self.git("mv", old, new)
            self.lint(code, new)
            self.put("../of.diff", self.git("diff", "HEAD"))
            self.lint(code, new, option="--diff-from=../of.diff")
            self.git("rm", "-qf", new)
            self.commit()
        self.put("k.cu", RACY)
        self.commit()
        self.put("copy.cu", RACY)
        self.commit()
        self.put("../of.diff", self.git("diff", "-C", "--find-copies-harder", "HEAD~1"))
        self.lint(1, "copy.cu", option="--diff-from=../of.diff")
        self.lint(0, "k.cu", option="--diff-from=../of.diff")

    def test_files_that_git_is_told_not_to_look_at(self):
        self.put("k.cu", HELD)
        self.commit()
        self.git("update-index", "--assume-unchanged", "k.cu")
        self.put("k.cu", RACY)
        self.lint(1)
        self.git("update-index", "--no-assume-unchanged", "k.cu")
        self.git("checkout", "-q", "k.cu")
        # One that keeps size and time.
        self.git("config", "core.checkStat", "minimal")
        self.git("config", "core.trustctime", "false")
        path = self.put("k.cu", HELD)
        os.utime(path, (1577836800, 1577836800))
        self.git("update-index", "--refresh")
        time.sleep(1.1)  # git goes by seconds.
        self.put("k.cu", RACY + " " * (len(HELD) - len(RACY)))
        os.utime(path, (1577836800, 1577836800))
        self.lint(1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
