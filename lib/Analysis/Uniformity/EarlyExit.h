//===--- EarlyExit.h - Returns that only some threads take ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIFORMITY_EARLYEXIT_H
#define WARPLINT_ANALYSIS_UNIFORMITY_EARLYEXIT_H

namespace warplint {

class Node;

/// A return that only some threads of the block take; in a kernel with a
/// barrier for the grid, also one that only some blocks take.
struct EarlyExit {
  const Node *At = nullptr;     ///< The node that ends with the return.
  const Node *Branch = nullptr; ///< The nearest divergent branch over `At`.
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIFORMITY_EARLYEXIT_H
