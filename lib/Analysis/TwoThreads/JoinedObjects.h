//===--- JoinedObjects.h - Objects reached through one pointer --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two tiles that are swapped in each iteration are reached through one pointer.
// A query takes them for parts of one object, far apart, so that an offset into
// that object says which of the tiles a thread accesses.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_JOINEDOBJECTS_H
#define WARPLINT_ANALYSIS_TWOTHREADS_JOINEDOBJECTS_H

#include "Analysis/KernelFacts/KernelFacts.h"

namespace warplint {
class Term;
class TermArena;
} // namespace warplint

namespace warplint::twothreads {

/// Groups of shared arrays of known size that one access may reach.
class JoinedObjects {
public:
  explicit JoinedObjects(const KernelFacts &Facts);

  /// The first object of the group that \p Root belongs to; \p Root itself if
  /// it belongs to none.
  const Term *wholeOf(const Term *Root) const;
  /// Bytes from the start of `wholeOf(Root)` to the start of \p Root.
  int64_t startOf(const Term *Root) const;
  /// The condition that \p Bytes bytes at \p Offset in \p Whole lie in one of
  /// its objects; null if \p Whole is a single object.
  const Term *isInside(const Term *Whole, const Term *Offset, uint32_t Bytes,
                       TermArena &Arena) const;

private:
  struct Part {
    const Term *Whole;
    int64_t Index, Bytes;
  };
  llvm::DenseMap<const Term *, Part> Parts; ///< Looked up, never iterated.
  /// Size of the largest part in bytes, by the whole.
  llvm::DenseMap<const Term *, int64_t> Largest;
};

} // namespace warplint::twothreads

#endif // WARPLINT_ANALYSIS_TWOTHREADS_JOINEDOBJECTS_H
