//===--- NolintRemarks.cpp - NOLINT comments that miss --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/NolintRemarks.h"
#include "Finding/Finding.h"
#include "Tidy/Configuration.h"
#include "Workflows/Lint/Settings.h"
#include "clang-tidy/GlobList.h"
#include "llvm/ADT/StringExtras.h"

namespace warplint::lint {

static bool isNameOfCheck(llvm::StringRef Name) {
  return isOwnRule(Name) || (Name.starts_with(CheckPrefix) &&
                             edge::globsForNothing(Name.str()).empty());
}

/// What a name was meant for that looks like one of ours and is none: a
/// sentence's rest; empty if the name is one, or another tool's.
static std::string guessFor(llvm::StringRef Name) {
  if (Name.empty() || Name.starts_with("-") || Name.contains('*') ||
      isNameOfCheck(Name))
    return "";
  std::string Guess = guessForCheck(Name);
  return Guess.empty() && Name.starts_with_insensitive("warplint")
             ? " (warplint checks lists all)"
             : Guess;
}

static bool runs(llvm::StringRef Name, llvm::ArrayRef<std::string> Checks) {
  clang::tidy::GlobList Globs(Name);
  return llvm::any_of(Checks, [&](const std::string &Check) {
    return Globs.contains(nameOfCheck(Check));
  });
}

void NolintRemarks::add(llvm::StringRef File, const edge::NolintComments &Found,
                        llvm::ArrayRef<std::string> Checks, bool IsWhole) {
  for (const edge::NolintComments::Directive &Each : Found.directives()) {
    Comment &Known = Comments.try_emplace({File.str(), Each.At}, Comment{Each})
                         .first->second;
    Known.Is.IsUsed |= Each.IsUsed;
    Known.MayBeUnused &= IsWhole && !Each.Names.empty() &&
                         llvm::all_of(Each.Names, [&](const std::string &Name) {
                           return isNameOfCheck(Name) && runs(Name, Checks);
                         });
  }
}

std::vector<report::NolintRemark> NolintRemarks::all(bool RequireReason) const {
  std::vector<report::NolintRemark> Remarks;
  for (const auto &[Place, Of] : Comments) {
    std::string Shown = Of.Is.Word;
    if (!Of.Is.Names.empty())
      Shown += "(" + llvm::join(Of.Is.Names, ", ") + ")";
    auto Say = [&](const llvm::Twine &What, bool IsReasonMissing) {
      Remarks.push_back({Place.first, unsigned(Of.Is.Line),
                         (Shown + " " + What).str(), IsReasonMissing});
    };
    for (const std::string &Name : Of.Is.Names)
      if (std::string Guess = guessFor(Name); !Guess.empty())
        Say("names no check" + Guess, false);
    if (Of.MayBeUnused && !Of.Is.IsUsed)
      Say("suppresses nothing", false);
    if (RequireReason && !Of.Is.HasReason &&
        llvm::any_of(Of.Is.Names, isNameOfCheck))
      Say("has no reason behind it", true);
  }
  return Remarks;
}

} // namespace warplint::lint
