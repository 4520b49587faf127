//===--- AuditProofs.cpp - What runs have shown, in an editor ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/AuditProofs.h"
#include "Quoting/Printable.h"
#include "Report/Report.h"
#include "Report/Sarif.h"
#include "Support/InputFile.h"
#include "Tidy/LaunchFiles.h"
#include "Tidy/TidyEdge.h"
#include "llvm/Support/FileSystem.h"
#include <memory>

using namespace clang;

namespace warplint {

using Known = llvm::StringMap<report::ReportedProof>;

/// By the context of the finding, since an editor knows no root of the project.
static Known readProofs(llvm::StringRef Path) {
  Known Result;
  auto Text = base::readWhole(Path);
  if (!Text) {
    llvm::consumeError(Text.takeError());
    return Result;
  }
  auto Read = report::readSarif(*Text);
  if (!Read) {
    llvm::consumeError(Read.takeError());
    return Result;
  }
  Read->settle();
  for (const report::ReportedFinding &F : Read->Findings)
    if (F.Proven)
      Result[contextFingerprintOf(F)] = *F.Proven;
  return Result;
}

/// Each thread reads the report once, and again when it changes.
static const Known &lastProofs(llvm::StringRef Folder) {
  struct LastRead {
    std::string File;
    llvm::sys::TimePoint<> Time;
    Known Proofs;
  };
  static thread_local LastRead Last;
  std::string File = edge::lastOfAudit(edge::ReportName, Folder);
  llvm::sys::fs::file_status Status;
  if (File.empty() || llvm::sys::fs::status(File, Status))
    return Last = {}, Last.Proofs;
  if (File != Last.File || Status.getLastModificationTime() != Last.Time)
    Last = {File, Status.getLastModificationTime(), readProofs(File)};
  return Last.Proofs;
}

void addProofs(FindingList &Found, const ASTContext &Unit,
               llvm::StringRef Folder) {
  const Known &Proofs = lastProofs(Folder);
  if (Proofs.empty())
    return;
  std::vector<Decl *> Scope = Unit.getTraversalScope();
  if (Scope.size() == 1 && isa<TranslationUnitDecl>(Scope.front())) {
    auto All = Unit.getTranslationUnitDecl()->decls();
    Scope.assign(All.begin(), All.end());
  }
  report::Report Here;
  auto Resolved = [&](const Finding &F) {
    report::ReportedFinding Result =
        report::resolve(F, Unit.getSourceManager(), Unit.getLangOpts(), "");
    Result.Function = edge::enclosingFunction(Unit, Scope, F.Loc);
    return Result;
  };
  for (const Finding &F : Found.findings())
    Here.Findings.push_back(Resolved(F));
  Here.settle(); // It numbers occurrences.
  Found.forEach([&](Finding &F) {
    report::ReportedFinding As = Resolved(F);
    for (const report::ReportedFinding &Same : Here.Findings) {
      if (Same.Check != As.Check || Same.At.File != As.At.File ||
          Same.At.Line != As.At.Line || Same.At.Column != As.At.Column ||
          Same.Message != As.Message)
        continue;
      auto Proof = Proofs.find(contextFingerprintOf(Same));
      if (Proof == Proofs.end())
        return;
      As.Proven = Proof->second;
      weigh(As);
      F.Sure = As.Sure;
      F.Notes.push_back(
          {F.Loc, quoting::printable(sayingOf(*As.Proven)), NoteRole::Example});
      return;
    }
  });
}

} // namespace warplint
