#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How warplint's time, or its work, grows with its input.

A family is a kernel that has one construct n times: loops in a row, nested
branches, a value updated n times. For each family warplint runs on one unit per
size. The table holds processor seconds (user and system) per size, without
those of an empty unit; then the worst growth from one size to the next,
as per doubling, and the seconds of the worst size. `>60` is a run that the limit
ended; larger sizes are then left out (`-`). Growth is told only of times of at
least a fifth of a second, for those below are noise; what a run that was ended
had grown to is a lower bound.

With --steps the table holds steps instead, those that --statistics counts of the
kernels and of the host code: the same on every machine, however busy. A size at
which a limit has cut something off, and has said so, ends in `+`.
--most-growth=2.5 makes the exit code 1 if steps grow more than that per doubling
up to a size without such a cut.

  growth.py                          # all families, 10 to 640
  growth.py --family hash-index --sizes 8,16,18 --limit 20
  growth.py --steps --most-growth 2.5 --sizes 20,40,80
  growth.py --write folder           # only writes the units

Of times it asserts nothing; the exit code is 1 if a unit could not be linted (a
family that does not parse, or a crash).
"""

import argparse
import json
import math
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Nested families go deeper than clang's default for brackets.
FLAGS = ["-std=c++17", "--cuda-gpu-arch=sm_90", "-fbracket-depth=8192"]
# Growth of less is noise of the machine, in seconds.
TOLD_FROM = 0.2
# Elements of the && family per element of the others.
TERMS = 16

FAMILIES = {}


def family(function):
    FAMILIES[function.__name__.rstrip("_").replace("_", "-")] = function
    return function


def lines(n, element):
    """The elements 0 to n - 1, a line each; `element` is a format string with
    {i}, {j} (the number before) and {k} (the number behind)."""
    return "\n".join(element.format(i=i, j=i - 1, k=i + 1) for i in range(n))


def kernel(body, parameters="const int *in, int *out, int m", before=""):
    return f"{before}\n__global__ void kernel({parameters}) {{\n{body}\n}}\n"


# Values that are updated n times, each time from themselves.

def updates(n, update, type_="unsigned", before="", start=""):
    """The value as a thread would use it: as index of shared memory, of a flag
    that is awaited, beside a ticket, and as a branch around a barrier."""
    return kernel(f"""
  __shared__ int tile[256];
  {type_} x = threadIdx.x + m;
  {start}
{lines(n, '  ' + update)}
  tile[unsigned(x) & 255] = m;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
  while (atomicAdd(&flags[unsigned(x) & 1023], 0) == 0) {{}}
  __threadfence();
  if (atomicAdd(ticket, 1u) == unsigned(x))
    out[0] = in[0];
  if (unsigned(x) > 5)
    __syncthreads();""",
                  "const int *in, int *out, int *flags, unsigned *ticket, int m", before)


HELPERS = """
__device__ inline unsigned mad(unsigned a, unsigned b) { return a * b + a; }
__device__ inline unsigned pick(unsigned a, unsigned b) { return a > b ? a : b; }
template <class T> __device__ T twice(T a) { return a + a; }
struct Value {
  unsigned v;
  __device__ Value operator+(Value o) const { return Value{v + o.v * v}; }
};
"""
# Name -> (the statement, type, statements before the first).
UPDATES = {
    "select": ("x = x > {k}u ? x - {k}u : x + {k}u;",),
    "select-nested": ("x = x > {k}u ? (x & 1 ? x - 1 : x + 2) : (x & 2 ? x + 3 : x - 4);",),
    "square": ("x = x * x + 1;",),
    "square-plus-self": ("x = x * x + x;",),
    "inline-mad": ("x = mad(x, x);",),
    "inline-pick": ("x = pick(x, x + {i}u);",),
    "template-call": ("x = twice(x) + x;",),
    "float-polynomial": ("x = x * x + 0.5f * x + {i}.0f;", "float"),
    "double-polynomial": ("x = (x + 1.0) * (x - 1.0) + x;", "double"),
    "lambda": ("x = [&](unsigned a) {{ return a * x + a; }}(x);",),
    "cast-narrow": ("x = (unsigned char)x + (unsigned short)x;",),
    "cast-signed": ("x = (int)x * (long long)x;",),
    "cast-float": ("x = (float)x + (int)(x * 0.5f);",),
    "shift-xor": ("x ^= x << 13; x ^= x >> 17;",),
    "add-shifted": ("x = x + (x << {k} % 7) + 1;",),
    "minimum": ("x = min(x, x ^ {i}u);",),
    "modulo": ("x = x % (x / 2 + {k}u);",),
    "and-or": ("x = (x & {i}u) | (x + 1);",),
    "complement": ("x = ~x - -x;",),
    "compare": ("x = (x < {k}u) + (x > {i}u);",),
    "logic": ("x = x && (x + {i}u) || x == 3;",),
    "compound": ("x += x; x -= x >> 1;",),
    "increment": ("x = x++ + x;",),
    "pair": ("y = x + y; x = x + y;", "unsigned", "unsigned y = m;"),
    "pair-of-selects": ("y = x > y ? x : y; x = y > x ? y + 1 : x + 1;", "unsigned",
                        "unsigned y = m;"),
    "member": ("s.v = s.v * s.v + x; x = s.v + x;", "unsigned", "Value s{{unsigned(m)}};"),
    "operator": ("s = s + s; x = s.v;", "unsigned", "Value s{{unsigned(m)}};"),
    "reference": ("{{ unsigned &r = x; r = r * r + {i}u; }}",),
    "loaded": ("x = in[x & 255] + in[(x + 1) & 255];",),
    "intrinsic": ("x = __umulhi(x, x) + __popc(x) + __brev(x);",),
    "under-condition": ("if (x > {k}u) x = x * x - {i}u;",),
    "under-data": ("if (in[{i}] > m) x = x + x; else x = x * x;",),
}


def define_updates():
    for name, (update, *rest) in UPDATES.items():
        type_ = rest[0] if rest else "unsigned"
        start = rest[1].replace("{{", "{").replace("}}", "}") if len(rest) > 1 else ""
        FAMILIES["update-" + name] = (
            lambda n, u=update, t=type_, s=start: updates(n, u, t, HELPERS, s))


define_updates()


@family
def hash_index(n):
    return kernel(f"""
  unsigned h = threadIdx.x + blockIdx.x * 7919u;
{lines(n, '  h ^= h << 5; h ^= h >> 3;')}
  out[h] = m;
  __threadfence();
  atomicExch(&flags[h], 1);""", "int *out, int *flags, int m")


@family
def bits_of_index(n):
    """More terms than the solver is asked about: it simplifies before it counts."""
    return kernel(f"""  __shared__ int tile[1024];
  unsigned x = 0;
{lines(n, '  x |= (threadIdx.x >> {i} % 10 & 1) << {i} * 7 % 31; x ^= x >> {i} % 5 + 1;')}
  tile[x & 1023] = 1;
  out[threadIdx.x] = tile[(x ^ 1) & 1023];""")


@family
def index_by_remainders(n):
    return kernel(f"""  __shared__ int tile[4096];
  int x = threadIdx.x;
{lines(n, '  x = (x * ({k} + 2) + m) % ({i} + 1000);')}
  tile[x] = 1;
  out[threadIdx.x] = tile[x ^ 1];""")


@family
def nested_select(n):
    text = "m"
    for i in range(n):
        text = f"(in[{i}] > m ? {i} : {text})"
    return kernel(f"  out[threadIdx.x] = {text};")


@family
def select_of_selects(n):
    return kernel(f"""  int x0 = in[threadIdx.x];
{lines(n, '  int x{k} = x{i} > in[{i}] ? x{i} : in[{i}];')}
  out[x{n}] = x{n};""")


# Control flow.

@family
def while_loops(n):
    return kernel(f"""  int x = threadIdx.x;
{lines(n, '  while (in[x] > {i}) x += in[x + {i}];')}
  out[x] = x;""")


@family
def counted_loops(n):
    return kernel(f"""  int x = threadIdx.x;
{lines(n, '  for (int i = 0; i < m; ++i) x += in[i * {k}];')}
  out[x] = x;""")


@family
def strided_loops(n):
    return kernel(f"""  __shared__ int tile[4096];
{lines(n, '  for (int i = threadIdx.x; i < m; i += blockDim.x) tile[i] = in[i + {i}];')}
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];""")


@family
def halving_loops(n):
    one = ("  for (int s = blockDim.x / 2; s > 0; s >>= 1) {{ if (threadIdx.x < s) "
           "tile[threadIdx.x] += tile[threadIdx.x + s]; __syncthreads(); }}")
    return kernel(f"""  __shared__ int tile[1024];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
{lines(n, one)}
  out[0] = tile[0];""")


@family
def nested_loops(n):
    return kernel("  int x = 0;\n"
                  + lines(n, "  for (int i{i} = 0; i{i} < m; ++i{i}) {{")
                  + "\n  x += in[threadIdx.x];\n" + "}" * n + "\n  out[threadIdx.x] = x;")


@family
def nested_branches(n):
    return kernel(lines(n, "  if (in[{i}] > m) {{") + "\n  __syncthreads();\n" + "}" * n)


@family
def else_ladder(n):
    return kernel("  int x = threadIdx.x;\n"
                  + lines(n, "  if (x == {i}) out[{i}] = in[x]; else")
                  + "\n  out[m] = x;\n  __syncthreads();")


@family
def switch_cases(n):
    return kernel(f"""  int x = 0;
  switch (in[threadIdx.x]) {{
{lines(n, '  case {i}: x += in[{i}]; break;')}
  }}
  out[x] = x;""")


@family
def switch_with_barriers(n):
    return kernel(f"""  switch (threadIdx.x) {{
{lines(n, '  case {i}: out[{i}] = in[{i}]; __syncthreads(); break;')}
  default: __syncthreads();
  }}""")


@family
def switch_falling_through(n):
    return kernel(f"""  __shared__ int tile[1024];
  switch (m) {{
{lines(n, '  case {i}: tile[threadIdx.x] += in[{i}]; __syncthreads();')}
  }}
  out[threadIdx.x] = tile[threadIdx.x];""")


@family
def conjunction(n):
    terms = " &&\n      ".join(f"in[threadIdx.x + {i}] > {i}" for i in range(TERMS * n))
    return kernel(f"  if ({terms})\n    __syncthreads();")


@family
def disjunction_of_threads(n):
    terms = " ||\n      ".join(f"threadIdx.x == {3 * i}" for i in range(n))
    return kernel(f"  if ({terms})\n    __syncthreads();")


@family
def early_returns(n):
    return kernel(lines(n, "  if (in[{i}] == threadIdx.x) return;")
                  + "\n  __syncthreads();\n  out[threadIdx.x] = m;")


@family
def gotos(n):
    return kernel("  int x = threadIdx.x;\n"
                  + lines(n, "l{i}: if (in[x + {i}] > m) {{ x += {k}; goto l{k}; }}")
                  + f"\nl{n}:\n  __syncthreads();\n  out[x] = x;")


@family
def gotos_past_barriers(n):
    """Each jumps behind any other, so that most branches decide over most nodes."""
    return kernel("  __shared__ int tile[256];\n"
                  + "\n".join(f"l{i}: if (in[{i}] > m) goto l{i * 7919 % n};"
                              " tile[threadIdx.x] += 1; __syncthreads();"
                              for i in range(n))
                  + "\n  out[threadIdx.x] = tile[threadIdx.x];")


@family
def else_ladder_in_shared(n):
    return kernel("  __shared__ int tile[256];\n"
                  + lines(n, "  if (m == {i}) tile[threadIdx.x] += {i}; else")
                  + "\n  tile[threadIdx.x] = m;\n  __syncthreads();\n"
                  "  out[threadIdx.x] = tile[255 - threadIdx.x];")


@family
def loops_past_barriers(n):
    """None need make a round, so that each interval reaches to the end."""
    return kernel("  __shared__ int tile[256];\n"
                  + lines(n, "  for (int i = 0; i < m + {i}; ++i) "
                          "{{ tile[threadIdx.x] += i; __syncthreads(); }}")
                  + "\n  out[threadIdx.x] = tile[threadIdx.x];")


@family
def endless_loops(n):
    return kernel("  __shared__ int tile[256];\n"
                  + lines(n, "  if (in[{i}] > m) for (;;) "
                          "{{ tile[threadIdx.x] += 1; __syncthreads(); }}")
                  + "\n  out[threadIdx.x] = tile[threadIdx.x];")


@family
def reads_before_writes(n):
    """Of one array in one interval, by a macro: each read is walked from."""
    return kernel("  __shared__ int tile[65536];\n"
                  + lines(n, "  GIVE({i})")
                  + "\n  __syncthreads();\n  out[0] = tile[0];",
                  before="#define GIVE(i) tile[threadIdx.x + i] = in[i]; out[i] = tile[i];")


@family
def phi_ladder(n):
    return kernel(f"""  int x = threadIdx.x, y = m;
{lines(n, '  if (in[{i}] > m) x = y + {i}; else y = x - {i};')}
  out[x] = in[y];
  if (x > y) __syncthreads();""")


@family
def loop_carried_values(n):
    return kernel(lines(n, "  int x{i} = in[{i}];")
                  + "\n  for (int i = 0; i < m; ++i) {\n"
                  + lines(n, f"  x{{i}} = x{{i}} > m ? x{{i}} - 1 : x{n - 1} + {{i}};")
                  + "\n  }\n  out[x0] = x0;")


# Accesses and synchronization.

@family
def flags_(n):
    return kernel(lines(n, "  out[{i}] = m; __threadfence(); atomicExch(&flags[{i}], 1);"),
                  "int *out, int *flags, int m")


@family
def flag_parameters(n):
    return kernel(lines(n, "  out[{i}] = m; __threadfence(); atomicExch(flag{i}, 1);"),
                  "int *out, int m" + "".join(f", int *flag{i}" for i in range(n)))


@family
def flags_awaited(n):
    return kernel(lines(n, "  while (flags[{i}] == 0) {{}} __threadfence(); out[{i}] = in[{i}];"),
                  "const int *in, int *out, volatile int *flags")


@family
def tickets(n):
    return kernel("  __shared__ bool last;\n"
                  + lines(n, "  out[blockIdx.x + {i} * m] = m; __threadfence();\n"
                          "  if (threadIdx.x == 0) last = atomicAdd(&tickets[{i}], 1u) == "
                          "gridDim.x - 1;\n  __syncthreads();\n  if (last) out[{i}] = in[m];"),
                  "const int *in, int *out, unsigned *tickets, int m")


@family
def locks(n):
    return kernel(lines(n, "  while (atomicCAS(&lock[{i}], 0, 1) != 0) {{}} __threadfence();\n"
                        "  out[{i}] += m; __threadfence(); atomicExch(&lock[{i}], 0);"),
                  "int *out, int *lock, int m")


@family
def barriers(n):
    return kernel("  __shared__ int tile[256];\n"
                  + lines(n, "  tile[threadIdx.x] = in[{i}]; __syncthreads();\n"
                          "  out[threadIdx.x + {i}] = tile[255 - threadIdx.x]; __syncthreads();"))


@family
def one_interval(n):
    return kernel("  __shared__ int tile[4096];\n"
                  + lines(n, "  tile[threadIdx.x + {i}] = in[threadIdx.x + {i}];")
                  + "\n  __syncthreads();\n"
                  + lines(n, "  out[threadIdx.x + {i}] = tile[threadIdx.x * 2 + {i}];"))


@family
def global_accesses(n):
    return kernel("  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                  + lines(n, "  out[i * {k} + {i}] = in[i + {i}] + out[i + m];"))


@family
def shared_arrays(n):
    return kernel(lines(n, "  __shared__ int tile{i}[256]; tile{i}[threadIdx.x] = in[{i}];")
                  + "\n  __syncthreads();\n  int x = 0;\n"
                  + lines(n, "  x ^= tile{i}[255 - threadIdx.x];")
                  + "\n  out[threadIdx.x] = x;")


@family
def rows_of_tile(n):
    return kernel(f"  __shared__ int tile[{n}][33];\n"
                  + lines(n, "  tile[{i}][threadIdx.x] = in[{i}];")
                  + "\n  __syncthreads();\n"
                  + lines(n, "  out[{i}] = tile[threadIdx.x][{i} % 33];"))


@family
def shuffles(n):
    return kernel(f"""  int x = in[threadIdx.x];
{lines(n, '  x += __shfl_xor_sync(0xffffffffu, x, {k} % 32);')}
  out[threadIdx.x] = x;""")


@family
def masked_shuffles(n):
    return kernel(f"""  int x = in[threadIdx.x];
{lines(n, '  if (threadIdx.x % 32 < {k} % 32) x += __shfl_down_sync((1u << {k} % 32) - 1, x, 1);')}
  out[threadIdx.x] = x;""")


@family
def votes(n):
    return kernel(f"""  int x = in[threadIdx.x];
{lines(n, '  if (unsigned b = __ballot_sync(0xffffffffu, x > {i})) x += __popc(b);')}
  if (x) __syncthreads();""")


@family
def warp_barriers(n):
    return kernel("  __shared__ int tile[256];\n"
                  + lines(n, "  tile[threadIdx.x] = in[{i}]; __syncwarp();\n"
                          "  out[threadIdx.x + {i}] = tile[threadIdx.x ^ 1]; __syncwarp();"))


@family
def asm_statements(n):
    return kernel(f"""  int x = in[threadIdx.x];
{lines(n, '  asm volatile("add.s32 %0, %0, {i};" : "+r"(x));')}
  out[x] = x;""")


@family
def asm_barriers(n):
    return kernel("  __shared__ int tile[256];\n"
                  + lines(n, "  tile[threadIdx.x] = in[{i}];\n"
                          '  asm volatile("bar.sync 0;" ::: "memory");\n'
                          "  out[{i}] = tile[0];\n"
                          '  asm volatile("bar.sync 1;" ::: "memory");'))


@family
def barrier_objects(n):
    return "#include <cuda/barrier>\n" + kernel(
        "  using Barrier = cuda::barrier<cuda::thread_scope_block>;\n"
        + lines(n, "  __shared__ Barrier b{i}; if (threadIdx.x == 0) init(&b{i}, blockDim.x);")
        + "\n  __syncthreads();\n" + lines(n, "  b{i}.arrive_and_wait();"))


@family
def barrier_tokens(n):
    return "#include <cuda/barrier>\n" + kernel(
        "  __shared__ cuda::barrier<cuda::thread_scope_block> b;\n"
        "  if (threadIdx.x == 0) init(&b, blockDim.x);\n  __syncthreads();\n"
        + lines(n, "  auto t{i} = b.arrive(); out[{i}] = in[{i}]; b.wait(std::move(t{i}));"))


@family
def async_copies(n):
    return "#include <cuda_pipeline.h>\n" + kernel(
        f"  __shared__ int tile[{n} * 128];\n"
        + lines(n, "  __pipeline_memcpy_async(&tile[{i} * 128 + threadIdx.x], "
                "&in[{i} * m + threadIdx.x], 4); __pipeline_commit();")
        + "\n  __pipeline_wait_prior(0);\n  __syncthreads();\n  out[threadIdx.x] = tile[m];")


# More of control flow and memory.

@family
def alternating_logic(n):
    text = "in[0] > m"
    for i in range(1, n + 1):
        text = f"({text} {'||' if i % 2 else '&&'} in[{i}] > m)"
    return kernel(f"  if ({text})\n    __syncthreads();")


@family
def logic_to_the_right(n):
    text = "in[threadIdx.x] > m"
    for i in range(1, n + 1):
        text = f"in[threadIdx.x + {i}] > m {'||' if i % 2 else '&&'} ({text})"
    return kernel(f"  if ({text})\n    __syncthreads();")


@family
def conditions_in_a_row(n):
    return kernel(lines(n, "  if (in[{i}] > m && (in[{k}] < m || threadIdx.x == {i}))"
                        " {{ out[{i}] = m; }}")
                  + "\n  __syncthreads();")


@family
def breaks(n):
    return kernel("  int x = threadIdx.x;\n  for (int i = 0; i < m; ++i) {\n"
                  + lines(n, "    if (in[x + {i}] > i) break; x += in[i + {i}];")
                  + "\n    __syncthreads();\n  }\n  out[x] = x;")


@family
def continues(n):
    return kernel("  int x = threadIdx.x;\n  for (int i = 0; i < m; ++i) {\n"
                  + lines(n, "    if (in[x + {i}] > i) continue; x += in[i + {i}];")
                  + "\n    __syncthreads();\n  }\n  out[x] = x;")


@family
def barriers_under_branches(n):
    return kernel("  __shared__ int tile[256];\n"
                  + lines(n, "  if (m > {i}) {{ tile[threadIdx.x] = in[{i}]; __syncthreads(); }}\n"
                          "  out[{i}] = tile[m];"))


@family
def accesses_under_conditions(n):
    return kernel("  __shared__ int tile[1024];\n"
                  + lines(n, "  if (threadIdx.x == {i}) tile[{i}] = in[{i}];\n"
                          "  if (in[{i}] > m) out[{i}] = tile[threadIdx.x];"))


@family
def nested_loops_with_barriers(n):
    return kernel("  __shared__ int tile[256];\n"
                  + lines(n, "  for (int i{i} = 0; i{i} < m; ++i{i}) {{ tile[threadIdx.x] = i{i};"
                          " __syncthreads();")
                  + "\n  out[threadIdx.x] = tile[m];\n" + "}" * n)


@family
def local_array(n):
    return kernel(f"  int own[{n}];\n" + lines(n, "  own[{i}] = in[{i}];")
                  + "\n  own[m] = threadIdx.x;\n" + lines(n, "  out[{i}] = own[{i}];"))


@family
def local_array_by_variable(n):
    return kernel(f"  int own[{n}] = {{}};\n"
                  + lines(n, "  own[in[{i}]] = own[m] + {i};")
                  + "\n  out[threadIdx.x] = own[0];")


@family
def local_structs(n):
    return kernel(lines(n, "  P p{i}{{in[{i}], m}}; P q{i} = p{i}; q{i}.x += q{i}.y;")
                  + "\n" + lines(n, "  out[{i}] = q{i}.x;"), before="struct P { int x, y; };")


@family
def local_variables(n):
    return kernel(lines(n, "  int x{i} = in[{i}];")
                  + "\n" + lines(n, "  if (m > {i}) x{i} += m;")
                  + "\n" + lines(n, "  out[{i}] = x{i};"))


@family
def named_barriers(n):
    return kernel("  __shared__ int tile[1024];\n"
                  + lines(n, "  if (threadIdx.x / 32 == {i} % 8) {{ tile[threadIdx.x] = in[{i}];"
                          ' asm volatile("bar.sync %0, 32;" :: "r"({i} % 15 + 1) : "memory"); }}'))


@family
def warp_barriers_under_branches(n):
    return kernel("  __shared__ int tile[256];\n"
                  + lines(n, "  if (in[{i}] > threadIdx.x) {{ tile[threadIdx.x] = in[{i}];"
                          " __syncwarp(); out[{i}] = tile[threadIdx.x ^ 1]; }}"))


@family
def groups(n):
    return "#include <cooperative_groups.h>\n" + kernel(
        "  auto block = cooperative_groups::this_thread_block();\n"
        "  auto tile = cooperative_groups::tiled_partition<32>(block);\n"
        "  int x = in[threadIdx.x];\n"
        + lines(n, "  if (x > {i}) {{ x += tile.shfl_down(x, 1); tile.sync(); }}")
        + "\n  block.sync();\n  out[threadIdx.x] = x;")


@family
def grid_barriers(n):
    return "#include <cooperative_groups.h>\n" + kernel(
        "  auto grid = cooperative_groups::this_grid();\n"
        + lines(n, "  out[threadIdx.x + {i}] = in[{i}]; grid.sync();"))


@family
def atomic_updates(n):
    return kernel(lines(n, "  atomicAdd(&out[in[threadIdx.x + {i}]], {i}); "
                        "out[in[{i}]] += m;"))


@family
def streams(n):
    return "#include <cuda_runtime.h>\n__global__ void kernel(int *out) { out[0] = 1; }\n" \
        "void launch(int *device, int *host) {\n" + \
        lines(n, "  cudaStream_t s{i}; cudaStreamCreate(&s{i});\n"
              "  kernel<<<1, 32, 0, s{i}>>>(device + {i});\n"
              "  cudaMemcpyAsync(host + {i}, device + {i}, 4, cudaMemcpyDeviceToHost, s{i});\n"
              "  cudaStreamSynchronize(s{i}); host[{i}] += 1;") + "\n}\n"


@family
def host_branches(n):
    return "#include <cuda_runtime.h>\n__global__ void kernel(int *out) { out[0] = 1; }\n" \
        "void launch(int m) {\n  int *data; cudaMallocManaged(&data, 4096);\n" + \
        lines(n, "  if (m > {i}) {{ kernel<<<1, {i} + 1>>>(data); m += 1; "
              "if (m & 1) cudaDeviceSynchronize(); }} data[{i}] = m;") + "\n}\n"


@family
def host_recursion(n):
    return "#include <cuda_runtime.h>\n__global__ void kernel(int *out) { out[0] = 1; }\n" \
        "static int size(const int *of, int k) {\n  int sum = of[k];\n" + \
        lines(n, "  sum += size(of, sum + {i});") + "\n  return sum;\n}\n" \
        "void launch(const int *of, int *out) {\n" \
        "  if (size(of, 0) > 7) kernel<<<1, 32>>>(out);\n}\n"


# Structure of the program.

@family
def call_depth(n):
    chain = "\n".join(f"__device__ int f{i}(int x) {{ return f{i - 1}(x + {i}); }}"
                      for i in range(1, n + 1))
    first = "__device__ int f0(int x) { __syncthreads(); return x; }\n"
    return kernel(f"  out[threadIdx.x] = f{n}(m);", before=first + chain)


@family
def call_tree(n):
    levels = "\n".join(f"__device__ int f{i}(int x) {{ return f{i - 1}(x) + f{i - 1}(x + 1); }}"
                       for i in range(1, n + 1))
    first = "__device__ int f0(int x) { __syncthreads(); return x; }\n"
    return kernel(f"  out[threadIdx.x] = f{n}(m);", before=first + levels)


@family
def value_call_tree(n):
    levels = "\n".join(f"__device__ int f{i}(int x) {{ return f{i - 1}(x) + f{i - 1}(x + 1); }}"
                       for i in range(1, n + 1))
    return kernel(f"  out[f{n}(threadIdx.x)] = m;",
                  before="__device__ int f0(int x) { return x * x; }\n" + levels)


@family
def calls(n):
    callee = ("__device__ void step(int *tile, const int *in, int i) {\n"
              "  tile[threadIdx.x] += in[i]; __syncthreads(); }\n")
    return kernel("  __shared__ int tile[256];\n  tile[threadIdx.x] = 0;\n"
                  + lines(n, "  step(tile, in, {i});")
                  + "\n  out[threadIdx.x] = tile[threadIdx.x];", before=callee)


@family
def struct_nesting(n):
    structs = "struct S0 { int v[4]; };\n" + "\n".join(
        f"struct S{i} {{ S{i - 1} s; int v; }};" for i in range(1, n + 1))
    path = ".s" * n
    return kernel(f"""  __shared__ S{n} whole;
  whole{path}.v[threadIdx.x & 3] = m;
  __syncthreads();
  out[threadIdx.x] = whole{path}.v[3];""", before=structs)


@family
def struct_members(n):
    return kernel("  __shared__ S s;\n  if (threadIdx.x == 0) {\n"
                  + lines(n, "  s.v{i} = in[{i}];") + "\n  }\n  __syncthreads();\n  int x = 0;\n"
                  + lines(n, "  x ^= s.v{i};") + "\n  out[threadIdx.x] = x;",
                  before="struct S {\n" + lines(n, "  int v{i};") + "\n};")


@family
def base_classes(n):
    structs = "struct S0 { int v; __device__ void set(int x) { v = x; __syncthreads(); } };\n" + \
        "\n".join(f"struct S{i} : S{i - 1} {{ int v{i}; }};" for i in range(1, n + 1))
    return kernel(f"  __shared__ S{n} s;\n  s.set(m);\n  out[threadIdx.x] = s.v;",
                  before=structs)


@family
def pointer_chain(n):
    return kernel(f"""  const int *p = in;
{lines(n, '  p = p + p[{i}];')}
  out[threadIdx.x] = *p;""")


@family
def pointer_bumps(n):
    return kernel(f"""  __shared__ int tile[4096];
  int *p = tile + threadIdx.x;
{lines(n, '  *p = in[{i}]; p += m;')}
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];""")


@family
def linked_list(n):
    return kernel(f"""  Node *p = list;
{lines(n, '  p = p->next; p->value = m;')}""", "Node *list, int m",
                  "struct Node { Node *next; int value; };")


@family
def pointer_choices(n):
    return kernel(f"""  __shared__ int a[256], b[256];
  int *p = a, *q = b;
{lines(n, '  if (in[{i}] > m) {{ int *t = p; p = q; q = t; }} p[threadIdx.x] = {i};')}
  __syncthreads();
  out[threadIdx.x] = q[255 - threadIdx.x];""")


@family
def parameters_(n):
    return kernel(lines(n, "  out{i}[threadIdx.x * m + {i}] = in[{i}];"),
                  "const int *in, int m" + "".join(f", int *out{i}" for i in range(n)))


@family
def linear_expression(n):
    terms = " + ".join(f"{i + 1} * in[{i}]" for i in range(n))
    return kernel(f"  out[{terms} + threadIdx.x] = m;")


@family
def polynomial(n):
    factors = " * ".join(f"(threadIdx.x + in[{i}])" for i in range(n))
    return kernel(f"  out[{factors}] = m;")


@family
def sum_of_parameters(n):
    names = [f"n{i}" for i in range(n)]
    return kernel(f"  out[threadIdx.x * ({' + '.join(names)})] = 1;",
                  "int *out, " + ", ".join("int " + name for name in names))


@family
def template_instances(n):
    template = ("template <int N> __global__ void instance(const int *in, int *out) {\n"
                "  __shared__ int tile[256 + N];\n  tile[threadIdx.x + N] = in[threadIdx.x];\n"
                "  __syncthreads();\n  out[threadIdx.x] = tile[255 - threadIdx.x];\n}\n")
    return template + lines(n, "template __global__ void instance<{i}>(const int *, int *);")


@family
def template_recursion(n):
    return kernel(f"  out[threadIdx.x] = Sum<{n}>::of(in);", before="""
