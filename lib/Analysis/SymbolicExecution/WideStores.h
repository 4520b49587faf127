//===--- WideStores.h - Stores of more than one part ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code that moves 16 bytes at once stores through the address of the first word
// (`*(uint4 *)&word[0] = from[i];`, `*(uint64_t *)&pair.x = both;`): the words
// behind it get a value, too.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLICEXECUTION_WIDESTORES_H
#define WARPLINT_ANALYSIS_SYMBOLICEXECUTION_WIDESTORES_H

#include "Analysis/Expr/TermArena.h"
#include "clang/AST/ASTContext.h"

namespace warplint {

/// The members or elements behind \p Address, one of an object's, that begin
/// within \p Bytes from there. None for parts of unions, which lie in one place.
llvm::SmallVector<const Term *, 4> partsBehind(const Term *Address,
                                               int64_t Bytes, TermArena &Arena,
                                               const clang::ASTContext &Context);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_WIDESTORES_H
