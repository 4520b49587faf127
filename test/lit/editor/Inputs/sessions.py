#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What an editor sees of warplint-clangd.

    sessions.py PROGRAM CUDA-TOOLKIT
"""

import contextlib
import json
import os
import sys
import tempfile
import unittest
from pathlib import Path

from language_server import LanguageServer

PROGRAM, TOOLKIT = sys.argv[1:3]

PLAIN = """\
#include "team.cuh"

__global__ void divergent(float *data, int n) {
  int i = threadIdx.x;
  if (i < n)
    __syncthreads();
  data[i] = 0;
}

__global__ void named(float *data) {
  data[threadIdx.x] = LIMIT;
  __syncthreads;
  data[threadIdx.x] += 1;
}

__global__ void fine(int *flags) {
  if (anyOf(flags[threadIdx.x]))
    __syncthreads();
  waitBy<__syncthreads>();
}
"""

KERNEL_WITH_FINDING = """\
__global__ void bad(float *p) {
  if (threadIdx.x < 3)
    __syncthreads();
}
"""

# Nothing instantiates it.
TEMPLATES = """\
#pragma once
template <typename T, int Block> __global__ void sum(const T *in, T *out) {
  __shared__ T parts[Block];
  parts[threadIdx.x] = in[threadIdx.x];
  if (in[threadIdx.x] > T(0))
    __syncthreads();
  out[threadIdx.x] = parts[threadIdx.x];
}
"""

# Terms of a sum, each of which nests one deeper than the one before.
DEEP = 5000


def locks(count):
    return "".join(["__global__ void locked(int *lock, int *data, int n) {\n",
                    *(f"  while (atomicCAS(&lock[{i}], 0, 1) != 0) {{}}\n"
                      f"  data[{i}] += n;\n  atomicExch(&lock[{i}], 0);\n"
                      for i in range(count)), "}\n"])


# What anyOf returns is the same for all threads, which only its body tells.
TEAM = """\
#pragma once
__device__ inline int anyOf(int mine) { return __syncthreads_or(mine); }
template <void (*Wait)()> __device__ void waitBy() { Wait(); }
__device__ inline void waitInHalf() {
  if (threadIdx.x < 16)
    __syncthreads();
}
"""

HOST_IN_HEADER = """\
#pragma once
void hostOnly();
inline __device__ void inHeader() { hostOnly(); }
template <typename T> __device__ void both(T t) { hostOnly(); t(); }
inline __device__ void onDevice() { both([] {}); }
"""

HOST_IN_FILE = """\
#include "shared.cuh"
struct Other { __host__ __device__ void operator()() {} };
struct Called { __device__ void operator()() { hostOnly(); } };
inline __device__ void own() { hostOnly(); }
__global__ void k() { inHeader(); both(Called()); own(); }
__global__ void k2() { onDevice(); }
"""

OBJECTS = """\
#include <cuda/barrier>

