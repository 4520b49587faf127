//===--- HostPathState.h - State of one path through host code --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of the variables of the host at one point of one path: their
// values, the conditions that the path has tested, and which objects names
// refer to.
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

namespace warplint::host {

/// One step of a HostObjectName.
struct HostStep {
  enum class Kind : uint8_t {
    /// Decl in the call numbered Number; 0 if it is one for all calls.
    Variable,
    This,    ///< The object whose method the call numbered Number is.
    Address, ///< The object at the address that is the term Number.
    Unseen,  ///< An unknown object; different Numbers may be one object.
    Element, ///< The element with the index Number.
    Member,  ///< A field, or the result of the const method Decl.
  };
  Kind K = Kind::Variable;
  const void *Decl = nullptr;
  unsigned Number = 0;

  auto key() const { return std::tie(K, Decl, Number); }
  bool operator==(const HostStep &R) const { return key() == R.key(); }
  bool operator<(const HostStep &R) const { return key() < R.key(); }
};
/// Names an object whose contents are not followed: a first step, then the
/// steps to the part that is meant. Equal names are the same object with the
/// same contents, as long as nothing has run between that may have changed it
/// (HostPathState::Version).
using HostObjectName = std::vector<HostStep>;

/// The state of one path; what is absent is unknown. What is iterated is
/// ordered by insertion, so that terms are numbered alike in every run.
struct HostPathState {
  /// Values of variables; under null, at the end of a function, what it
  /// returns.
  llvm::MapVector<const clang::VarDecl *, HostValue> Known;
  /// Variables whose address went to code that is not followed: nothing is
  /// known of them from then on. The order of the map is never visible.
  std::map<const clang::VarDecl *, bool> Escaped;
  /// The conditions that the path has tested, in order: terms that are not 0.
  std::vector<LaunchTerms::Ref> Holds;
  /// The object of each reference, of `this` (under null), and of each variable
  /// whose object is another one than at its declaration.
  llvm::MapVector<const clang::VarDecl *, HostObjectName> Objects;
  unsigned Call = 0; ///< The number of the call in progress.
  /// Version of everything whose contents are not followed: changes when
  /// something may have been written there, so that later reads give new
  /// unknowns.
  unsigned Version = 0;
  /// The variable that is the object of the method in progress; null if
  /// unknown.
  const clang::VarDecl *This = nullptr;
  /// Results of the calls in the statement in progress that were run by
  /// runForResults.
  llvm::MapVector<const clang::CallExpr *, HostValue> Results;
};

/// The value at which \p Pointer points; null if nothing is known of it. Valid
/// until \p In changes.
const HostValue *pointedTo(const HostValue &Pointer, const HostPathState &In);

} // namespace warplint::host

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_HOSTPATHSTATE_H
