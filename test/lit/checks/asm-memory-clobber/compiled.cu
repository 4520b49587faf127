// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What clang makes of a barrier that does not name "memory": the load stands behind
// it, where another thread may have written already. The check's page says so.
//
// DEFINE: %{compile} = %clang -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 -nocudainc -nocudalib -O3 -S -o - %s
// RUN: %{compile} -DCLOBBER= | FileCheck --check-prefix=MOVED %s
// RUN: %{compile} "-DCLOBBER=:::\"memory\"" | FileCheck --check-prefix=KEPT %s

#define __global__ __attribute__((global))

__global__ void turn(int *values, int wanted) {
  int i = __nvvm_read_ptx_sreg_tid_x();
  int mine = values[i];
  asm volatile("bar.sync 0;" CLOBBER);
  if (wanted)
    values[i ^ 1] = mine;
}

// MOVED-NOT: ld.global
// MOVED: bar.sync
// MOVED: ld.global

// KEPT: ld.global
// KEPT: bar.sync
// KEPT-NOT: ld.global
