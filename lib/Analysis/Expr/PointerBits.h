//===--- PointerBits.h - Bit ranges of integers in unions -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Members of a union share their bytes: an integer that is stored through one
// member has bit ranges that other members name. Code packs descriptors for the
// hardware in this way.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_EXPR_POINTERBITS_H
#define WARPLINT_ANALYSIS_EXPR_POINTERBITS_H

#include "Analysis/Expr/TermArena.h"

namespace warplint {

/// Bits of an integer of up to 64 bits.
struct BitRange {
  /// The lowest bit and the number of bits.
  unsigned From = 0, Width = 0;
  /// How the bits are read as a number.
  bool Signed = false;

  /// The value of these bits in \p Number.
  const Term *in(const Term *Number, TermArena &Arena) const;
  /// \p Number with these bits replaced by \p Value.
  const Term *put(const Term *Number, const Term *Value,
                  TermArena &Arena) const;
};

/// True if \p Value is a constant, an identity or integer arithmetic: no load,
/// choice, phi, address or class value.
bool isNumber(const Term *Value);

/// The bits of the integer at \p Outer that the integer at \p Address takes,
/// where \p Address lies inside \p Outer. Nothing if it is no integer, not
/// within the first 64 bits or at an unknown index. Elements of arrays count as
/// unsigned.
std::optional<BitRange> bitsWithin(const Term *Address, const Term *Outer);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_POINTERBITS_H
