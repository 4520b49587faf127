# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Replays many texts through warplint's command line, or through an editor's
session with warplint-clangd, and says what died, hung, or took memory that it did
not give back.

Texts come in groups: those of one group have one folder, one set of flags and, but
for what is tried, one text. Group N is a function of N alone, so that a run which
its time ended is continued with --begin.
"""

import multiprocessing
import os
import queue
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "test/lit/editor/Inputs"))

from language_server import LanguageServer  # pylint: disable=wrong-import-position

DEFAULT_FLAGS = {"-std=": "-std=c++17", "--cuda-gpu-arch=": "--cuda-gpu-arch=sm_90"}
# Codes that warplint ends with when it has linted: clean, findings, incomplete.
LINTED = (0, 1, 3)
INCOMPLETE = re.compile(r"^warplint: incomplete: (\S*?)(\d+)\.cu: (.*)$", re.MULTILINE)
DEATH = re.compile(r"crashed|out of memory|Sanitizer|: runtime error: ")


# Texts of a group that may take the time of one before each has to show its own.
SLOW_TEXTS = 4


# Of the second and the last quarter of a session, when they are compared: before that
# a server fills its caches.
LEVELS = 10


class Group(NamedTuple):
    name: str
    folder: Path  # of the texts' own headers
    flags: tuple
    texts: tuple


class Problem(NamedTuple):
    kind: str  # crash, hang, memory, answers
    text: str
    evidence: str


class Input(NamedTuple):
    path: Path
    name: str
    text: str
    flags: tuple


def read_inputs(folder, flags=()):
    """The sources below a folder, in the order of their names, with the flags that
    their own RUN lines name."""
    inputs = []
    for path in sorted(folder.rglob("*.cu")):
        text = path.read_text(errors="replace")
        runs = "\n".join(line for line in text.splitlines() if "RUN:" in line)
        chosen = dict(DEFAULT_FLAGS)
        for start in chosen:
            found = re.search(rf"{start}[\w+]+", runs)
            chosen[start] = found[0] if found else chosen[start]
        name = str(path.relative_to(folder).with_suffix("")).replace(os.sep, "-")
        inputs.append(Input(path, name, text, (*chosen.values(), *flags)))
    return inputs


class Failed(Exception):
    """The tool itself could not run."""


def memory_limit(options):
    """Of a process: it ends before the machine does."""
    return (2 * options.mebibytes << 20,) * 2


def is_over(options):
    return time.monotonic() - options.began > options.seconds


class CommandLine:
    """Texts as files, those of a group in one process. Those of a process that ends
    badly are run again one by one."""

    def __init__(self, options, folder):
        self.options, self.folder, self.most = options, folder, 0

    def _run(self, files, group):
        """What ended the run, and all that it wrote."""
        seconds, memory = self.options.text_seconds, memory_limit(self.options)
        if len(files) > 1:
            seconds *= SLOW_TEXTS

        def limits():
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
            resource.setrlimit(resource.RLIMIT_DATA, memory)
        command = [self.options.warplint, "--format=json", "--cuda-path=" +
                   self.options.cuda_path, f"--cache={self.folder}/cache", *files, "--",
                   f"-I{group.folder}", *group.flags]
        try:
            done = subprocess.run(command, capture_output=True, preexec_fn=limits, check=False,
                                  timeout=10 * seconds)
        except subprocess.TimeoutExpired as late:
            return "hang", (late.stdout or b"", late.stderr or b"")
        said = done.returncode, done.stdout, done.stderr
        if done.returncode in (-24, -9):
            return "hang", said
        return "" if done.returncode in LINTED else f"crash ({done.returncode})", said

    def _deaths(self, said):
        """Which files warplint says that it died on, and its words."""
        text = said[-1].decode(errors="replace")
        deaths = {int(found[2]): found[3] for found in INCOMPLETE.finditer(text)
                  if DEATH.search(found[3])}
        return deaths, text

    def replay(self, group):
        files = []
        for number, text in enumerate(group.texts):
            files.append(self.folder / f"{number}.cu")
            files[-1].write_text(text)
        ended, said = self._run(files, group)
        if ended and len(files) > 1:
            for file, text in zip(files, group.texts):
                if not is_over(self.options):
                    yield from self._alone(file, text, group)
            return
        if ended:
            yield Problem(ended, group.texts[0], said[-1].decode(errors="replace"))
            return
        deaths, text = self._deaths(said)
        for number, words in deaths.items():
            yield Problem(f"crash: {words}", group.texts[number], text)
        if not deaths and DEATH.search(text):
            yield Problem("crash", group.texts[0], text)
        if self.options.twice and said != self._run(files, group)[1]:
            yield Problem("two runs, two answers", "\n".join(group.texts), text)
        yield from self._memory(group)

    def _alone(self, file, text, group):
        ended, said = self._run([file], group)
        deaths, words = self._deaths(said)
        if ended or deaths or DEATH.search(words):
            yield Problem(ended or "crash", text, words)

    def _memory(self, group):
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
        if most > self.options.mebibytes >= self.most:
            yield Problem(f"memory: {most} MiB", "\n".join(group.texts), "")
        self.most = max(self.most, most)

    def end(self):
        return self.most, 0


class Editor:
    """Texts that are typed, each in the place of the one before, in one session of
    warplint-clangd, which waits for what the server says of each. A server that has
    died, or hung, is started anew."""

    PROBE = "__global__ void probe() {}\n"

    def __init__(self, options, folder):
        self.options, self.folder, self.most = options, folder, 0
        self.server, self.number, self.growth = None, 0, 0
        self.levels = []

    def _start(self):
        # Made before it answers: a server that does not is one to be ended.
        self.server = LanguageServer.__new__(LanguageServer)
        self.server.__init__(
            [self.options.clangd, "--log=error", "--background-index=false", "-j=1",
             f"--cuda-path={self.options.cuda_path}"], self.folder,
            patience=self.options.text_seconds)
        resource.prlimit(self.server.process.pid, resource.RLIMIT_DATA,
                         memory_limit(self.options))
        self.levels = []

    def _kill(self):
        self.server.process.kill()
        self.server.process.wait()
        self.server.process.stdout.close()
        try:
            self.server.process.stdin.close()
        except BrokenPipeError:
            pass
        self.server = None

    def _resident(self):
        """Anonymous memory of the server in MiB; files that are mapped come and go."""
        with open(f"/proc/{self.server.process.pid}/status") as status:
            return int(re.search(r"RssAnon:\s+(\d+)", status.read())[1]) >> 10

    def _open(self, group):
        """An empty document of the group in a folder of its own."""
        self.number += 1
        folder = self.folder / f"group{self.number}"
        folder.mkdir()
        (folder / "compile_flags.txt").write_text(
            "\n".join(["-xcuda", f"-I{group.folder}", *group.flags]) + "\n")
        (folder / "unit.cu").write_text("")
        return self.server.open(folder / "unit.cu")

    def _close(self, document):
        self.server.notify("textDocument/didClose", textDocument={"uri": document.uri})
        self.server.published.clear()
        shutil.rmtree(document.path.parent)

    def replay(self, group):
        document = None
        for text in group.texts:
            if is_over(self.options):
                break
            try:
                if not self.server:
                    document = None
                    self._start()
                document = document or self._open(group)
                if document.text == text:
                    continue  # clangd says nothing of what has not changed.
                document.text = text
                self.server.change(document)
                self.server.diagnostics(document)
                resident = self._resident()
            except (AssertionError, OSError, TypeError) as ended:
                hung = "does not answer" in str(ended)
                yield Problem("hang" if hung else "crash", text,
                              self.server.log.read_text()[-20000:] + str(ended)[:2000])
                self._kill()
                continue
            self.most = max(self.most, resident)
            if resident > self.options.mebibytes:
                yield Problem(f"memory: {resident} MiB", text, "")
                self._kill()
            said = self.server and self.server.log.read_text()
            if said and DEATH.search(said):
                yield Problem("crash: a check", text, said[-20000:])
                self._kill()
        if self.server and document:
            self._close(document)
            yield from self._level()

    def _level(self):
        """Compares what the server keeps with what it kept before: what it holds of
        the last few documents does not grow with their number."""
        self.levels.append(self._resident())
        quarter = len(self.levels) // 4
        if quarter < LEVELS:
            return
        self.growth = min(self.levels[-quarter:]) - min(self.levels[quarter:2 * quarter])
        if self.growth > self.options.growth:
            yield Problem(f"growth: {self.growth} MiB", " ".join(map(str, self.levels)), "")
            self._kill()

    def end(self):
        if self.server:
            self.server.close()
        return self.most, self.growth


def work(options, groups, counter, results):
    """One of the jobs: takes the next group until time is over."""
    with tempfile.TemporaryDirectory(dir=options.scratch) as folder:
        way = (Editor if options.clangd else CommandLine)(options, Path(folder).resolve())
        done, texts = 0, 0
        while not is_over(options):
            with counter.get_lock():
                number = counter.value
                counter.value += 1
            group = groups(number)
            if group is None:
                break
            for problem in way.replay(group):
                results.put((number, group.name, problem))
            done, texts = done + 1, texts + len(group.texts)
        results.put((None, (done, texts), way.end()))


def keep(found, name, number, problem):
    """A file of the text that shows the problem, beside what was said of it."""
    found.mkdir(parents=True, exist_ok=True)
    path, count = found / f"{name}-{number}.cu", 0
    while path.exists():
        count += 1
        path = found / f"{name}-{number}-{count}.cu"
    path.write_text(problem.text)
    path.with_suffix(".txt").write_text(problem.evidence)
    return path


def run(options, groups, what):
    """Replays groups(0), groups(1), ... until one is None or time is over. Prints
    what was found, and the counts; 1 if anything was."""
    context = multiprocessing.get_context("fork")
    results, counter = context.Queue(), context.Value("l", options.begin)
    options.began = time.monotonic()
    jobs = [context.Process(target=work, args=(options, groups, counter, results))
            for _ in range(options.jobs)]
    for job in jobs:
        job.start()
    kinds, sums, most, growth, left = {}, [0, 0], 0, 0, len(jobs)
    while left:
        try:
            number, name, problem = results.get(timeout=5)
        except queue.Empty:
            if not any(job.is_alive() for job in jobs) and results.empty():
                break
            continue
        if number is None:
            left -= 1
            sums = [a + b for a, b in zip(sums, name)]
            most, growth = max(most, problem[0]), max(growth, problem[1])
            continue
        kind = problem.kind.partition(" ")[0].rstrip(":")
        kinds[kind] = kinds.get(kind, 0) + 1
        print(f"{keep(options.found, name, number, problem)}: {problem.kind}", flush=True)
    for job in jobs:
        job.join()
    counts = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    print(f"{sums[0]} groups, {sums[1]} {what}: {counts or 'no problem'}; at most {most} MiB"
          + (f", {growth} MiB of growth" if options.clangd else ""))
    if left:
        print(f"{left} jobs ended before their time")
    if groups(counter.value):
        print(f"continue with --begin {counter.value}")
    return 1 if kinds or left else 0


def add_options(parser):
    parser.add_argument("--warplint", default=str(ROOT / "build/bin/warplint"))
    parser.add_argument("--clangd", metavar="PROGRAM",
                        help="replay in a session of this warplint-clangd")
    parser.add_argument("--cuda-path", default="/usr/local/cuda")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=10**9, help="then no group is begun")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--begin", type=int, default=0, metavar="N", help="the first group")
    parser.add_argument("--end", type=int, metavar="N", help="the group behind the last")
    parser.add_argument("--text-seconds", type=int, default=60,
                        help="processor time of a text")
    parser.add_argument("--mebibytes", type=int, default=3072, help="memory of a process")
    parser.add_argument("--growth", type=int, default=512,
                        help="MiB that a session may keep more than it did before")
    parser.add_argument("--scratch", type=Path, help="folder for what is written meanwhile")
    parser.add_argument("--found", type=Path, default=Path("replay-found"),
                        help="folder for texts that show a problem")
    parser.add_argument("flags", nargs="*", help="flags of the compiler, behind --")


def absolute(options):
    """The programs as they are found from any folder."""
    for name in ("warplint", "clangd"):
        program = getattr(options, name)
        found = program and shutil.which(program)
        if program and not found:
            sys.exit(f"{program} is not built")
        setattr(options, name, found and str(Path(found).resolve()))
    return options
