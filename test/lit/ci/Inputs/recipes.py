#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs what continuous integration would: the pre-commit hook, the steps of the
GitHub action, and the commands of the recipes in docs/ci.md.

    recipes.py SOURCE BUILD CUDA-TOOLKIT
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

SOURCE, BUILD, TOOLKIT = map(Path, sys.argv[1:4])

DIVERGENT = """\
__global__ void divergent(float *data) {
  if (data[threadIdx.x] > 0)
    __syncthreads();
  __syncthreads(); }
"""
# What others wait for no more is right as it is built.
PORTABILITY = DIVERGENT.replace("  __syncthreads(); }", "}")
CLEAN = "__global__ void clean(float *data) { data[threadIdx.x] = 0; }\n"
FINDING = "a.cu:3:5: warning: '__syncthreads()' is reached by only some"


class Project(unittest.TestCase):
    """A repository with a.cu, which has a finding, b.cu, which has none, and a
    database in build/."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(suffix=" project")
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        for name, text in {"a.cu": DIVERGENT, "b.cu": CLEAN, "c.cpp": "int c;\n"}.items():
            (self.root / name).write_text(text)
        (self.root / "build").mkdir()
        (self.root / "build/compile_commands.json").write_text(json.dumps([
            {"directory": str(self.root / "build"), "file": f"../{name}",
             "arguments": [f"{TOOLKIT}/bin/nvcc", "-c", f"../{name}"]}
            for name in ("a.cu", "b.cu")]))
        self.environment = {**os.environ, "PATH": f"{BUILD}/bin:{os.environ['PATH']}",
                            "HOME": str(self.root), "GIT_CONFIG_NOSYSTEM": "1"}
        self.environment.pop("WARPLINT_FAIL_ON", None)

    def run_here(self, *command, **environment):
        answer = subprocess.run([str(word) for word in command], cwd=self.root, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                env={**self.environment, **environment})
        return answer.returncode, answer.stdout


class PreCommit(Project):
    def setUp(self):
        super().setUp()
        if not shutil.which("pre-commit"):
            self.skipTest("no pre-commit")
        # The hooks alone: try-repo clones, and a checkout may be large.
        self.hooks = self.root / "hooks"
        self.hooks.mkdir()
        shutil.copy(SOURCE / ".pre-commit-hooks.yaml", self.hooks)
        for repository in (self.root, self.hooks):
            self.git(repository, "init", "--quiet")
        self.git(self.hooks, "add", ".")
        self.git(self.hooks, "commit", "--quiet", "-m", "hooks")

    def git(self, folder, *arguments):
        subprocess.run(["git", "-C", folder, "-c", "user.name=n", "-c", "user.email=e",
                        *arguments], check=True, env=self.environment)

    def hook(self, *files, hook="warplint"):
        self.git(self.root, "add", *files)
        return self.run_here("pre-commit", "try-repo", self.hooks, hook,
                             "--files", *files)

    def test_findings_stop_the_commit(self):
        status, output = self.hook("a.cu", "c.cpp")
        self.assertEqual(status, 1, output)
        self.assertIn(FINDING, output)

    def test_clean_files_pass(self):
        status, output = self.hook("b.cu", "c.cpp")
        self.assertEqual(status, 0, output)
        self.assertRegex(output, r"warplint\.+.*Passed")

    def test_only_lines_that_the_commit_changes(self):
        status, output = self.hook("a.cu", "b.cu", hook="warplint-diff")
        self.assertEqual(status, 1, output)
        self.git(self.root, "commit", "--quiet", "-m", "as it is")
        (self.root / "a.cu").write_text(CLEAN + DIVERGENT)
        status, output = self.hook("a.cu", hook="warplint-diff")
        self.assertEqual(status, 0, output)
        (self.root / "a.cu").write_text(DIVERGENT.replace("> 0", "> 1"))
        status, output = self.hook("a.cu", hook="warplint-diff")
        self.assertEqual(status, 1, output)
        self.assertIn(FINDING, output)

    def test_files_without_cuda_are_not_its_business(self):
        status, output = self.hook("c.cpp")
        self.assertEqual(status, 0, output)
        self.assertRegex(output, r"warplint\.+.*Skipped")


class Action(Project):
    """The `run` blocks of action.yml, with the runner's variables set by hand."""

    def steps(self):
        text = (SOURCE / "action.yml").read_text()
        blocks = re.findall(r"^    - name: (.*)\n(?:.*\n)*?      run: \|\n((?:        .*\n|\n)+)",
                            text, re.M)
        self.assertEqual([name for name, _ in blocks], ["Install warplint", "Lint"])
        return {name: textwrap.dedent(block) for name, block in blocks}

    def step(self, name, **inputs):
        paths = self.root / "added-to-path"
        paths.touch()
        status, output = self.run_here(
            "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", self.steps()[name],
            RUNNER_TEMP=str(self.root), GITHUB_PATH=str(paths),
            GITHUB_ENV=str(self.root / "added-to-env"), **{"CUDA_HEADERS": "never", **inputs})
        return status, output, paths.read_text()

    def lint(self, files="", options="", build="build", base="", flags="", **more):
        return self.step("Lint", BUILD_DIR=build, FILES=files, OPTIONS=options, FLAGS=flags,
                         DIFF_BASE=base, **more)[:2]

    def test_uses_what_is_installed(self):
        status, output, _ = self.step("Install warplint", PACKAGE="")
        self.assertEqual((status, output.strip()), (0, f"{BUILD}/bin/warplint"))

    def test_says_what_is_missing(self):
        self.environment["PATH"] = "/usr/bin:/bin"
        status, output, _ = self.step("Install warplint", PACKAGE="")
        self.assertEqual(status, 1)
        self.assertIn("::error::warplint is not installed", output)
        status, output, _ = self.step("Install warplint", PACKAGE="warplint.zip")
        self.assertEqual(status, 1)
        self.assertIn("::error::'warplint.zip' is neither", output)

    def test_checks_what_it_installs(self):
        package = self.root / "warplint.tar.gz"
        (self.root / "warplint-0.1.0").mkdir()
        subprocess.run(["tar", "-czf", package, "-C", self.root, "warplint-0.1.0"], check=True)
        digest = hashlib.sha256(package.read_bytes()).hexdigest()
        for line in (digest, f"{digest}  warplint.tar.gz"):
            self.assertEqual(self.step("Install warplint", PACKAGE=str(package),
                                       SHA256=line)[:2], (0, ""))
        status, output, _ = self.step("Install warplint", PACKAGE=str(package),
                                      SHA256="0" * 64)
        self.assertEqual(status, 1)
        self.assertIn("is not what sha256 names", output)

    def test_lints_the_database(self):
        status, output = self.lint()
        self.assertEqual(status, 1, output)
        self.assertIn(FINDING, output)
        self.assertIn("2 kernels in 2 files analysed", output)

    def test_a_report_for_code_scanning(self):
        [options] = re.findall(r"options: \|\n((?: +\S+\n)+) +- uses: github/codeql-action/upload-sarif",
                               (SOURCE / "docs/ci.md").read_text())
        status, output = self.lint(options=textwrap.dedent(options))
        self.assertEqual(status, 1, output)
        [run] = json.loads((self.root / "warplint.sarif").read_text())["runs"]
        self.assertEqual([(result["ruleId"], place["physicalLocation"]["artifactLocation"]["uri"])
                          for result in run["results"] for place in result["locations"]],
                         [("warplint-divergent-barrier", "a.cu")])

    def test_inputs(self):
        status, output = self.lint(files="b.cu\n", options="--quiet\n\n--checks=-*,warplint-*\n")
        self.assertEqual((status, output.splitlines()[1:]), (0, []))
        self.assertEqual(self.lint(build="elsewhere")[0], 2)
        self.assertEqual(self.lint(files="$(touch here)")[0], 2)
        self.assertFalse((self.root / "here").exists())

    def test_a_pull_request_in_a_shallow_checkout(self):
        git = ["git", "-c", "user.name=n", "-c", "user.email=e"]
        upstream = self.root / "upstream"
        upstream.mkdir()
        (upstream / "a.cu").write_text(DIVERGENT)
        for words in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "base"],
                      ["config", "uploadpack.allowAnySHA1InWant", "true"]):
            subprocess.run([*git, "-C", upstream, *words], check=True, env=self.environment)
        base = subprocess.run(["git", "-C", upstream, "rev-parse", "HEAD"], check=True, text=True,
                              stdout=subprocess.PIPE, env=self.environment).stdout.strip()
        (upstream / "a.cu").write_text(DIVERGENT + DIVERGENT.replace("divergent", "second"))
        subprocess.run([*git, "-C", upstream, "commit", "--quiet", "-am", "work"], check=True,
                       env=self.environment)
        clone = self.root / "clone"
        subprocess.run([*git, "clone", "--quiet", "--depth=1", f"file://{upstream}", clone],
                       check=True, env=self.environment)
        shutil.copytree(self.root / "build", clone / "build")
        database = clone / "build/compile_commands.json"
        database.write_text(json.dumps(
            [{**entry, "directory": str(clone / "build")}
             for entry in json.loads(database.read_text()) if entry["file"] == "../a.cu"]))
        self.root = clone
        status, output = self.lint(base=base)
        self.assertEqual(status, 1, output)
        self.assertIn("a.cu:7:5: warning: '__syncthreads()' is reached", output)
        self.assertNotIn(FINDING, output)
        self.assertIn("1 finding (1 more that the change does not touch)", output)
        status, output = self.lint(files="a.cu", base=base)
        self.assertEqual(status, 1, output)
        self.assertIn("a.cu:7:5: warning", output)

    def test_annotations_carry_reasons(self):
        [line] = [line for line in self.lint()[1].splitlines() if line.startswith("::error")]
        self.assertRegex(line, r"^::error file=a\.cu,line=3,col=5,endColumn=\d+,"
                               r"title=warplint-divergent-barrier::'__syncthreads\(\)' is reached")
        self.assertIn("%0Aa.cu:2: this condition differs between threads", line)

    def test_the_tier_decides(self):
        (self.root / "a.cu").write_text(PORTABILITY)
        for options, status, level in [("", 0, "::notice"), ("--fail-on=any\n", 1, "::error")]:
            answer, output = self.lint(options=options)
            self.assertEqual(answer, status, output)
            self.assertIn(f"{level} file=a.cu,line=3", output)
        self.assertEqual(self.lint(WARPLINT_FAIL_ON="portability")[0], 1)

    def test_the_page_of_the_job(self):
        page = self.root / "page.md"
        self.assertEqual(self.lint(GITHUB_STEP_SUMMARY=str(page))[0], 1)
        lines = page.read_text().splitlines()
        self.assertEqual(lines[0], "### warplint")
        self.assertRegex(lines[2], "^    warplint: 2 kernels in 2 files analysed, 1 finding")
        self.assertRegex(lines[4], "^    a.cu:3:5: warning: ")
        self.assertTrue(all(line.startswith("    ") for line in lines[1:] if line))

    def test_flags_in_place_of_a_database(self):
        shutil.rmtree(self.root / "build")
        status, output = self.lint(files=".", flags=f"-arch=sm_90\n--cuda-path={TOOLKIT}\n")
        self.assertEqual(status, 1, output)
        self.assertIn(FINDING, output)
        self.assertIn("2 kernels in 2 files analysed", output)

    def test_packages_are_unpacked_and_installed_nowhere_else(self):
        for name, place in (("warplint.tar.gz", "bin"), ("warplint.deb", "usr/bin")):
            tree = self.root / "tree"
            program = tree / "warplint-0.1" / place / "warplint"
            program.parent.mkdir(parents=True)
            program.write_text("#!/bin/sh\n")
            program.chmod(0o755)
            package = self.root / name
            if name.endswith(".deb"):
                (tree / "warplint-0.1/DEBIAN").mkdir()
                (tree / "warplint-0.1/DEBIAN/control").write_text(
                    "Package: warplint\nVersion: 0.1\nArchitecture: all\nMaintainer: m <m@x.org>\n"
                    "Description: d\n")
                if not shutil.which("dpkg-deb"):
                    continue
                subprocess.run(["dpkg-deb", "--build", tree / "warplint-0.1", package], check=True,
                               stdout=subprocess.DEVNULL)
            else:
                subprocess.run(["tar", "-czf", package, "-C", tree, "warplint-0.1"], check=True)
            status, output, added = self.step("Install warplint", PACKAGE=str(package))
            self.assertEqual((status, output), (0, ""))
            self.assertTrue((Path(added.splitlines()[-1]) / "warplint").exists())
            shutil.rmtree(tree)
            shutil.rmtree(self.root / "warplint")

    def test_headers_are_fetched_where_there_are_none(self):
        tree = self.root / "warplint-0.1"
        fetcher = tree / "lib/warplint/fetch_toolkit.py"
        fetcher.parent.mkdir(parents=True)
        fetcher.write_text("import sys; print('fetched to', sys.argv[1])\n")
        package = self.root / "warplint.tar.gz"
        subprocess.run(["tar", "-czf", package, "-C", self.root, tree.name], check=True)
        status, output, _ = self.step("Install warplint", PACKAGE=str(package),
                                      CUDA_HEADERS="always")
        self.assertEqual((status, output), (0, f"fetched to {self.root}/cuda\n"))
        self.assertEqual((self.root / "added-to-env").read_text(),
                         f"WARPLINT_ACTION_CUDA={self.root}/cuda\n")
        status, output = self.lint(WARPLINT_ACTION_CUDA=str(TOOLKIT))
        self.assertEqual(status, 1, output)


