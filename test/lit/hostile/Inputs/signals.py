#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Signals that end a run: which programs they start, what is said and left.

    signals.py COMMAND...

Works in the current folder, which holds slow.cu; the folders bin (of PATH) and
scratch (TMPDIR) are made there.
"""

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

HERE = Path.cwd()
RUN = HERE / "was-run"


def prepare():
    for name in ("bin", "scratch"):
        (HERE / name).mkdir(exist_ok=True)
    for name in ("llvm-symbolizer", "addr2line", "llvm-addr2line"):
        program = HERE / "bin" / name
        program.write_text(f"#!/bin/sh\necho {name} >> {RUN}\n")
        program.chmod(0o755)


def limit_time():
    resource.setrlimit(resource.RLIMIT_CPU, (2, 60))


def start(setup=None):
    def ready():
        # Shells have what they start in the background ignore some.
        for each in (signal.SIGQUIT, signal.SIGINT, signal.SIGXCPU):
            signal.signal(each, signal.SIG_DFL)
        if setup:
            setup()

    environment = {**os.environ, "PATH": f"{HERE}/bin:{os.environ['PATH']}",
                   "TMPDIR": str(HERE / "scratch")}
    return subprocess.Popen(sys.argv[1:], env=environment, stderr=subprocess.PIPE,
                            stdout=subprocess.DEVNULL, preexec_fn=ready, text=True,
                            start_new_session=True)


def busy(number):
    """Whether the run has been at work for a while, in steps of its clock."""
    words = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    return int(words[11]) >= 50


def ended_by(which, whole_group=False):
    process = start()
    end = time.monotonic() + 60
    while not busy(process.pid) and time.monotonic() < end:
        time.sleep(0.02)
    (os.killpg if whole_group else os.kill)(process.pid, which)
    return process


def told(name, process):
    said = process.communicate(timeout=120)[1]
    print(f"{name}: ended by {signal.Signals(-process.returncode).name},",
          "a dump," if "Stack dump" in said or " #0 " in said else "no dump,",
          f"programs: {RUN.read_text().split() if RUN.exists() else []},",
          f"left: {os.listdir('scratch')}")


prepare()
told("quit", ended_by(signal.SIGQUIT))
told("quit to all", ended_by(signal.SIGQUIT, whole_group=True))
told("time of the shell", start(limit_time))
told("time", ended_by(signal.SIGXCPU))
told("abort", ended_by(signal.SIGABRT))
told("system call", ended_by(signal.SIGSYS))
told("trap", ended_by(signal.SIGTRAP))
