//===--- AwaitedReads.h - Reads that wait for another thread ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is read past the caches of a multiprocessor (`__ldcg`, `ld.global.cg`) is
// data as a rule. Where a loop does it anew until another value comes, another
// thread is waited for, as by a volatile read.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_AWAITEDREADS_H
#define WARPLINT_ANALYSIS_TWOTHREADS_AWAITEDREADS_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "llvm/ADT/DenseSet.h"

namespace warplint {

/// A fact of one kernel (KernelFacts::get).
class AwaitedReads {
public:
  explicit AwaitedReads(const KernelFacts &Facts);

  /// \p Made is what such a read has given.
  bool contains(const SiteTerm &Made) const {
    return Sites.contains({Made.callContext(), Made.site()});
  }

private:
  /// Looked up, never iterated.
  llvm::DenseSet<std::pair<const CallContext *, const clang::Stmt *>> Sites;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_TWOTHREADS_AWAITEDREADS_H
