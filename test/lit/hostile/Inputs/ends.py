#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ends runs of warplint in every way and looks what they leave.

    ends.py --until=TEXT [OPTION...] COMMAND...

Runs COMMAND once to its end, and then once for each signal and each victim: the
process that was started, its whole group, its keeper, its worker, and these three
at once. It is ended when one of its processes has TEXT in its command line. Then

  - no process of the run is left (each carries a mark in its environment),
  - no folder is left in TMPDIR; where the keeper and the first were killed
    at once, none after the next run,
  - the next run prints what the first one did and ends with its exit code,
  - what was ended by a signal that can be caught said --again, if that is given.

--switch=FILE holds the file's text in runs that are ended, and nothing in others.

Prints "N ways" and exits with 0 if all of it holds.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path

PATIENCE = 60  # For a loaded machine; what is looked for comes within seconds.
SIGNALS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL]


def environment_of(pid):
    try:
        return Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return b""


def command_of(pid):
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        return b" ".join(words).decode(errors="replace")
    except OSError:
        return ""


def is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def parent_of(pid):
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
    except OSError:
        return 0


def marked(mark):
    """The living processes that carry MARK in their environment."""
    return [
        int(each)
        for each in os.listdir("/proc")
        if each.isdigit() and mark.encode() in environment_of(each) and is_alive(each)
    ]


def wait_for(condition, what, seconds=PATIENCE):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            sys.exit("waited in vain: " + what())
        time.sleep(0.01)


class Run:
    def __init__(self, command, stdin):
        self.mark = "WARPLINT_TEST_MARK=" + uuid.uuid4().hex
        name, value = self.mark.split("=")
        self.process = subprocess.Popen(
            command,
            env={**os.environ, name: value},
            stdin=subprocess.PIPE if stdin else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        if stdin:
            self.process.stdin.write(stdin)
            self.process.stdin.flush()

    def children(self, pid):
        return [each for each in marked(self.mark) if parent_of(each) == pid]

    def victims(self, name):
        first = self.process.pid
        if name == "first":
            return [first]
        keeper = (self.children(first) or [0])[0]
        worker = (self.children(keeper) or [0])[0] if keeper else 0
        return {"keeper": [keeper], "worker": [worker], "both": [first, keeper, worker]}[name]

    def end(self, victim, number):
        if victim == "group":
            os.killpg(self.process.pid, number)
            return
        victims = self.victims(victim)
        if 0 in victims:
            sys.exit(f"{victim}: there is none among {self.commands()}")
        for pid in victims:
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                if pid == victims[0]:
                    raise  # Others may have gone with the first.

    def commands(self):
        return [(pid, command_of(pid)) for pid in marked(self.mark)]


def whole(command, stdin):
    run = Run(command, None)
    out, err = run.process.communicate(stdin, timeout=600)
    wait_for(lambda: not marked(run.mark), lambda: f"processes after the end: {run.commands()}")
    return out, run.process.returncode, err


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--victims", default="first,group,keeper,worker,both")
    parser.add_argument("--until", required=True)
    parser.add_argument("--again", default="")
    parser.add_argument("--switch", default="")
    parser.add_argument("--reset", default="", help="a folder that goes before each run")
    parser.add_argument("--stdin", default="")
    parser.add_argument("--no-answer", action="store_true")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    scratch = Path(os.environ["TMPDIR"])
    # A shell starts what runs in the background with some of them ignored.
    for number in SIGNALS[:-1]:
        signal.signal(number, signal.SIG_DFL)
    stdin = Path(options.stdin).read_bytes() if options.stdin else b""

    def folders():
        return [each.name for each in scratch.glob("warplint-*")]

    def reset():
        if options.reset:
            shutil.rmtree(options.reset, ignore_errors=True)

    kept = Path(options.switch).read_text() if options.switch else ""

    def switch(text):
        if options.switch:
            Path(options.switch).write_text(text)

    def answer():
        if options.no_answer:
            return None
        switch("")
        return whole(options.command, stdin)

    reset()
    expected = answer()
    ways = 0
    for victim in options.victims.split(","):
        for number in SIGNALS:
            what = f"{victim} {signal.Signals(number).name}"
            # A keeper hears no signal but this one.
            if number != signal.SIGKILL and victim in ("keeper", "both"):
                continue
            reset()
            switch(kept)
            run = Run(options.command, stdin)
            wait_for(
                lambda: any(options.until in command for _, command in run.commands())
                or run.process.poll() is not None,
                lambda: f"{what}: nothing was started",
            )
            if run.process.poll() is not None:
                sys.exit(f"{what}: the run ended too early: {run.process.communicate()}")
            run.end(victim, number)
            if run.process.stdin:
                run.process.stdin.close()
                run.process.stdin = None
            try:
                _, err = run.process.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                sys.exit(f"{what}: it does not end: {run.commands()}")
            wait_for(lambda: not marked(run.mark), lambda: f"{what}: left are {run.commands()}", 10)
            if victim != "both" and folders():
                sys.exit(f"{what}: left are the folders {folders()}")
            if options.again and number != signal.SIGKILL and options.again not in err.decode():
                sys.exit(f"{what}: it said {err.decode()!r}")
            after = answer()
            if expected and after[:2] != expected[:2]:
                sys.exit(f"{what}: the next run had {after}, not {expected}")
            if folders():
                sys.exit(f"{what}: after the next run there are {folders()}")
            ways += 1
    switch(kept)
    print(ways, "ways")


if __name__ == "__main__":
    main()
