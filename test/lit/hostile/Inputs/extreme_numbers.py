# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels whose numbers are as large, as small or as odd as a type holds.

    extreme_numbers.py FOLDER [EVERY]

Writes one file for each role that a number has (an index, a bound, a launch):
in each, every operator meets every number on either side, in several types. With
EVERY only each so manieth kernel is written.
"""

import itertools
import sys
from pathlib import Path

NUMBERS = [
    "(-9223372036854775807LL - 1)", "9223372036854775807LL", "-1", "0", "1",
    "(-2147483647 - 1)", "2147483647", "2147483648LL", "4294967295u", "4294967296LL",
    "(1LL << 62)", "(1LL << 63)", "18446744073709551615ull", "0x8000000000000000ull",
    "-(1LL << 62)", "((1LL << 61) + 3)", "63", "64", "-64", "(1LL << 52)",
]
OPERATORS = ["{a} + {b}", "{a} - {b}", "{a} * {b}", "{a} / {b}", "{a} % {b}",
             "{a} << ({b})", "{a} >> ({b})", "({a} & {b})", "({a} | {b})", "({a} ^ {b})",
             "-{a} - {b}", "~{a} + {b}", "({a} < {b} ? {a} : {b})", "({a} <= {b})",
             "(!{a} || {b})", "abs({a}) / {b}", "min({a}, {b}) * {b}", "({a} - {b}) / -1"]
TYPES = ["long long", "unsigned long long", "int", "unsigned", "short", "__int128"]

# `{x}` is the expression; `a` and `b` are numbers that the kernel is told, `p` is
# memory, `n` what it is given.
BODIES = {
    "index": "s[threadIdx.x] = p[{x}]; __syncthreads(); p[threadIdx.x] = s[({x}) - threadIdx.x];",
    "scaled": "s[threadIdx.x * ({x})] = n; __syncthreads(); p[threadIdx.x] = s[255 - threadIdx.x];",
    "bound": "for (long long i = threadIdx.x; i < ({x}); i += 32) s[i & 255] += p[i];"
             " __syncthreads(); for (int i = 0; i <= ({x}); ++i) p[i] = s[i];",
    "step": "for (long long i = threadIdx.x; i < n; i += ({x})) s[i & 255] += p[i];"
            " __syncthreads(); for (long long i = n; i > 0; i -= ({x})) p[i] = s[i];",
    "start": "for (long long i = ({x}); i < n; ++i) s[i & 255] += p[i]; __syncthreads();"
             " for (int i = ({x}); i != n; i <<= 1) p[i] = s[i];",
    "stride": "p[threadIdx.x * ({x}) + blockIdx.x] = n; p[blockIdx.x * ({x})] += 1;"
              " (p + ({x}))[threadIdx.x] = 2; *(p + threadIdx.x - ({x})) = 1;",
    "branch": "if (threadIdx.x < ({x})) __syncthreads(); if (({x}) > blockIdx.x) return;"
              " s[threadIdx.x] = 1; __syncthreads(); if (({x}) == n - threadIdx.x) p[0] = s[n];"
              " switch (threadIdx.x + ({x})) {{ case 1: __syncthreads(); }}",
    "mask": "__syncwarp(unsigned({x})); n += __shfl_sync(unsigned({x}), n, int({x}), int({x}));"
            " n += __shfl_down_sync(~0u, n, unsigned({x}), int(({x}) & 31));"
            " p[n] = __ballot_sync(~0u, threadIdx.x < ({x}));",
    "barrier": 'asm volatile("bar.sync %0, %1;" :: "r"(int({x})), "r"(int({x})) : "memory");'
               ' asm volatile("barrier.cta.arrive %0, %1;" :: "r"(1), "r"(int({x})));',
    "narrow": "s[(unsigned char)({x})] = (signed char)({x}); s[(bool)({x})] = (short)({x});"
              " __syncthreads(); p[(unsigned short)({x})] = s[(unsigned)({x}) & 255];"
              " p[(long long)(float)({x})] = s[(int)({x})];",
    "atomic": "if (atomicInc((unsigned *)p, unsigned({x})) == unsigned({x})) p[1] = n;"
              " if (atomicAdd(p + ({x}), int({x})) == int({x}) - 1) p[2] = 0;"
              " while (atomicCAS(p + 3, int({x}), 1) != int({x})) {{}} __threadfence();",
    "phase": "__shared__ unsigned long long bar;"
             ' unsigned at = (unsigned)__cvta_generic_to_shared(&bar);'
             ' if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;"'
             ' :: "r"(at), "r"(int({x}))); __syncthreads();'
             ' asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(at + int({x})));',
    "copy": 'asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" :: '
            '"r"((unsigned)__cvta_generic_to_shared(s + ({x}))), "l"(p + ({x})));'
            ' asm volatile("cp.async.wait_all;"); memset(s, int({x}), ({x}));'
            " memcpy(s, p, ({x})); __syncthreads(); p[n] = s[({x})];",
    "field": "__shared__ Bits f[32]; f[threadIdx.x & 31].low = ({x}); f[0].high = ({x});"
             " __syncthreads(); p[threadIdx.x] = f[({x})].low + f[threadIdx.x].wide;"
             " f[n].rows[({x})][threadIdx.x] = ({x});",
    "rank": "int at = (threadIdx.x + ({x})) / 32, in = (threadIdx.x * 4 + ({x})) % 32;"
            " if (at >> ({x})) __syncthreads(); s[at * ({x}) + in] = n;"
            " if (((threadIdx.x ^ ({x})) & -({x})) == 0) __syncthreads(); p[at] = s[in];",
}

HEAD = """struct Bits {
  long long low : 63;
  unsigned high : 1;
  int : 0;
  unsigned long long wide : 64;
  short rows[4][8];
};
"""


def uses():
    """(number of the use, expression, its two numbers, their types), each."""
    for place, (operator, number) in enumerate(itertools.product(OPERATORS, range(len(NUMBERS)))):
        other = (number * 7 + place) % len(NUMBERS)
        left, right = (number, other) if place % 2 else (other, number)
        kinds = TYPES[place % len(TYPES)], TYPES[(place // 3) % len(TYPES)]
        if "abs" in operator or "min" in operator:
            kinds = "long long", "long long"
        yield place, operator.format(a="a", b="b"), (NUMBERS[left], NUMBERS[right]), kinds


def kernels(body, every):
    """Kernels that hold the numbers, and others that a host gives them to."""
    for place, expression, (left, right), (one, other) in itertools.islice(uses(), 0, None, every):
        code = body.format(x=expression)
        yield (f"__global__ void k{place}(int *p, int n) {{ __shared__ int s[256];"
               f" {one} a = {left}; {other} b = {right}; {code} }}\n")
        if place % 3 == 0 and "__int128" not in (one, other):
            yield (f"__global__ void g{place}(int *p, int n, {one} a, {other} b) {{"
                   f" __shared__ int s[256]; {code} }}\n"
                   f"void h{place}(int *p) {{ g{place}<<<4, 256>>>(p, 33, {left}, {right}); }}\n")


def launches(every):
    yield "__global__ void k(int *p, long long n) { extern __shared__ int s[];" \
          " s[threadIdx.x] = p[blockIdx.x * blockDim.x + threadIdx.x]; __syncthreads();" \
          " if (threadIdx.x < n) p[threadIdx.x] = s[255 - threadIdx.x]; }\n"
    for place, expression, (left, right), (one, other) in itertools.islice(uses(), 0, None, every):
        given = f"{one} a = {left}; {other} b = {right};"
        x = f"(long long)({expression})"
        yield f"void a{place}(int *p) {{ {given} k<<<{x}, 256>>>(p, {x}); }}\n"
        yield f"void b{place}(int *p) {{ {given} k<<<2, {x}, {x}>>>(p, {x}); }}\n"
        yield f"void c{place}(int *p) {{ {given} dim3 d({x}, {x}, {x}); k<<<d, d>>>(p, 1); }}\n"
        yield f"void d{place}(int *p, {one} a, {other} b) {{" \
              f" if ({expression} > {left}) k<<<({x} + 255) / 256, 256>>>(p, {x}); }}\n"
        yield f"void e{place}(int *p) {{ {given} for (long long i = a; i < b; i += {x})" \
              " k<<<i, 64>>>(p, i); }\n"
        yield f"void f{place}(int *p) {{ {given} int m[4] = {{0}}; cudaMalloc(&p, {x});" \
              f" cudaMemset(p, 0, {x}); k<<<m[{x}], m[1] + {x}>>>(p, *(&m[0] + a)); }}\n"


def limits():
    for place, number in enumerate(NUMBERS):
        for axis, what in itertools.product("xyz", ("blockDim", "gridDim")):
            yield f"__global__ void {what}{axis}{place}(int *p) {{" \
                  f" __builtin_assume({what}.{axis} == {number}); p[threadIdx.{axis}] = 1;" \
                  f" if (threadIdx.x < 3) __syncthreads(); p[0] = p[blockIdx.{axis} + 1]; }}\n"
        yield f"enum E{place} : long long {{ V{place} = (long long)({number}) }};\n" \
              f"__global__ void e{place}(int *p, E{place} e) {{ p[V{place}] = p[threadIdx.x];" \
              f" for (long long i = 0; i < V{place}; i += e) p[i] = V{place} / e; }}\n"
        yield f"template <long long N> __global__ void t{place}(int *p) {{" \
              " __shared__ int s[(N > 0 && N < 1024) ? N : 1];" \
              " for (long long i = threadIdx.x; i < N; i += N / 2) s[i] = p[i * N];" \
              " __syncthreads(); p[N - threadIdx.x] = s[threadIdx.x % (N | 1)]; }\n" \
              f"void h{place}(int *p) {{ t{place}<(long long)({number})><<<1, 64>>>(p);" \
              f" e{place}<<<1, 32>>>(p, V{place}); }}\n"
        yield f"constexpr long long c{place} = (long long)({number});\n" \
              f"__global__ void c{place}k(int *p) {{ p[threadIdx.x % 7 + c{place}] = 1;" \
              f" p[c{place} / 3 - threadIdx.x] = c{place} >> 5; }}\n"


def sizes():
    for place, bound in enumerate((1, 0, 1025, "2147483647", "2147483648u", "4294967295u, 4294967295u")):
        yield f"__global__ void __launch_bounds__({bound}) b{place}(int *p) {{" \
              " if (threadIdx.x < 3) __syncthreads(); p[threadIdx.x] = p[threadIdx.x + 1]; }\n"
    for place, size in enumerate((0, 1, 1 << 20, 1 << 31, 1 << 40, 1 << 58)):
        yield f"__global__ void s{place}(int *p) {{ __shared__ char s[{size}];" \
              f" __shared__ short r[3][{max(size, 1)}]; s[threadIdx.x] = p[0]; r[1][threadIdx.x] = 1;" \
              f" __syncthreads(); p[threadIdx.x] = s[{max(size, 1) - 1}] + r[2][threadIdx.x]; }}\n"
        yield f"struct L{place} {{ int a[{max(size // 8, 1)}]; int b[{min(size, 1)}]; }};\n" \
              f"extern __shared__ L{place} x{place}[];\n" \
              f"__global__ void l{place}(L{place} *p) {{ x{place}[threadIdx.x].a[3] = p[1].a[2];" \
              f" __syncthreads(); p[threadIdx.x].a[0] = x{place}[threadIdx.x + 1].a[3]; }}\n"
        yield f"void v{place}(int *p) {{ static long long host[{max(size // 8, 1)}];" \
              f" host[{max(size // 8, 1) - 1}] = 1; s{place}<<<host[0], host[1]>>>(p); }}\n"
    for place, power in enumerate((0, 1, 4, 16, 28)):
        yield f"__global__ void a{place}(int *p) {{ __shared__ __align__({1 << power}) char s[64];" \
              " s[threadIdx.x] = p[0]; __syncthreads();" \
              f" p[((unsigned long long)s + {1 << power} - 1) & -{1 << power}ll] = s[3]; }}\n"
    for place, dims in enumerate(("1", "8", "16, 16, 16", "2147483647", "4294967295u, 4294967295u",
                                  "65536, 65536, 65536", "0")):
        yield f"__global__ void __cluster_dims__({dims}) d{place}(int *p) {{" \
              " if (blockIdx.x < 3) __syncthreads(); p[blockIdx.x] = p[threadIdx.x + 1]; }\n"


GRIDS = ("2147483647", "dim3(2147483647, 65535, 65535)", "dim3(1, 65535, 65535)",
         "dim3(4294967295u, 65536, 2147483648u)")
BLOCKS = ("1024", "dim3(1, 1024)", "dim3(4, 4, 64)", "dim3(1024, 1024, 64)")


def grids():
    """The largest launches that there are, and beyond."""
    yield "#include <cooperative_groups.h>\n"
    for place, (grid, block) in enumerate(itertools.product(GRIDS, BLOCKS)):
        yield f"__global__ void g{place}(int *p, int n, int m, unsigned *c) {{ __shared__ int s[64];" \
              " auto all = cooperative_groups::this_grid(); unsigned long long r = all.thread_rank();" \
              " long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;" \
              " p[r % all.size()] = p[i * n + m]; s[threadIdx.z] = n; __syncthreads();" \
              " for (long long j = i; j < n; j += (long long)gridDim.x * blockDim.x) p[j + m] = p[j];" \
              " for (int j = blockIdx.z; j < n; j += gridDim.z) p[j * m] = s[j & 63];" \
              " p[(gridDim.x * gridDim.y + blockIdx.y) * m] = s[blockIdx.z - gridDim.z + 64];" \
              " if (atomicInc(c, gridDim.x * gridDim.y * gridDim.z - 1) == gridDim.x - 1) *c = 0;" \
              " if (threadIdx.x == 0 && atomicAdd(c, 1) == gridDim.x * gridDim.y * gridDim.z - 1)" \
              " p[0] = p[n]; all.sync(); p[r] = p[all.size() - r - 1]; }\n" \
              f"void h{place}(int *p, int n, unsigned *c) {{ g{place}<<<{grid}, {block}>>>(p, n, n, c); }}\n"


def main(folder, every=1):
    files = {name: kernels(body, every) for name, body in BODIES.items()}
    files.update(launches=launches(every), limits=limits(), sizes=sizes(), grids=grids())
    for name, parts in files.items():
        Path(folder, name + ".cu").write_text(HEAD + "".join(parts))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
