//===--- Derivation.h - What follows from an operation -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a value depends on what one operation returned: through arithmetic,
// variables, shared memory, shuffles and votes.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_HANDSHAKES_DERIVATION_H
#define WARPLINT_ANALYSIS_HANDSHAKES_DERIVATION_H

#include "Analysis/Symbolic/MemoryOperations.h"
#include "Analysis/Uniformity/Uniformity.h"

namespace warplint {

class Derivation {
public:
  Derivation(const InlinedCFG &P, const Evaluation &Values,
             const FlowView &View, const Uniformity &Agreement,
             llvm::ArrayRef<MemoryOperation> Operations);

private:
  friend class DerivedFrom;
  const Evaluation &Values;
  const FlowView &View;
  const Uniformity &Agreement;
  /// Writes of shared memory by object.
  llvm::DenseMap<const Term *, llvm::SmallVector<const Event *, 2>> Stored;
  /// Exchanges between threads by where they are.
  llvm::DenseMap<std::pair<const CallContext *, const clang::Stmt *>,
                 const Event *>
      Exchanges;
};

/// What depends on one operation; remembers what it was asked.
class DerivedFrom {
public:
  DerivedFrom(const Derivation &Of, const Event &Source)
      : Of(Of), Source(Source) {}

  /// \p T depends on what the operation read or returned.
  bool contains(const Term *T);
  /// Comparisons with an operand that depends on it, in all terms asked for.
  llvm::ArrayRef<const Term *> comparisons() const { return Comparisons; }

private:
  bool visitAll(llvm::ArrayRef<const Term *> Parts);
  bool visitParts(const Term *T);
  bool visitJoin(const Term *Phi);
  bool visitLoad(const Term *Load);

  const Derivation &Of;
  const Event &Source;
  llvm::DenseMap<const Term *, bool> Known;
  llvm::SmallVector<const Term *, 4> Comparisons;
};

/// \p T is what \p Source read or returned.
bool isResultOf(const Term *T, const Event &Source);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_HANDSHAKES_DERIVATION_H