class Recipes(Project):
    def blocks(self, language):
        return re.findall(rf"^```{language}\n(.*?)^```", (SOURCE / "docs/ci.md").read_text(),
                          re.M | re.S)

    def test_the_page_shows_what_init_writes(self):
        blocks = re.findall(r"^```\w+\n(.*?)^```", (SOURCE / "docs/ci.md").read_text(), re.M | re.S)
        for name in ("github.yml", "gitlab.yml", "jenkins.groovy"):
            self.assertIn((SOURCE / "docs/recipes" / name).read_text(), blocks)

    def test_commands_of_gitlab_and_jenkins(self):
        status, output = self.run_here("warplint", "-p", "build", "b.cu",
                                       "--write-baseline=warplint-baseline.json")
        self.assertEqual(status, 0, output)
        text = (SOURCE / "docs/ci.md").read_text()
        commands = re.findall(r"(?:^    - |\bsh ')(warplint [^'\n]*)", text, re.M)
        # GitLab's job fails by the exit code, Jenkins' by the plugin that reads the log.
        self.assertEqual([self.run_here("bash", "-c", command)[0] for command in commands], [1, 0])
        self.assertIn(FINDING, (self.root / "warplint.log").read_text())
        [issue] = json.loads((self.root / "gl-code-quality-report.json").read_text())
        self.assertEqual(issue["location"], {"path": "a.cu", "lines": {"begin": 3}})
        # Neither job fails by what does not decide, and the log that is counted has none of it.
        (self.root / "a.cu").write_text(PORTABILITY)
        self.assertEqual([self.run_here("bash", "-c", command)[0] for command in commands], [0, 0])
        self.assertNotIn("warning", (self.root / "warplint.log").read_text())
        (self.root / "a.cu").write_text("#include <no/such/header>\n")
        self.assertEqual([self.run_here("bash", "-c", command)[0] for command in commands], [3, 1])

    def test_yaml_and_hooks_are_well_formed(self):
        try:
            import yaml
        except ImportError:
            self.skipTest("no PyYAML")
        for text in self.blocks("yaml"):
            yaml.safe_load(text)
        action = yaml.safe_load((SOURCE / "action.yml").read_text())
        used = set(re.findall(r"inputs\.([\w-]+)", (SOURCE / "action.yml").read_text()))
        self.assertEqual(used, set(action["inputs"]))
        hooks = yaml.safe_load((SOURCE / ".pre-commit-hooks.yaml").read_text())
        self.assertEqual([hook["id"] for hook in hooks], ["warplint", "warplint-diff"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
