//===--- Ownership.cpp - Elements that a thread or a block owns -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence/Ownership.h"
#include "Analysis/LoopEvolution/LoopEvolution.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Assumptions/Assumptions.h"

using namespace clang;

namespace warplint::dependence {

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

bool mayTouch(const MemoryOperation &A, const MemoryOperation &B) {
  auto L = locate(A.address()), R = locate(B.address());
  return A.Object == B.Object && !(L && R && areInOtherMembers(*L, *R));
}

namespace {

/// What an address says about the block that computes it.
struct BlockParts {
  static constexpr unsigned AllAxes = 7;
  unsigned Exact = 0; ///< Axes along which blocks get different addresses.
  /// Quotients and the like, which several blocks share; 2 stands for more.
  unsigned Rough = 0;
  bool OfThreads = false; ///< Quotients of what threads of a block differ in.
  bool Unknown = false;   ///< Something in it may be any block's own.

  /// Blocks differ, or may. A quotient of block and thread together numbers
  /// warps or tiles of the grid.
  bool mayTellAll() const {
    return Unknown || Rough > 1 || (Rough && OfThreads);
  }

  void add(const BlockParts &Part) {
    Exact |= Part.Exact;
    Rough = std::min(2u, Rough + Part.Rough);
    OfThreads |= Part.OfThreads;
    Unknown |= Part.Unknown;
  }

  void addIdentity(const IdentityTerm *T, bool IsExact) {
    switch (T->identity()) {
    case IdentityKind::BlockIdx:
      Exact |= IsExact ? 1u << T->axis() : 0;
      Rough += !IsExact;
      break;
    case IdentityKind::BlockRankInGrid:
      Exact |= IsExact ? AllAxes : 0;
      Rough += !IsExact;
      break;
    case IdentityKind::ThreadRankInGrid:
      Exact |= AllAxes; // The quotient by the size of a warp is its rank.
      break;
    case IdentityKind::Opaque:
    case IdentityKind::ClusterRankInGrid:
      Unknown = true;
      break;
    default:
      OfThreads |= !IsExact && T->uniformAt() < Scope::Block;
    }
  }
};

/// A term, and 1 if different values of it make different addresses.
using PartOfAddress = std::pair<const Term *, unsigned>;

} // namespace

static BlockParts blockPartsOf(const Term *Address) {
  Fold<PartOfAddress, BlockParts> Known;
  return Known.run(
      {Address, 1},
      [](PartOfAddress Key, auto &Parts) -> std::optional<BlockParts> {
        const Term *T = Key.first;
        BlockParts Made;
        switch (T->kind()) {
        case TermKind::Identity:
          Made.addIdentity(cast<IdentityTerm>(T), Key.second);
          return Made;
        case TermKind::Load:
        case TermKind::Opaque:
        case TermKind::Result:
        case TermKind::Phi:
          Made.Unknown = true;
          return Made;
        default:
          break;
        }
        const auto *Op = dyn_cast<BinaryTerm>(T);
        bool KeepsApart =
            !Op || Op->opcode() == BO_Mul || Op->opcode() == BO_Shl;
        llvm::SmallVector<PartOfAddress, 4> Inner;
        for (const Term *Part : T->operands())
          Inner.push_back({Part, Key.second && KeepsApart});
        if (!Parts.knowsAll(Inner))
          return std::nullopt;
        for (const PartOfAddress &Part : Inner)
          Made.add(*Parts.of(Part));
        return Made;
      });
}

BlockOwnership::BlockOwnership(const KernelFacts &Facts)
    : Assumed(Facts.assumptions()) {
  for (const Term *T : Facts.values().programTerms()) {
    const auto *Self = dyn_cast<IdentityTerm>(T);
    if (Self &&
        (Self->identity() == IdentityKind::BlockIdx ||
         Self->identity() == IdentityKind::GridDim) &&
        Facts.terms().launch().Grid[Self->axis()] != 1)
      UsedAxes |= 1u << Self->axis();
  }
}

std::optional<bool> BlockOwnership::compute(const Term *Address) const {
  BlockParts Parts = blockPartsOf(Address);
  if (Parts.mayTellAll() && Assumed.assume(Assumption::OwnElements))
    return std::nullopt;
  return Parts.Exact && (Parts.Exact & UsedAxes) == UsedAxes;
}

std::optional<bool> BlockOwnership::isOfBlock(const Term *Address) const {
  auto [Slot, New] = Known.try_emplace(Address);
  if (New)
    Slot->second = compute(Address);
  return Slot->second;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

OwnElements::OwnElements(const KernelFacts &Facts)
    : Facts(Facts), Elements(Facts.terms()) {}

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
  for (const Term *Index : indicesOf(Address)) {
    Row One = countedFrom(Index);
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

bool readsHandedOut(const LoadTerm &Load, const KernelFacts &Facts) {
  const Term *Root = rootOf(Load.address());
  if (!isa<VariableTerm>(Root))
    return false;
  return llvm::any_of(Facts.values().writesTo(Root), [&](const Event *Write) {
    return Write->isStore() && Write->Value && rootOf(Write->Address) == Root &&
           anyPartOf(Write->Value, Facts.values(),
                     [](const Term &Part) { return isa<ResultTerm>(Part); });
  });
}

const ElementTerm *elementReadBy(const Term *T) {
  const auto *Read = dyn_cast<LoadTerm>(T);
  return Read ? dyn_cast<ElementTerm>(Read->address()) : nullptr;
}

} // namespace warplint::dependence
