//===--- PointerBits.h - Bits of numbers with addresses ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Members of a union lie in one place: what is kept there as a number has parts
// that other members name. Code packs descriptors for the hardware that way.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_EXPR_POINTERBITS_H
#define WARPLINT_ANALYSIS_EXPR_POINTERBITS_H

#include "Analysis/Expr/TermArena.h"

namespace warplint {

struct BitRange {
  unsigned From = 0, Width = 0;
  bool Signed = false;

  /// What they are in \p Number.
  const Term *in(const Term *Number, TermArena &Arena) const;
  /// \p Number with \p Value for them.
  const Term *put(const Term *Number, const Term *Value,
                  TermArena &Arena) const;
};

/// \p Value is computed by arithmetic: no class value, no address.
bool isNumber(const Term *Value);

/// Which bits of the number at \p Outer the integer at \p Address is, which
/// lies inside; nothing if it is no integer or not within 64 bits. Elements of
/// arrays count as unsigned.
std::optional<BitRange> bitsWithin(const Term *Address, const Term *Outer);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_POINTERBITS_H
