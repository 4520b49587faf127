//===--- AwaitedReads.h - Reads that wait for another thread ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads that bypass the L1 cache (`__ldcg`, `ld.global.cg`) are ordinary data
// as a rule. A loop that repeats such a read until the value changes waits for
// another thread, as a volatile read does.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_AWAITEDREADS_H
#define WARPLINT_ANALYSIS_TWOTHREADS_AWAITEDREADS_H

#include "Analysis/Expr/Term.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "llvm/ADT/DenseSet.h"

namespace warplint {
class CallContext;
} // namespace warplint

namespace warplint::twothreads {

/// The cache-bypassing reads of a kernel by which a thread waits for another
/// one. A fact of one kernel (KernelFacts::get).
class AwaitedReads {
public:
  explicit AwaitedReads(const KernelFacts &Facts);

  /// Whether \p Made is the value of such a read.
  bool contains(const SiteTerm &Made) const {
    return Sites.contains({Made.callContext(), Made.site()});
  }

  bool empty() const { return Sites.empty(); }

private:
  /// Looked up, never iterated.
  llvm::DenseSet<std::pair<const CallContext *, const clang::Stmt *>> Sites;
};

} // namespace warplint::twothreads

#endif // WARPLINT_ANALYSIS_TWOTHREADS_AWAITEDREADS_H
