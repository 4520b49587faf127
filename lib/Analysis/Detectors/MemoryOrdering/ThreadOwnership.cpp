//===--- ThreadOwnership.cpp - Elements that one thread has to itself -----===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/ThreadOwnership.h"
#include "Analysis/Uniformity/Uniformity.h"

using namespace clang;

namespace warplint::memoryorder {

OwnElements::OwnElements(const KernelFacts &Facts)
    : Facts(Facts), Elements(Facts.terms()) {}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// A number that no index has, which stands for "none".
static bool isNoIndex(const Term &T) {
  const auto *Number = dyn_cast<ConstantTerm>(&T);
  return isa<UndefinedTerm>(T) || (Number && Number->value() < 0);
}

/// \p Phi itself if there are several. A counter of a loop is a value.
const Term *OwnElements::onlyElement(const Term *Phi) const {
  const Term *Only = nullptr;
  bool IsOne = walkTerms(Phi, [&](const Term &T, TermList &Instead) {
    if (isNoIndex(T))
      return Walk::Skip;
    const Induction *Counter = Facts.values().inductions().find(&T);
    llvm::ArrayRef<Incoming> From = Facts.values().incoming(&T);
    if (From.empty() || (Counter && Counter->K != Induction::Kind::Other)) {
      bool IsSecond = Only && Only != &T;
      Only = &T;
      return IsSecond ? Walk::Stop : Walk::Skip;
    }
    for (const Incoming &I : From)
      Instead.push_back(I.Reaching.Value);
    return Walk::Enter;
  });
  return IsOne && Only ? Only : Phi;
}

const Term *OwnElements::elementAt(const Term *Address) const {
  return Elements.rewrite(Address, [&](const Term &T) -> const Term * {
    const Term *Only = isa<PhiTerm>(T) ? onlyElement(&T) : &T;
    return Only == &T ? nullptr : Only;
  });
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

static bool tellsBlocksApart(const IdentityTerm &Self) {
  switch (Self.identity()) {
  case IdentityKind::ThreadIdx:
  case IdentityKind::LaneId:
  case IdentityKind::ThreadRankInTile:
    return false;
  default:
    return true;
  }
}

/// From what \p Phi starts; no step of a loop leaves the row.
std::optional<OwnElements::Row> OwnElements::joined(const Term *Phi,
                                                    Parts &Of) const {
  if (const Induction *Counter = Facts.values().inductions().find(Phi))
    if (Counter->K == Induction::Kind::Added) {
      std::optional<Row> Start = Of.of(Counter->First);
      if (Start)
        Start->HasOther |= anyPartOf(Counter->Step, [](const Term &Part) {
          return isa<IdentityTerm>(Part);
        });
      return Start;
    }
  const Term *Only = onlyElement(Phi);
  if (Only != Phi)
    return Of.of(Only);
  // Several: what all of them count from.
  llvm::SmallVector<const Term *, 4> All;
  for (const Incoming &I : Facts.values().incoming(Phi))
    if (!mentions(I.Reaching.Value, Phi) && !isNoIndex(*I.Reaching.Value))
      All.push_back(I.Reaching.Value);
  if (!Of.knowsAll(All))
    return std::nullopt;
  Row Common;
  for (const Term *Value : All) {
    Row One = *Of.of(Value);
    Common.HasOther |= One.HasOther;
    Common.IsCut |= One.IsCut;
    if (Value == All.front())
      Common.Starts = One.Starts;
    else
      llvm::erase_if(Common.Starts, [&](const auto &Start) {
        return !llvm::is_contained(One.Starts, Start);
      });
  }
  return Common;
}

static std::pair<const Term *, const Term *> startAt(const Term *Address,
                                                     TermArena &Arena) {
  const auto *Element = dyn_cast<ElementTerm>(Address);
  if (!Element)
    return {Address, nullptr};
  const auto *Sum = dyn_cast<LinearTerm>(Element->index());
  return {Element->base(),
          Sum ? Arena.binary(BO_Sub, Sum, Arena.constant(Sum->constant()))
              : Element->index()};
}

std::optional<OwnElements::Row> OwnElements::compute(const Term *T,
                                                     Parts &Of) const {
  Row Result;
  if (const auto *Self = dyn_cast<IdentityTerm>(T)) {
    Result.HasOther = tellsBlocksApart(*Self);
    return Result;
  }
  if (const auto *Read = dyn_cast<LoadTerm>(T)) {
    if (Facts.uniformity().of(Read->address()) < Scope::Grid)
      Result.Starts.push_back(startAt(Read->address(), Facts.terms()));
    return Result;
  }
  if (isa<PhiTerm>(T))
    return joined(T, Of);
  if (const auto *Made = dyn_cast<ResultTerm>(T)) {
    const Event *E = Facts.values().operationOf(*Made);
    bool IsShuffle = E && E->Op->Kind == SyncKind::Shuffle && E->Value;
    return IsShuffle ? Of.of(E->Value) : Result;
  }
  if (!Of.knowsAll(T->operands()))
    return std::nullopt;
  for (const Term *Part : T->operands()) {
    Row One = *Of.of(Part);
    Result.HasOther |= One.HasOther;
    Result.IsCut |= One.IsCut;
    for (const auto &Start : One.Starts) {
      if (llvm::is_contained(Result.Starts, Start))
        continue;
      if (Facts.limits().allows(BudgetId::RowStarts, Result.Starts.size() + 1))
        Result.Starts.push_back(Start);
      else
        Result.IsCut = true;
    }
  }
  return Result;
}

OwnElements::Row OwnElements::countedFrom(const Term *T) const {
  return Known.run(
      T, [&](const Term *Now, Parts &Of) { return compute(Now, Of); });
}

OwnElements::Row OwnElements::rowOf(const Term *Address) const {
  if (auto Found = Rows.find(Address); Found != Rows.end())
    return Found->second;
  Row Result;
  for (const auto *Part = dyn_cast<SubobjectTerm>(Address); Part;
       Part = dyn_cast<SubobjectTerm>(Part->base()))
    if (const auto *Element = dyn_cast<ElementTerm>(Part)) {
      Row One = countedFrom(Element->index());
      Result.HasOther |= One.HasOther;
      Result.IsCut |= One.IsCut;
      llvm::append_range(Result.Starts, One.Starts);
    }
  return Rows[Address] = Result;
}

bool OwnElements::areInOneRow(const Term *A, const Term *B) const {
  Row L = rowOf(A), R = rowOf(B);
  return !L.HasOther && !R.HasOther &&
         (L.IsCut || R.IsCut || llvm::any_of(L.Starts, [&](const auto &Start) {
            return llvm::is_contained(R.Starts, Start);
          }));
}

} // namespace warplint::memoryorder
