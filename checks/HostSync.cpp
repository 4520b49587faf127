//===--- HostSync.cpp - warplint-host-sync -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels and asynchronous copies go on while the host does. What they write
// may be read when the host has waited for them: for the device, for their
// stream, or for an event behind them (CUDA Programming Guide, "Asynchronous
// Concurrent Execution"; NVIDIA guideline 1.2).
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/RemovedCalls.h"
#include "Analysis/Program/DeviceCode.h"
#include "CudaModel/SuggestedCalls.h"
#include "Diagnostics/EvidenceMessages.h"
#include "Diagnostics/StatementFixIts.h"
#include "checks/StreamCheck.h"

using namespace clang;

namespace warplint {

namespace {

class HostSync : public Check {
public:
  using Check::Check;
  void checkUnit(DeviceCode &Code, FindingList &Out) override;
  bool concerns(const FunctionDecl &, DeviceCode &) const override {
    return false;
  }

private:
  void addRemovedCalls(const FunctionDecl &Host, FindingList &Out) const;
};

} // namespace

void HostSync::addRemovedCalls(const FunctionDecl &Host,
                               FindingList &Out) const {
  for (auto [Call, Api] : hostsync::removedCalls(Host)) {
    SourceLocation Name = Call->getCallee()->getExprLoc();
    Finding F = makeFinding(Name, ("'" + Api->Name +
                                   "()' is deprecated, and CUDA 13 does not "
                                   "have it")
                                      .str());
    F.Kind = Category::Modernize;
    F.Notes.push_back(
        {Name, ("call '" + Api->Successor + "()'").str(), NoteRole::Advice});
    if (!Name.isMacroID())
      F.Edits.push_back({CharSourceRange::getTokenRange(Name),
                         Api->Successor.str(), /*Safe=*/true});
    Out.add(std::move(F));
  }
}

/// The variable or member through which \p Read reaches the memory.
static std::string nameOf(const Expr &Read) {
  const Expr *E = Read.IgnoreParenCasts();
  for (;;) {
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      E = Element->getBase()->IgnoreParenCasts();
    else if (const auto *Op = dyn_cast<UnaryOperator>(E))
      E = Op->getSubExpr()->IgnoreParenCasts();
    else if (const auto *Op = dyn_cast<BinaryOperator>(E))
      E = (Op->getLHS()->getType()->isPointerType() ? Op->getLHS()
                                                    : Op->getRHS())
              ->IgnoreParenCasts();
    else if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E);
             Op && Op->getOperator() == OO_Subscript)
      E = Op->getArg(0)->IgnoreParenCasts();
    else if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E))
      E = Call->getImplicitObjectArgument()->IgnoreParenCasts();
    else if (const auto *Member = dyn_cast<MemberExpr>(E);
             Member && Member->isArrow() &&
             !isa<CXXThisExpr>(Member->getBase()->IgnoreParenCasts()))
      E = Member->getBase()->IgnoreParenCasts();
    else
      break;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return "'" + Ref->getDecl()->getNameAsString() + "'";
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return "'" + Member->getMemberDecl()->getNameAsString() + "'";
  return "memory";
}

void HostSync::checkUnit(DeviceCode &Code, FindingList &Out) {
  for (const FunctionDecl *Host : Code.hostFunctions())
    addRemovedCalls(*Host, Out);
  for (const hostsync::StreamFault &Each : hostsync::streamFaults(Code)) {
    if (Each.Is != hostsync::StreamFault::Kind::ReadEarly)
      continue;
    const Expr &Read = *Each.Second.Site;
    SourceLocation Loc = Read.getBeginLoc();
    SourceLocation Write = Each.First.Site->getBeginLoc();
    std::string Cause = Each.First.Kernel || Each.First.ByHost
                            ? nameOf(Each.First)
                            : "an asynchronous copy";
    Finding F = makeFinding(Loc, "the host reads " + nameOf(Read) + " while " +
                                     Cause + " may still write it");
    if (Each.IsPageable)
      F.Sure = Certainty::Model;
    F.RestsOn = itemsOf(Each.RestsOn);
    F.Notes.push_back({Write,
                       Each.First.Kernel
                           ? "it is launched here, and the launch "
                             "returns at once"
                           : "it is started here, and the call returns "
                             "at once",
                       NoteRole::Operation});
    if (Each.IsPageable)
      F.Notes.push_back({Write,
                         "into memory that is not pinned: the call might wait "
                         "for the copy, and need not",
                         NoteRole::Reason});
    if (Each.Missed)
      F.Notes.push_back({Each.Missed->getBeginLoc(),
                         "this waits for other work only: for another stream, "
                         "or for an event recorded before",
                         NoteRole::Reason});
    if (Each.Made)
      F.Notes.push_back({Each.Made->getBeginLoc(),
                         "the memory is made here: the host and the device "
                         "share it",
                         NoteRole::Reason});
    F.Notes.push_back({Loc,
                       ("wait before, with '" + suggested::WaitForStream +
                        "' for its stream or '" + suggested::WaitForDevice +
                        "' for everything")
                           .str(),
                       NoteRole::Advice});
    if (auto Wait = waitForDeviceBefore(*Each.In, Read))
      F.Edits.push_back(std::move(*Wait));
    Out.add(std::move(F));
  }
}

std::unique_ptr<Check> makeHostSync(const CheckInfo &Info) {
  return std::make_unique<HostSync>(Info);
}

} // namespace warplint
