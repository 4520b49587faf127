//===--- Suppression.cpp - Which findings clang-tidy lets through ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tidy/Suppression.h"
#include "Tidy/TidyEdge.h"
#include "clang/Basic/SourceManager.h"
#include <tuple>

using namespace clang;

namespace warplint::edge {

/// Sets aside what the consumer holds.
void Suppression::sweep() {
  for (tidy::ClangTidyError &Error : Consumer.take())
    Others.push_back(std::move(Error));
}

std::optional<tidy::ClangTidyError> Suppression::pass(const Finding &F) {
  sweep();
  std::string Name = nameOfCheck(F.Check);
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
  if (!Passed && Tidy.getStats().ErrorsIgnoredNOLINT > Ignored) {
    ++UnderNolint;
    Suppressed.emplace_back(F.Loc, Name);
  }
  return Passed;
}

NolintComments Suppression::ofMainFile(const SourceManager &Sources) const {
  FileID Main = Sources.getMainFileID();
  NolintComments Comments(Sources.getBufferData(Main));
  for (const auto &[Place, Check] : Suppressed)
    for (SourceLocation Loc = Place;;
         Loc = Sources.getImmediateExpansionRange(Loc).getBegin()) {
      auto [In, At] = Sources.getDecomposedSpellingLoc(Loc);
      if (In == Main)
        Comments.markUsed(At, Check);
      if (!Loc.isMacroID())
        break;
    }
  return Comments;
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

} // namespace warplint::edge
