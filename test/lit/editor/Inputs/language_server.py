#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A client of a language server, as small as a test of one needs."""

import json
import os
import queue
import subprocess
import tempfile
import threading
import time
from pathlib import Path

PATIENCE_SECONDS = 120
# A server that has not worked at all for so long has nothing more to say.
STILL_SECONDS = 600


class Document:
    def __init__(self, path):
        self.path = path
        self.uri = path.as_uri()
        self.text = path.read_text()
        self.version = 1

    def apply(self, edits):
        """The LSP text edits, last first so that places stay true."""
        lines = self.text.splitlines(keepends=True)

        def offset(place):
            return sum(map(len, lines[:place["line"]])) + place["character"]
        for edit in sorted(edits, key=lambda e: offset(e["range"]["start"]), reverse=True):
            start, end = (offset(edit["range"][key]) for key in ("start", "end"))
            self.text = self.text[:start] + edit["newText"] + self.text[end:]


class LanguageServer:
    """A running server. Diagnostics are asked for by document and version; an
    answer is waited for until the server has worked on it for `patience` seconds
    of processor time, or stands still: on a loaded machine it comes late. Then
    the test has failed. Unless `indexes_library`, clangd leaves the standard
    library's symbols alone, which takes it seconds and no test asks for."""

    def __init__(self, command, root, patience=PATIENCE_SECONDS, indexes_library=False):
        self.patience = patience
        environment = dict(os.environ)
        if not indexes_library:
            self.settings = tempfile.TemporaryDirectory()
            (Path(self.settings.name) / "clangd").mkdir()
            (Path(self.settings.name) / "clangd/config.yaml").write_text(
                "Index: {StandardLibrary: false}\n")
            environment["XDG_CONFIG_HOME"] = self.settings.name
        self.log = root / "server.log"
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, cwd=root,
                                            stdout=subprocess.PIPE, stderr=log,
                                            env=environment)
        self.messages = queue.Queue()
        self.published, self.answers, self.last_id = {}, {}, 0
        threading.Thread(target=self._read, daemon=True).start()
        self.request("initialize", processId=None, rootUri=root.as_uri(), capabilities={
            "textDocument": {
                "publishDiagnostics": {"relatedInformation": True},
                "codeAction": {"codeActionLiteralSupport": {
                    "codeActionKind": {"valueSet": ["quickfix"]}}}}})
        self.notify("initialized")

    def _read(self):
        stream = self.process.stdout
        while True:
            length = 0
            for line in iter(stream.readline, b""):
                if not line.strip():
                    break
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                return self.messages.put(None)
            self.messages.put(json.loads(stream.read(length)))

    def _send(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        try:
            self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self.process.stdin.flush()
        except BrokenPipeError:
            raise AssertionError("the server ended: " + self.log.read_text()) from None

    def worked(self):
        """The processor seconds of the server so far."""
        try:
            with open(f"/proc/{self.process.pid}/stat") as stat:
                fields = stat.read().rsplit(")", 1)[1].split()
        except OSError:
            return 0  # It has ended.
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _next_message(self, began):
        """The next message to a question that was asked when the server had
        worked for `began` seconds."""
        still_since, worked = time.monotonic(), self.worked()
        while True:
            try:
                return self.messages.get(timeout=1)
            except queue.Empty:
                now = self.worked()
            if now > worked:
                still_since, worked = time.monotonic(), now
            still = time.monotonic() - still_since
            if worked - began > self.patience or still > min(self.patience, STILL_SECONDS):
                raise AssertionError("the server does not answer: it has worked "
                                     f"{worked - began:.0f} seconds on it, and stood still "
                                     f"for the last {still:.0f}")

    def _until(self, condition):
        began = self.worked()
        while not condition():
            message = self._next_message(began)
            if message is None:
                raise AssertionError("the server ended: " + self.log.read_text())
            if message.get("method") == "textDocument/publishDiagnostics":
                found = message["params"]
                self.published[found["uri"], found.get("version")] = found["diagnostics"]
            elif "id" in message and "method" not in message:
                self.answers[message["id"]] = message

    def request(self, method, **params):
        self.last_id += 1
        self._send(id=self.last_id, method=method, params=params)
        self._until(lambda: self.last_id in self.answers)
        answer = self.answers[self.last_id]
        if "error" in answer:
            raise AssertionError(f"{method}: {answer['error']}")
        return answer["result"]

    def notify(self, method, **params):
        self._send(method=method, params=params)

    def open(self, path, language="cuda"):
        document = Document(path)
        self.notify("textDocument/didOpen", textDocument={
            "uri": document.uri, "languageId": language, "version": 1,
            "text": document.text})
        return document

    def change(self, document):
        """Tells the server of document.text."""
        document.version += 1
        self.notify("textDocument/didChange",
                    textDocument={"uri": document.uri, "version": document.version},
                    contentChanges=[{"text": document.text}])

    def diagnostics(self, document):
        """What the server says of the document as it is now."""
        key = document.uri, document.version
        self._until(lambda: key in self.published)
        return self.published[key]

    def fixes(self, document, diagnostic):
        return self.request("textDocument/codeAction",
                            textDocument={"uri": document.uri}, range=diagnostic["range"],
                            context={"diagnostics": [diagnostic], "only": ["quickfix"]})

    def close(self):
        self.request("shutdown")
        self.notify("exit")
        status = self.process.wait(self.patience)
        self.process.stdin.close()
        self.process.stdout.close()
        return status
