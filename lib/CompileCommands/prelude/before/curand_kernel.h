//===--- curand_kernel.h - cuRAND on its own terms ------------ -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The other header must come first, by the way that renames its types.
//
//===----------------------------------------------------------------------===//

#pragma clang system_header

#if __has_include_next(<curand_kernel.h>)
#include "curand_mtgp32_kernel.h"
#endif
#include_next <curand_kernel.h>
