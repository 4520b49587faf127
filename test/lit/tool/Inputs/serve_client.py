#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The protocol's own client talks to warplint serve, by each handshake.

    serve_client.py WARPLINT CUDA-TOOLKIT

Works in the current folder. Takes the client from the package index; where that
cannot be reached, the tests are skipped. The client holds each result against
the schema that the server gave for it.
"""

import subprocess
import sys
import unittest
import venv
from pathlib import Path

WARPLINT, TOOLKIT = sys.argv[1:3]

CLIENT = '''
import asyncio, sys
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

WARPLINT, TOOLKIT, MODE = sys.argv[1:4]
RACE = open("race.cu").read()

async def talk():
    server = StdioServerParameters(command=WARPLINT, args=["serve", "--cuda-path=" + TOOLKIT])
    async with Client(stdio_client(server), mode=MODE) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert {"lint_files", "lint_text", "explain_check", "list_checks", "confirm_findings",
                "apply_fixes", "fix_text", "prove"} == set(tools), tools
        assert all(tool.output_schema for tool in tools.values()), tools
        assert tools["lint_text"].annotations.read_only_hint, tools["lint_text"]

        told = []
        async def progress(step, total, message):
            told.append(message)
        for name, arguments in {
                "lint_files": {"files": ["race.cu"]}, "lint_text": {"text": RACE},
                "confirm_findings": {"files": ["race.cu"], "runCommand": "./app"},
                "apply_fixes": {"files": ["race.cu"]}}.items():
            given = await client.call_tool(name, arguments, progress_callback=progress)
            assert not given.is_error, given
            [finding] = given.structured_content["findings"]
            assert finding["check"] == "warplint-shared-memory-race", finding
        brief = await client.call_tool("fix_text", {"text": RACE, "unsafe": True, "brief": True})
        assert not brief.is_error and "__syncthreads" in brief.structured_content["text"], brief
        pages = await client.list_resources()
        read = await client.read_resource(pages.resources[0].uri)
        assert read.contents[0].text.startswith("# warplint-"), read
        page = await client.call_tool("explain_check", {"check": finding["check"]})
        assert page.structured_content["page"].startswith("# warplint-shared-memory-race"), page
        listed = await client.call_tool("list_checks", {})
        assert finding["check"] in [c["id"] for c in listed.structured_content["checks"]], listed
        wrong = await client.call_tool("lint_files", {})
        assert wrong.is_error and "files" in wrong.content[0].text, wrong

asyncio.run(talk())
'''


class RealClient(unittest.TestCase):
    def test_all_tools(self):
        venv.create("client")
        installed = subprocess.run(
            [sys.executable, "-m", "pip", "--python=client/bin/python", "install", "--quiet",
             "--no-compile", "--retries=0", "--timeout=20", "mcp>=2"],
            capture_output=True, text=True)
        if installed.returncode:
            self.skipTest("pip cannot install mcp: " + installed.stderr[-200:])
        Path("talk.py").write_text(CLIENT)
        for mode in ("legacy", "auto"):
            with self.subTest(mode):
                said = subprocess.run(["client/bin/python", "talk.py", WARPLINT, TOOLKIT, mode],
                                      capture_output=True, text=True, timeout=600)
                self.assertEqual(said.returncode, 0, said.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
