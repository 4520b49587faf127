//===--- MacroPragmas.h - Pragmas that macros expand to ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FRONTEND_MACROPRAGMAS_H
#define WARPLINT_FRONTEND_MACROPRAGMAS_H

namespace clang {
class Preprocessor;
class Token;
} // namespace clang

namespace warplint::parsing {

/// A function that reads the next token.
using TokenReader = void (*)(clang::Preprocessor *, clang::Token &);

/// Handles a line that begins with a macro for `#pragma unroll`. nvcc compiles
/// preprocessed text, in which such a line is a pragma; clang sees a `#` token
/// there. If \p Hash is such a token, replaces the rest of the line by
/// `_Pragma("unroll")` and returns true; returns false if nothing was changed.
/// \p Read reads the next token.
bool replacePragma(clang::Preprocessor &Lexed, const clang::Token &Hash,
                   TokenReader Read);

} // namespace warplint::parsing

#endif // WARPLINT_FRONTEND_MACROPRAGMAS_H
