//===--- Slice.h - What a reproduction can do without -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reproduction is one source of the functions that it needs: others may need
// another target, or what other units define.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PROOF_SLICE_H
#define WARPLINT_PROOF_SLICE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <set>
#include <string>
#include <vector>

namespace warplint::proof {

/// Offsets in the unit's own file, the second behind the last character.
using TextRange = std::pair<unsigned, unsigned>;

/// The definitions of functions, outside of classes, that are no roots and that
/// nothing names besides others of them. Names are compared as text, so that
/// more may stay than is needed. Definitions that macros make stay.
std::vector<TextRange>
unneededFunctions(const clang::ASTContext &Context,
                  llvm::function_ref<bool(const clang::FunctionDecl &)> IsRoot);

/// Definitions that do nothing, of functions that the text outside of \p
/// Without names and no unit here defines; their names are added to \p Named.
std::string definitionsOfMissing(clang::ASTContext &Context,
                                 llvm::ArrayRef<TextRange> Without,
                                 const clang::PrintingPolicy &Policy,
                                 std::vector<std::string> &Named);

} // namespace warplint::proof

#endif // WARPLINT_PROOF_SLICE_H
