//===--- StreamCheck.cpp - Findings about streams -------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/StreamCheck.h"
#include "CudaModel/HostApi.h"
#include "Diagnostics/EvidenceMessages.h"
#include "Diagnostics/StatementFixIts.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace warplint {

std::string nameOf(const hostsync::StreamOperation &Operation) {
  if (Operation.Kernel)
    return "the kernel '" + Operation.Kernel->getNameAsString() + "'";
  if (Operation.ByHost)
    return "a function that a stream calls";
  const auto *Call = dyn_cast<CallExpr>(Operation.Site);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee ? "'" + Callee->getNameAsString() + "()'" : "a call";
}

void StreamCheck::checkUnit(DeviceCode &Code, FindingList &Out) {
  for (const hostsync::StreamFault &Each : hostsync::streamFaults(Code)) {
    std::string Message = messageOf(Each);
    if (Message.empty())
      continue;
    SourceLocation Loc = Each.Second.Site->getBeginLoc();
    Finding F = makeFinding(Loc, Message);
    // That the copy goes on is what the interface allows; drivers do it for
    // small copies only.
    if (Each.IsStaged || Each.IsPageable)
      F.Sure = Certainty::Model;
    F.RestsOn = itemsOf(Each.RestsOn);
    F.Notes.push_back({Each.First.Site->getBeginLoc(),
                       nameOf(Each.First) + " is started here",
                       NoteRole::Operation});
    if (Each.IsStaged)
      F.Notes.push_back({Each.First.Site->getBeginLoc(),
                         "out of memory that is not pinned: the call returns "
                         "once the memory is read, and the copy may go on",
                         NoteRole::Reason});
    if (Each.IsPageable)
      F.Notes.push_back({Each.First.Site->getBeginLoc(),
                         "out of memory that is not pinned: the call might "
                         "return once the memory is read, and need not",
                         NoteRole::Reason});
    if (Each.Missed)
      F.Notes.push_back({Each.Missed->getBeginLoc(),
                         "this waits for other work only: for another stream, "
                         "or for an event that is not behind it",
                         NoteRole::Reason});
    if (Each.Made)
      F.Notes.push_back({Each.Made->getBeginLoc(), "the memory is made here",
                         NoteRole::Reason});
    F.Notes.push_back({Loc, adviceFor(Each), NoteRole::Advice});
    // What the host does waits with the host.
    bool IsOfHost = Each.Is == hostsync::StreamFault::Kind::Overwritten ||
                    Each.Is == hostsync::StreamFault::Kind::FreedInUse;
    if (auto Wait = IsOfHost ? waitForDeviceBefore(*Each.In, *Each.Second.Site)
                             : std::nullopt)
      F.Edits.push_back(std::move(*Wait));
    Out.add(std::move(F));
  }
}

} // namespace warplint
