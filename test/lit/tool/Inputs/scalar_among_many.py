#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a kernel with so many accesses to a tile at indices from memory that
not all their pairs are decided, and behind them a scalar that thread 0 sets and
all read without a barrier."""

import sys

NUMBER = int(sys.argv[1])

print("__global__ void large(const int *in, int *out, const int *order) {\n"
      "  __shared__ int tile[8192];\n"
      "  __shared__ int count;\n"
      "  int a = in[threadIdx.x];")
for i in range(NUMBER):
    print(f"  tile[order[{i}] + threadIdx.x] = tile[order[{i + 1}] ^ threadIdx.x] + a;")
print("  if (threadIdx.x == 0)\n"
      "    count = a;")
for i in range(30):
    print(f"  a += in[{i} * 256 + threadIdx.x];")
print("  out[threadIdx.x] = count + a;\n"
      "}\n"
      "void launch(const int *in, int *out, const int *order) {\n"
      "  large<<<1, 256>>>(in, out, order);\n"
      "}")
