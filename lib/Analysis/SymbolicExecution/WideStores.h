//===--- WideStores.h - Stores wider than one element -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code that moves 16 bytes at once stores through the address of the first word
// (`*(uint4 *)&word[0] = from[i];`, `*(uint64_t *)&pair.x = both;`). Such a
// store also writes the words after the first.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLICEXECUTION_WIDESTORES_H
#define WARPLINT_ANALYSIS_SYMBOLICEXECUTION_WIDESTORES_H

#include "Analysis/Expr/TermArena.h"
#include "clang/AST/ASTContext.h"

namespace warplint {

/// The addresses of the other members or elements of an object that begin in
/// the \p Bytes bytes from \p Address, a member or element of that object.
/// Empty if there are none or the layout is not known, and for unions.
llvm::SmallVector<const Term *, 4>
partsBehind(const Term *Address, int64_t Bytes, TermArena &Arena,
            const clang::ASTContext &Context);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_WIDESTORES_H
