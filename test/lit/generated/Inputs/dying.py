#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A linter, and an editor's server, that dies of a word; else it is silent."""

import json
import os
import signal
import sys


def die_of(text):
    if "deadly" in text:
        os.kill(os.getpid(), signal.SIGSEGV)


def serve():
    while True:
        length = int(sys.stdin.buffer.readline().split(b":")[1])
        sys.stdin.buffer.readline()
        message = json.loads(sys.stdin.buffer.read(length))
        answer = {"jsonrpc": "2.0", "id": message.get("id"), "result": {}}
        if message["method"] == "textDocument/didChange":
            die_of(message["params"]["contentChanges"][0]["text"])
            document = message["params"]["textDocument"]
            answer = {"jsonrpc": "2.0", "method": "textDocument/publishDiagnostics",
                      "params": {**document, "diagnostics": []}}
        body = json.dumps(answer).encode()
        if "id" in message or "method" in answer:
            sys.stdout.buffer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            sys.stdout.buffer.flush()
        if message["method"] == "exit":
            return


if "--log=error" in sys.argv:
    serve()
for name in sys.argv[1:]:
    if name.endswith(".cu"):
        with open(name, encoding="utf-8") as file:
            die_of(file.read())
