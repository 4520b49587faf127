//===--- Induction.h - How variables of a loop change -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that recognizes variables of loops: where they start, what a
// iteration makes of them, and which comparison bounds them. All who ask about
// strides, iterations, parities or stages ask here.
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

/// A variable whose value in one iteration is computed from its value in the iteration
/// before.
struct Induction {
  enum class Kind : uint8_t {
    Added,       ///< An iteration adds `Step`, which is not computed from the
                 ///< variable.
    Multiplied,  ///< An iteration multiplies by the constant `Factor`.
    Divided,     ///< An iteration divides by the constant `Factor`, or shifts right.
    Alternating, ///< `x ^ c` or `c - x`: the first value comes back after two
                 ///< iterations.
    Other        ///< In another way.
  };
  const Term *Variable = nullptr; ///< The phi at the head of the loop.
  const Term *First = nullptr;    ///< Its value in the first iteration.
  const Term *Next = nullptr;     ///< In the next iteration, over `Variable`.
  const Node *Latch = nullptr;    ///< Where control goes back to the head.
  Kind K = Kind::Other;
  const Term *Step = nullptr; ///< Of Added. A pointer's is in bytes of nothing:
                              ///< pointers are Other.
  int64_t Factor = 0;         ///< Of Multiplied and Divided, above 1.

  const Node &head() const { return *llvm::cast<PhiTerm>(Variable)->node(); }
  /// What every iteration adds, if it is one number.
  std::optional<int64_t> constantStep() const {
    const auto *Number =
        K == Kind::Added ? llvm::dyn_cast<ConstantTerm>(Step) : nullptr;
    return Number ? std::optional(Number->value()) : std::nullopt;
  }
};

/// A comparison that lets a loop run on as far as an added-to variable goes.
struct InductionBound {
  const Induction *Of = nullptr;
  /// From the first value of the variable to its limit, in the variable's
  /// direction times its coefficient in the comparison; not computed from it.
  const Term *Room = nullptr;
  bool IsOrdered = false; ///< By `<` or its kin, not by `==` or `!=`.
  bool IsBelow = false;   ///< The variable itself is on the lower side.
};

/// The induction variables among the joins of one evaluation.
class Inductions {
public:
  /// Refers to both.
  Inductions(const Phis &Meeting, TermArena &Arena)
      : Meeting(Meeting), Arena(Arena) {}

  /// To be asked when the evaluation has come to rest. Null if \p Phi is no
  /// variable of a loop with one way in and one path back.
  const Induction *find(const Term *Phi) const;
  /// The bound that the comparison \p Condition sets, if it sets one. A limit
  /// that is included counts as one more.
  std::optional<InductionBound> boundBy(const Term *Condition) const;

private:
  bool comesFrom(const Term *T, const Term *Phi) const;
  std::unique_ptr<Induction> recognize(const Term *Phi) const;
  void classify(Induction &Found) const;

  const Phis &Meeting;
  TermArena &Arena;
  /// Looked up, never iterated; null where there is none.
  mutable llvm::DenseMap<const Term *, std::unique_ptr<Induction>> Known;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_INDUCTION_H
