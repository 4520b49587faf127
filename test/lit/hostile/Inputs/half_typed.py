#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every place of a kernel and its launch where an expression may stand, with what
clang cannot read there.

    half_typed.py FOLDER            writes the sources
    half_typed.py --compare FILE    what was found of them is in FILE: of each
                                    source's last kernel, if its rest can be read
"""

import sys
from pathlib import Path

BASE = "struct B { int f; __host__ __device__ B(int x = 0, int y = 0) : f(x) {} };\n"
LAST = "\n__global__ void last(int *p) { if (threadIdx.x < 3) __syncthreads(); }\n"
PLACES = {
"base": "struct M : B { __host__ __device__ M(int r) : B(@) {} }; __global__ void k(int *p) { M m(threadIdx.x); p[threadIdx.x] = m.f; }\nvoid l(int *p) { M m(3); k<<<1, m.f>>>(p); }",
"base-list": "struct M : B { __host__ __device__ M(int r) : B{@} {} }; __global__ void k(int *p) { M m(threadIdx.x); p[threadIdx.x] = m.f; }\nvoid l(int *p) { M m(3); k<<<1, m.f>>>(p); }",
"member": "struct M { B b; __host__ __device__ M(int r) : b(@) {} }; __global__ void k(int *p) { M m(threadIdx.x); p[threadIdx.x] = m.b.f; }\nvoid l(int *p) { M m(3); k<<<1, m.b.f>>>(p); }",
"member-list": "struct M { B b; __host__ __device__ M(int r) : b{@, 1} {} }; __global__ void k(int *p) { M m(threadIdx.x); p[threadIdx.x] = m.b.f; }\nvoid l(int *p) { M m(3); k<<<1, m.b.f>>>(p); }",
"number": "struct M { int n; __host__ __device__ M(int r) : n(@) {} }; __global__ void k(int *p) { M m(threadIdx.x); p[m.n] = m.n; }\nvoid l(int *p) { M m(3); k<<<m.n, m.n>>>(p); }",
"numbers": "struct M { int n; __host__ __device__ M(int r) : n(@, @) {} }; __global__ void k(int *p) { M m(threadIdx.x); p[m.n] = m.n; }\nvoid l(int *p) { M m(3); k<<<m.n, m.n>>>(p); }",
"reference": "struct M { int &n; __host__ __device__ M(int &r) : n(@) {} }; __global__ void k(int *p) { M m(p[threadIdx.x]); m.n = 1; }\nvoid l(int *p) { int i = 3; M m(i); k<<<m.n, m.n>>>(p); }",
"array-member": "struct M { int n[4]; __host__ __device__ M(int r) : n{1, @} {} }; __global__ void k(int *p) { M m(threadIdx.x); p[m.n[1]] = 1; }\nvoid l(int *p) { M m(3); k<<<m.n[0], m.n[1]>>>(p); }",
"delegate": "struct M { int n; __host__ __device__ M(int a, int b) : n(a) {} __host__ __device__ M(int r) : M(@, 3) {} }; __global__ void k(int *p) { M m(threadIdx.x); p[m.n] = 1; }\nvoid l(int *p) { M m(3); k<<<m.n, 4>>>(p); }",
"default-member": "struct M { int n = @; int m{@}; }; __global__ void k(int *p) { M m; p[m.n] = m.m; }\nvoid l(int *p) { M m; k<<<m.n, 4>>>(p); }",
"new": "__global__ void k(int *p) { B *b = new B(@, 3); p[threadIdx.x] = b->f; delete b; }\nvoid l(int *p) { B *b = new B(@, 3); k<<<b->f, 32>>>(p); }",
"new-array": "__global__ void k(int *p) { int *b = new int[@]{@}; p[threadIdx.x] = b[1]; delete[] b; }\nvoid l(int *p) { int *b = new int[@](); k<<<b[0], 32>>>(p); }",
"placement": "#include <new>\n__global__ void k(int *p) { __shared__ char s[64]; B *b = new (@) B(3); new (s) B(@); p[threadIdx.x] = b->f; __syncthreads(); }\n",
"variable": "__global__ void k(int *p) { B b(@, 2); B c = @; B d{@}; auto e = @; auto f(@); p[threadIdx.x] = b.f + c.f + d.f + e + f; __syncthreads(); }\nvoid l(int *p) { B b(@, 2); dim3 g(@, 2), h{@}; auto e = @; k<<<g, h>>>(p); k<<<b.f, e>>>(p); }",
"shared": "__global__ void k(int *p) { __shared__ int s[@]; __shared__ B t(@); __shared__ alignas(@) int u[4]; s[threadIdx.x] = p[0]; __syncthreads(); p[threadIdx.x] = s[31 - threadIdx.x] + t.f + u[0]; }\nvoid l(int *p) { k<<<1, 32>>>(p); }",
"launch": "__global__ void k(int *p) { if (threadIdx.x < 3) __syncthreads(); }\nvoid l(int *p) { k<<<@, 32>>>(p); k<<<1, @, @, @>>>(p); k<<<1, 32>>>(@); k<<<dim3(@), dim3{@, 2}>>>(p, @); }",
"bounds": "__global__ void __launch_bounds__(@) k(int *p) { if (threadIdx.x < 3) __syncthreads(); }\n__global__ void __launch_bounds__(128, @) j(int *p) { if (threadIdx.x < 3) __syncthreads(); }\n__global__ void __cluster_dims__(@) c(int *p) { if (threadIdx.x < 3) __syncthreads(); }",
"control": "__global__ void k(int *p) { if (@) __syncthreads(); while (@) { p[0] = 1; __syncthreads(); } for (int i = @; i < @; i += @) { p[i] = i; __syncthreads(); } switch (@) { case @: __syncthreads(); case 3: break; } do { __syncthreads(); } while (@); p[threadIdx.x] = @ ? 1 : 2; return @; }\nvoid l(int *p) { for (int i = 0; i < @; ++i) if (@) k<<<i, @>>>(p); switch (@) { case @: k<<<1, 2>>>(p); } }",
"range": "__global__ void k(int *p) { for (auto x : @) { p[x] = 1; __syncthreads(); } for (int i = threadIdx.x; auto y : @) p[i] = y; }\nvoid l(int *p) { for (auto x : @) k<<<x, 2>>>(p); }",
"lambda": "template <class F> __global__ void k(int *p, F f) { p[threadIdx.x] = f(threadIdx.x); __syncthreads(); }\nvoid l(int *p) { auto f = [x = @, y = p] __device__ (int i) { return x + i; }; k<<<1, 32>>>(p, f); k<<<1, 32>>>(p, [=] __device__ (int i) -> decltype(@) { return @; }); }\n__global__ void j(int *p) { auto f = [&, z = @](int i) { p[i] = z; }; f(threadIdx.x); [&] { __syncthreads(); return @; }(); }",
"template": "template <int N, class T> __global__ void k(T *p) { __shared__ T s[N]; s[threadIdx.x] = p[0]; __syncthreads(); p[threadIdx.x] = s[N - 1 - threadIdx.x]; }\nvoid l(int *p) { k<@, int><<<1, 32>>>(p); k<32, decltype(@)><<<1, 32>>>(p); }\ntemplate <int N = @> __global__ void j(int *p) { p[N] = 1; __syncthreads(); }\nvoid m(int *p) { j<<<1, 2>>>(p); }",
"asm": "__global__ void k(int *p) { int v; asm volatile(\"bar.sync %0;\" :: \"r\"(@)); asm(\"ld.shared.u32 %0, [%1];\" : \"=r\"(v) : \"r\"(@)); asm(\"mov.u32 %0, 1;\" : \"=r\"(@)); p[threadIdx.x] = v; }",
"calls": "__device__ void f(int *p, int n = @) { p[n] = 1; __syncthreads(); }\n__global__ void k(int *p) { f(p); f(p, @); __syncwarp(@); __shfl_sync(@, p[0], @); atomicAdd(@, 1); __shfl_down_sync(0xffffffff, @, 1); p->nothing(@); (@)(3); }",
"fields": "struct S { int a : @; int b[@]; alignas(@) int c; B d[2]; }; __global__ void k(S *p, S q) { __shared__ S s; s.a = 1; s.b[threadIdx.x] = 2; __syncthreads(); p[threadIdx.x] = s; p->c = q.c; s.d[threadIdx.x].f = 1; }\nvoid l(S *p, S q) { k<<<1, 32>>>(p, q); k<<<q.a, q.c>>>(p, q); }",
"derived": "struct C : @ { int g; }; struct D : B, C { int h; }; __global__ void k(D *p) { __shared__ D s; s.h = 1; s.g = 2; s.f = 3; __syncthreads(); p[threadIdx.x] = s; p->f = s.g; }\nvoid l(D *p) { D d; k<<<d.h, d.f>>>(p); }",
"incomplete": "struct I; struct H { I i; int n; I *q; }; __global__ void k(H *p, I *r) { __shared__ H s; __shared__ I t; s.n = 1; __syncthreads(); p[threadIdx.x] = s; r[threadIdx.x] = r[@]; H u = s; I v = t; memcpy(p, &s, sizeof(I)); }\nvoid l(H *p, I *r) { k<<<1, 32>>>(p, r); H h; k<<<h.n, sizeof(h)>>>(&h, r); }",
"enums": "enum E { A = @, C }; enum class F : decltype(@) { G = 3 }; constexpr int N = @; __constant__ int c[N]; __global__ void k(int *p) { __shared__ int s[A + 1]; s[C] = N; __syncthreads(); p[N] = s[(int)F::G] + c[0]; }\nvoid l(int *p) { k<<<A, N>>>(p); static_assert(@, \"\"); }",
"init-list": "struct T { int a; B b; int c[3]; }; __global__ void k(int *p) { T t{@, {@}, {1, @}}; T u = {.a = @, .c = {[1] = @}}; T v[2] = {{1}, @}; p[t.a] = u.c[1] + v[1].a; __syncthreads(); }\nvoid l(int *p) { T t{@, {@}, {1, @}}; k<<<t.a, t.c[1]>>>(p); int n[] = {1, @}; k<<<n[0], n[1]>>>(p); }",
"operators": "__global__ void k(int *p) { p[@] = @; *@ = 1; @ = 3; p += @; p[threadIdx.x] += @ * 2; -@; !@; @++; &@; (float)@; static_cast<B *>(@)->f = 1; sizeof(@); @, 1; __syncthreads(); p[@ - 1] = threadIdx.x; }",
"destructor": "struct G { B b; int n; ~G() { __syncthreads(); @; } }; struct L : G { @ x; __device__ ~L() {} }; __global__ void k(int *p) { G g; L m; { G h{@}; } p[threadIdx.x] = g.n; }",
"cooperative": "#include <cooperative_groups.h>\n#include <cuda/barrier>\nnamespace cg = cooperative_groups;\n__global__ void k(int *p) { auto g = cg::this_thread_block(); auto t = cg::tiled_partition<@>(g); auto w = cg::tiled_partition(g, @); g.sync(@); t.shfl(@, 1); __shared__ cuda::barrier<cuda::thread_scope_block> b; init(&b, @); b.wait(b.arrive(@)); cuda::memcpy_async(g, p, @, 4, b); p[t.size()] = w.size(); }",
"structured": "struct P { int a, b; }; __global__ void k(int *p) { auto [x, y] = @; auto [u, v] = P{@, 2}; P q; auto &[r, s] = q; p[x] = y + u + v + r; __syncthreads(); if (auto [c, d] = P{1, @}; c) __syncthreads(); }",
"coroutine": "__global__ void k(int *p) { goto @; again: __syncthreads(); goto again; try { p[0] = 1; } catch (@) { } throw @; co_return @; }",
"host": "#include <vector>\n#include <memory>\n__global__ void k(int *p) { p[threadIdx.x] = 1; }\nvoid l() { int *p; cudaMalloc(&p, @); cudaMemcpy(p, @, 4, cudaMemcpyDefault); std::vector<int> v(@); auto u = std::make_unique<int[]>(@); k<<<v.size(), @>>>(p); cudaMemcpyAsync(v.data(), p, @, cudaMemcpyDeviceToHost, @); cudaLaunchKernel((void *)k, @, dim3(@), @, 0, 0); cudaStream_t s = @; k<<<1, 1, 0, s>>>(p); }",
}
# The first can be read but for a name; behind the others nothing may be right.
WHOLE = "nothing(r, 1)"
HALF = ["nothing", "B(nothing, 1, 2).f", "B::none", "(r +)", "", "sizeof(struct Never)", "r->x",
        "typename X::y", "[] { return nothing; }()", "{r, nothing}", "template", "0x", '"', "*",
        "B", "r r"]


def write(folder):
    for number, (name, text) in enumerate(PLACES.items()):
        for kind, bad in enumerate([WHOLE, HALF[number % len(HALF)]]):
            (folder / f"{name}-{kind}.cu").write_text(BASE + text.replace("@", bad) + LAST)


def compare(found):
    lost = [name for name, text in PLACES.items()
            if f"{name}-0.cu:{(BASE + text + LAST).count(chr(10))}:" not in found]
    if lost:
        sys.exit("nothing was said of the last kernel of " + ", ".join(lost))


if __name__ == "__main__":
    if sys.argv[1] == "--compare":
        compare(Path(sys.argv[2]).read_text())
    else:
        write(Path(sys.argv[1]))
