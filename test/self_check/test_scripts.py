#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of small programs under scripts/ and benchmark/ that need no network."""

import contextlib
import io
import json
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "benchmark/toolkits")]
# pylint: disable=wrong-import-position
import make_release
import test_reproducible
import toolkits


def run(script, *arguments):
    return subprocess.run([sys.executable, str(ROOT / script), *arguments],
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
        answer = run("scripts/lib/summarize.py", str(results), "--lit-status", str(lit_status))
        return answer.returncode, answer.stdout.splitlines()[-1]

    def test_summary_counts(self):
        self.assertEqual(self.summary(["PASS", "XFAIL", "UNSUPPORTED"]),
                         (0, "2 passed, 0 failed, 1 skipped"))
        self.assertEqual(self.summary(["PASS", "FAIL", "XPASS", "TIMEOUT", "UNRESOLVED"], 1),
                         (1, "1 passed, 4 failed, 0 skipped"))

    def test_summary_never_calls_nothing_a_success(self):
        self.assertEqual(self.summary([])[0], 1)
        self.assertEqual(self.summary(["PASS"], lit_status=2)[0], 1)
        self.assertEqual(run("scripts/lib/summarize.py", "no-such-file").returncode, 1)

    def test_files_apart(self):
        build = self.folder / "build"
        build.mkdir()
        entries = []
        for name, text in (("one.cpp", "static int helper() { return 1; }\n"),
                           ("two.cpp", "int use() { return helper(); }\n")):
            (self.folder / name).write_text(text)
            entries.append({"directory": str(self.folder), "file": str(self.folder / name),
                            "command": f"clang++-22 -c {name} -o {name}.o"})
        (build / "compile_commands.json").write_text(json.dumps(entries))
        options = ["--build", str(build), "--root", str(self.folder)]
        answer = run("scripts/check_apart.py", *options)
        self.assertEqual(answer.returncode, 1)
        self.assertIn("undeclared identifier 'helper'", answer.stderr)
        self.assertEqual(answer.stdout, "2 files, 1 do not compile by themselves\n")
        self.assertEqual(run("scripts/check_apart.py", *options, "one").returncode, 0)
        self.assertEqual(list(self.folder.glob("*.o")), [])

    def test_example_database(self):
        examples = self.folder / "examples"
        examples.mkdir()
        (examples / "a.cu").touch()
        answer = run("scripts/example_database.py", "--toolkit", "/opt/cuda", "--examples",
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

    def growth(self, exit_code):
        warplint = self.folder / "warplint"
        warplint.write_text(f"#!/bin/sh\nexit {exit_code}\n")
        warplint.chmod(0o755)
        return run("benchmark/growth/growth.py", "--warplint", str(warplint), "--sizes", "1,2")

    def test_growth_has_a_row_for_every_family(self):
        families = run("benchmark/growth/growth.py", "--list").stdout.split()
        self.assertGreater(len(families), 40)
        answer = self.growth(exit_code=1)
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        title, heads, *rows = answer.stdout.splitlines()
        self.assertEqual(heads.split(), ["family", "1", "2", "growth", "worst"])
        self.assertEqual([row.split()[0] for row in rows], families)
        self.assertEqual({len(row.split()) for row in rows}, {5})

    def test_growth_tells_of_units_that_fail(self):
        answer = self.growth(exit_code=3)
        self.assertEqual(answer.returncode, 1)
        self.assertIn("barriers: exit code 3 at size 1\n", answer.stderr)

    def growth_of_steps(self, most, cuts="{}"):
        """Of a program that takes the square of the size in steps."""
        warplint = self.folder / "warplint"
        warplint.write_text(
            '#!/bin/sh\nfor word; do\n  case $word in\n  --statistics=*) to=${word#*=} ;;\n'
            '  *.cu) size=$(basename "$word" .cu) ;;\n  esac\ndone\n'
            f'echo "{{\\"work\\": $((size * size)), \\"cuts\\": {cuts}}}" > "$to"\n')
        warplint.chmod(0o755)
        return run("benchmark/growth/growth.py", "--warplint", str(warplint), "--sizes", "2,4,8",
                   "--family", "barriers", "--steps", "--most-growth", most)

    def test_growth_of_steps_has_a_limit(self):
        answer = self.growth_of_steps("2.5")
        self.assertEqual(answer.returncode, 1)
        self.assertIn("barriers: steps grow 4.00 times per doubling\n", answer.stderr)
        answer = self.growth_of_steps("4.2")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        _, row = answer.stdout.splitlines()
        self.assertEqual(row.split(), ["barriers", "4", "16", "64", "4.00"])

    def test_growth_of_steps_ends_where_something_is_cut_off(self):
        answer = self.growth_of_steps("2.5", cuts='{\\"pairs\\": 3}')
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        _, row = answer.stdout.splitlines()
        self.assertEqual(row.split(), ["barriers", "4+", "16+", "64+", "-"])

    def commit(self, clone, text):
        (clone / "kernel.cuh").write_text(text)
        git = ["git", "-C", str(clone), "-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run([*git, "add", "."], check=True)
        subprocess.run([*git, "commit", "-q", "-m", "step"], check=True)
        return subprocess.run([*git, "rev-parse", "HEAD"], check=True,
                              capture_output=True, text=True).stdout.strip()

    def real_bug(self, before, after, *arguments):
        """The outcome for a fix; this warplint repeats the file that it reads."""
        clone = self.folder / "clone"
        subprocess.run(["git", "init", "-q", str(clone)], check=True)
        (clone / "unit.cu").touch()
        parent, fix = self.commit(clone, before), self.commit(clone, after)
        warplint = self.folder / "warplint"
        warplint.write_text(
            f"#!{sys.executable}\nimport sys, pathlib\n"
            "unit = pathlib.Path(sys.argv[1])\n"
            "assert unit.name == 'unit.cu' and f'-I{unit.parent}' in sys.argv\n"
            "text = (unit.parent / 'kernel.cuh').read_text()\n"
            "for number, line in enumerate(text.splitlines(), 1):\n"
            "    print(line.replace('@', f'{unit.parent}/kernel.cuh:{number}:1'))\n"
            "sys.exit(3 if 'incomplete' in text else 0)\n")
        warplint.chmod(0o755)
        bugs, units = self.folder / "bugs.tsv", self.folder / "units.tsv"
        bugs.write_text(
            "id\trepo\tparent\tfixing_commit_or_PR\tpath\tclass\tline_in_before\n"
            f"b1\to/n\t{parent}\t{fix}\tkernel.cuh\tbarrier\t\n"
            f"b2\to/n\t{parent}\t{fix}\tkernel.cuh\tother\t\n")
        units.write_text("bug\tunit\targuments\no/n\tunit.cu\t-I{tree}\n")
        answer = run("benchmark/realbugs/realbugs.py", "--bugs", str(bugs), "--units", str(units),
                     "--root", f"o/n={clone}", "--expect", "barrier=divergent-barrier",
                     "--warplint", str(warplint), *arguments)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertNotIn("b2", answer.stdout)
        return answer.stdout.splitlines()[0].split(" b1 ")[0].strip()

    BUG = "@: warning: only some threads [warplint-divergent-barrier]\n"

    def test_real_bugs_caught(self):
        self.assertEqual(self.real_bug(self.BUG, "fixed\n"), "caught")

    def test_real_bugs_seen_from_a_note(self):
        self.assertEqual(self.real_bug(
            self.BUG.replace("@", "/elsewhere.h:9:1") + "@: note: here\n", "fixed\n"),
            "caught")

    def test_real_bugs_still_reported(self):
        self.assertEqual(self.real_bug("old\n" + self.BUG, "new\n" + self.BUG),
                         "still reported")

    def test_real_bugs_missed(self):
        other = self.BUG.replace("divergent-barrier", "sync-mask")
        self.assertEqual(self.real_bug(other, "fixed\n"), "missed")

    def test_real_bugs_far_away_do_not_count(self):
        far = "\n" * 100 + self.BUG
        self.assertEqual(self.real_bug("old\n" + far, "fixed\n" + far), "missed")

    def test_real_bugs_not_seen_whole(self):
        self.assertEqual(self.real_bug("incomplete\n", "fixed\n"), "does not parse")

    def test_real_bugs_cut(self):
        self.assertEqual(self.real_bug("1 kernel too large to see whole\n", "fixed\n"),
                         "analysis cut")

    def fixes(self, before, after="", by_model="", mark="  // bug", *arguments):
        """The table for one fix; this warplint says what is to be said of each variant."""
        folder = self.folder / "fixes"
        folder.mkdir(exist_ok=True)
        source = folder / "left-early.cu"
        source.write_text("// Fix: o/n#1\n// Class: barriers\n// Check: sync-mask, named-barrier\n"
                          f"// BEFORE-warn sync-mask: not read\nint line5;{mark}\n")
        warplint = self.folder / "warplint"
        warplint.write_text(
            f"#!{sys.executable}\nimport sys\n"
            f"said = ({after!r} if '-DFIXED' in sys.argv else\n"
            f"        {by_model!r} if '--certainty=model' in sys.argv else {before!r})\n"
            "print(said.replace('@', sys.argv[1]))\nsys.exit(1 if said else 0)\n")
        warplint.chmod(0o755)
        return run("benchmark/fixes/fixes.py", "--warplint", str(warplint), "--fixes", str(folder),
                   "--page", str(self.folder / "fixes.md"), *arguments)

    FOUND = "@:5:1: warning: too few [warplint-named-barrier]\n"

    def fix_row(self, *said):
        answer = self.fixes(*said)
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        [row] = [line for line in answer.stdout.splitlines() if "o/n#1" in line]
        [share] = [line for line in answer.stdout.splitlines() if line.startswith("| in all ")]
        return row.strip("| ").split(" | ")[3:], share.strip("| ").split(" | ")[1]

    def test_fixes_found_and_silent(self):
        self.assertEqual(self.fix_row(self.FOUND), (["named-barrier", "silent"], "1 of 1 (100%)"))

    def test_fixes_found_by_a_note(self):
        elsewhere = self.FOUND.replace("@:5", "@:4") + "@:5:1: note: here\n"
        self.assertEqual(self.fix_row(elsewhere)[0], ["named-barrier", "silent"])

    def test_fixes_missed(self):
        for said in ("", self.FOUND.replace("@:5", "@:4"), self.FOUND.replace("named", "cold")):
            self.assertEqual(self.fix_row(said), (["missed", "silent"], "0 of 1 (0%)"))

    def test_fixes_found_by_the_model_only(self):
        self.assertEqual(self.fix_row("", "", self.FOUND), (
            ["missed (named-barrier with `--certainty=model`)", "silent"], "0 of 1 (0%)"))

    def test_fixes_still_reported(self):
        other = "@:1:1: warning: why [warplint-sync-mask]\n"
        self.assertEqual(self.fix_row(self.FOUND, other),
                         (["named-barrier", "reported: sync-mask"], "0 of 1 (0%)"))

    def test_fixes_that_are_not_marked(self):
        answer = self.fixes(self.FOUND, "", "", "")
        self.assertEqual((answer.returncode, answer.stdout), (1, ""))
        self.assertIn("no line ends in '// bug'", answer.stderr)

    def test_fixes_that_do_not_parse(self):
        answer = self.fixes("@:5:1: error: no such thing\n")
        self.assertEqual((answer.returncode, answer.stdout), (1, ""))
        self.assertIn("error: no such thing", answer.stderr)

    def test_fixes_page(self):
        mark = "  // bug: the last one leaves"
        self.assertEqual(self.fixes(self.FOUND, "", "", mark, "--write").returncode, 0)
        self.assertEqual(self.fixes(self.FOUND, "", "", mark, "--verify").returncode, 0)
        self.assertEqual(self.fixes("", "", "", mark, "--verify").returncode, 1)

    def test_release_knows_what_is_linked(self):
        lib = Path("/usr/lib/llvm-22/lib")
        for file, component in {
                "libclangTidy.a": "clang-tools-extra", "libclangSema.a": "clang",
                "libLLVMSupport.a": "LLVM", "libm-2.36.a": "glibc", "rcrt1.o": "glibc",
                "crtbeginS.o": "libgcc", "libz3.a": "Z3", "libz.a": "zlib"}.items():
            self.assertEqual(make_release.component_of(lib / file), component)
        with self.assertRaisesRegex(SystemExit, "libnew.a"):
            make_release.component_of(lib / "libnew.a")

    def test_release_reads_what_the_linker_names(self):
        self.assertEqual(make_release.traced_files([
            "lib/own.o", "", "/a/libz.a(deflate.o)", "/a/libz.a(trees.o)", "/a/crt1.o",
            "/with space/(1)/libz3.a(api.cpp.o)"]),
            {Path("/a/libz.a"), Path("/a/crt1.o"), Path("/with space/(1)/libz3.a")})

    def test_release_has_the_licences_that_debian_has_on_its_machines(self):
        text = self.folder / "copyright"
        text.write_text("see `/usr/share/common-licenses/LGPL-2.1' and\n"
                        "/usr/share/common-licenses/GPL.\n")
        linked = self.folder / "linked"
        make_release.write_linked(linked, {"libc": ("libc", "1", text)}, {})
        self.assertEqual((linked / "licenses/libc.txt").read_text(), text.read_text())
        for name in ("LGPL-2.1", "GPL"):
            self.assertIn("GENERAL PUBLIC LICENSE",
                          (linked / "licenses/common" / name).read_text())
        self.assertEqual(len(list((linked / "licenses/common").iterdir())), 2)

    def test_release_packs_the_same_bytes(self):
        packed = []
        for name in ("one", "another"):
            tree = self.folder / name / "tree"
            (tree / "bin").mkdir(parents=True)
            for file in sorted(("a", "b"), reverse=name == "one"):
                (tree / "bin" / file).write_text(file)
                (tree / "bin" / file).touch()
            packed.append(self.folder / name / "tree.tar.gz")
            make_release.pack_tree(tree, packed[-1], 1000000000)
        self.assertEqual(packed[0].read_bytes(), packed[1].read_bytes())

    def test_releases_are_compared(self):
        for name, text in (("one", "same"), ("same", "same"), ("other", "changed")):
            tree = self.folder / "trees" / name / "tree"
            (tree / "docs").mkdir(parents=True)
            (tree / "docs/page.md").write_text(text)
            (tree / "LICENSE").write_text("licence")
            (self.folder / name).mkdir()
            make_release.pack_tree(tree, self.folder / name / "w-1.tar.gz", 1000000000)
        (self.folder / "more").mkdir()
        (self.folder / "more/w-1.deb").touch()
        one = self.folder / "one"
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            self.assertTrue(test_reproducible.compare(one, self.folder / "same"))
            self.assertFalse(test_reproducible.compare(one, self.folder / "other"))
            self.assertFalse(test_reproducible.compare(one, self.folder / "more"))
        self.assertRegex(said.getvalue(), r"(?s)^w-1.tar.gz: the same \d+ bytes\n"
                         r"w-1.tar.gz: DIFFERS in w-1/docs/page.md\nw-1.deb: only in .*more\n")

    def test_release_has_its_part_of_the_changelog(self):
        with contextlib.redirect_stderr(io.StringIO()):
            self.assertIn("`warplint`", make_release.release_text("0.1.0"))
        with self.assertRaises(SystemExit):
            make_release.release_text("99.0")

    def test_toolkits_are_pinned(self):
        for pins in (ROOT / "scripts/toolkits").glob("*.txt"):
            for line in pins.read_text().splitlines()[1:]:
                self.assertRegex(line, r"^nvidia-[\w-]+==[\d.post]+ --hash=sha256:[0-9a-f]{64}$")

    def test_toolkits_shares_columns(self):
        said = {("12.4", "75"): "2", ("12.4", "90"): "4", ("13.0", "75"): "1 [1]",
                ("13.0", "88"): "1 [1]", ("13.0", "90"): "3", ("13.0", "121"): "3"}
        self.assertEqual(
            toolkits.merged(["12.4", "13.0"], ["75", "88", "90", "121"], said),
            "| CUDA | sm_75, sm_88 | sm_90, sm_121 |\n| --- | --- | --- |\n"
            "| 12.4 | 2 | 4 |\n| 13.0 | 1 [1] | 3 |")
        self.assertTrue(toolkits.knows("12.10", "103"))
        self.assertFalse(toolkits.knows("12.8", "103"))

    def toolkit_outcome(self, output, reason):
        return toolkits.Outcome(subprocess.CompletedProcess(
            [], 3, output, f"warplint: incomplete: /a/headers.cu: {reason}\n"), "/cuda")

    def test_toolkits_tells_whose_errors_they_are(self):
        outcome = self.toolkit_outcome(
            "/cuda/cub/a.cuh:8:1: error: 'auto' not allowed [clang-diagnostic-error]\n"
            "    8 | template <auto>\n"
            "/cuda/b.h:4:2: error: CUB requires C++17. Define X [clang-diagnostic-error]\n"
            "    4 | #  error CUB requires C++17. Define X\n", "'auto' not allowed")
        notes = toolkits.Notes()
        self.assertEqual(toolkits.parsed(outcome, notes), "[1]")
        other = self.toolkit_outcome(
            "/cuda/array:4:2: error: 'at' cannot overload 'at' [clang-diagnostic-error]\n"
            "note: expanded from macro 'AT'\n    4 | AT\n", "'at' cannot overload 'at'")
        self.assertEqual(toolkits.parsed(other, notes), "[2]")
        self.assertRegex(str(notes), r"^1. CUDA's own `#error`: CUB requires C\+\+17\n"
                         r"2. `array`: 'at' cannot overload 'at': nvcc gives ")

    def test_shell_scripts_parse(self):
        for script in [*(ROOT / "scripts").rglob("*.sh"), ROOT / ".ci/run"]:
            subprocess.run(["bash", "-n", str(script)], check=True)


if __name__ == "__main__":
    unittest.main()
