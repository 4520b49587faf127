//===--- TimelineMessages.cpp - Maps of kernels in the user's words -------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/TimelineMessages.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "Analysis/SyncTimeline/SyncTimeline.h"
#include "CudaModel/SyncKindRows.h"
#include "Diagnostics/Explanation.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace warplint {

llvm::StringRef verbOf(const Event &Access) {
  switch (Access.Access) {
  case AccessKind::Read:
    return isOfCopy(Access) ? "copies from" : "reads";
  case AccessKind::Write:
    return isOfCopy(Access) ? "copies to" : "writes";
  case AccessKind::Atomic:
    return "updates";
  }
  llvm_unreachable("no such access");
}

/// What a thread does at a synchronization operation.
static llvm::StringRef verbOf(const SyncOp &Op) {
  const SyncKindRow &Does = rowOf(Op.Kind);
  bool Arrives =
      Does.Arrives == ArrivesAt::Threads || Does.Arrives == ArrivesAt::Object;
  if (Does.Waits != WaitsFor::Nothing)
    return Arrives ? "arrives and waits" : "waits";
  if (Arrives)
    return "arrives";
  if (Op.isOf(SyncFamily::Fence))
    return "fences";
  if (Op.Kind == SyncKind::AsyncCommit || Op.Kind == SyncKind::PipelineCommit)
    return "commits";
  return Op.Kind == SyncKind::PipelineRelease ? "releases" : "calls";
}

static llvm::StringRef doneBy(const Event &E) {
  if (E.isAccess())
    return verbOf(E);
  return E.isSync() ? verbOf(*E.Op) : "calls";
}

std::string sourceOf(const Stmt &S, const ASTContext &Context) {
  constexpr size_t Longest = 80;
  CharSourceRange Range = Lexer::getAsCharRange(
      Context.getSourceManager().getExpansionRange(S.getSourceRange()),
      Context.getSourceManager(), Context.getLangOpts());
  llvm::StringRef Source = Lexer::getSourceText(
      Range, Context.getSourceManager(), Context.getLangOpts());
  std::string Text;
  for (llvm::StringRef Word; !(Source = Source.ltrim()).empty();) {
    Word = Source.take_until([](char C) { return llvm::isSpace(C); });
    Source = Source.drop_front(Word.size());
    Text += (Text.empty() ? "" : " ") + Word.str();
  }
  if (Text.size() <= Longest)
    return Text;
  size_t End = Longest;
  while (End && (static_cast<unsigned char>(Text[End]) & 0xC0) == 0x80)
    --End; // Characters stay whole.
  return Text.substr(0, End) + "...";
}

namespace {

class MapTelling {
public:
  MapTelling(const KernelFacts &Facts, const timeline::TimelineQuestion &Asked)
      : Facts(Facts), Asked(Asked), Words(Facts) {}

  SyncMap::Role tell(const timeline::TimelineRole &Role) const;
  SyncMap::Step tell(const timeline::TimelineStep &Step) const;
  SyncMap::Interval tell(const timeline::TimelineInterval &I) const;

private:
  const KernelFacts &Facts;
  const timeline::TimelineQuestion &Asked;
  Explanation Words;
};

} // namespace

static Taking takingOf(participation::Execution::Kind Who) {
  switch (Who) {
  case participation::Execution::Kind::Everyone:
    return Taking::All;
  case participation::Execution::Kind::Some:
    return Taking::Some;
  case participation::Execution::Kind::Unknown:
    return Taking::Unknown;
  }
  llvm_unreachable("no such execution");
}

SyncMap::Role MapTelling::tell(const timeline::TimelineRole &Role) const {
  SyncMap::Role Result;
  Result.Who = takingOf(Role.Who);
  Result.Threads = Role.Ranks;
  if (!Role.Branch || !Role.Branch->condition())
    return Result;
  MessagePlace At =
      Words.inUserCode(Role.Branch->owner(), Role.Branch->condition());
  Result.Condition = sourceOf(*At.Site, Facts.context());
  Result.At = At.Loc;
  return Result;
}

SyncMap::Step MapTelling::tell(const timeline::TimelineStep &Step) const {
  const Event &E = *Step.At;
  MessagePlace At = Words.inUserCode(*E.Owner, E.Site);
  SyncMap::Step Result;
  Result.Does = doneBy(E).str();
  Result.Text = sourceOf(*At.Site, Facts.context());
  Result.At = At.Loc;
  Result.Role = Step.Role;
  Result.NextIteration = Step.NextIteration;
  Result.InFinding = llvm::is_contained(Asked.Wanted, &E);
  Result.Touching = Step.Touching;
  return Result;
}

SyncMap::Interval MapTelling::tell(const timeline::TimelineInterval &I) const {
  SyncMap::Interval Result;
  if (I.Opening)
    Result.Opening = tell(*I.Opening);
  for (const timeline::TimelineStep &Step : I.Steps)
    Result.Steps.push_back(tell(Step));
  for (const timeline::TimelineStep &Step : I.Closings)
    Result.Closings.push_back(tell(Step));
  Result.EndsKernel = I.EndsKernel;
  Result.IsMeeting =
      Asked.Opening && *Asked.Opening == (I.Opening ? I.Opening->At : nullptr);
  Result.LeftOut = I.LeftOut;
  return Result;
}

SyncMap mapOf(const KernelFacts &Facts, const timeline::TimelineQuestion &Asked,
              std::string Object, std::string Element) {
  timeline::SyncTimeline Drawn = Facts.get<timeline::SyncTimelines>().of(Asked);
  MapTelling Tell(Facts, Asked);
  SyncMap Result;
  Result.Object = std::move(Object);
  Result.Element = std::move(Element);
  Result.Scope = nameOf(Asked.Threads.Common).str();
  Result.BlockDim = Asked.BlockDim;
  for (const timeline::TimelineRole &Role : Drawn.Roles)
    Result.Roles.push_back(Tell.tell(Role));
  for (const timeline::TimelineInterval &I : Drawn.Intervals)
    Result.Intervals.push_back(Tell.tell(I));
  Result.LeftOut = Drawn.LeftOut;
  return Result;
}

SyncMap mapOfBarrier(const Finding &F, const KernelFacts &Facts,
                     const Event &Barrier) {
  timeline::TimelineQuestion Asked;
  Asked.Threads = Barrier.Op->Scope;
  Asked.Wanted = {&Barrier};
  if (F.Shown)
    Asked.BlockDim = F.Shown->BlockDim;
  if (!Asked.BlockDim[0]) {
    std::vector<const Term *> Branches;
    for (const Node *N : Facts.cfg().order())
      if (N->Branch)
        Branches.push_back(N->Branch);
    Asked.BlockDim = scenarios::exampleBlock(Facts.terms().launch(),
                                             inputsOf(Branches, Facts.values()),
                                             Facts.assumptions());
  }
  return mapOf(Facts, Asked, /*Object=*/"", /*Element=*/"");
}

} // namespace warplint
