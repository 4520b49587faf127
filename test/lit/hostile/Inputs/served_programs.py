#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that warplint serve runs for a client: what they print, and what
becomes of them when the client has ended.

    served_programs.py WARPLINT CUDA-TOOLKIT

Works in the current folder, which holds race.cu.
"""

import json
import os
import socket
import subprocess
import sys
import time
import unittest
from pathlib import Path

WARPLINT, TOOLKIT = sys.argv[1:3]
PATIENCE = 120
INITIALIZE = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
    "protocolVersion": "2025-06-18", "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"}}}


def lines(build, run):
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "confirm_findings",
        "arguments": {"files": ["race.cu"], "flags": ["-arch=sm_80"],
                      "buildCommand": build, "runCommand": run}}}
    said = [INITIALIZE, {"jsonrpc": "2.0", "method": "notifications/initialized"}, call]
    return b"".join(json.dumps(each).encode() + b"\n" for each in said)


def server(**streams):
    return subprocess.Popen([WARPLINT, "serve", "--allow-confirm", f"--cuda-path={TOOLKIT}"],
                            **streams)


def answer(build="true", run="true"):
    """The result, and how long its line is."""
    with server(stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        said = process.communicate(lines(build, run), timeout=600)[0].splitlines()[-1]
    return json.loads(said)["result"], len(said)


def wait_until(holds):
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def runs(command):
    """Whether a process has this command line."""
    for entry in Path("/proc").iterdir():
        try:
            if (entry / "cmdline").read_bytes() == command.replace(" ", "\0").encode() + b"\0":
                return True
        except OSError:
            continue
    return False


class Printing(unittest.TestCase):
    def both_ends(self, said, size):
        messages = said["structuredContent"]["messages"]
        self.assertIn("warplint: in ", messages)
        self.assertIn(" bytes are left out ...", messages)
        self.assertIn("the last word", messages)
        self.assertLess(size, 1 << 20)

    def test_much_is_cut_in_the_middle(self):
        self.both_ends(*answer(run="yes | head -c 300000000; echo the last word"))

    def test_a_build_that_prints_on_stderr(self):
        self.both_ends(*answer(build="yes | head -c 30000000 >&2; echo the last word"))

    def test_little_is_whole(self):
        said, _ = answer(run="yes | head -c 100000; echo the last word")
        self.assertNotIn("left out", said["structuredContent"]["messages"])
        self.assertIn("the last word", said["structuredContent"]["messages"])

    def test_printing_without_end_is_ended(self):
        said, _ = answer(run="yes")
        self.assertTrue(said["isError"])
        self.assertIn("printed more than 1024 MiB", said["content"][0]["text"])


class Ending(unittest.TestCase):
    def everything_ends(self, process, command, end):
        self.assertTrue(wait_until(lambda: runs(command)))
        end()
        self.assertTrue(wait_until(lambda: process.poll() is not None))
        self.assertFalse(runs(command))
        self.assertEqual(os.listdir(os.environ["TMPDIR"]), [])

    def piped(self, command):
        process = server(stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process.stdin.write(lines("true", command))
        process.stdin.flush()
        return process

    def test_both_ways_closed(self):
        process = self.piped("sleep 7771")
        self.everything_ends(process, "sleep 7771",
                             lambda: (process.stdin.close(), process.stdout.close()))

    def test_nobody_reads(self):
        process = self.piped("sleep 7772")
        self.everything_ends(process, "sleep 7772", process.stdout.close)
        process.stdin.close()

    def test_a_build(self):
        process = server(stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process.stdin.write(lines("sleep 7773", "true"))
        process.stdin.flush()
        self.everything_ends(process, "sleep 7773", process.stdout.close)
        process.stdin.close()

    def test_a_socket(self):
        ours, theirs = socket.socketpair()
        process = server(stdin=theirs, stdout=theirs)
        theirs.close()
        ours.sendall(lines("true", "sleep 7774"))
        self.everything_ends(process, "sleep 7774", ours.close)

    def test_who_says_nothing_more_gets_an_answer(self):
        said, _ = answer(run="sleep 2")
        self.assertFalse(said["isError"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
