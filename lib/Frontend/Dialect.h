//===--- Dialect.h - What nvcc accepts and clang does not -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linking the target warplintDialect replaces functions of clang's parser and
// Sema, so that some kinds of code that nvcc accepts are parsed like any other:
//   - `__shared__` variables whose type has a constructor, such as
//     `__shared__ cuda::barrier<cuda::thread_scope_block> bar;`
//   - kernels that device code launches (dynamic parallelism)
//   - members of dependent types that are templates and named without
//     `template`: `x.get<3>(y)`; those that are types and named without
//     `typename`: `allocate<Policy::tile>()`.
//   - launches with spaces in their brackets: `kernel << <1, 32>> >(p)`
//   - pragmas that macros stand for
//   - functions of which declarations, definitions and calls say different
//   things
//     as to host and device (FunctionTargets.cpp)
//   - `alignas` behind specifiers and types (DeclaratorAttributes.cpp)
//   - default arguments that nvcc takes (DefaultArguments.cpp)
//   - arithmetic on `void *` (VoidPointers.cpp)
// Nothing needs to be called for that. It works only where clang is linked
// from its static archives.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FRONTEND_DIALECT_H
#define WARPLINT_FRONTEND_DIALECT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace clang {
class ASTContext;
class DiagnosticsEngine;
class Preprocessor;
} // namespace clang

namespace warplint::parsing {

/// Turns those of clang's errors into remarks that say nothing about code which
/// nvcc accepts, and lets parsing go on however many errors are left. To be
/// called before parsing starts.
void relaxDiagnostics(clang::DiagnosticsEngine &Diagnostics);

/// Makes functions called \p Names, which clang has built in, ordinary ones, as
/// they are for nvcc: they may be arguments of templates. To be called between
/// the initialization of clang's builtins and the first declaration.
void forgetBuiltins(clang::ASTContext &Context,
                    llvm::ArrayRef<llvm::StringLiteral> Names);

/// Makes `#pragma clang __debug` say and do nothing: it can crash the program,
/// and prints text of the source as it is. To be called once, before the first
/// token.
void ignoreDebugPragma(clang::Preprocessor &Lexed);

/// Makes no line marker (`# 1 "x.h" 3`) hide what follows, as one does that
/// calls it a system's: only folders and `#pragma GCC system_header` say so.
/// Line markers are what preprocessors write. To be called once, before the
/// first token.
void ignoreSystemMarkers(clang::Preprocessor &Lexed);

/// Has \p Lexed take headers below \p Folders for the project's, whatever they
/// say of themselves by `#pragma GCC system_header`.
void ignoreSystemPragma(clang::Preprocessor &Lexed,
                        llvm::ArrayRef<std::string> Folders);

} // namespace warplint::parsing

#endif // WARPLINT_FRONTEND_DIALECT_H
