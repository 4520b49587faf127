//===--- DistinctArrayContents.h - What the host puts into arrays --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether the numbers in an array that a kernel gets all differ, because the
// host has counted them up (`for (i...) h[i] = i;`, `std::iota`,
// `thrust::sequence`) and everything else that the unit shows of the array is
// a copy, an order, or a look. Read from the syntax of one unit: what it does
// not know counts as anything.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_HOSTINTERPRETER_DISTINCTARRAYCONTENTS_H
#define WARPLINT_ANALYSIS_HOSTINTERPRETER_DISTINCTARRAYCONTENTS_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace warplint {

class DistinctArrayContents {
public:
  /// \p Functions: those of the host, with their bodies.
  explicit DistinctArrayContents(llvm::ArrayRef<const clang::FunctionDecl *> Functions);

  /// No two elements of what every launch of the unit passes for \p Parameter,
  /// a kernel's, are the same number. False if nothing launches the kernel.
  bool areDistinct(const clang::ParmVarDecl &Parameter) const;

private:
  class Reader;
  /// What is put into the array to which a variable leads.
  struct Fill {
    bool Counted = false;  ///< Numbers that are counted up.
    bool Anything = false; ///< What is not known.
    llvm::SmallVector<const clang::VarDecl *, 2> CopiedFrom;
    /// Parameters of functions that can write to it.
    llvm::SmallVector<const clang::VarDecl *, 2> WrittenAs;
  };
  bool areDistinct(const clang::VarDecl *Array,
                   llvm::SmallVectorImpl<const clang::VarDecl *> &Asked) const;

  llvm::DenseMap<const clang::VarDecl *, Fill> Fills;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_DISTINCTARRAYCONTENTS_H
