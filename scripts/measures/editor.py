# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The editor: from an edit inside a kernel to its diagnostics in warplint-clangd,
by the exchange that the tests use."""

import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

from measures.page import table

ROOT = Path(__file__).resolve().parents[2]
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


def one(arguments, source, folder):
    """Seconds to the first diagnostics, then of each edit: (on the clock, of the
    processor)."""
    file = folder / source.name
    file.write_text(source.read_text())
    (folder / "compile_commands.json").write_text(json.dumps([{
        "directory": str(folder), "file": str(file),
        "command": f"nvcc -std=c++17 -arch=sm_90 -x cu -c {file.name} -o x.o"}]))
    toolkit = [f"--cuda-path={arguments.cuda_path}"] if arguments.cuda_path else []
    server = LanguageServer([str(arguments.clangd), "--log=error",
                             "--background-index=false", *toolkit], folder, indexes_library=True)
    start = time.monotonic()
    document = server.open(file)
    server.diagnostics(document)
    opened = time.monotonic() - start
    costs = []
    changed = edits(document.text)
    # clangd waits longer after the first, slow build of a file.
    for counted in [False] * 8 + [True] * arguments.edits:
        settle(server)
        document.text = next(changed)
        start, worked = time.monotonic(), server.worked()
        server.change(document)
        server.diagnostics(document)
        seconds = time.monotonic() - start
        settle(server)
        if counted:
            costs.append((seconds, server.worked() - worked))
    server.close()
    return opened, costs


def measured(arguments):
    rows = []
    for name, words in INPUTS.items():
        with tempfile.TemporaryDirectory() as folder:
            opened, costs = one(arguments, ROOT / "benchmark" / name, Path(folder).resolve())
        clock, processor = ([1000 * cost[i] for cost in costs] for i in (0, 1))
        rows.append([words, f"{opened:.1f} s", f"{statistics.median(clock):.0f} ms",
                     f"{max(clock):.0f} ms", f"{statistics.median(processor):.0f} ms"])
    return (f"From an edit inside a kernel to the diagnostics of `warplint-clangd`, "
            f"{arguments.edits} edits of each file.\n\n"
            + table(["input", "opened", "an edit, median", "slowest",
                     "processor time, median"], rows))
