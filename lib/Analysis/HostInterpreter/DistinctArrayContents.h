//===--- DistinctArrayContents.h - Arrays of distinct numbers ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether all numbers in an array that a kernel gets differ: the host has
// filled it with consecutive numbers (`for (i...) h[i] = i;`, `std::iota`,
// `thrust::sequence`), and everything else that the unit does with the array is
// a copy, a permutation or a read. Read from the syntax of one unit; what is
// not known counts as a write of anything.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_HOSTINTERPRETER_DISTINCTARRAYCONTENTS_H
#define WARPLINT_ANALYSIS_HOSTINTERPRETER_DISTINCTARRAYCONTENTS_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace warplint::host {

/// The contents of all arrays that the host functions of a unit fill or pass
/// on.
class DistinctArrayContents {
public:
  /// \p Functions: the host functions of the unit; those without a body are
  /// ignored.
  explicit DistinctArrayContents(
      llvm::ArrayRef<const clang::FunctionDecl *> Functions);

  /// True if no two elements of the array are equal that launches in this unit
  /// pass for \p Parameter, a parameter of a kernel. False if that is not
  /// known, and if nothing launches the kernel.
  bool areDistinct(const clang::ParmVarDecl &Parameter) const;

private:
  class Reader;
  /// What is written to the array that a variable is or points to.
  struct Fill {
    bool Counted = false;  ///< Consecutive numbers.
    bool Anything = false; ///< Unknown values.
    /// Arrays whose whole contents are copied or passed here.
    llvm::SmallVector<const clang::VarDecl *, 2> CopiedFrom;
    /// Parameters through which a called function can write to the array.
    llvm::SmallVector<const clang::VarDecl *, 2> WrittenAs;
  };
  /// The answer for \p Array; \p Asked are the arrays in progress, so that a
  /// cycle of copies ends with false.
  bool areDistinct(const clang::VarDecl *Array,
                   llvm::SmallVectorImpl<const clang::VarDecl *> &Asked) const;

  llvm::DenseMap<const clang::VarDecl *, Fill> Fills;
};

} // namespace warplint::host

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_DISTINCTARRAYCONTENTS_H
