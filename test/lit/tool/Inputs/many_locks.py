# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel with as many critical sections without fences as the argument says."""

import sys

print("__global__ void locked(int *lock, int *data, int n) {")
for i in range(int(sys.argv[1])):
    print(f"  while (atomicCAS(&lock[{i}], 0, 1) != 0) {{}}")
    print(f"  data[{i}] += n;")
    print(f"  atomicExch(&lock[{i}], 0);")
print("}")
