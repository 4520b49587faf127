//===--- NolintHandler.cpp - NOLINT comments, read once -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang-tidy's class for NOLINT comments, in place of the one in its archive,
// which the linker leaves out of a program that links this. The archive's reads
// the whole line for each diagnostic: thousands of kernels on one line take the
// square of them.
//
//===----------------------------------------------------------------------===//

#include "Tidy/NolintComments.h"
#include "clang-tidy/NoLintDirectiveHandler.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Tooling/Core/Diagnostic.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

using namespace warplint;

namespace clang::tidy {

class NoLintDirectiveHandler::Impl {
public:
  struct File {
    std::optional<warplint::edge::NolintComments> Comments;
    bool IsReported = false; ///< Its unmatched comments are.
  };
  llvm::StringMap<File> Files; ///< By name.
};

NoLintDirectiveHandler::NoLintDirectiveHandler()
    : PImpl(std::make_unique<Impl>()) {}
NoLintDirectiveHandler::~NoLintDirectiveHandler() = default;

static tooling::Diagnostic
errorAt(const warplint::edge::NolintComments::Unmatched &Comment, FileID In,
        const SourceManager &Files) {
  tooling::Diagnostic Error;
  Error.DiagnosticName = "clang-tidy-nolint";
  Error.DiagLevel = tooling::Diagnostic::Error;
  Error.Message = tooling::DiagnosticMessage(
      Comment.IsBegin ? "unmatched 'NOLINTBEGIN' comment without a subsequent "
                        "'NOLINTEND' comment"
                      : "unmatched 'NOLINTEND' comment without a previous "
                        "'NOLINTBEGIN' comment",
      Files, Files.getComposedLoc(In, Comment.At));
  return Error;
}

bool NoLintDirectiveHandler::shouldSuppress(
    DiagnosticsEngine::Level Level, const Diagnostic &Diag,
    llvm::StringRef Check, llvm::SmallVectorImpl<tooling::Diagnostic> &Errors,
    bool AllowIO, bool EnableNoLintBlocks) {
  SourceLocation Loc = Diag.getLocation();
  if (Level >= DiagnosticsEngine::Error || Loc.isInvalid())
    return false;
  const SourceManager &Files = Diag.getSourceManager();
  // Where it stands, and each place from which a macro brought it there.
  while (true) {
    auto [In, At] = Files.getDecomposedSpellingLoc(Loc);
    std::optional<llvm::StringRef> Name = Files.getNonBuiltinFilenameForID(In);
    std::optional<llvm::StringRef> Text;
    if (Name)
      Text = AllowIO ? Files.getBufferDataOrNone(In)
                     : Files.getBufferDataIfLoaded(In);
    if (Text) {
      Impl::File &Of = PImpl->Files[*Name];
      if (!Of.Comments)
        Of.Comments.emplace(*Text);
      if (Of.Comments->suppressInLine(At, Check))
        return true;
      if (EnableNoLintBlocks) {
        if (!std::exchange(Of.IsReported, true))
          for (const auto &Each : Of.Comments->unmatched())
            Errors.push_back(errorAt(Each, In, Files));
        if (Of.Comments->suppressInBlock(At, Check))
          return true;
      }
    }
    if (!Loc.isMacroID())
      return false;
    Loc = Files.getImmediateExpansionRange(Loc).getBegin();
  }
}

} // namespace clang::tidy
