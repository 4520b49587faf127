//===--- BarrierNotCalled.cpp - warplint-barrier-not-called -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `__syncthreads;` names the function and does nothing: there is no barrier.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Program/DeviceCode.h"
#include "checks/Check.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace warplint {

namespace {

class BarrierNotCalled : public Check {
public:
  using Check::Check;

  void checkUnit(DeviceCode &Code, FindingList &Out) override {
    for (const UncalledReference &Named : Code.uncalledReferences()) {
      SourceLocation Begin = Named.Name->getBeginLoc();
      Finding F = makeFinding(
          Begin, "'" + Named.Spelling +
                     "' is named but not called: nothing synchronizes here");
      SourceLocation End = Lexer::getLocForEndOfToken(
          Named.Name->getEndLoc(), 0, Code.context().getSourceManager(),
          Code.context().getLangOpts());
      // Arguments cannot be made up.
      if (Named.NeedsNoArgument && End.isValid()) {
        F.Notes.push_back({Begin, "add '()' to call it", NoteRole::Advice});
        F.Edits.push_back({CharSourceRange::getCharRange(End, End), "()",
                           /*Safe=*/false});
      }
      Out.add(std::move(F));
    }
  }
};

} // namespace

std::unique_ptr<Check> makeBarrierNotCalled(const CheckInfo &Info) {
  return std::make_unique<BarrierNotCalled>(Info);
}

} // namespace warplint
