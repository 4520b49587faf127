//===--- HandshakeFixIts.cpp - Edits that mend handshakes -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/HandshakeFixIts.h"
#include "Analysis/Uniformity/Convergence.h"
#include "CudaModel/SuggestedCalls.h"
#include "Diagnostics/StatementFixIts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace warplint {

using Kind = memoryorder::HandshakeFault::Kind;

std::string fenceFor(Scope Needed) {
  return (Needed == Scope::System ? suggested::SystemFence
          : Needed >= Scope::Grid ? suggested::DeviceFence
                                  : suggested::BlockFence)
      .str();
}

static llvm::StringRef scopeFor(Scope Needed) {
  return Needed == Scope::System ? suggested::SystemScope
         : Needed >= Scope::Grid ? suggested::DeviceScope
                                 : suggested::BlockScope;
}

/// In the thread that has observed, before it reads.
static std::optional<Edit> fenceBehind(const KernelFacts &Facts,
                                       const Statements &In,
                                       const memoryorder::HandshakeFault &Fault,
                                       llvm::StringRef Text) {
  const Event &Observed = *Fault.signal().At, &Read = *Fault.access().At;
  const Node *End = nullptr;
  if (Facts.get<memoryorder::Handshakes>().waitingLoop(Fault.signal(), End)) {
    const Stmt *Loop = In.loopAround(Observed.Site);
    bool Leaves =
        Loop && End->terminator() && In.loopAround(End->terminator()) == Loop;
    return Leaves ? In.behind(Loop, Text) : std::nullopt;
  }
  const Stmt *Reading = In.inBlock(Read.Site);
  if (Fault.BehindBarrier || Read.Owner != Observed.Owner || !Reading ||
      !In.precedes(Observed.Site, Reading))
    return std::nullopt;
  std::vector<Edit> Made = In.before(Reading, {Text.str()});
  return Made.empty() ? std::nullopt : std::optional(Made.front());
}

static std::optional<Edit> wideFence(const memoryorder::HandshakeFault &Fault) {
  const auto *Call = dyn_cast<CallExpr>(Fault.Fence->Site);
  if (!Call || Call->getBeginLoc().isMacroID() || Call->getEndLoc().isMacroID())
    return std::nullopt;
  SourceRange Range = Call->getSourceRange();
  std::string Text = fenceFor(Fault.Of->Needed);
  if (Call->getNumArgs()) {
    int Position = Fault.Fence->Op->Entry->ScopeArg;
    if (Position < 0 || unsigned(Position) >= Call->getNumArgs())
      return std::nullopt;
    const Expr *Named = Call->getArg(Position);
    if (!isa<DeclRefExpr>(Named->IgnoreImplicit()) ||
        Named->getBeginLoc().isMacroID())
      return std::nullopt;
    Range = Named->getSourceRange();
    Text = scopeFor(Fault.Of->Needed).str();
  }
  return Edit{CharSourceRange::getTokenRange(Range), Text, /*Safe=*/true};
}

/// The statement in the function of \p Frame in which \p E happens; null if it
/// does not happen under it.
static const Stmt *siteIn(const CallContext &Frame, const Event &E) {
  const Stmt *Site = E.Site;
  for (const CallContext *Owner = E.Owner; Owner; Owner = Owner->caller()) {
    if (Owner == &Frame)
      return Site;
    Site = Owner->callSite();
  }
  return nullptr;
}

/// The statement in front of which all threads of \p S that reach \p Signal
/// still are together; null if that is none of its function.
static const Stmt *convergedBefore(const KernelFacts &Facts,
                                   const Statements &In, const Event &Signal,
                                   Scope S) {
  const Stmt *Place = In.around(Signal.Site);
  std::vector<const Node *> Dividing =
      Facts.convergence().divergentControls(*Signal.At, S);
  for (const EarlyExit &Exit : Facts.convergence().earlyExits())
    if (Facts.paths().dominates(*Exit.Branch, *Signal.At))
      Dividing.push_back(Exit.Branch);
  for (const Node *Branch : Dividing) {
    const Stmt *Over = &Branch->owner() == Signal.Owner && Branch->terminator()
                           ? In.inBlock(Branch->terminator())
                           : nullptr;
    if (!Over || !Place)
      return nullptr;
    if (In.precedes(Over, Place))
      Place = Over;
  }
  return Place;
}

/// A barrier between the writes and an announcement that waits for no other
/// writer, and a fence behind it where there is none. Nobody knows what else a
/// barrier does: not safe.
static void addBarrier(Finding &F, const KernelFacts &Facts,
                       const Statements &In,
                       const memoryorder::HandshakeFault &Fault) {
  const Event &Signal = *Fault.signal().At;
  bool Fences = Fault.K == Kind::NoFence;
  Scope S = Fault.WithinWarp ? Scope::Warp : Scope::Block;
  std::string Barrier =
      (Fault.WithinWarp ? suggested::WarpBarrier : suggested::BlockBarrier)
          .str() +
      ";";
  const Stmt *Place = convergedBefore(Facts, In, Signal, S);
  const Stmt *Write = siteIn(*Signal.Owner, *Fault.Data.Write->At);
  if (!Place || !Write || !In.precedes(Write, Place))
    return;
  const Stmt *Announcing = In.around(Signal.Site);
  std::vector<std::vector<Edit>> Made;
  if (Fences && Announcing == Place) {
    Made = {In.before(Place, {Barrier, fenceFor(Fault.Of->Needed) + ";"})};
  } else {
    Made = {In.before(Place, {Barrier})};
    if (Fences)
      Made.push_back(In.before(Announcing, {fenceFor(Fault.Of->Needed) + ";"}));
  }
  if (llvm::any_of(Made, [](const auto &Edits) { return Edits.empty(); }))
    return;
  for (std::vector<Edit> &Edits : Made)
    for (Edit &E : Edits) {
      E.Safe = false;
      F.Edits.push_back(std::move(E));
    }
}

void addFence(Finding &F, const KernelFacts &Facts,
              const memoryorder::HandshakeFault &Fault) {
  Statements In(Facts.context());
  if (Fault.K == Kind::NoBarrier ||
      (Fault.K == Kind::NoFence &&
       Fault.Side == memoryorder::Direction::Release && Fault.NotWaitedFor))
    return addBarrier(F, Facts, In, Fault);
  std::string Text = fenceFor(Fault.Of->Needed) + ";";
  if (Fault.K == Kind::NoFence &&
      Fault.Side == memoryorder::Direction::Release) {
    F.Edits = In.before(In.around(Fault.signal().At->Site), {Text});
    return;
  }
  std::optional<Edit> Made;
  if (Fault.K == Kind::NarrowFence)
    Made = wideFence(Fault);
  else if (Fault.K == Kind::NoFence)
    Made = fenceBehind(Facts, In, Fault, Text);
  if (Made)
    F.Edits.push_back(std::move(*Made));
}

} // namespace warplint
