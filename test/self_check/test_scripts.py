#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the small programs under scripts/ that need no network."""

import json
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


def run(script, *arguments):
    return subprocess.run([sys.executable, str(SCRIPTS / script), *arguments],
                          capture_output=True, text=True)


class ScriptTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(suffix=" with space")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def summary(self, codes, lit_status=0):
        results = self.folder / "results.json"
        results.write_text(json.dumps(
            {"tests": [{"name": f"t{i}", "code": c} for i, c in enumerate(codes)]}))
        answer = run("lib/summarize.py", str(results), "--lit-status", str(lit_status))
        return answer.returncode, answer.stdout.splitlines()[-1]

    def test_summary_counts(self):
        self.assertEqual(self.summary(["PASS", "XFAIL", "UNSUPPORTED"]),
                         (0, "2 passed, 0 failed, 1 skipped"))
        self.assertEqual(self.summary(["PASS", "FAIL", "XPASS", "TIMEOUT", "UNRESOLVED"], 1),
                         (1, "1 passed, 4 failed, 0 skipped"))

    def test_summary_never_calls_nothing_a_success(self):
        self.assertEqual(self.summary([])[0], 1)
        self.assertEqual(self.summary(["PASS"], lit_status=2)[0], 1)
        self.assertEqual(run("lib/summarize.py", "no-such-file").returncode, 1)

    def test_example_database(self):
        examples = self.folder / "examples"
        examples.mkdir()
        (examples / "a.cu").touch()
        answer = run("example_database.py", "--toolkit", "/opt/cuda", "--examples",
                     str(examples), "--output", str(self.folder / "out"))
        self.assertEqual(answer.returncode, 0, answer.stderr)
        [entry] = json.loads((self.folder / "out/compile_commands.json").read_text())
        words = shlex.split(entry["command"])
        self.assertEqual(words[0], "/opt/cuda/bin/nvcc")
        self.assertIn("--generate-code=arch=compute_90,code=[compute_90,sm_90]", words)
        self.assertEqual(entry["file"], str(examples / "a.cu"))
        self.assertIn(entry["file"], words)
        response_file = Path(entry["directory"], words[words.index("--options-file") + 1])
        self.assertEqual(response_file.read_text(), f'-I"{examples}"\n')

    def test_shell_scripts_parse(self):
        for script in [*SCRIPTS.rglob("*.sh"), SCRIPTS.parent / ".ci/run"]:
            subprocess.run(["bash", "-n", str(script)], check=True)


if __name__ == "__main__":
    unittest.main()
