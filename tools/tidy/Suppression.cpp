//===--- Suppression.cpp - Which findings clang-tidy lets through ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tidy/Suppression.h"
#include "tidy/TidyEdge.h"
#include "llvm/ADT/StringMap.h"
#include <tuple>

using namespace clang;

namespace warplint {

/// Sets aside what the consumer holds.
void Suppression::sweep() {
  for (tidy::ClangTidyError &Error : Consumer.take())
    Others.push_back(std::move(Error));
}

std::optional<tidy::ClangTidyError> Suppression::pass(const Finding &F) {
  sweep();
  std::string Name = (llvm::Twine(CheckPrefix) + F.Check).str();
  unsigned Ignored = Tidy.getStats().ErrorsIgnoredNOLINT;
  emit(F, [&](SourceLocation Loc, llvm::StringRef Format,
              DiagnosticIDs::Level Level) {
    return Tidy.diag(Name, Loc, Format, Level);
  });
  std::optional<tidy::ClangTidyError> Passed;
  // The first question about a file may also bring up its NOLINT mistakes.
  for (tidy::ClangTidyError &Error : Consumer.take())
    if (Error.DiagnosticName == Name)
      Passed = std::move(Error);
    else
      Others.push_back(std::move(Error));
  // A comment may also have hidden no more than a note.
  if (!Passed && Tidy.getStats().ErrorsIgnoredNOLINT > Ignored)
    ++UnderNolint;
  return Passed;
}

std::vector<tidy::ClangTidyError> Suppression::takeOthers() {
  sweep();
  return std::move(Others);
}

bool isPrintedBefore(const tidy::ClangTidyError &L,
                     const tidy::ClangTidyError &R) {
  auto OrderOf = [](const tidy::ClangTidyError &E) {
    return std::tie(E.Message.FilePath, E.Message.FileOffset, E.DiagnosticName,
                    E.Message.Message);
  };
  return OrderOf(L) < OrderOf(R);
}

/// Replacements of fixes that are taken, by file.
using TakenEdits = llvm::StringMap<std::vector<tooling::Replacement>>;

/// Whether one of \p Edits touches bytes that a taken one replaces, or the
/// other way round. Insertions at one place do not, nor do neighbours.
static bool overlap(const TakenEdits &Taken,
                    const tooling::Replacements &Edits) {
  for (const tooling::Replacement &New : Edits) {
    auto InFile = Taken.find(New.getFilePath());
    if (InFile != Taken.end() &&
        llvm::any_of(InFile->second, [&](const tooling::Replacement &Old) {
          return New.getOffset() < Old.getOffset() + Old.getLength() &&
                 Old.getOffset() < New.getOffset() + New.getLength();
        }))
      return true;
  }
  return false;
}

void dropOverlappingFixes(llvm::MutableArrayRef<tidy::ClangTidyError> Errors,
                          bool InNotes) {
  TakenEdits Taken;
  for (tidy::ClangTidyError &Error : Errors) {
    const llvm::StringMap<tooling::Replacements> *Fix =
        tidy::getFixIt(Error, InNotes);
    if (!Fix)
      continue;
    if (llvm::none_of(*Fix, [&](const auto &File) {
          return overlap(Taken, File.second);
        })) {
      for (const auto &File : *Fix)
        for (const tooling::Replacement &Edit : File.second)
          Taken[Edit.getFilePath()].push_back(Edit);
      continue;
    }
    Error.Message.Fix.clear();
    for (tooling::DiagnosticMessage &Note : Error.Notes)
      Note.Fix.clear();
    Error.Notes.emplace_back(
        "this fix will not be applied because it overlaps with another fix");
  }
}

} // namespace warplint
