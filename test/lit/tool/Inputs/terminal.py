#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""terminal.py [--type=TEXT] [NAME=VALUE]... COMMAND...

Runs the command on a terminal, types TEXT and a line end, and prints what the
terminal shows, control characters spelled out. Exits as the command does.
"""

import os
import pty
import sys

arguments, typed = sys.argv[1:], None
if arguments[0].startswith("--type="):
    typed = arguments.pop(0).removeprefix("--type=")
os.environ["TERM"] = "xterm"
while "=" in arguments[0]:
    name, value = arguments.pop(0).split("=", 1)
    os.environ[name] = value
child, terminal = pty.fork()
if not child:
    os.execvp(arguments[0], arguments)
if typed is not None:
    os.write(terminal, (typed + "\n").encode())
shown = b""
try:
    while text := os.read(terminal, 4096):
        shown += text
except OSError:
    pass  # The terminal is closed.
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
shown = shown.decode().replace("\r\n", "\n").replace("\r", "<CR>").replace("\x1b", "<ESC>")
sys.stdout.write(shown)
sys.exit(code)
