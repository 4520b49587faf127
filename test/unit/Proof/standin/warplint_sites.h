// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sites 0 and 1, site 2 with itself, a barrier, and a call with a mask.
#define WARPLINT_PAIR_COUNT 4
#define WARPLINT_PAIRS(X) X(0, 0, 1) X(1, 2, 2)
#define WARPLINT_BARRIERS(X) X(2)
#define WARPLINT_CALL_COUNT 1
#define WARPLINT_CALLS(X) X(3, 0)
