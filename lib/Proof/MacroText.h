//===--- MacroText.h - What macros make, written out ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An access that a macro makes has no text of its own that could be rewritten.
// In a reproduction the macro's whole expansion takes the place of its name.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PROOF_MACROTEXT_H
#define WARPLINT_PROOF_MACROTEXT_H

#include "clang/AST/ASTContext.h"
#include "clang/Lex/Token.h"
#include <string>
#include <utility>
#include <vector>

namespace warplint::proof {

/// In the order of the source, the tokens of a unit that come out of macros.
using ExpandedTokens = std::vector<clang::Token>;

/// A text beside a token that comes out of a macro.
struct MacroInsertion {
  clang::SourceLocation Token;
  std::string Text;
  bool Behind = false; ///< Behind it, not before it.
};

/// The expansions of the unit's own file in which something is inserted, and
/// the text that can take their place. Lines keep their numbers.
std::vector<std::pair<clang::SourceRange, std::string>>
expandedTexts(const clang::ASTContext &Context, const ExpandedTokens &Tokens,
              llvm::ArrayRef<MacroInsertion> Insertions);

} // namespace warplint::proof

#endif // WARPLINT_PROOF_MACROTEXT_H
