#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Repositories that would have git run, fetch, read or write something.

    repositories.py WARPLINT CUDA-TOOLKIT

Each test prepares one in the current folder and asks `warplint --diff` about it.
What a repository would run makes the file `ran`.
"""

import os
import subprocess
import sys
import unittest
from pathlib import Path

WARPLINT, TOOLKIT = sys.argv[1:3]
HERE = Path.cwd()
RAN = HERE / "ran"
OLD = "__global__ void k() {\n  if (threadIdx.x < 3)\n    __syncthreads();\n}\n"
NEW = OLD.replace("< 3", "< 5")
FOUND = "is reached by only some threads"


class Repository(unittest.TestCase):
    def setUp(self):
        RAN.unlink(missing_ok=True)
        self.folder = HERE / self.id().rsplit(".", 1)[1]
        self.folder.mkdir()
        self.run_line = f"sh -c 'touch {RAN}; cat'"
        self.git("init", "-q", "-b", "main", ".")
        (self.folder / "k.cu").write_text(OLD)
        self.git("add", ".")
        self.git("commit", "-qm", "first")
        (self.folder / "k.cu").write_text(NEW.replace("< 5", "< 4"))
        self.git("commit", "-qam", "second")
        (self.folder / "k.cu").write_text(NEW)

    def git(self, *words, folder=None):
        done = subprocess.run(
            ["git", "-c", "user.name=n", "-c", "user.email=e", "-c", "core.hooksPath=/dev/null",
             "-c", "protocol.file.allow=always", *words],
            cwd=folder or self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0, (words, done.stderr))
        return done.stdout.decode().strip()

    def set(self, key, value):
        self.git("config", key, value)

    def lint(self, base="HEAD~1", code=None, folder=None):
        done = subprocess.run(
            [WARPLINT, "k.cu", "--diff=" + base, "--cache=off", "--",
             f"--cuda-path={TOOLKIT}"],
            cwd=folder or self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL, timeout=100)
        self.assertFalse(RAN.exists(), (self.id(), done.stderr))
        if code is not None:
            self.assertEqual(done.returncode, code, (done.stdout, done.stderr))
        return done.stdout.decode(), done.stderr.decode()

    def finds(self, **rest):
        out, err = self.lint(code=1, **rest)
        self.assertIn(FOUND, out, err)

    def attribute(self, text):
        (self.folder / ".gitattributes").write_text(text)

    def test_filters(self):
        self.attribute("*.cu filter=evil\n")
        for name in ("clean", "smudge", "process"):
            self.set("filter.evil." + name, self.run_line)
        self.finds()
        self.set("filter.evil.required", "true")
        self.finds()
        # It is what would run otherwise.
        subprocess.run(["git", "diff", "HEAD~1"], cwd=self.folder, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        self.assertTrue(RAN.exists())

    def test_filters_of_odd_names(self):
        for name in ("a.b", "A b", 'x"y', "ä", "a\\b"):
            self.attribute("*.cu filter=" + name.replace(" ", "_") + "\n")
            self.set(f"filter.{name.replace(' ', '_')}.clean", self.run_line)
            self.finds()
        self.attribute("*.cu filter=a=b.clean\n")
        self.set("filter.a=b.clean", self.run_line)
        self.set("filter.a=b.clean.clean", self.run_line)
        _, err = self.lint(code=2)
        self.assertIn("cannot be switched off", err)

    def test_filter_of_a_file_that_the_configuration_includes(self):
        self.attribute("*.cu filter=evil\n")
        (self.folder / "more").write_text(
            f'[filter "evil"]\n\tclean = "{self.run_line}"\n\tprocess = "{self.run_line}"\n')
        self.set("include.path", "../more")
        self.finds()

    def test_filter_that_attributes_beside_the_repository_name(self):
        (self.folder / ".git/info").mkdir(exist_ok=True)
        (self.folder / ".git/info/attributes").write_text("*.cu filter=evil diff=evil\n")
        self.set("filter.evil.clean", self.run_line)
        self.set("diff.evil.textconv", self.run_line)
        self.set("diff.evil.command", self.run_line)
        self.finds()

    def test_commands_of_the_configuration(self):
        for key in ("core.fsmonitor", "core.pager", "pager.diff", "pager.config", "core.editor",
                    "core.sshCommand", "core.askPass", "core.gitProxy", "credential.helper",
                    "core.alternateRefsCommand", "gpg.program", "diff.external", "alias.diff",
                    "alias.rev-parse", "diff.tool", "interactive.diffFilter"):
            self.set(key, self.run_line if not key.startswith("alias") else "!" + self.run_line)
        for key in ("log.showSignature", "diff.trustExitCode", "core.untrackedCache"):
            self.set(key, "true")
        self.finds()

    def test_hooks(self):
        folder = self.folder / "hooks"
        folder.mkdir()
        self.set("core.hooksPath", str(folder))
        for name in ("post-index-change", "post-checkout", "fsmonitor-watchman",
                     "reference-transaction", "pre-auto-gc", "query-watchman"):
            (folder / name).write_text(f"#!/bin/sh\ntouch {RAN}\n")
            (folder / name).chmod(0o755)
        self.finds()

    def test_nothing_is_written(self):
        self.set("trace2.normalTarget", str(RAN))
        self.set("trace2.eventTarget", str(RAN))
        self.finds()
        self.lint(base="HEAD", code=1)
        for base in ("--output=" + str(RAN), "-O" + str(RAN), "HEAD --output=" + str(RAN)):
            _, err = self.lint(base=base, code=2)
            self.assertIn("is not a revision", err)

    def test_files_that_the_configuration_names(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        for key in ("diff.orderFile", "core.attributesFile", "core.excludesFile"):
            self.set(key, str(pipe))
            self.finds()

    def test_pipes_where_git_reads(self):
        (self.folder / "sub").mkdir()
        os.mkfifo(self.folder / "sub/pipe")
        self.finds()
        for name in (".gitattributes", ".gitignore", "sub/.gitattributes", "sub/.gitignore",
                     ".git/info/attributes", ".git/info/exclude", ".git/config.worktree",
                     ".git/packed-refs", ".git/commondir", "sub/.git/HEAD"):
            path = self.folder / name
            path.parent.mkdir(exist_ok=True)
            path.unlink(missing_ok=True)
            for make in (os.mkfifo, lambda path: path.symlink_to(self.folder / "sub/pipe")):
                make(path)
                _, err = self.lint(code=2)
                self.assertIn(name + "' is a pipe, for which git would wait", err)
                path.unlink()
        (self.folder / "sub/.git").rmdir()
        (self.folder / ".git").rename(self.folder / "elsewhere")
        (self.folder / ".git").write_text("gitdir: elsewhere\n")
        self.finds()
        (self.folder / "elsewhere/config").unlink()
        os.mkfifo(self.folder / "elsewhere/config")
        _, err = self.lint(code=2)
        self.assertIn("elsewhere/config' is a pipe", err)

    def test_revisions_that_are_not_one_commit(self):
        for base in ("^main", "main..HEAD", "HEAD^@", "HEAD^!", "HEAD:k.cu", "HEAD^{tree}", "-v",
                     "--all", "", " ", "main HEAD", "^HEAD~1", "--not", "@{-9}", "HEAD...main",
                     "--end-of-options", "main\n^main", "--exec-path=/", "HEAD^-"):
            _, err = self.lint(base=base, code=2)
            self.assertIn("--diff: ", err, base)
        for base in ("main~1", "HEAD^", "HEAD^{/first}", ":/first", "HEAD~1^{commit}"):
            self.lint(base=base, code=1)

    def test_binary_by_attribute(self):
        self.attribute("*.cu -diff\n")
        self.finds()

    def test_partial_clone(self):
        old = self.git("rev-parse", "HEAD~1:k.cu")
        (self.folder / ".git/objects" / old[:2] / old[2:]).unlink()
        self.set("extensions.partialClone", "origin")
        self.set("core.repositoryFormatVersion", "1")
        self.set("remote.origin.promisor", "true")
        self.set("protocol.ext.allow", "always")
        self.set("protocol.allow", "always")
        self.set("core.sshCommand", self.run_line)
        self.set("remote.origin.uploadpack", self.run_line)
        for url in (f"ext::sh -c touch% {RAN}", "ssh://localhost/x", "localhost:x",
                    str(self.folder), "file://" + str(self.folder), "git://localhost/x"):
            self.set("remote.origin.url", url)
            _, err = self.lint(code=2)
            self.assertIn("--diff-from=-", err, url)
        program = self.folder / "git-remote-evil"
        program.write_text(f"#!/bin/sh\ntouch {RAN}\n")
        program.chmod(0o755)
        before = os.environ["PATH"]
        os.environ["PATH"] = f"{self.folder}:{before}"
        try:
            self.set("remote.origin.url", "evil::x")
            self.lint(code=2)
            self.set("remote.origin.vcs", "evil")
            self.lint(code=2)
        finally:
            os.environ["PATH"] = before

    def test_bare_repository_among_the_files(self):
        bare = self.folder / "sub"
        self.git("clone", "-q", "--bare", ".", "sub")
        for key, value in (("core.bare", "false"), ("core.worktree", ".."),
                           ("core.fsmonitor", self.run_line), ("filter.evil.clean", self.run_line)):
            self.git("config", "-f", "sub/config", key, value)
        (bare / "k.cu").write_text(NEW)
        (bare / ".gitattributes").write_text("*.cu filter=evil\n")
        _, err = self.lint(code=None, folder=bare)

    def test_submodule(self):
        inner = self.folder / "inner"
        inner.mkdir()
        self.git("init", "-q", ".", folder=inner)
        (inner / "x.cu").write_text(OLD)
        self.git("add", ".", folder=inner)
        self.git("commit", "-qm", "x", folder=inner)
        self.git("add", "inner")
        self.git("commit", "-qm", "third")
        (inner / "x.cu").write_text(NEW)
        (inner / ".gitattributes").write_text("*.cu filter=evil\n")
        for key in ("filter.evil.clean", "core.fsmonitor", "diff.external"):
            self.git("config", key, self.run_line, folder=inner)
        self.set("diff.ignoreSubmodules", "none")
        self.set("diff.submodule", "diff")
        self.set("submodule.recurse", "true")
        self.finds()

    def test_repository_elsewhere(self):
        (self.folder / ".git").rename(self.folder / "elsewhere")
        (self.folder / ".git").write_text("gitdir: elsewhere\n")
        self.attribute("*.cu filter=evil\n")
        self.set("filter.evil.clean", self.run_line)
        self.set("core.fsmonitor", self.run_line)
        self.finds()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
