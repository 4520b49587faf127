//===--- AccessorSummaries.h - Summaries of accessor functions --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `get<1>(tuple)`, `tensor.layout()`: chains of small functions that end at a
// field of what was passed. A third of the calls of a CUTLASS kernel are such;
// their results are known without inlining.
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
class Limits;
} // namespace warplint

namespace warplint::summaries {

/// A part of an argument of a function.
struct GivenPart {
  /// The parameter, a reference; null for the object whose method the function
  /// is.
  const clang::ParmVarDecl *Of = nullptr;
  /// The fields from the argument to the part, outermost first; empty for the
  /// whole argument. Inherited fields stand like the object's own, without the
  /// base.
  llvm::SmallVector<const clang::FieldDecl *, 4> Fields;
};

/// What a call of a function returns, where that is known without inlining it.
struct AccessorSummary {
  /// Set if the function does nothing but return a reference to this part.
  std::optional<GivenPart> Part;
  /// True if the function or constructor does nothing but make an object
  /// without members, by itself or by another such function.
  bool IsEmpty = false;

  bool isKnown() const { return Part || IsEmpty; }
};

/// The AccessorSummary of each function, computed once.
class AccessorSummaries {
public:
  explicit AccessorSummaries(const Limits &Within) : Within(Within) {}

  /// The summary of \p F, not `isKnown` if there is none. The reference is
  /// valid for the life of this object.
  const AccessorSummary &of(const clang::FunctionDecl &F);

private:
  const Limits &Within;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<AccessorSummary>>
      Known; ///< Looked up.
};

/// The argument of \p Call for the parameter \p Of of the callee or, if \p Of
/// is null, for the object whose method is called; null if the call has none.
const clang::Expr *argumentFor(const clang::CallExpr &Call,
                               const clang::ParmVarDecl *Of);

} // namespace warplint::summaries

#endif // WARPLINT_ANALYSIS_CALLSUMMARIES_ACCESSORSUMMARIES_H
