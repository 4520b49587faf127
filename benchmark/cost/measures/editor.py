# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The editor: from an edit inside a kernel to its diagnostics in warplint-clangd,
by the exchange that the tests use."""

import json
import re
import statistics
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from measures.files import FLAGS
from measures.page import table
from measures.processes import Cost, in_turns, measure, ratio

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "test/lit/editor/Inputs"))
# pylint: disable=wrong-import-position
from language_server import LanguageServer

TITLE = "In an editor"
INPUTS = {
    "plain_kernel.cu": "plain kernels",
    "shared_tiles.cu": "five kernels with shared memory",
    "barrier_object.cu": "`<cuda/barrier>` and cooperative groups",
    "block_reduce.cu": "a kernel with cub's `BlockReduce` and `BlockScan`",
}
# clangd waits longer after the first, slow build of a file.
EDITS_NOT_COUNTED = 8


@dataclass
class EditorCosts:
    """Of one input, a Cost for each turn or, of an edit, for each that is counted."""
    source: Path
    parse: list
    first: list  # To the first diagnostics, without the index of the standard library.
    opened: float = 0  # Seconds to them with all that a user's clangd does.
    edits: list = field(default_factory=list)
    edited: Cost = None  # All counted edits together.


def settle(server):
    """Waits until the server has nothing left to do: clangd reads the standard
    library and the headers of a file for its index after it has been opened."""
    before = None
    while (now := server.worked()) != before:
        before = now
        time.sleep(0.5)


def edits(text):
    """Ever new texts, one word of code changed at the beginning of the first
    kernel each time."""
    place = text.index("{", text.index("__global__")) + 1
    number = 0
    while True:
        number += 1
        yield f"{text[:place]} (void){number};{text[place:]}"


def peak(server):
    """The most memory that it has used so far, in MiB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"^VmHWM:\s*(\d+) kB", status, re.M)[1]) / 1024


@contextmanager
def opened(arguments, source, indexes_library):
    """(the server with the first diagnostics of a copy of the file, the document,
    what that cost)"""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        file = folder / source.name
        file.write_text(source.read_text())
        (folder / "compile_commands.json").write_text(json.dumps([{
            "directory": str(folder), "file": str(file),
            "command": f"nvcc -std=c++17 -arch=sm_90 -x cu -c {file.name} -o x.o"}]))
        toolkit = [f"--cuda-path={arguments.cuda_path}"] if arguments.cuda_path else []
        server = LanguageServer(
            [str(arguments.clangd), "--log=error", "--background-index=false", *toolkit],
            folder, indexes_library=indexes_library)
        start = time.monotonic()
        document = server.open(file)
        server.diagnostics(document)
        cost = Cost(time.monotonic() - start, server.worked(), peak(server), [0])
        yield server, document, cost
        server.close()


def first(arguments, source):
    with opened(arguments, source, indexes_library=False) as (_, _, cost):
        return cost


def edit(server, document, text):
    document.text = text
    start, worked = time.monotonic(), server.worked()
    server.change(document)
    server.diagnostics(document)
    seconds = time.monotonic() - start
    settle(server)
    return Cost(seconds, server.worked() - worked, 0, [0])


def one(arguments, source):
    parse = arguments.parser.of_file(source, FLAGS)
    costs_of_file = EditorCosts(source, *in_turns(
        [lambda: measure(parse), lambda: first(arguments, source)], arguments.runs))
    with opened(arguments, source, indexes_library=True) as (server, document, cost):
        costs_of_file.opened = cost.seconds
        changed = edits(document.text)
        settle(server)
        for _ in range(EDITS_NOT_COUNTED):
            edit(server, document, next(changed))
        # The processor's time is counted in hundredths of a second: over all edits.
        worked = server.worked()
        costs_of_file.edits = [edit(server, document, next(changed))
                               for _ in range(arguments.edits)]
        costs_of_file.edited = Cost(0, server.worked() - worked, peak(server), [0])
    return costs_of_file


def costs(arguments, sources):
    return [one(arguments, source) for source in sources]


def row(file):
    clock, processor = ([1000 * getattr(cost, of) for cost in file.edits]
                        for of in ("seconds", "processor"))
    return [INPUTS.get(file.source.name, f"`{file.source.name}`"),
            f"{file.opened:.1f} s", f"{statistics.median(clock):.0f} ms",
            f"{max(clock):.0f} ms", f"{statistics.median(processor):.0f} ms"]


def ratios(measured):
    """The ledger's columns: an edit is the mean of all counted ones."""
    for file in measured:
        if any(cost.statuses != [0] for cost in file.parse):
            continue  # Not comparable.
        name = f"editor:{file.source.stem}"
        yield f"{name}:first", ratio(file.first, file.parse, "processor")
        mean = Cost(0, file.edited.processor / len(file.edits), file.edited.mebibytes, [0])
        yield f"{name}:edit", ratio([mean] * len(file.parse), file.parse, "processor")
        yield f"{name}:memory", ratio([mean] * len(file.parse), file.parse, "mebibytes")


def section(arguments, measured):
    return (f"From an edit inside a kernel to the diagnostics of `warplint-clangd`, "
            f"{arguments.edits} edits of each file.\n\n"
            + table(["input", "opened", "an edit, median", "slowest",
                     "processor time, median"], map(row, measured)))
