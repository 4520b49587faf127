//===--- SiteFinder.h - Expressions of a plan's sites -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PROOF_SITEFINDER_H
#define WARPLINT_PROOF_SITEFINDER_H

#include "Proof/RecordingPlan.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/MapVector.h"
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warplint::proof {

/// The path of \p File as reports name it: below \p Root if it lies there.
/// Empty if \p File is no file.
std::string reportedPath(clang::FileID File, const clang::SourceManager &SM,
                         llvm::StringRef Root);

/// What becomes of the text of one expression.
struct Wrapping {
  unsigned Site = 0;
  /// End is behind the last character; of what a macro makes, the last token.
  clang::SourceLocation Begin, End;
  /// What the expression is: the element, its address, a call of a barrier, the
  /// mask of a call, or the place of one that is left out (End is not used).
  enum class Form : uint8_t {
    Element,
    Address,
    Barrier,
    Mask,
    NoMask
  } Is = Form::Element;
  const clang::FunctionDecl *In = nullptr;
};

/// The expressions of a unit that are sites of a plan.
struct FoundSites {
  /// By site; templates lead to an expression once for each instance.
  llvm::MapVector<unsigned, Wrapping> Found;
  /// By site, why it cannot be recorded although its expression is there.
  std::map<unsigned, std::string> Refused;
  /// Every function that holds a site, instances too.
  std::vector<std::pair<const clang::FunctionDecl *, unsigned>> Holders;
};

/// Finds the expressions of the sites of \p Plan in a unit. An expression that
/// holds another is looked at first, and the first that fits a site is the
/// access. \p Root is what paths of the plan are relative to. With \p InMacros
/// what macros of the unit's own file make is found, too.
FoundSites findSites(clang::ASTContext &Context, const RecordingPlan &Plan,
                     llvm::StringRef Root, bool InMacros);

} // namespace warplint::proof

#endif // WARPLINT_PROOF_SITEFINDER_H
