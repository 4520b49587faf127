//===--- Phis.h - Phis and their incoming values ----------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELIR_PHIS_H
#define WARPLINT_ANALYSIS_KERNELIR_PHIS_H

#include "Analysis/KernelIR/State.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <vector>

namespace warplint {

/// An incoming value of a phi, and the predecessor that control comes from.
struct Incoming {
  Definition Reaching;
  const Node *From = nullptr;
};

/// The phis of an evaluation with their incoming values.
class Phis {
public:
  /// The incoming values of \p Phi; empty for terms that are no phi here.
  llvm::ArrayRef<Incoming> incoming(const Term *Phi) const {
    auto Found = Table.find(Phi);
    if (Found == Table.end())
      return {};
    return Found->second;
  }
  bool holds(const Term *Phi) const { return Table.count(Phi); }
  /// All phis in the order of their creation; empty before `finish`.
  llvm::ArrayRef<const Term *> phis() const { return Order; }
  /// Those of them that join values at \p N.
  llvm::ArrayRef<const Term *> phisAt(const Node &N) const {
    auto Found = ByNode.find(&N);
    if (Found == ByNode.end())
      return {};
    return Found->second;
  }

  /// The incoming values of \p Phi, which is added if it is not here.
  llvm::SmallVectorImpl<Incoming> &at(const Term *Phi) { return Table[Phi]; }
  void erase(const Term *Phi) { Table.erase(Phi); }
  /// To be called when no phi will be added or erased any more: fills phis().
  void finish() {
    Order.clear();
    ByNode.clear();
    for (const auto &[Phi, Ignored] : Table)
      Order.push_back(Phi);
    llvm::sort(Order,
               [](const Term *L, const Term *R) { return L->id() < R->id(); });
    for (const Term *Phi : Order)
      ByNode[llvm::cast<PhiTerm>(Phi)->node()].push_back(Phi);
  }

private:
  llvm::DenseMap<const Term *, llvm::SmallVector<Incoming, 2>> Table;
  std::vector<const Term *> Order;
  llvm::DenseMap<const Node *, llvm::SmallVector<const Term *, 4>> ByNode;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELIR_PHIS_H
