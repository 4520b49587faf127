//===--- AsmMemoryClobber.cpp - warplint-asm-memory-clobber -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To the compiler an asm statement is a function of its operands. One that
// synchronizes must say that it also touches memory, or accesses move across
// it, unless a fence beside it holds them up (CUDA Inline PTX Assembly guide,
// "Incorrect Optimization"). What may write memory is not dropped, merged or
// moved either, volatile or not. Across a volatile one clang moves, and not
// nvcc.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence/CompilerOrder.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "Analysis/Program/DeviceCode.h"
#include "Assumptions/Assumptions.h"
#include "Assumptions/Evidence.h"
#include "Diagnostics/EvidenceMessages.h"
#include "Matchers/NodeTest.h"
#include "Matchers/OperationKinds.h"
#include "checks/Check.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace warplint {

namespace {

class AsmMemoryClobber : public Check {
public:
  using Check::Check;
  void checkUnit(DeviceCode &Code, FindingList &Out) override;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;
  void endUnit(FindingList &Out) override;

private:
  /// Whether a fence stands beside it wherever kernels use it. Looked up.
  llvm::DenseMap<SourceLocation, bool> IsFenced;
};

} // namespace

static constexpr llvm::StringLiteral WithoutClobber =
    "syncAsm(ordersMemory(), unless(clobbersMemory()))";

/// Colons between the operand lists of \p Asm; nothing if a macro may hold
/// some.
static std::optional<unsigned> colonsOf(const GCCAsmStmt &Asm,
                                        const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  auto [File, Offset] = SM.getDecomposedLoc(Asm.getAsmLoc());
  llvm::StringRef Text = SM.getBufferData(File);
  Lexer Tokens(SM.getLocForStartOfFile(File), Context.getLangOpts(),
               Text.begin(), Text.data() + Offset, Text.end());
  unsigned Colons = 0, Depth = 0;
  for (Token T; !Tokens.LexFromRawLexer(T);) {
    if (T.getLocation() == Asm.getRParenLoc())
      return Colons;
    if (T.isOneOf(tok::l_paren, tok::l_square))
      ++Depth;
    else if (T.isOneOf(tok::r_paren, tok::r_square))
      --Depth;
    else if (Depth == 1 && T.is(tok::raw_identifier))
      return std::nullopt;
    else if (Depth == 1)
      Colons += T.is(tok::colon) ? 1 : T.is(tok::coloncolon) ? 2 : 0;
  }
  return std::nullopt;
}

static std::vector<Edit> editsFor(const GCCAsmStmt &Asm, bool AddVolatile,
                                  const ASTContext &Context) {
  SourceLocation Begin = Asm.getAsmLoc(), End = Asm.getRParenLoc();
  auto Colons = Begin.isMacroID() || End.isMacroID() ? std::nullopt
                                                     : colonsOf(Asm, Context);
  if (!Colons || *Colons > 3 || (Asm.getNumClobbers() > 0 && *Colons < 3))
    return {};
  auto Insert = [](SourceLocation At, std::string Text) {
    return Edit{CharSourceRange::getCharRange(At, At), Text, /*Safe=*/true};
  };
  std::vector<Edit> Edits;
  if (AddVolatile)
    Edits.push_back(
        Insert(Lexer::getLocForEndOfToken(Begin, 0, Context.getSourceManager(),
                                          Context.getLangOpts()),
               " volatile"));
  Edits.push_back(Insert(End, Asm.getNumClobbers() > 0
                                  ? std::string(", \"memory\"")
                                  : (*Colons < 3 ? " " : "") +
                                        std::string(3 - *Colons, ':') +
                                        " \"memory\""));
  return Edits;
}

void AsmMemoryClobber::checkUnit(DeviceCode &Code, FindingList &Out) {
  matchers::NodeTest IsWithoutClobber(WithoutClobber, Code);
  for (const GCCAsmStmt *Asm : Code.asmStatements()) {
    if (!IsWithoutClobber.matches(*Asm))
      continue;
    auto Ordering = llvm::find_if(Code.operations(*Asm), [](const SyncOp &Op) {
      return matchers::ordersMemory(Op);
    });
    bool Volatile = Asm->isVolatile() || Asm->getNumOutputs() == 0;
    SourceLocation Loc = Asm->getBeginLoc();
    Finding F = makeFinding(
        Loc, "'" + Ordering->Spelling +
                 "' is in an asm statement without a \"memory\" clobber: the "
                 "compiler may move memory accesses across it" +
                 (Volatile ? " (portability)" : ""));
    F.Notes.push_back(
        {Loc,
         std::string(Volatile ? "" : "write 'asm volatile' and ") +
             "add \"memory\" to the clobbers",
         NoteRole::Advice});
    F.RestsOn = itemsOf(Evidence({Assumption::AsmAsWritten}));
    F.Edits = editsFor(*Asm, !Volatile, Code.context());
    F.Kind = Volatile ? Category::Portability : Category::Correctness;
    Out.add(std::move(F));
  }
}

void AsmMemoryClobber::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  for (const Event &E : Facts.cfg().events())
    if (const auto *Asm = dyn_cast_or_null<GCCAsmStmt>(E.Site);
        Asm && E.isSync() && dependence::ordersMemory(*E.Op) &&
        !dependence::clobbersMemory(*Asm)) {
      bool &All = IsFenced.try_emplace(Asm->getBeginLoc(), true).first->second;
      All = All && dependence::isFenced(E, Facts);
    }
}

void AsmMemoryClobber::endUnit(FindingList &Out) {
  Out.dropIf([&](const Finding &F) {
    return F.Check == info().Id && IsFenced.lookup(F.Loc);
  });
}

std::unique_ptr<Check> makeAsmMemoryClobber(const CheckInfo &Info) {
  return std::make_unique<AsmMemoryClobber>(Info);
}

} // namespace warplint