template <int N> struct Sum {
  static __device__ int of(const int *in) { return in[N] + Sum<N - 1>::of(in); }
};
template <> struct Sum<0> {
  static __device__ int of(const int *in) { __syncthreads(); return in[0]; }
};""")


@family
def lambdas(n):
    return kernel("  int x = threadIdx.x;\n"
                  + lines(n, "  auto f{i} = [&](int a) {{ x += in[a]; __syncthreads(); "
                          "return x; }}; out[f{i}({i})] = m;"))


@family
def nested_lambdas(n):
    return kernel("  int x = m;\n  auto f0 = [&](int a) { return a + x; };\n"
                  + lines(n, "  auto f{k} = [&](int a) {{ return f{i}(a) + {i}; }};")
                  + f"\n  out[f{n}(threadIdx.x)] = m;")


@family
def kernels_on_one_line(n):
    return " ".join(f"__global__ void k{i}(int *p) {{ __shared__ int s[256]; "
                    "s[threadIdx.x] = 1; p[0] = s[0]; }" for i in range(n)) + "\n"


@family
def calls_in_a_row(n):
    """Each reads what any of those before it may have written."""
    return kernel(f"""  __shared__ int tile[1024];
{lines(n, '  m += step(tile, threadIdx.x + {i});')}
  out[threadIdx.x] = m;""",
                  before="__device__ int step(int *s, int t) { s[t] = t; return s[t + 1]; }")


@family
def kernels(n):
    return lines(n, "__global__ void kernel{i}(const int *in, int *out) {{\n"
                 "  __shared__ int tile[256];\n  tile[threadIdx.x] = in[threadIdx.x + {i}];\n"
                 "  out[threadIdx.x] = tile[255 - threadIdx.x];\n}}")


@family
def launches(n):
    return kernel("  __shared__ int tile[256];\n  tile[threadIdx.x] = in[threadIdx.x];\n"
                  "  __syncthreads();\n  out[threadIdx.x] = tile[255 - threadIdx.x];") + \
        "void launch(const int *in, int *out) {\n" + \
        lines(n, "  kernel<<<{k}, 32 * ({i} % 8 + 1)>>>(in, out, {i});") + "\n}\n"


@family
def asm_arrives(n):
    """Each thread works on an element of its own before it waits."""
    return kernel(
        "  __shared__ unsigned long long bar;\n  __shared__ int tile[256];\n"
        "  unsigned at = unsigned(__cvta_generic_to_shared(&bar));\n"
        "  if (threadIdx.x == 0)\n"
        '    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" :: "r"(at), "r"(blockDim.x));\n'
        "  __syncthreads();\n"
        + lines(n, '  {{ unsigned long long token; asm volatile("mbarrier.arrive.shared::cta.b64'
                   ' %0, [%1];" : "=l"(token) : "r"(at) : "memory");'
                   " tile[threadIdx.x] += in[{i}]; while (!isOver(at, token)) {{}} }}")
        + "\n  out[threadIdx.x] = tile[threadIdx.x];", before="""
