//===--- CodeSurvey.cpp - Calls and assembly that nothing models ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/WarpCollectives/LaneMasks.h"
#include "Analysis/KernelIR/ConstructorSummaries.h"
#include "Analysis/Program/DeviceCode.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "CudaModel/Arithmetic.h"
#include "CudaModel/AstNames.h"
#include "CudaModel/SyncApi.h"
#include "CudaModel/UnmodelledCode.h"
#include "Diagnostics/Explanation.h"
#include "Verdicts/Surveys.h"

using namespace clang;

namespace warplint::verdicts {

SourceLocation placeOf(const KernelFacts &Facts, const CallContext &In,
                       const Stmt *S) {
  return S ? Explanation(Facts).inUserCode(In, S).Loc
           : Facts.root().getLocation();
}

namespace {

class CodeSurvey {
public:
  CodeSurvey(const KernelFacts &Facts, KernelUses &Uses, VerdictBuilder &To)
      : Facts(Facts), Uses(Uses), To(To) {}

  void run() {
    for (const Node *N : Facts.cfg().order())
      if (N->Reached)
        for (unsigned I = N->firstElement(); I < N->lastElement(); ++I)
          look(*N, N->block()[I]);
  }

private:
  void look(const Node &N, const CFGElement &Element);
  void lookAtCall(const Node &N, const Expr &Call);
  void lookAtFunction(const Node &N, const FunctionDecl &F, SourceLocation At);
  void lookAtAsm(const Node &N, const GCCAsmStmt &Asm);
  bool isKnown(const Node &N, const Expr &Call, const FunctionDecl *F) const;
  bool reachesOthers(const Node &N, const Expr &Argument) const;
  void needWholeWarp(const Node &N, SourceLocation At) {
    Uses.Converges = true;
    if (!collectives::areLanesTogether(N, Facts))
      To.unknown(Property::Convergence, Reason::AlignedApart, At);
  }

  const KernelFacts &Facts;
  KernelUses &Uses;
  VerdictBuilder &To;
};

} // namespace

void CodeSurvey::look(const Node &N, const CFGElement &Element) {
  if (auto Ended = Element.getAs<CFGTemporaryDtor>()) {
    const CXXDestructorDecl *End = Ended->getDestructorDecl(Facts.context());
    if (End && End->hasBody() && Facts.code().traits(*End).Synchronizes)
      To.unknownOfAll(Reason::CallNotInlined, End->getLocation(),
                      End->getQualifiedNameAsString());
    return;
  }
  auto Of = Element.getAs<CFGStmt>();
  const Stmt *S = Of ? Of->getStmt() : nullptr;
  if (const auto *Asm = dyn_cast_or_null<GCCAsmStmt>(S))
    lookAtAsm(N, *Asm);
  else if (const auto *Call = dyn_cast_or_null<Expr>(S);
           Call && isa<CallExpr, CXXConstructExpr>(Call))
    lookAtCall(N, *Call);
}

void CodeSurvey::lookAtAsm(const Node &N, const GCCAsmStmt &Asm) {
  SourceLocation At = placeOf(Facts, N.owner(), &Asm);
  if (std::string Opcode = instructionWithoutRow(Asm); !Opcode.empty())
    To.unknownOfAll(Reason::AsmWithoutRow, At, "'" + Opcode + "'");
  if (needsWholeWarp(Asm))
    needWholeWarp(N, At);
  Uses.ShowsTiming |= showsTiming(Asm);
}

void CodeSurvey::lookAtFunction(const Node &N, const FunctionDecl &F,
                                SourceLocation At) {
  if (makesOpenGroup(F)) {
    To.unknown(Property::Convergence, Reason::OpenGroup, At);
    To.unknown(VerdictBuilder::Races, Reason::OpenGroup, At);
  }
  if (needsWholeWarp(F))
    needWholeWarp(N, At);
  if (writesSurface(F))
    To.unknown(Property::GlobalRaceFree, Reason::LibraryCall, At,
               "'" + F.getNameAsString() + "'");
  Uses.ReadsTextures |= readsTexture(F);
  Uses.ShowsTiming |= showsTiming(F);
}

/// What \p Call does is modelled without looking into it.
bool CodeSurvey::isKnown(const Node &N, const Expr &Call,
                         const FunctionDecl *F) const {
  DeviceCode &Code = Facts.code();
  if (Facts.cfg().opened(N.owner(), &Call) || !Code.operations(Call).empty() ||
      Code.identityOf(Call))
    return true;
  if (!F)
    return false;
  bool IsLibrarys = !Code.isUserCode(F->getLocation());
  return isUnnoticed(*F) || isFailedAssertion(*F) || isPlainCall(Call, Code) ||
         Code.isPlainCopy(*F) || F->isTrivial() ||
         (IsLibrarys && (arithmeticOf(*F) || needsWholeWarp(*F) ||
                         readsTexture(*F) || writesSurface(*F)));
}

/// The callee gets, or finds in what it gets, the address of memory that other
/// threads may see.
bool CodeSurvey::reachesOthers(const Node &N, const Expr &Argument) const {
  if (isa<clang::StringLiteral>(Argument.IgnoreParenCasts()))
    return false;
  QualType Type = Argument.getType();
  if (Type->isFunctionType() || Type->isFunctionPointerType())
    return false;
  bool ByAddress = Argument.isGLValue() || Type->isPointerType();
  if (!ByAddress)
    return mayHoldAddress(Type);
  const Term *Value = Facts.values().valueOf(N.owner(), &Argument);
  if (Value && Value->isConstant(0))
    return false;
  return !Value || !isThreadOwned(Value) ||
         mayHoldAddress(Argument.isGLValue() ? Type : Type->getPointeeType());
}

void CodeSurvey::lookAtCall(const Node &N, const Expr &Call) {
  SourceLocation At = placeOf(Facts, N.owner(), &Call);
  if (isa<CUDAKernelCallExpr>(Call))
    return To.unknownOfAll(Reason::DeviceLaunch, At);
  const FunctionDecl *F = Facts.code().target(Call);
  if (F)
    lookAtFunction(N, *F, At);
  if (isKnown(N, Call, F))
    return;
  std::string Name = F ? "'" + F->getQualifiedNameAsString() + "'" : "";
  if (!F || (Facts.code().isUserCode(F->getLocation()) && !F->getBuiltinID()))
    return To.unknownOfAll(F && F->hasBody() ? Reason::CallNotInlined
                                             : Reason::CallWithoutBody,
                           At, Name);
  if (llvm::any_of(givenTo(Call),
                   [&](const Expr *Each) { return reachesOthers(N, *Each); })) {
    To.unknown(VerdictBuilder::Races, Reason::LibraryCall, At, Name);
    To.unknown({Property::Initialized, Property::Ordered}, Reason::LibraryCall,
               At, Name);
  }
}

void surveyCode(const KernelFacts &Facts, KernelUses &Uses,
                VerdictBuilder &To) {
  CodeSurvey(Facts, Uses, To).run();
  if (Facts.cfg().callsNotInlined())
    To.unknownOfAll(Reason::CallNotInlined, Facts.root().getLocation());
}

} // namespace warplint::verdicts
