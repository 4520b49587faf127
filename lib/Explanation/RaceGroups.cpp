//===--- RaceGroups.cpp - Races that one barrier ends ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explanation/RaceGroups.h"
#include "Explanation/Certainties.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace warplint {

//===----------------------------------------------------------------------===//
// The missing barrier's place
//===----------------------------------------------------------------------===//

/// The innermost call that both accesses are made in.
static const CallContext &commonFrame(const Race &R) {
  const CallContext *A = R.First.Access->Owner, *B = R.Second.Access->Owner;
  while (A != B) {
    if (A->depth() >= B->depth())
      A = A->caller();
    else
      B = B->caller();
  }
  return *A;
}

static const Stmt *parentOf(const Stmt &S, ASTContext &Context) {
  for (const auto &Parent : Context.getParents(S)) {
    if (const Stmt *P = Parent.get<Stmt>())
      return P;
    // Through declarations: `int x = <expr>;`.
    if (const Decl *D = Parent.get<Decl>())
      for (const auto &Above : Context.getParents(*D))
        if (const Stmt *P = Above.get<Stmt>())
          return P;
  }
  return nullptr;
}

const Stmt *statementAround(const Stmt *S, ASTContext &Context) {
  while (S) {
    const Stmt *Parent = parentOf(*S, Context);
    if (!Parent || isa<CompoundStmt>(Parent))
      return Parent ? S : nullptr;
    S = Parent;
  }
  return nullptr;
}

static bool isWithin(const Stmt *S, const Stmt *Outer, ASTContext &Context) {
  for (; S; S = parentOf(*S, Context))
    if (S == Outer)
      return true;
  return false;
}

static const Stmt *bodyOf(const Stmt *Loop) {
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    return For->getBody();
  if (const auto *While = dyn_cast<WhileStmt>(Loop))
    return While->getBody();
  if (const auto *Do = dyn_cast<DoStmt>(Loop))
    return Do->getBody();
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(Loop))
    return Range->getBody();
  return nullptr;
}

/// The end of the innermost loop that both statements stand in.
static SourceLocation endOfLoop(const Stmt *First, const Stmt *Second,
                                ASTContext &Context) {
  for (const Stmt *Up = Second; Up; Up = parentOf(*Up, Context)) {
    const auto *Body = dyn_cast_or_null<CompoundStmt>(bodyOf(Up));
    if (Body && isWithin(First, Up, Context))
      return Body->getRBracLoc();
  }
  return {};
}

/// In front of the second access, outside of everything that does not hold the
/// first one too; nowhere if threads differ on coming to that.
static SourceLocation placeBefore(const KernelFacts &Facts, const Race &R,
                                  const ShownAt &First, const ShownAt &Second) {
  ASTContext &Context = Facts.context();
  const Stmt *At = statementAround(Second.Site, Context);
  while (At && !isWithin(First.Site, parentOf(*At, Context), Context))
    At = statementAround(parentOf(*At, Context), Context);
  if (!At || isWithin(First.Site, At, Context))
    return {};
  Scope S = R.Apart == Race::Between::Lanes   ? Scope::Warp
            : R.Apart == Race::Between::Peers ? Scope::Cluster
                                              : Scope::Block;
  for (const Node *Branch :
       Facts.convergence().divergentControls(*R.First.Access->At, S))
    if (const Stmt *Terminator = Branch->terminator())
      if (isWithin(At, Terminator, Context))
        return {};
  return At->getBeginLoc();
}

static SourceLocation barrierPlace(const KernelFacts &Facts, const Race &R,
                                   const ShownAt &First,
                                   const ShownAt &Second) {
  if (First.Owner != Second.Owner ||
      (First.Site == Second.Site && !R.NextRound))
    return {};
  SourceLocation Place =
      R.NextRound ? endOfLoop(First.Site, Second.Site, Facts.context())
                  : placeBefore(Facts, R, First, Second);
  return Place.isFileID() ? Place : SourceLocation();
}

/// Of two races with one second access, that with the nearer first access says
/// more.
static bool isNearer(const Race &New, const Race &Old) {
  return New.Second.Access == Old.Second.Access && !New.NextRound &&
         New.First.Access->At == Old.First.Access->At &&
         New.First.Access > Old.First.Access;
}

std::vector<RaceGroup> groupRaces(const KernelFacts &Facts,
                                  llvm::ArrayRef<const Race *> Races,
                                  GroupRacesBy By) {
  Explanation Words(Facts);
  llvm::MapVector<const void *, RaceGroup> Groups;
  for (const Race *R : Races) {
    const CallContext &Frame = commonFrame(*R);
    RaceGroup New;
    New.First =
        Words.inFrame(*R->First.Access->Owner, R->First.Access->Site, Frame);
    New.Second =
        Words.inFrame(*R->Second.Access->Owner, R->Second.Access->Site, Frame);
    New.Races.push_back(R);
    SourceLocation Barrier = barrierPlace(Facts, *R, New.First, New.Second);
    if (Barrier.isValid())
      New.Barriers.push_back(Barrier);
    const void *Key =
        By == GroupRacesBy::Object
            ? static_cast<const void *>(rootOf(R->Second.Access->Address))
        : Barrier.isValid() ? Barrier.getPtrEncoding()
                            : New.Second.Loc.getPtrEncoding();
    auto [Known, IsNew] = Groups.insert({Key, New});
    if (IsNew)
      continue;
    RaceGroup &Group = Known->second;
    if (isNearer(*R, *Group.Races.front()) &&
        certaintyOf(*R, Facts) <= certaintyOf(*Group.Races.front(), Facts)) {
      std::swap(Group.Races.front(), New.Races.front());
      Group.First = New.First;
    }
    Group.Races.push_back(New.Races.front());
    if (Barrier.isValid() && !llvm::is_contained(Group.Barriers, Barrier))
      Group.Barriers.push_back(Barrier);
  }
  std::vector<RaceGroup> Result;
  for (auto &[Key, Group] : Groups)
    Result.push_back(std::move(Group));
  return Result;
}

} // namespace warplint
