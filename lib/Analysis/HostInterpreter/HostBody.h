//===--- HostBody.h - What is read off a body of host code -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_HOSTINTERPRETER_HOSTBODY_H
#define WARPLINT_ANALYSIS_HOSTINTERPRETER_HOSTBODY_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <vector>

namespace warplint {

/// What a function does, seen without running it.
struct HostBody {
  unsigned Size = 0; ///< Statements and expressions.
  bool HasClosures = false; ///< Lambdas, or variables that hold one.
  bool Launches =
      false; ///< Or calls what another unit may define, if sought.
  std::vector<const clang::CallExpr *> Sites; ///< That launch.
  bool AsksResidency = false;
  std::vector<const clang::FunctionDecl *> Callees;
  /// Variables outside of functions that it may change, or let others change.
  std::vector<const clang::VarDecl *> Changed;
  /// Those of them that more than assignments may change, by their address or
  /// in a lambda.
  std::vector<const clang::VarDecl *> Exposed;
  bool CallsLibrary = false; ///< What has no body here, or is no user's.
  bool CallsOthers = false;  ///< What another unit may define, or a pointer.
  /// Functions that it names otherwise than to call or launch them.
  std::vector<const clang::FunctionDecl *> Taken;
  /// Those that it hands to a function.
  std::vector<const clang::FunctionDecl *> Handed;
  /// Fields that it may change, of any object; a constructor those of another
  /// than its own.
  std::vector<const clang::FieldDecl *> Fields;
  /// Calls whose callee is not certain.
  std::vector<const clang::CallExpr *> Indirect;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_HOSTBODY_H
