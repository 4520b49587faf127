#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the client of language servers, with servers that answer late, work
for ever, or stand still."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lit/editor/Inputs"))
# pylint: disable=wrong-import-position
from language_server import LanguageServer

# Answers each request, after it has done what its argument says.
SERVER = """
import json, sys, time
def wait(what):
    if what == "work":
        until = time.process_time() + float(sys.argv[2])
        while time.process_time() < until:
            pass
    else:
        time.sleep(float(sys.argv[2]))
while line := sys.stdin.buffer.readline():
    sys.stdin.buffer.readline()
    question = json.loads(sys.stdin.buffer.read(int(line.split(b":")[1])))
    if question["method"] == "asked":
        wait(sys.argv[1])
    if "id" in question:
        answer = json.dumps({"id": question["id"], "result": 7}).encode()
        sys.stdout.buffer.write(b"Content-Length: %d\\r\\n\\r\\n" % len(answer) + answer)
        sys.stdout.flush()
"""


class PatienceTest(unittest.TestCase):
    def ask(self, patience, *what):
        with tempfile.TemporaryDirectory() as folder:
            server = LanguageServer([sys.executable, "-c", SERVER, *what], Path(folder),
                                    patience=patience)
            try:
                return server.request("asked")
            finally:
                server.process.kill()
                server.process.wait()
                server.process.stdin.close()

    def test_an_answer_may_come_late(self):
        self.assertEqual(self.ask(60, "sleep", "2"), 7)
        self.assertEqual(self.ask(60, "work", "1"), 7)

    def test_who_works_on_and_on_is_not_waited_for(self):
        with self.assertRaisesRegex(AssertionError, "it has worked [1-9] seconds on it"):
            self.ask(1, "work", "60")

    def test_who_stands_still_is_not_waited_for(self):
        with self.assertRaisesRegex(AssertionError, "stood still for the last [1-9]"):
            self.ask(1, "sleep", "60")

    def test_what_a_server_said_last_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(AssertionError, "the server ended.*no such program"):
                server = LanguageServer(["sh", "-c", "echo no such program >&2"], Path(folder))
                while True:
                    server.notify("asked")


if __name__ == "__main__":
    unittest.main()
