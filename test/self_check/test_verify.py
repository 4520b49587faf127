#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of test/verify.py against a stand-in that prints canned output."""

import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

VERIFY = Path(__file__).resolve().parents[1] / "verify.py"
WARNING = "k.cu:2:3: warning: '__syncthreads()' is reached by some [warplint-divergent-barrier]"
NOTE_A = "k.cu:1:5: note: this branch differs between threads"
NOTE_B = "k.cu:1:9: note: 'i' varies by thread"


class VerifyTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def verify(self, source, output, *options, status=None):
        """(exit code, what verify printed)"""
        (self.folder / "k.cu").write_text(textwrap.dedent(source))
        (self.folder / "output.txt").write_text("\n".join(output) + "\n")
        if status is None:
            status = int(any("warning:" in line for line in output))
        program = self.folder / "warplint"
        program.write_text('#!/bin/sh\nprintf "%s\\n" "$*" > "$(dirname "$0")/arguments"\n'
                           f'cat "$(dirname "$0")/output.txt"\nexit {status}\n')
        program.chmod(0o755)
        run = subprocess.run(
            [sys.executable, str(VERIFY), f"--warplint={program}",
             str(self.folder / "k.cu"), *options],
            capture_output=True, text=True)
        return run.returncode, run.stdout + run.stderr

    def assertPasses(self, *arguments, **options):
        code, text = self.verify(*arguments, **options)
        self.assertEqual(code, 0, text)

    def assertFails(self, expected, *arguments, **options):
        code, text = self.verify(*arguments, **options)
        self.assertEqual(code, 1, text)
        self.assertIn(expected, text)

    def test_expected_on_its_own_line(self):
        self.assertPasses("""\

            __syncthreads(); // warn divergent-barrier: reached by some
            """, [WARNING])

    def test_expected_at_a_distance_and_by_regex(self):
        for place in ("@+1", "@2", "@k.cu:2"):
            self.assertPasses(f"// warn{place} divergent-barrier: {{{{^'__sync.*'}}}} is reached\n",
                              [WARNING])

    def test_silent_because_of_an_assumption(self):
        program = self.folder / "warplint"
        source = ("__global__ void k(int *a) {\n"
                  "  a[0] = 1; // silent: own-part, bound\n}\n// no-findings\n")

        def run(with_own_part, assumed):
            (self.folder / "k.cu").write_text(source)
            kernel = '{"kernel": "ns::k", "assumed": {%s}}' % assumed
            program.write_text(f"""#!/bin/sh
                case "$*" in
                *--assume=no-own-part*|*--assume=none*) {with_own_part} ;;
                *--statistics=*) s=${{2#--statistics=}}; echo '{kernel}' > $s ;;
                esac""")
            program.chmod(0o755)
            done = subprocess.run(
                [sys.executable, str(VERIFY), f"--warplint={program}",
                 str(self.folder / "k.cu")], capture_output=True, text=True)
            return done.returncode, done.stdout

        (self.folder / "found.txt").write_text(WARNING + "\n")
        found = f"cat '{self.folder}/found.txt'"
        self.assertEqual(run(found, '"bound": 2'), (0, ""))
        code, said = run(found, "")
        self.assertEqual(code, 1)
        self.assertIn("silent, and not because of bound: k.cu:2", said)
        self.assertNotIn("because of own-part", said)
        self.assertIn("because of own-part: k.cu:2", run("true", '"bound": 2')[1])

    def run_with_switches(self, source, reporting):
        """What verify says of a program that reports line 2 with these switches."""
        (self.folder / "k.cu").write_text(source)
        (self.folder / "found.txt").write_text(WARNING + "\n")
        program = self.folder / "warplint"
        patterns = "|".join(f'*"--assume={switches} "*' for switches in reporting)
        program.write_text(f"""#!/bin/sh
            case "$*" in
            {patterns}) cat '{self.folder}/found.txt' ;;
            *--statistics=*) s=${{2#--statistics=}}
              echo '{{"kernel": "other", "restsOn": {{"in-row": 1}}}}' > $s ;;
            esac""")
        program.chmod(0o755)
        done = subprocess.run([sys.executable, str(VERIFY), f"--warplint={program}",
                               str(self.folder / "k.cu")], capture_output=True, text=True)
        return done.stdout

    def test_silent_without_saying_why(self):
        source = "__global__ void k(int *a) {\n  a[0] = 1;%s\n}\n// no-findings\n"
        unnamed = "silent without '// silent: <assumption>': k.cu:2"
        self.assertIn(unnamed, self.run_with_switches(source % "", ["none"]))
        self.assertEqual("", self.run_with_switches(source % " // silent: in-row",
                                                    ["none", "no-in-row"]))

    def test_silent_because_of_two_assumptions(self):
        source = ("__global__ void k(int *a) {\n  a[0] = 1; // silent: in-row, pitch\n}\n"
                  "// no-findings\n")
        both = ["none", "no-in-row,no-pitch"]
        self.assertEqual("", self.run_with_switches(source, both))
        self.assertIn("not because of pitch: k.cu:2",
                      self.run_with_switches(source, both + ["no-in-row"]))

    def test_silent_with_a_prefix(self):
        source = ("// RUN: %verify %s --prefix=OLD\n"
                  "__global__ void k(int *a) {{ a[0] = 1; }} // {}silent: in-row\n// no-findings\n")
        self.assertIn("not because of in-row: k.cu:2",
                      self.run_with_switches(source.format(""), ["other"]))
        self.assertEqual("", self.run_with_switches(source.format("OLD-"), ["other"]))

    def test_malformed_silence(self):
        self.assertFails("not an assumption", "// silent: Own Part\n// no-findings\n", [])

    def test_text_outside_braces_is_not_a_regex(self):
        self.assertFails("expected, not found", "// warn@2 divergent-barrier: reached.by\n", [WARNING])

    def test_unexpected_finding(self):
        self.assertFails("found, not expected", "// no-findings\n", [WARNING])

    def test_one_expectation_meets_one_finding(self):
        self.assertFails("found, not expected",
                         "// warn@2 divergent-barrier: reached\n", [WARNING, WARNING])

    def test_missing_finding(self):
        self.assertFails("expected, not found", "// warn@2 divergent-barrier: reached\n", [])

    def test_wrong_line_and_wrong_check(self):
        self.assertFails("expected, not found", "// warn@3 divergent-barrier: reached\n", [WARNING])
        self.assertFails("expected, not found", "// warn@2 sync-mask: reached\n", [WARNING])

    def test_foreign_warning_is_unexpected(self):
        self.assertFails("found, not expected", "// no-findings\n",
                         ["k.cu:1:1: warning: unused variable 'x' [clang-diagnostic-unused]"])

    def test_notes_in_order(self):
        source = "// warn@2 divergent-barrier: reached\n// note@1: this branch\n// note: varies\n"
        self.assertPasses(source, [WARNING, NOTE_A, NOTE_B])
        self.assertFails("expected note", source, [WARNING, NOTE_B, NOTE_A])
        self.assertFails("expected note", source, [WARNING, NOTE_A])

    def test_unexpected_notes_only_matter_when_exact(self):
        source = "// warn@2 divergent-barrier: reached\n// note@1: varies\n"
        output = [WARNING, NOTE_A, NOTE_B]
        self.assertPasses(source, output)
        self.assertFails("note", source, output, "--exact-notes")
        self.assertFails("found note, not expected",
                         "// warn@2 divergent-barrier: reached\n", output, "--exact-notes")

    def test_notes_of_another_finding_do_not_count(self):
        other = WARNING.replace(":2:", ":5:")
        self.assertFails("expected note", """\
            // warn@2 divergent-barrier: reached
            // note@1: this branch
            // warn@5 divergent-barrier: reached
            """, [WARNING, other, NOTE_A])

    def test_compile_error(self):
        self.assertFails("error in the unit", "// no-findings\n",
                         ["k.cu:1:1: error: use of undeclared identifier [clang-diagnostic-error]"])
        self.assertFails("error in the unit", "// no-findings\n",
                         ["warplint: error: no CUDA headers"], status=3)

    def test_exit_code_must_fit(self):
        self.assertFails("exit code 3", "// no-findings\n", [], status=3)
        self.assertFails("exit code 0", "// warn@2 divergent-barrier: reached\n", [WARNING], status=0)

    def test_expecting_nothing_must_be_said(self):
        self.assertFails("write '// no-findings'", "int x;\n", [])
        self.assertPasses("// no-findings\n", [])
        self.assertFails("says no-findings",
                         "// no-findings\n// warn@2 divergent-barrier: reached\n", [WARNING])

    def test_malformed_expectations(self):
        for line in ("// warn divergent-barrier reached", "// warn: reached",
                     "// warn@x divergent-barrier: reached", "// note@+1 reached",
                     "// warn divergent-barrier:"):
            self.assertFails("not", line + "\n// no-findings\n", [])
        self.assertFails("note without a warning", "// note: x\n// no-findings\n", [])

    def test_prose_is_not_an_expectation(self):
        self.assertPasses("// note that warnings matter\n// warning signs\n// no-findings\n", [])

    def test_prefixes(self):
        source = """\
            // RUN: %verify %s --prefix=OLD
            // RUN: %verify %s --prefix=NEW
            // OLD-warn@2 divergent-barrier: reached
            // NEW-no-findings
            """
        self.assertPasses(source, [WARNING], "--prefix=OLD")
        self.assertPasses(source, [], "--prefix=NEW")
        self.assertFails("found, not expected", source, [WARNING], "--prefix=NEW")
        self.assertFails("no RUN line", "// ODL-warn@2 divergent-barrier: x\n// no-findings\n", [])

    def test_options_and_flags_are_handed_on(self):
        self.assertPasses("// no-findings\n", [], "--checks=sync-mask", "--toolkit=/t",
                          "--", "-std=c++20")
        arguments = [word for word in (self.folder / "arguments").read_text().split()
                     if not word.startswith("--statistics=")]
        self.assertEqual(arguments[1:], ["--checks=sync-mask", "--", "-std=c++20",
                                         "--cuda-gpu-arch=sm_90", "--cuda-path=/t"])


if __name__ == "__main__":
    unittest.main()
