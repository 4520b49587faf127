//===--- ChosenArguments.h - Instances made for analysis --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel template that nothing in its file instantiates is analysed with
// template arguments chosen for it. Such instances carry an annotation.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_CHOSENARGUMENTS_H
#define WARPLINT_CUDAMODEL_CHOSENARGUMENTS_H

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"

namespace warplint {

/// The annotation of such an instance; no name that a program would use.
inline constexpr llvm::StringLiteral ChosenArgumentsMark =
    "warplint: arguments chosen";

/// Whether nothing in the unit instantiates \p F: its template arguments were
/// chosen, or follow from the chosen arguments of a function that launches it.
inline bool hasChosenArguments(const clang::FunctionDecl &F) {
  return llvm::any_of(F.specific_attrs<clang::AnnotateAttr>(),
                      [](const clang::AnnotateAttr *A) {
                        return A->getAnnotation() == ChosenArgumentsMark;
                      });
}

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_CHOSENARGUMENTS_H