__device__ inline bool isOver(unsigned at, unsigned long long token) {
  unsigned over;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.shared::cta.b64 p, [%1], %2;"
               " selp.u32 %0, 1, 0, p; }" : "=r"(over) : "r"(at), "l"(token) : "memory");
  return over;
}""")


@family
def accesses_by_macro(n):
    return kernel(
        "  __shared__ int tile[4096];\n" + "\n".join(
            f"  PUT16({i})" for i in range(n))
        + "\n  __syncthreads();\n  out[threadIdx.x] = tile[threadIdx.x];",
        before="#define PUT(i) tile[threadIdx.x + (i)] = in[threadIdx.x + (i)];\n"
               "#define PUT4(i) PUT(i) PUT(i + 1) PUT(i + 2) PUT(i + 3)\n"
               "#define PUT16(i) PUT4(16 * i) PUT4(16 * i + 4) PUT4(16 * i + 8) PUT4(16 * i + 12)")


@family
def call_diamonds(n):
    levels = "\n".join(
        f"__device__ int l{i}(int x) {{ return m{i - 1}(x) + 1; }}\n"
        f"__device__ int r{i}(int x) {{ return m{i - 1}(x + 1); }}\n"
        f"__device__ int m{i}(int x) {{ return x > {i} ? l{i}(x) : r{i}(x); }}"
        for i in range(1, n + 1))
    return kernel(f"  out[threadIdx.x] = m{n}(m);",
                  before="__device__ int m0(int x) { __syncthreads(); return x; }\n" + levels)


@family
def template_call_tree(n):
    return kernel(f"  out[threadIdx.x] = Tree<{n}>::of(in, m);", before="""