__global__ void consume(float *data) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads;
  if (data[threadIdx.x] > 0)
    bar.arrive_and_wait();
}
"""


# Barriers of a block, of a warp and in a helper; some threads, and nothing to order.
BARRIERS = """\
__device__ void meet() { __syncthreads(); }
__global__ void turn(const float *in, float *out, int n) {
  __shared__ float tile[256];
  for (int i = 0; i < n; ++i) {
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] += tile[255 - threadIdx.x];
    meet();
  }
}
__global__ void half(float *out) {
  __shared__ float tile[64];
  if (threadIdx.x < 32) {
    tile[threadIdx.x] = 1;
    /* \U0001F600 */ __syncwarp();
    out[threadIdx.x] = tile[31 - threadIdx.x];
  }
  __syncthreads();
}
__global__ void inPtx(float *out) {
  __shared__ float tile[64];
  tile[threadIdx.x] = 1; asm volatile("bar.sync 0;" ::: "memory");
  out[threadIdx.x] = tile[63 - threadIdx.x]; asm volatile("membar.gl;" ::: "memory");
}
void launch(float *p) { turn<<<1, 256>>>(p, p + 256, 4); half<<<1, 64>>>(p); inPtx<<<1, 64>>>(p); }
"""


@contextlib.contextmanager
def crash_at(place):
    """Servers that are started crash there."""
    os.environ["WARPLINT_FORCED_CRASH"] = place
    try:
        yield
    finally:
        del os.environ["WARPLINT_FORCED_CRASH"]


# Right for one warp, which is what all that can be read launches.
LAUNCHES = """\
__global__ void turn(const float *in, float *out) {
  __shared__ float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
__global__ void other(float *p) { p[threadIdx.x] = 0; }
void whole(float *p) { turn<<<1, 32>>>(p, p + 128); }
void broken(float *p) {
  other<<<1, missing>>>(p);
}
"""


class Session(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(suffix=" project")
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        self.server = None

    def tearDown(self):
        if self.server:
            self.assertEqual(self.server.close(), 0)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return path

    def write_database(self, *sources):
        """As CMake writes it for nvcc and Makefiles."""
        self.write("build/includes_CUDA.rsp", f'-DLIMIT=127 -I"{self.root}"\n')
        self.write("build/compile_commands.json", json.dumps([{
            "directory": str(self.root / "build"), "file": str(source),
            "command": f"{TOOLKIT}/bin/nvcc -forward-unknown-to-host-compiler "
                       "--options-file includes_CUDA.rsp -O3 -std=c++17 "
                       '"--generate-code=arch=compute_90,code=[sm_90]" '
                       "--expt-relaxed-constexpr -Xcompiler=-fPIC "
                       f"{'' if source.suffix == '.cpp' else '-x cu '}"
                       f'-c "{source}" -o x.o'} for source in sources]))

    def start(self, *options):
        self.server = LanguageServer([PROGRAM, "--log=error", f"--cuda-path={TOOLKIT}",
                                      "--background-index=false", *options], self.root)
        return self.server

    def found(self, document):
        """(line, check or other code) of each diagnostic, hints left out."""
        return sorted((d["range"]["start"]["line"] + 1, d.get("code", ""))
                      for d in self.server.diagnostics(document) if d["severity"] < 3)

    def of_check(self, document, check):
        [diagnostic] = [d for d in self.server.diagnostics(document)
                        if d.get("code") == "warplint-" + check]
        return diagnostic

    def test_plain_kernels(self):
        source = self.write("reduce.cu", PLAIN)
        self.write("team.cuh", TEAM)
        self.write_database(source)
        server = self.start()
        document = server.open(source)
        self.assertEqual(self.found(document), [
            (6, "warplint-divergent-barrier"), (12, "-Wunused-value"),
            (12, "warplint-barrier-not-called")])

        divergent = self.of_check(document, "divergent-barrier")
        self.assertEqual(divergent["message"],
                         "'__syncthreads()' is reached by only some threads of the block, "
                         "and the others wait no more (portability) (likely)")
        self.assertEqual(divergent["codeDescription"]["href"],
                         "https://cwe.mitre.org/data/definitions/833.html")
        reasons = divergent["relatedInformation"]
        self.assertEqual({r["location"]["uri"] for r in reasons}, {document.uri})
        self.assertEqual([r["location"]["range"]["start"]["line"] + 1 for r in reasons],
                         [5, 4, 5, 6])
        self.assertIn("'i' varies by thread", reasons[1]["message"])

        fix, *_ = server.fixes(document, self.of_check(document, "barrier-not-called"))
        self.assertEqual(fix["title"], "add '()' to call it")
        document.apply(fix["edit"]["changes"][document.uri])
        self.assertIn("\n  __syncthreads();\n  data[threadIdx.x]", document.text)
        server.change(document)
        self.assertEqual(self.found(document), [(6, "warplint-divergent-barrier")])

        document.text = document.text.replace("  if (i < n)\n    __syncthreads();",
                                              "  __syncthreads();")
        server.change(document)
        self.assertEqual(self.found(document), [])

    def test_actions_that_suppress(self):
        path = self.write("a.cu", KERNEL_WITH_FINDING)
        self.write_database(path)
        server = self.start()
        document = server.open(path)
        self.assertEqual(self.found(document), [(3, "warplint-divergent-barrier")])
        finding = self.of_check(document, "divergent-barrier")
        self.assertNotIn("available", finding["message"])
        above, behind = server.fixes(document, finding)
        # An editor may apply a single action, or a preferred one, unasked.
        self.assertFalse(above.get("isPreferred") or behind.get("isPreferred"))
        for action, line in [
                (above, "    // NOLINTNEXTLINE(warplint-divergent-barrier): reason\n"
                        "    __syncthreads();\n"),
                (behind, "    __syncthreads(); // NOLINT(warplint-divergent-barrier): reason\n")]:
            document.text = KERNEL_WITH_FINDING
            document.apply(action["edit"]["changes"][document.uri])
            self.assertEqual(document.text, KERNEL_WITH_FINDING.replace(
                "    __syncthreads();\n", line))
            server.change(document)
            self.assertEqual(self.found(document), [])

    def test_hover_on_a_barrier(self):
        path = self.write("a.cu", BARRIERS)
        self.write_database(path)
        server = self.start()
        document = server.open(path)
        server.diagnostics(document)

        def hover(line, word):
            text = BARRIERS.splitlines()[line - 1]
            before = text[:text.index(word) + 1]
            answer = server.request(
                "textDocument/hover", textDocument={"uri": document.uri}, position={
                    "line": line - 1, "character": len(before.encode("utf-16-le")) // 2})
            _, _, said = answer["contents"]["value"].partition("warplint, ")
            return said
        self.assertEqual(hover(6, "__syncthreads").splitlines(), [
            "in `turn`: orders all threads of the block",
            "- `tile`: before it writes `tile[threadIdx.x]` in line 5; "
            "behind it reads `tile[255 - threadIdx.x]` in line 7"])
        # What the iterations of a loop do to each other.
        self.assertIn("before it reads `tile[255 - threadIdx.x]` in line 7; "
                      "behind it writes `tile[threadIdx.x]` in line 5", hover(1, "__sync"))
        self.assertEqual(hover(15, "__syncwarp").splitlines(), [
            "in `half`: orders lanes of a warp; in a block of (64,1,1), threads 0 to 31 reach "
            "it, by `threadIdx.x < 32` in line 13",
            "- `tile`: before it writes `tile[threadIdx.x]` in line 14; "
            "behind it reads `tile[31 - threadIdx.x]` in line 16"])
        self.assertIn("no object is written and accessed on both sides", hover(18, "__sync"))
        self.assertEqual(hover(7, "out"), "")
        self.assertEqual(hover(8, "meet"), "")
        self.assertEqual(hover(22, "bar.sync").splitlines(), [
            "in `inPtx`: orders all threads of the block",
            "- `tile`: before it writes `tile[threadIdx.x]` in line 22; "
            "behind it reads `tile[63 - threadIdx.x]` in line 23"])
        self.assertEqual(hover(23, "membar"), "")

    def test_barrier_objects(self):
        source = self.write("consume.cu", OBJECTS)
        self.write_database(source)
        server = self.start()
        document = server.open(source)
        self.assertEqual(self.found(document), [
            (7, "-Wunused-value"), (7, "warplint-barrier-not-called"),
            (9, "warplint-divergent-barrier")])
        divergent = self.of_check(document, "divergent-barrier")
        self.assertIn("arrive_and_wait()' is reached by only some", divergent["message"])
        self.assertIn("'data' is read at an address that varies by thread",
                      [r["message"] for r in divergent["relatedInformation"]])

        fix, *_ = server.fixes(document, self.of_check(document, "barrier-not-called"))
        document.apply(fix["edit"]["changes"][document.uri])
        document.text = document.text.replace("  if (data[threadIdx.x] > 0)\n", "")
        server.change(document)
        self.assertEqual(self.found(document), [])

    def test_header_takes_the_command_of_a_source(self):
        source = self.write("reduce.cu", PLAIN)
        header = self.write("team.cuh", TEAM + "static_assert(LIMIT == 127);\n")
        self.write_database(source)
        document = self.start().open(header)
        self.assertEqual(self.found(document), [(6, "warplint-divergent-barrier")])

    def test_header_of_templates(self):
        header = self.write("sum.cuh", TEMPLATES)
        document = self.start().open(header)
        self.assertEqual(self.found(document), [(6, "warplint-divergent-barrier")])

    def test_without_database(self):
        source = self.write("lone.cu", OBJECTS)
        document = self.start().open(source)
        self.assertIn((9, "warplint-divergent-barrier"), self.found(document))

    def test_while_typing(self):
        source = self.write("half.cu", "namespace inner {\n__global__ void k(int *p) {\n"
                            "  if (threadIdx.x == 3)\n    __syncthreads();\n}\n"
                            "__device__ void next(int *p) {\n  int value = ;\n")
        document = self.start().open(source)
        self.assertEqual(self.found(document), [
            (4, "warplint-divergent-barrier"), (7, "expected_expression"), (8, "expected")])
        document.text = ""
        self.server.change(document)
        self.assertEqual(self.found(document), [])

    def test_host_code_on_the_device(self):
        """Errors that clang tells only of functions which the device runs, in a
        header, in what the file makes of its templates, and in the file."""
        self.write("shared.cuh", HOST_IN_HEADER)
        source = self.write("mixed.cu", HOST_IN_FILE)
        document = self.start().open(source)
        expected = [(1, "ref_bad_target"), (3, "ref_bad_target"), (4, "ref_bad_target")]
        self.assertEqual(self.found(document), expected)
        document.text += "__global__ void more() { both(Other()); }\n"
        self.server.change(document)
        self.assertEqual(self.found(document), expected)
        document.text = document.text.replace("own();", "").replace("hostOnly(); } };", "} };")
        self.server.change(document)
        self.assertEqual(self.found(document), [(1, "ref_bad_target")])

    def test_several_files_at_once(self):
        paths = [self.write(f"unit{i}.cu", "\n" * i + "__global__ void k(int *p) {\n"
                            "  if (p[threadIdx.x])\n    __syncthreads();\n}\n")
                 for i in range(6)]
        server = self.start("-j=4")
        documents = [server.open(path) for path in paths]
        for i, document in enumerate(documents):
            self.assertEqual(self.found(document), [(3 + i, "warplint-divergent-barrier")])

    def test_configuration(self):
        source = self.write("wrapped.cu", "__device__ void team();\n"
                            "__global__ void k(int *p) {\n  if (p[threadIdx.x])\n"
                            "    team();\n  __syncthreads;\n}\n")
        self.write(".clang-tidy", "Checks: '-warplint-barrier-not-called'\nCheckOptions:\n"
                   "  warplint.Wrappers: 'team=__syncthreads'\n")
        document = self.start().open(source)
        self.assertEqual(self.found(document), [(4, "warplint-divergent-barrier"),
                                                (5, "-Wunused-value")])

    def test_suppression(self):
        source = self.write("known.cu", "".join([
            "#define SILENT() __syncthreads() /* NOLINT(warplint-*) */\n",
            "#define BARRIER() __syncthreads()\n",
            "__global__ void k(int *p) {\n",
            "  if (p[threadIdx.x])\n",
            "    __syncthreads(); // NOLINT(warplint-divergent-barrier)\n",
            "  // NOLINTNEXTLINE\n",
            "  if (p[threadIdx.x + 1]) __syncthreads();\n",
            "  if (p[threadIdx.x + 2]) BARRIER(); // NOLINT(warplint-*)\n",
            "  if (p[threadIdx.x + 3]) SILENT();\n",
            "  // NOLINTBEGIN(warplint-divergent-barrier)\n",
            "  if (p[threadIdx.x + 4]) __syncthreads();\n",
            "  // NOLINTEND(warplint-divergent-barrier)\n",
            "  if (p[threadIdx.x + 5]) __syncthreads(); // NOLINT(bugprone-*)\n",
            "}\n"]))
        document = self.start().open(source)
        self.assertEqual(self.found(document), [(13, "warplint-divergent-barrier")])

    def test_forced_devices(self):
        """A FIFO that a command forces in would hold the editor up for ever."""
        source = self.write("bad.cu", KERNEL_WITH_FINDING)
        os.mkfifo(self.root / "fifo")
        self.write("compile_commands.json", json.dumps([{
            "directory": str(self.root), "file": str(source),
            "command": f"{TOOLKIT}/bin/nvcc -include fifo -include=/dev/zero -c bad.cu"}]))
        document = self.start().open(source)
        self.assertEqual(self.found(document), [(3, "warplint-divergent-barrier")])
        self.assertIn("-include fifo' was removed: it is not a regular file",
                      self.server.log.read_text())

    def test_devices_in_the_project(self):
        """A FIFO that a source includes, or that a command names as a response
        file, would hold the editor up for ever, and /dev/zero fill its memory."""
        included = self.write("included.cu", '#include "fifo"\n' + KERNEL_WITH_FINDING)
        named = {name: self.write(f"named{len(name)}.cu", KERNEL_WITH_FINDING)
                 for name in ("fifo", "/dev/zero")}
        os.mkfifo(self.root / "fifo")
        self.write("compile_commands.json", json.dumps(
            [{"directory": str(self.root), "file": str(included),
              "arguments": ["nvcc", "-c", str(included)]}] +
            [{"directory": str(self.root), "file": str(file),
              "arguments": ["clang++", "-x", "cuda", "@" + name, "-c", str(file)]}
             for name, file in named.items()]))
        server = self.start()
        self.assertEqual(self.found(server.open(included)), [
            (1, "cannot_open_file"), (4, "warplint-divergent-barrier")])
        for name, file in named.items():
            self.found(server.open(file))
            self.assertIn(f"response file '{name}' cannot be read (it is not a regular file)",
                          server.log.read_text())

    def test_nested_configuration(self):
        """Configuration nested without end is as if it were not there."""
        source = self.write("bad.cu", KERNEL_WITH_FINDING)
        self.write(".clang-tidy", "Checks: " + "[" * 1000000)
        self.write(".clangd", "[" * 1000000)
        document = self.start().open(source)
        self.assertEqual(self.found(document), [(3, "warplint-divergent-barrier")])

    def test_deep_code(self):
        """Deep code is linted like other code."""
        chain = " + ".join(["p[threadIdx.x]"] * DEEP)
        source = self.write("deep.cu", KERNEL_WITH_FINDING +
                            f"__global__ void deep(int *p) {{ __syncthreads(); p[0] = {chain}; }}\n")
        document = self.start().open(source)
        self.assertIn((3, "warplint-divergent-barrier"), self.found(document))

    def test_a_crash_costs_a_check(self):
        """What crashes is left out and told in the log; the server goes on."""
        source = self.write("crash.cu", KERNEL_WITH_FINDING + KERNEL_WITH_FINDING.replace(
            "bad", "crashing"))
        for how in ("", "=abort", "=stack"):
            with self.subTest(how), crash_at("divergent-barrier:crashing" + how):
                document = self.start().open(source)
                self.assertEqual(self.found(document), [(3, "warplint-divergent-barrier")])
                document.text = "\n" + document.text
                self.server.change(document)
                self.assertEqual(self.found(document), [(4, "warplint-divergent-barrier")])
                self.assertIn("the check 'divergent-barrier' of 'crashing' was left out",
                              self.server.log.read_text())
                self.assertEqual(self.server.close(), 0)
                self.server = None

    def test_limits(self):
        """What a limit cuts off is told in the log; the configuration moves limits."""
        source = self.write("locks.cu", locks(160))
        self.write(".clang-tidy", "CheckOptions: {warplint.Effort: low}\n")
        document = self.start().open(source)
        self.assertTrue(self.found(document))
        self.assertIn("'locked' was not seen whole: left out",
                      self.server.log.read_text())

    def test_errors_in_host_functions(self):
        source = self.write("launch.cu", LAUNCHES)
        self.write_database(source)
        server = self.start()
        document = server.open(source)
        self.assertEqual(self.found(document), [(10, "undeclared_var_use")])
        document.text += "void late(float *p) { turn<<<1, missing>>>(p, p); }\n"
        server.change(document)
        self.assertIn((5, "warplint-shared-memory-race"), self.found(document))
        self.assertIn("host function 'late' was not read whole", server.log.read_text())

    def test_limit_of_memory(self):
        source = self.write("locks.cu", locks(160))
        self.write_database(source)
        server = self.start("--memory-limit=1")
        document = server.open(source)
        self.assertEqual(self.found(document), [])
        self.assertIn("no findings: out of memory (its limit is 1 MiB",
                      server.log.read_text())
        # It goes on.
        document.text += "int wrong = missing;\n"
        server.change(document)
        self.assertEqual(self.found(document), [(483, "undeclared_var_use")])

    def test_host_files_are_clangd_s_own(self):
        text = "double half(int n) { return n / 2; }\n"
        source = self.write("host.cpp", text)
        by_nvcc = self.write("main.cpp", "#if LIMIT != 127\n#error\n#endif\n" + text)
        self.write_database(by_nvcc)
        server = self.start()
        self.assertEqual(self.found(server.open(source, "cpp")),
                         [(1, "bugprone-integer-division")])
        self.assertEqual(self.found(server.open(by_nvcc, "cpp")),
                         [(4, "bugprone-integer-division")])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
