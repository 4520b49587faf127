//===--- CollectiveStorage.h - Reuse of temporary storage -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A collective that uses temporary storage keeps it until the next barrier of
// its threads: when one thread has its result, others may still read or write
// there (see CudaModel/Collectives.h for the rule).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_TEMPSTORAGE_COLLECTIVESTORAGE_H
#define WARPLINT_ANALYSIS_DETECTORS_TEMPSTORAGE_COLLECTIVESTORAGE_H

#include "Analysis/KernelIR/InlinedCFG.h"
#include "CudaModel/Collectives.h"
#include <vector>

namespace warplint {
class KernelFacts;
class Term;
} // namespace warplint

namespace warplint::tempstorage {

/// One use of temporary storage: by a collective, or by an access of other code
/// to the same memory.
struct StorageUse {
  /// The outermost member function of the collective; null for an access.
  const CallContext *Call = nullptr;
  Collective Of; ///< Of the call.
  const Event *Access = nullptr;
  const Term *Address = nullptr;
  uint64_t Size = 0; ///< Bytes at `Address`.
  /// The node that ends with the call, or that has the access.
  const Node *At = nullptr;

  const CallContext &owner() const {
    return Call ? *Call->caller() : *Access->Owner;
  }
  const clang::Stmt *site() const {
    return Call ? Call->callSite() : Access->Site;
  }
};

/// Two uses of the same memory with no barrier between them on some path; at
/// least one is by a collective.
struct StorageReuse {
  StorageUse First, Second;
  Scope Threads = Scope::Warp; ///< The threads whose barrier is missing.
  const clang::ValueDecl *Storage = nullptr; ///< The variable or parameter.
};

/// The reuses of a kernel, in the order of the second use, without those that
/// the collectives' own barriers separate.
std::vector<StorageReuse> findStorageReuses(const KernelFacts &Facts);

/// The two pieces of memory have a byte in common. False if unknown.
bool surelyOverlap(const Term *A, uint64_t SizeA, const Term *B, uint64_t SizeB,
                   const clang::ASTContext &Context);

} // namespace warplint::tempstorage

#endif // WARPLINT_ANALYSIS_DETECTORS_TEMPSTORAGE_COLLECTIVESTORAGE_H
