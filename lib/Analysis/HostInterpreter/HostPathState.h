//===--- HostPathState.h - What one path through host code knows -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of the variables of the host where one path through its code has
// come to: what they hold, what has been tested, what names stand for.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_HOSTINTERPRETER_HOSTPATHSTATE_H
#define WARPLINT_ANALYSIS_HOSTINTERPRETER_HOSTPATHSTATE_H

#include "Analysis/HostInterpreter/HostValue.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/MapVector.h"
#include <map>
#include <tuple>
#include <vector>

namespace warplint {

/// One step towards an object of which nothing is followed.
struct HostStep {
  enum class Kind : uint8_t {
    Variable, ///< Decl in the call numbered Number; 0 for all calls.
    This,     ///< The object of the call numbered Number.
    Address,  ///< What lies at the address that the term Number is.
    Unseen,   ///< The object numbered Number, like no other.
    Element,  ///< The element numbered Number.
    Member,   ///< A field, or what a const method returns, of its arguments.
  };
  Kind K = Kind::Variable;
  const void *Decl = nullptr;
  unsigned Number = 0;

  auto key() const { return std::tie(K, Decl, Number); }
  bool operator==(const HostStep &R) const { return key() == R.key(); }
  bool operator<(const HostStep &R) const { return key() < R.key(); }
};
/// Names an object: where it starts, then how it is reached from there. Equal
/// names are one object, as far as nothing has come between that may have
/// changed it.
using HostObjectName = std::vector<HostStep>;

/// Variables of one path; what is absent is unknown. What is iterated is in
/// the order in which the way came to it: terms are numbered as they are
/// made.
struct HostPathState {
  llvm::MapVector<const clang::VarDecl *, HostValue> Known;
  /// Their address has left sight: nothing is known from there on. Looked up,
  /// never iterated.
  std::map<const clang::VarDecl *, bool> Escaped;
  /// What this way has tested, in order: terms that are not 0.
  std::vector<LaunchTerms::Ref> Holds;
  /// What a reference stands for, `this` under null, and variables that have
  /// been given another object since their declaration.
  llvm::MapVector<const clang::VarDecl *, HostObjectName> Objects;
  unsigned Call = 0; ///< The number of the call that is in progress.
  /// Of what lies where nothing is followed: another one as soon as something
  /// may have changed that.
  unsigned Version = 0;
  /// Whose method it is; null if that is not known.
  const clang::VarDecl *This = nullptr;
  /// What calls gave that were run for what they hand out.
  llvm::MapVector<const clang::CallExpr *, HostValue> Results;
};

/// What is known of what \p Pointer points to; null if nothing is.
const HostValue *pointedTo(const HostValue &Pointer, const HostPathState &In);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_HOSTPATHSTATE_H
