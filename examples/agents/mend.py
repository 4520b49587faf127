#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mends a kernel with `warplint serve`, as an agent does.

    mend.py wrong.cu mended.cu -- -arch=sm_90

Each round takes the fixes that help. Where findings are left, `rewrite` is asked for
another text: there an agent puts its model. The text is done when nothing is found,
all of it was read and no question was left undecided; then the exit code is 0.
"""

import json
import subprocess
import sys
from pathlib import Path

ROUNDS = 5


class Client:
    """A session of the Model Context Protocol over a child's stdin and stdout."""

    def __init__(self, command):
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                      stderr=subprocess.DEVNULL, text=True)
        self.last = 0
        self.request("initialize", protocolVersion="2025-06-18", capabilities={},
                     clientInfo={"name": "mend", "version": "1"})
        self.send(method="notifications/initialized")

    def send(self, **message):
        self.child.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.child.stdin.flush()

    def request(self, method, **params):
        self.last += 1
        self.send(id=self.last, method=method, params=params)
        for line in self.child.stdout:
            answer = json.loads(line)
            if answer.get("id") == self.last:
                if "error" in answer:
                    raise RuntimeError(answer["error"]["message"])
                return answer["result"]
        raise RuntimeError("the server has ended")

    def call(self, tool, **arguments):
        result = self.request("tools/call", name=tool, arguments=arguments)
        if result.get("isError"):
            raise RuntimeError(result["content"][0]["text"])
        return result["structuredContent"]

    def close(self):
        self.child.stdin.close()
        self.child.wait()


def is_clean(said):
    """Nothing is found, and nothing was left out on the way."""
    return not (said["findings"] or said["incomplete"] or said["cuts"] or said["unread"]
                or said["summary"]["undecided"])


def rewrite(text, findings):
    """Another text for what no fix mends; None gives up. An agent hands its model the
    message and the notes of each finding, whose role `advice` says what to do."""
    for finding in findings:
        print(f"left: line {finding['line']}: {finding['message']}")
        for note in finding["notes"]:
            if note["role"] == "advice":
                print(f"      {note['message']}")
    return None


def mend(client, text, flags):
    for number in range(1, ROUNDS + 1):
        said = client.call("fix_text", text=text, name="kernel.cu", flags=flags, unsafe=True)
        for fix in said["fixes"]:
            kept = "kept" if fix["fixed"] else f"not kept: {fix['why']}"
            print(f"round {number}: {fix['check']} at line {fix['line']}: {kept}")
        text = said["text"]
        said = client.call("lint_text", text=text, name="kernel.cu", flags=flags)
        if is_clean(said):
            print(f"clean after {number} round{'s' if number > 1 else ''}")
            return text, True
        other = rewrite(text, said["findings"])
        if not other:
            break
        text = other
    return text, False


def main():
    words = sys.argv[1:]
    flags = words[words.index("--") + 1:] if "--" in words else []
    wrong, mended = words[:2]
    client = Client(["warplint", "serve"])
    text, clean = mend(client, Path(wrong).read_text(), flags)
    client.close()
    Path(mended).write_text(text)
    sys.exit(0 if clean else 1)


if __name__ == "__main__":
    main()
