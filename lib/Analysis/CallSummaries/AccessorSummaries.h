//===--- AccessorSummaries.h - Functions that name a part of an object *- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `get<1>(tuple)`, `tensor.layout()`: chains of small functions at whose end
// there is a field of what was given. A third of what a CUTLASS kernel calls is
// such; what a call gives is known without a look inside.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_CALLSUMMARIES_ACCESSORSUMMARIES_H
#define WARPLINT_ANALYSIS_CALLSUMMARIES_ACCESSORSUMMARIES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>

namespace warplint {

/// A part of what a function is given.
struct GivenPart {
  /// The parameter, a reference; null for the object whose method it is.
  const clang::ParmVarDecl *Of = nullptr;
  /// From there to the part, outermost first; what is inherited is named like
  /// the object's own. None for the whole.
  llvm::SmallVector<const clang::FieldDecl *, 4> Fields;
};

/// What a call of a function gives, as far as that is known without a look inside.
struct PlainResult {
  /// All that the function does is to return a reference to it.
  std::optional<GivenPart> Part;
  /// All that the function does is to make an object without members, as a
  /// constructor too, or to have it made by another such function.
  bool IsEmpty = false;

  bool isKnown() const { return Part || IsEmpty; }
};

/// Looks at each function once.
class PlainResults {
public:
  /// Stays as long as this does.
  const PlainResult &of(const clang::FunctionDecl &F);

private:
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<PlainResult>>
      Known; ///< Looked up.
};

/// What \p Call gives for \p Of, a parameter of what it calls or null for the
/// object whose method that is.
const clang::Expr *argumentFor(const clang::CallExpr &Call,
                               const clang::ParmVarDecl *Of);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_CALLSUMMARIES_ACCESSORSUMMARIES_H
