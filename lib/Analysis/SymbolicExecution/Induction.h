//===--- Induction.h - Induction variables of loops -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that recognizes induction variables: their first value, their
// recurrence, and the comparison that bounds them. Whatever needs strides, trip
// counts, parities or stages asks here.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLICEXECUTION_INDUCTION_H
#define WARPLINT_ANALYSIS_SYMBOLICEXECUTION_INDUCTION_H

#include "Analysis/KernelIR/Phis.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>
#include <optional>
#include <vector>

namespace warplint {

/// A loop variable whose value in one iteration is computed from its value, or
/// from that of another variable of the loop, in the iteration before.
struct Induction {
  enum class Kind : uint8_t {
    Added,       ///< `x + Step`; `Step` is not computed from the variable.
    Multiplied,  ///< `x * Factor`, a constant.
    Divided,     ///< `x / Factor`, a constant, or a right shift.
    Advanced,    ///< A pointer, `p + Step` elements.
    Alternating, ///< `x ^ c` or `c - x`: the first value comes back after two
                 ///< iterations.
    Other        ///< Any other recurrence.
  };
  const Term *Variable = nullptr; ///< The phi at the head of the loop.
  const Term *First = nullptr;    ///< Its value in the first iteration.
  const Term *Next = nullptr;  ///< Its value in the next one, over `Variable`.
  const Node *Latch = nullptr; ///< The source of the back edge.
  Kind K = Kind::Other;
  const Term *Step = nullptr; ///< Of Added and Advanced; null for other kinds.
  int64_t Factor = 0;         ///< Of Multiplied and Divided, above 1.

  const Node &head() const { return *llvm::cast<PhiTerm>(Variable)->node(); }
  /// The constant number, or number of elements, that every iteration adds;
  /// nullopt if there is none.
  std::optional<int64_t> constantStep() const {
    const auto *Number = llvm::dyn_cast_or_null<ConstantTerm>(Step);
    return Number ? std::optional(Number->value()) : std::nullopt;
  }
};

/// A comparison that bounds an induction variable of kind Added or Advanced.
struct InductionBound {
  const Induction *Of = nullptr;
  /// For a comparison `L < R`, the value of `R - L` with the first value of the
  /// variable in place of the variable; of pointers in elements. Not computed
  /// from the variable.
  const Term *Room = nullptr;
  bool IsOrdered = false; ///< By `<`, `<=`, `>` or `>=`, not by `==` or `!=`.
  bool IsBelow = false; ///< The variable is on the smaller side, with factor 1.
};

/// The induction variables among the phis of one evaluation.
class Inductions {
public:
  /// \p Meeting and \p Arena must outlive this.
  Inductions(const Phis &Meeting, TermArena &Arena)
      : Meeting(Meeting), Arena(Arena) {}

  /// The induction variable \p Phi; null if \p Phi is none, or if its loop has
  /// more than one edge in or more than one back edge. Only to be asked after
  /// Evaluation::run().
  const Induction *find(const Term *Phi) const;
  /// The bound that \p Condition sets; nullopt if it is no comparison or bounds
  /// no induction variable of kind Added, nor one of kind Advanced by a place
  /// in what that begins in. `<= n` counts as `< n + 1`.
  std::optional<InductionBound> boundBy(const Term *Condition) const;

private:
  bool dependsOnPhi(const Term *T, const Term *Phi) const;
  std::unique_ptr<Induction> recognize(const Term *Phi) const;
  void classify(Induction &Found) const;
  std::optional<InductionBound> boundByPlace(const BinaryTerm &Test) const;

  const Phis &Meeting;
  TermArena &Arena;
  /// Results of find(). Looked up, never iterated.
  mutable llvm::DenseMap<const Term *, std::unique_ptr<Induction>> Known;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_INDUCTION_H
