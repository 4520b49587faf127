//===--- MacroPragmas.h - Pragmas that macros stand for ---------*- C++ -*-===//
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

namespace warplint {

/// Reads the next token.
using TokenReader = void (*)(clang::Preprocessor *, clang::Token &);

/// nvcc compiles text that a preprocessor has written: where a line begins with
/// a macro that stands for `#pragma unroll`, a line with a pragma comes out.
/// Clang has a `#` there. If \p Hash is such a one, takes the rest of the line
/// and puts `_Pragma("unroll")` in its place; false if nothing was changed.
bool replacePragma(clang::Preprocessor &Lexed, const clang::Token &Hash,
                   TokenReader Read);

} // namespace warplint

#endif // WARPLINT_FRONTEND_MACROPRAGMAS_H
