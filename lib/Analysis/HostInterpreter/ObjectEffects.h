//===--- ObjectEffects.h - What host code does to objects -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_HOSTINTERPRETER_OBJECTEFFECTS_H
#define WARPLINT_ANALYSIS_HOSTINTERPRETER_OBJECTEFFECTS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace warplint::host {

/// A variable or a part of one.
struct HostPlace {
  const clang::VarDecl *Var = nullptr;
  llvm::SmallVector<size_t, 4> Path; ///< As HostValue::Path.
  /// Positions in Path where a step leads into a union.
  llvm::SmallVector<size_t, 2> Unions;
  bool Exact = true; ///< False if another part of the variable may be meant.
};

/// What a statement may change.
struct HostAssignments {
  std::vector<const clang::Stmt *> Changing; ///< In source order.
  /// Assignments to variables that nothing else in the statement changes.
  std::vector<const clang::BinaryOperator *> Plain;
};

/// What a function does to an object that it gets by reference, or to the
/// object whose method it is.
struct ObjectEffects {
  bool Leaks = false; ///< The address goes where it is not followed.
  /// Any part may be changed.
  bool ChangesAll = false;
  /// The fields that may be changed; of nested fields the outermost.
  llvm::SetVector<const clang::FieldDecl *> Fields;

  bool changes() const { return ChangesAll || !Fields.empty(); }
};

/// A reference parameter through which a callee may change a variable of its
/// caller.
struct HandedReference {
  const clang::ParmVarDecl *Parameter = nullptr;
  /// The argument.
  const clang::Expr *Place = nullptr;
  /// The variable that the argument is, is a part of, or is reached through.
  const clang::VarDecl *Var = nullptr;
};

} // namespace warplint::host

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_OBJECTEFFECTS_H