template <int N> struct Tree {
  static __device__ int of(const int *in, int x) {
    return Tree<N - 1>::of(in, x) + Tree<N - 1>::of(in + N, x + 1);
  }
};
template <> struct Tree<0> {
  static __device__ int of(const int *in, int x) { __syncthreads(); return in[x]; }
};""")


HOST = "#include <cuda_runtime.h>\n__global__ void kernel(int *out) { out[0] = 1; }\n"


def host_chain(n, step, parameters="int *out, int k, int m",
               first="kernel<<<1, k>>>(out);", last="f{n}(out, m, m);"):
    """Functions f1 to fn, each with the statements of `step`, which call the one before."""
    chain = "\n".join(f"static void f{i}({parameters}) {{ {step.format(i=i, j=i - 1)} }}"
                      for i in range(1, n + 1))
    return (f"{HOST}static void f0({parameters}) {{ {first} }}\n{chain}\n"
            f"void launch(int *out, int m) {{ {last.format(n=n)} }}\n")


@family
def host_calls(n):
    return host_chain(n, "f{j}(out, k + {i}, m);")


@family
def host_calls_twice(n):
    return host_chain(n, "f{j}(out, k, m); f{j}(out, k, m);")


@family
def host_call_tree(n):
    """Each function is called with as many numbers as there are functions above it."""
    return host_chain(n, "f{j}(out, k, m); f{j}(out, k + 1, m);")


@family
def host_calls_by_branch(n):
    return host_chain(n, "if (k > {i}) f{j}(out, k, m); else f{j}(out, k + 1, m);")


@family
def host_calls_on_open_ways(n):
    return host_chain(n, "int j = k; if (m & {i}) j = k + m; f{j}(out, j, m); "
                         "kernel<<<j, {i}>>>(out); f{j}(out, k, m + 1);")


@family
def host_calls_by_reference(n):
    return host_chain(n, "f{j}(k, m); k += {i}; f{j}(k, m + 1);", "int &k, int m",
                      "k = k * 2 + m;", "int k = m; f{n}(k, m); kernel<<<1, k>>>(out);")


@family
def host_calls_that_end(n):
    """Three calls in each function, one of which may end the program."""
    return "#include <stdlib.h>\n" + host_chain(
        n, "if (m == {i}) exit({i}); f{j}(out, k, m); f{j}(out, k, m + 1); f{j}(out, k, m + 2);")


@family
def host_loops(n):
    return HOST + "void launch(int *out, int m) {\n" + \
        lines(n, "  for (int i{i} = 0; i{i} < m; ++i{i}) kernel<<<i{i} + 1, {k}>>>(out);") + "\n}\n"


@family
def host_switch(n):
    return HOST + "void launch(int *out, int m) {\n  switch (m) {\n" + \
        lines(n, "  case {i}: kernel<<<{k}, 32>>>(out); break;") + "\n  }\n}\n"


@family
def findings(n):
    return kernel(lines(n, "  if (threadIdx.x > {i}) {{ out[{i}] = m; __syncthreads(); }}"))


def seconds_of(command, limit):
    """(processor seconds, exit code) of a process; the code is None if the
    limit ended it."""
    def limits():
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit) + 1))
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL, preexec_fn=limits)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    seconds = usage.ru_utime + usage.ru_stime
    return seconds, None if seconds >= limit else child.returncode


def growth(row, sizes):
    """The worst growth per doubling of a row of seconds, or None."""
    worst = None
    for (size, before), (next_size, after) in zip(zip(sizes, row), zip(sizes[1:], row[1:])):
        if before is None or after is None or after < TOLD_FROM:
            continue
        factor = after / max(before, TOLD_FROM)
        per_doubling = factor ** (1 / math.log2(next_size / size))
        worst = max(worst or 0, per_doubling)
    return worst


def steps_of(command, folder, limit):
    """(steps, whether something was cut off, what went wrong) of a run."""
    counted = folder / "statistics"
    counted.unlink(missing_ok=True)
    _, code = seconds_of([command[0], f"--statistics={counted}", *command[1:]], limit)
    if code not in (0, 1):
        return None, False, f"ended after {limit:g} s" if code is None else f"exit code {code}"
    lines = [json.loads(line) for line in counted.read_text().splitlines()]
    return (sum(line.get("work", 0) + line.get("hostSteps", 0) for line in lines),
            any(line.get("cuts") for line in lines), "")


def step_growth(row, sizes):
    """The worst growth per doubling of a row of (steps, whether cut) up to a size
    that is not cut, or None."""
    factors = [(after / max(before, 1)) ** (1 / math.log2(next_size / size))
               for (size, (before, _)), (next_size, (after, is_cut))
               in zip(zip(sizes, row), zip(sizes[1:], row[1:])) if not is_cut]
    return max(factors, default=None)


def count_family(lint, name, sizes, limit, folder, most):
    """The row of the table, and what went wrong."""
    row = []
    for size in sizes:
        write_units(folder, [name], [size])
        steps, is_cut, failure = steps_of(lint(folder / name / f"{size}.cu"), folder, limit)
        if failure:
            return ["fail"], f"{name}: {failure} at size {size}"
        row.append((steps, is_cut))
    factor = step_growth(row, sizes)
    cells = [f"{steps}{'+' if is_cut else ''}" for steps, is_cut in row]
    cells.append(f"{factor:.2f}" if factor else "-")
    if most and factor and factor > most:
        return cells, f"{name}: steps grow {factor:.2f} times per doubling"
    return cells, ""


def together(names, size):
    """One unit of all families, each in a namespace, headers first."""
    headers, rest = [], []
    for name in names:
        for line in [f"namespace {name.replace('-', '_')} {{",
                     *FAMILIES[name](size).splitlines(), "}"]:
            (headers if line.startswith("#include") else rest).append(line)
    return "\n".join([*dict.fromkeys(headers), *rest, ""])


def write_units(folder, names, sizes):
    for size in sizes:
        texts = {name: FAMILIES[name](size) for name in names}
        if len(names) > 1:
            texts["all"] = together(names, size)
        for name, text in texts.items():
            unit = folder / name / f"{size}.cu"
            unit.parent.mkdir(parents=True, exist_ok=True)
            unit.write_text(text)


def measure_family(lint, name, sizes, limit, folder, floor):
    """The row of the table, and what went wrong."""
    cells, row, failure, ended = [], [], "", False
    for size in sizes:
        if ended or failure:
            cells.append("-")
            row.append(None)
            continue
        write_units(folder, [name], [size])
        seconds, code = seconds_of(lint(folder / name / f"{size}.cu"), limit)
        seconds = max(seconds - floor, 0)
        row.append(seconds)
        ended = code is None
        if ended:
            cells.append(f">{limit:g}")
        elif code not in (0, 1):
            failure = f"{name}: exit code {code} at size {size}"
            cells.append("fail")
        else:
            cells.append(f"{seconds:.2f}")
    factor = growth(row, sizes)
    told = [seconds for seconds in row if seconds is not None]
    cells += [f"{factor:.1f}" if factor else "-", f"{max(told):.1f}"]
    return cells, failure


def print_row(name, cells):
    print(f"{name:<26}" + "".join(f"{cell:>10}" for cell in cells), flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--warplint", type=Path, default=ROOT / "build/bin/warplint")
    parser.add_argument("--sizes", default="10,20,40,80,160,320,640")
    parser.add_argument("--limit", type=float, default=60,
                        help="processor seconds after which a run is ended")
    parser.add_argument("--family", action="append", choices=sorted(FAMILIES),
                        metavar="NAME", help="only this one; may be repeated")
    parser.add_argument("--steps", action="store_true", help="count steps, not seconds")
    parser.add_argument("--most-growth", type=float, metavar="FACTOR",
                        help="of steps per doubling")
    parser.add_argument("--list", action="store_true", help="print the families' names")
    parser.add_argument("--write", type=Path, metavar="FOLDER",
                        help="write the units to FOLDER/NAME/SIZE.cu, and all families "
                        "of a size to FOLDER/all/SIZE.cu; measure nothing")
    parser.add_argument("flags", nargs="*", help="more flags of the compiler, behind --")
    arguments = parser.parse_args()
    names = arguments.family or sorted(FAMILIES)
    sizes = sorted({int(size) for size in arguments.sizes.split(",")})

    if arguments.list:
        print("\n".join(names))
        return 0
    if arguments.write:
        write_units(arguments.write, names, sizes)
        return 0
    warplint = shutil.which(arguments.warplint)
    if not warplint:
        sys.exit(f"{arguments.warplint} is not built")

    def lint(source):
        return [warplint, "--quiet", str(source), "--", *FLAGS, *arguments.flags]

    failures = []
    with tempfile.TemporaryDirectory() as folder:
        if arguments.steps:
            def measure(name):
                return count_family(lint, name, sizes, arguments.limit, Path(folder),
                                    arguments.most_growth)
            print_row("family", [*map(str, sizes), "growth"])
        else:
            empty = Path(folder, "empty.cu")
            empty.write_text("__global__ void kernel() {}\n")
            floor = min(seconds_of(lint(empty), arguments.limit)[0] for _ in range(3))

            def measure(name):
                return measure_family(lint, name, sizes, arguments.limit, Path(folder), floor)
            print(f"processor seconds beyond those of an empty unit ({floor:.2f})")
            print_row("family", [*map(str, sizes), "growth", "worst"])
        for name in names:
            cells, failure = measure(name)
            print_row(name, cells)
            failures += [failure] * bool(failure)
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
