// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two pairs: sites 0 and 1, and site 2 with itself.
#define WARPLINT_PAIR_COUNT 2
#define WARPLINT_PAIRS(X) X(0, 0, 1) X(1, 2, 2)
