# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A page in a headless Chromium, driven by its debugging protocol over a pipe.

    with Page(command, address) as page:
        page.press("ArrowDown")
        page.evaluate("document.activeElement.textContent")
        page.accessible()          # [(role, name, level)] in reading order
"""

import json
import os
import subprocess
import sys


class Page:
    def __init__(self, command, address):
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()
        # The protocol's pipe is file descriptors 3 and 4.
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{to_browser} 4>&{from_browser}', "browser",
             *command, "--remote-debugging-pipe", f"--user-data-dir={os.getcwd()}/profile",
             "about:blank"],
            pass_fds=[to_browser, from_browser], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.number, self.session = b"", 0, None
        self.complaints = []
        targets = self.call("Target.getTargets")["targetInfos"]
        [target] = [t["targetId"] for t in targets if t["type"] == "page"]
        self.session = self.call("Target.attachToTarget", targetId=target,
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Accessibility"):
            self.call(domain + ".enable")
        self.open(address)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def receive(self):
        while b"\0" not in self.buffer:
            part = os.read(self.read_end, 1 << 20)
            if not part:
                sys.exit("the browser has ended")
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        if message.get("method") in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled",
                                     "Log.entryAdded"):
            self.complaints.append(message["params"])
        return message

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                assert "error" not in answer, (method, answer)
                return answer["result"]

    def open(self, address):
        """Loads `address` from anew, and waits for its load event."""
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)
        while not self.evaluate("document.readyState === 'complete' && "
                                "location.href !== 'about:blank'"):
            pass

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, (expression, answer)
        return answer["result"].get("value")

    def press(self, key, shift=False):
        text = {"Enter": "\r", " ": " "}.get(key, "")
        code = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "End": 35, "Home": 36,
                "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}[key]
        for kind in ("keyDown" if text else "rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, text=text,
                      windowsVirtualKeyCode=code, modifiers=8 if shift else 0)

    def focus(self):
        """What the element with the focus says."""
        return self.evaluate("document.activeElement.textContent.trim() || "
                             "document.activeElement.value")

    def accessible(self):
        """(role, name, level or None) of what a screen reader comes to, in order."""
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}
        found = []

        def visit(node):
            if not node.get("ignored"):
                level = [p["value"]["value"] for p in node.get("properties", [])
                         if p["name"] == "level"]
                found.append((node["role"]["value"], node.get("name", {}).get("value", ""),
                              level[0] if level else None))
            for child in node.get("childIds", []):
                if child in by_id:
                    visit(by_id[child])

        visit(nodes[0])
        return found
