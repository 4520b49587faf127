//===--- Multiples.h - Arithmetic modulo a number ---------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The question that this answers: is a value a whole multiple of another one?
// A bound that is rounded up to whole blocks can be written with quotients,
// remainders, masks, shifts and choices. Modulo the size of a block they are
// all the same: a remainder or a low mask is the number itself, a high mask is
// 0, and what a choice depends on says what is 0 where it is taken.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LOOPEVOLUTION_MULTIPLES_H
#define WARPLINT_ANALYSIS_LOOPEVOLUTION_MULTIPLES_H

#include "Analysis/LoopEvolution/LoopEvolution.h"

namespace warplint {

/// Whole multiples among the terms of one kernel.
class Multiples {
public:
  /// \p Loops must outlive this.
  explicit Multiples(const LoopEvolution &Loops) : Loops(Loops) {}

  /// Whether \p T is a whole multiple of \p Of, for all values of what both are
  /// made of with which \p Given holds. If \p Taken, a constant number of whole
  /// warps counts as a multiple of a block size that is not known: tiles and
  /// blocks are sized for each other.
  bool isMultiple(const Term *T, const Term *Of, bool Taken,
                  llvm::ArrayRef<ConditionPart> Given = {}) const;

  /// Whether \p A and \p B differ, for all values of what both are made of: by
  /// their bounds, or modulo 2 or a number that one of them is a rest by.
  bool differ(const Term *A, const Term *B) const;

private:
  const LoopEvolution &Loops;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_LOOPEVOLUTION_MULTIPLES_H
