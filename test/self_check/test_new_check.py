#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes new checks in a copy of the tree.

    test_new_check.py CLANG LLVM-INCLUDE
"""

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(Path(__file__).parent))
import check_house  # noqa: E402

CLANG, LLVM_INCLUDE = sys.argv[1:3]
GOOD = {"--summary": "a barrier is called with a lock held", "--category": "Correctness",
        "--cwe": "833"}


class NewCheck(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            cls.copy_tree(Path(folder))
            cls.problems = check_house.check_house(Path(folder))

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.copy_tree(self.root)

    @staticmethod
    def copy_tree(root):
        for name in ("checks", "lib", "docs", "test/lit/checks", "runtime_validation"):
            shutil.copytree(ROOT / name, root / name)
        for path in [*ROOT.glob("*.md"), ROOT / "LICENSE", ROOT / "CMakeLists.txt"]:
            shutil.copy(path, root)

    def make(self, check, **changes):
        options = {**GOOD, **{f"--{key}": value for key, value in changes.items()}}
        answer = subprocess.run(
            [sys.executable, str(ROOT / "scripts/new_check.py"), check, "--root",
             str(self.root), *(word for pair in options.items() for word in pair)],
            capture_output=True, text=True)
        return answer.returncode, answer.stdout + answer.stderr

    def must_make(self, check, **changes):
        status, output = self.make(check, **changes)
        self.assertEqual(status, 0, output)

    def read(self, name):
        return (self.root / name).read_text()

    def test_everything_is_there_and_nothing_is_done(self):
        self.must_make("sync-under-lock", guideline="1.14")
        new = [line for line in check_house.check_house(self.root)
               if line not in self.problems and "fewer than 2 files" not in line]
        self.assertTrue(new)
        self.assertEqual([line for line in new if "still to do" not in line], [])
        places = {line.split(":")[0] for line in new}
        self.assertEqual(places, {
            "checks/SyncUnderLock.cpp", "docs/checks/sync-under-lock.md", "docs/semantics.md",
            "test/lit/checks/sync-under-lock/basics.cu",
            "runtime_validation/cases/sync-under-lock/first-case.cu"})
        self.assertIn("[sync-under-lock](docs/checks/sync-under-lock.md)",
                      self.read("README.md"))
        self.assertRegex(self.read("checks/CMakeLists.txt"), r"\bSyncUnderLock\.cpp\b")
        banner = self.read("checks/SyncUnderLock.cpp").splitlines()[0]
        self.assertEqual(len(banner), 80, banner)
        self.assertIn("#error", self.read(
            "runtime_validation/cases/sync-under-lock/first-case.cu"))

    def test_the_source_compiles(self):
        self.must_make("sync-under-lock")
        answer = subprocess.run(
            [CLANG, "-fsyntax-only", "-std=c++17", "-fno-rtti", "-Wall", "-Werror",
             f"-I{self.root}", f"-I{self.root}/lib", "-isystem", LLVM_INCLUDE,
             str(self.root / "checks/SyncUnderLock.cpp")], capture_output=True, text=True)
        self.assertEqual(answer.returncode, 0, answer.stderr)

    def test_the_test_expects_a_finding(self):
        self.must_make("sync-under-lock")
        silent = self.root / "silent"
        silent.write_text("#!/bin/sh\nexit 0\n")
        silent.chmod(0o755)
        answer = subprocess.run(
            [sys.executable, str(ROOT / "test/verify.py"), f"--warplint={silent}",
             "--toolkit=/nowhere", str(self.root / "test/lit/checks/sync-under-lock/basics.cu")],
            capture_output=True, text=True)
        self.assertEqual(answer.returncode, 1)
        self.assertIn("sync-under-lock", answer.stdout + answer.stderr)

    def test_rows_keep_the_alphabet(self):
        for check in ("zebra-crossing", "aligned-arrival", "lost-wakeup"):
            self.must_make(check)
        ids = [row[0] for row in check_house.registered_checks(self.root)]
        self.assertEqual(ids, sorted(ids))
        listed = re.findall(r"\(([\w-]+)\.md\)", self.read("docs/checks/index.md"))
        self.assertEqual(listed, ids)

    def test_what_cannot_be_a_check(self):
        before = self.read("checks/Checks.def")
        for check, changes in [("divergent-barrier", {}), ("Barrier", {}), ("one", {}),
                               ("warplint-lock", {}), ("a-check", {"summary": "Ends badly."}),
                               ("a-check", {"category": "style"})]:
            status, output = self.make(check, **changes)
            self.assertNotEqual(status, 0, output)
        (self.root / "docs/checks/a-check.md").write_text("mine\n")
        self.assertIn("exists already", self.make("a-check")[1])
        self.assertEqual(self.read("docs/checks/a-check.md"), "mine\n")
        self.assertEqual(self.read("checks/Checks.def"), before)


class BudgetTable(unittest.TestCase):
    def table(self, *arguments):
        answer = subprocess.run([sys.executable, str(ROOT / "scripts/budget_table.py"),
                                 *arguments], capture_output=True, text=True)
        return answer.returncode, answer.stderr

    def test_is_up_to_date(self):
        self.assertEqual(self.table("--verify"), (0, ""))

    def test_differences_are_told(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name in ("docs/limitations.md", "lib/Analysis/Budgets/Budgets.def"):
                (root / name).parent.mkdir(parents=True)
                shutil.copy(ROOT / name, root / name)
            rows = root / "lib/Analysis/Budgets/Budgets.def"
            rows.write_text(rows.read_text().replace("48'000", "49'000"))
            self.assertIn("is not up to date", self.table("--verify", f"--root={root}")[1])
            self.assertEqual(self.table("--write", f"--root={root}"), (0, ""))
            self.assertEqual(self.table("--verify", f"--root={root}"), (0, ""))
            self.assertIn("| 12000 | 49000 | 480000 |",
                          (root / "docs/limitations.md").read_text())


class MatcherReference(unittest.TestCase):
    def reference(self, *arguments):
        answer = subprocess.run([sys.executable, str(ROOT / "scripts/matcher_reference.py"),
                                 *arguments], capture_output=True, text=True)
        return answer.returncode, answer.stderr

    def rows(self):
        return re.findall(r"^(?:NODE_MATCHER|CONDITION|FACT)\((\w+)",
                          (ROOT / "lib/Matchers/Matchers.def").read_text(), re.M)

    def test_is_up_to_date(self):
        self.assertEqual(self.reference("--verify"), (0, ""))

    def test_each_has_a_line_and_a_test(self):
        page = (ROOT / "docs/matchers.md").read_text()
        tests = (ROOT / "test/unit/Matchers/MatchersTest.cpp").read_text()
        self.assertGreater(len(self.rows()), 30)
        for name in self.rows():
            self.assertIn(f"**{name}**", page)
            self.assertRegex(tests, rf"\b{name}\(")

    def test_checks_show_their_matcher(self):
        for source in (ROOT / "checks").glob("*.cpp"):
            text = source.read_text()
            for matcher in re.findall(r'StringLiteral \w+ =\s+"(\w+\([^"]*\))";', text):
                if "NodeTest" not in text:
                    continue
                check = re.search(r"warplint-([\w-]+)", text)[1]
                page = (ROOT / f"docs/checks/{check}.md").read_text()
                self.assertIn(f"`{matcher}`", page)

    def test_differences_are_told(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name in ("docs/matchers.md", "lib/Matchers/Matchers.def"):
                (root / name).parent.mkdir(parents=True)
                shutil.copy(ROOT / name, root / name)
            rows = root / "lib/Matchers/Matchers.def"
            rows.write_text(rows.read_text().replace("Fences:", "All fences:"))
            self.assertIn("is not up to date", self.reference("--verify", f"--root={root}")[1])
            self.assertEqual(self.reference("--write", f"--root={root}"), (0, ""))
            self.assertIn("| All fences:", (root / "docs/matchers.md").read_text())


class Index(unittest.TestCase):
    def index(self, *arguments):
        answer = subprocess.run([sys.executable, str(ROOT / "scripts/check_index.py"),
                                 *arguments], capture_output=True, text=True)
        return answer.returncode, answer.stderr

    def test_is_up_to_date(self):
        self.assertEqual(self.index("--verify"), (0, ""))

    def test_differences_are_told(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name in ("checks", "docs"):
                shutil.copytree(ROOT / name, root / name)
            page = root / "docs/checks/divergent-barrier.md"
            index = root / "docs/checks/index.md"
            good = index.read_text()
            index.write_text(good + "| one more |\n")
            status, said = self.index("--verify", "--root", folder)
            self.assertEqual(status, 1)
            self.assertIn("is not up to date", said)
            self.assertEqual(self.index("--write", "--root", folder), (0, ""))
            self.assertEqual(index.read_text(), good)
            page.write_text(page.read_text().replace("Category correctness",
                                                     "Category portability"))
            status, said = self.index("--verify", "--root", folder)
            self.assertEqual(status, 1)
            self.assertIn("Checks.def correctness for divergent-barrier", said)

    def test_pages_open_for_those_who_learn(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name in ("checks", "docs"):
                shutil.copytree(ROOT / name, root / name)
            page = root / "docs/checks/divergent-barrier.md"
            good = page.read_text()
            title, text, rest = good.split("\n\n", 2)
            for wrong in (f"{title}\n\n{rest}", f"{title}\n\n{text}\nsix\nseven\n\n{rest}",
                          good.replace("```text", "```cuda", 1),
                          good.replace("```text\n", "```text\n" + "-" * 77 + "\n", 1)):
                page.write_text(wrong)
                status, said = self.index("--verify", "--root", folder)
                self.assertEqual(status, 1)
                self.assertIn("divergent-barrier.md: does not open with", said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
