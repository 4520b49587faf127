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
}
"""
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
            GITHUB_ACTION_PATH=str(SOURCE), **inputs)
        return status, output, paths.read_text()

    def lint(self, files="", options="", build="build", base=""):
        return self.step("Lint", BUILD_DIR=build, FILES=files, OPTIONS=options,
                         DIFF_BASE=base)[:2]

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

    def test_annotations(self):
        output = self.lint()[1]
        matcher = Path(re.match("::add-matcher::(.*)", output)[1])
        [pattern] = json.loads(matcher.read_text())["problemMatcher"][0]["pattern"]
        [found] = [m for m in map(re.compile(pattern["regexp"]).match, output.splitlines()) if m]
        fields = {key: found[group] for key, group in pattern.items() if key != "regexp"}
        message = fields.pop("message")
        self.assertEqual(Path(fields.pop("file")).name, "a.cu")
        self.assertEqual(fields, {"line": "3", "column": "5", "severity": "warning",
                                  "code": "warplint-divergent-barrier"})
        self.assertTrue(message.startswith("'__syncthreads()' is reached"))


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
        self.assertGreaterEqual(len(commands), 2)
        for command in commands:
            status, output = self.run_here("bash", "-c", f"set -o pipefail; {command}")
            self.assertEqual(status, 1, f"{command}: {output}")
            log = self.root / "warplint.log"
            seen = output + (log.read_text() if log.exists() else "")
            self.assertIn(FINDING, seen, command)

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
