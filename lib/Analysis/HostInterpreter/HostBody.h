//===--- HostBody.h - Facts of one host function body -----------*- C++ -*-===//
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

namespace warplint::host {

/// What the body of one host function contains, by its syntax alone. Functions
/// and global variables are canonical declarations, except Callees.
struct HostBody {
  unsigned Size = 0;        ///< Number of statements and expressions.
  bool HasClosures = false; ///< Has lambdas, or variables that hold one.
  /// Launches a kernel or, with Seek::Build, calls what another unit may
  /// define.
  bool Launches = false;
  /// The calls that launch kernels.
  std::vector<const clang::CallExpr *> Sites;
  /// Names a function or property that says how many blocks a device can hold.
  bool AsksResidency = false;
  /// The definitions of functions that are called and have one.
  std::vector<const clang::FunctionDecl *> Callees;
  /// Variables outside of functions that the body may change or let others
  /// change.
  std::vector<const clang::VarDecl *> Changed;
  /// The variables of Changed that more than assignments may change: through
  /// their address, or in a lambda.
  std::vector<const clang::VarDecl *> Exposed;
  bool CallsLibrary = false; ///< Calls a function of a library.
  /// Calls a user function without a body here, or one that is not certain.
  bool CallsOthers = false;
  /// Functions that are named otherwise than to be called or launched.
  std::vector<const clang::FunctionDecl *> Taken;
  /// Functions that are passed to a call or constructor.
  std::vector<const clang::FunctionDecl *> Handed;
  /// Fields that the body may change, of any object; a constructor's own fields
  /// are left out.
  std::vector<const clang::FieldDecl *> Fields;
  /// Fields of a constructor's own object that it may change.
  std::vector<const clang::FieldDecl *> OwnFields;
  /// What is assigned to fields, of any object.
  std::vector<std::pair<const clang::FieldDecl *, const clang::Expr *>> Stored;
  /// Calls whose callee is not certain: through a pointer, or virtual.
  std::vector<const clang::CallExpr *> Indirect;
};

/// What a unit stores in a field. More mentions than values: something else may
/// change it.
struct HostFieldStores {
  unsigned Mentions = 0;
  llvm::SmallVector<const clang::Expr *, 1> Values;
};

} // namespace warplint::host

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_HOSTBODY_H
