//===--- RaceGroups.cpp - Races that one barrier ends ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/RaceGroups.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Uniformity/Convergence.h"
#include "Diagnostics/Certainties.h"
#include "clang/AST/ParentMap.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace warplint {

//===----------------------------------------------------------------------===//
// The missing barrier's place
//===----------------------------------------------------------------------===//

/// The innermost call that both accesses are made in.
static const CallContext &commonFrame(const races::Race &R) {
  const CallContext *A = R.First.Access->Owner, *B = R.Second.Access->Owner;
  while (A != B) {
    if (A->depth() >= B->depth())
      A = A->caller();
    else
      B = B->caller();
  }
  return *A;
}

/// What is around the statements of one function.
namespace {
class Surroundings {
public:
  Surroundings(const KernelFacts &Facts, const CallContext &Of)
      : Parents(Facts.code().parents(Of.function())) {}

  const Stmt *parentOf(const Stmt *S) const { return Parents.getParent(S); }
  /// The statement of a block that \p S is in or is; null if there is none.
  const Stmt *statementAround(const Stmt *S) const;
  bool isWithin(const Stmt *S, const Stmt *Outer) const;

private:
  const ParentMap &Parents;
};
} // namespace

const Stmt *Surroundings::statementAround(const Stmt *S) const {
  while (S) {
    const Stmt *Parent = parentOf(S);
    if (!Parent || isa<CompoundStmt>(Parent))
      return Parent ? S : nullptr;
    S = Parent;
  }
  return nullptr;
}

bool Surroundings::isWithin(const Stmt *S, const Stmt *Outer) const {
  for (; S; S = parentOf(S))
    if (S == Outer)
      return true;
  return false;
}

bool areInOneStatement(const KernelFacts &Facts, const MessagePlace &One,
                       const MessagePlace &Other) {
  const Stmt *First = Surroundings(Facts, *One.Owner).statementAround(One.Site);
  return First == Surroundings(Facts, *Other.Owner).statementAround(Other.Site);
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
                                const Surroundings &In) {
  for (const Stmt *Up = Second; Up; Up = In.parentOf(Up)) {
    const auto *Body = dyn_cast_or_null<CompoundStmt>(bodyOf(Up));
    if (Body && In.isWithin(First, Up))
      return Body->getRBracLoc();
  }
  return {};
}

/// In front of the second access, outside of everything that does not hold the
/// first one too; nowhere if threads differ on coming to that.
static SourceLocation placeBefore(const KernelFacts &Facts,
                                  const races::Race &R, const Stmt *First,
                                  const Stmt *Second, const Surroundings &In) {
  const Stmt *At = In.statementAround(Second);
  while (At && !In.isWithin(First, In.parentOf(At)))
    At = In.statementAround(In.parentOf(At));
  if (!At || In.isWithin(First, At))
    return {};
  Scope S = R.Relation == ThreadRelation::SameWarp      ? Scope::Warp
            : R.Relation == ThreadRelation::SameCluster ? Scope::Cluster
                                                        : Scope::Block;
  for (const Node *Branch :
       Facts.convergence().divergentControls(*R.First.Access->At, S))
    if (const Stmt *Terminator = Branch->terminator())
      if (In.isWithin(At, Terminator))
        return {};
  return At->getBeginLoc();
}

static SourceLocation barrierPlace(const KernelFacts &Facts,
                                   const races::Race &R,
                                   const MessagePlace &First,
                                   const MessagePlace &Second) {
  if (First.Owner != Second.Owner ||
      (First.Site == Second.Site && !R.NextIteration))
    return {};
  Surroundings In(Facts, *First.Owner);
  SourceLocation Place =
      R.NextIteration ? endOfLoop(First.Site, Second.Site, In)
                      : placeBefore(Facts, R, First.Site, Second.Site, In);
  return Place.isFileID() ? Place : SourceLocation();
}

/// Whether \p New has the same second access as \p Old and a nearer first
/// access, which explains more.
static bool isNearer(const races::Race &New, const races::Race &Old) {
  return New.Second.Access == Old.Second.Access && !New.NextIteration &&
         New.First.Access->At == Old.First.Access->At &&
         New.First.Access > Old.First.Access;
}

/// The record whose members, equal or different ones, both threads access: a
/// race on one member is one on all. Null if there is none.
static const Term *recordOf(const races::Race &R) {
  auto Whole = [](const Term *Address) {
    while (const auto *Member = dyn_cast<FieldTerm>(Address))
      Address = Member->base();
    return Address;
  };
  const Term *First = Whole(R.First.Access->Address),
             *Second = Whole(R.Second.Access->Address);
  return First == Second && Second != R.Second.Access->Address ? Second
                                                               : nullptr;
}

std::vector<RaceGroup> groupRaces(const KernelFacts &Facts,
                                  llvm::ArrayRef<const races::Race *> Races,
                                  GroupRacesBy By) {
  Explanation Words(Facts);
  llvm::MapVector<const void *, RaceGroup> Groups;
  for (const races::Race *R : Races) {
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
        : recordOf(*R) && (Barrier.isInvalid() || races::areOfTwoBlocks(*R))
            ? static_cast<const void *>(recordOf(*R))
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
