//===--- JoinedObjects.h - Objects that one pointer leads to -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two tiles that change places in each iteration are reached through one pointer.
// For a query they are parts of one object, far from each other, so that which
// of them a thread means is a number like any other.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_JOINEDOBJECTS_H
#define WARPLINT_ANALYSIS_TWOTHREADS_JOINEDOBJECTS_H

#include "Analysis/KernelFacts/KernelFacts.h"

namespace warplint {

/// Shared arrays of known size of which some access means one or another.
class JoinedObjects {
public:
  explicit JoinedObjects(const KernelFacts &Facts);

  /// The first of the objects that \p Root belongs with; itself if it belongs
  /// with none.
  const Term *wholeOf(const Term *Root) const;
  /// Bytes from the start of that to the start of \p Root.
  int64_t startOf(const Term *Root) const;
  /// \p Offset, bytes into \p Whole, lies in one of its objects; null if it is
  /// made of one only.
  const Term *isInside(const Term *Whole, const Term *Offset, uint32_t Bytes,
                       TermArena &Arena) const;

private:
  struct Part {
    const Term *Whole;
    int64_t Index, Bytes;
  };
  llvm::DenseMap<const Term *, Part> Parts; ///< Looked up, never iterated.
  /// Of the largest part, by the whole.
  llvm::DenseMap<const Term *, int64_t> Largest;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_TWOTHREADS_JOINEDOBJECTS_H
