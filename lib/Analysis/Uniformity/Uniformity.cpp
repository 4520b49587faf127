//===--- Uniformity.cpp - Scope over which a value is uniform -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Uniformity/Uniformity.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "Analysis/Uniformity/ClusterUniformity.h"
#include "Analysis/Uniformity/ExchangedTerms.h"
#include "Analysis/Uniformity/LoopExits.h"
#include "Assumptions/Assumptions.h"
#include "Planted/Faults.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>

using namespace clang;

namespace warplint {

//===----------------------------------------------------------------------===//
// Uniformity
//===----------------------------------------------------------------------===//

Uniformity::Uniformity(InlinedCFG &P, const Evaluation &Values,
                       TermArena &Arena, DeviceCode &Code, const CfgView &View,
                       const LoopEvolution &Evolution, const LoopHeaders *Given,
                       TrustedValues Trusted)
    : P(P), Values(Values), Arena(Arena), Code(Code), View(View),
      Evolution(Evolution), Whole(Evolution), IsInside(Given != nullptr),
      Trusted(notAssumedToDiffer(Trusted, Arena.assumptions())),
      Exchanged(std::make_unique<ExchangedTerms>(Values, View)) {
  const LaunchExtents &Launch = Arena.launch();
  OneThread = Launch.blockSize() == 1 || Launch.MaxThreads == 1;
  OneWarp = (Launch.blockSize() && Launch.blockSize() <= LanesPerWarp) ||
            (Launch.MaxThreads && Launch.MaxThreads <= LanesPerWarp);
  OneBlockCluster = Launch.clusterSize() == 1;
  CountsRowsAsWarps = countsRowsAsWarps(Values);
  HasExchanges = llvm::any_of(P.events(), [](const Event &E) {
    return E.isSync(SyncKind::Shuffle) || E.isSync(SyncKind::Match);
  });
  if (Given)
    Entered = *Given;
  else
    findEntered();
  // A branch to a return or trap leaves fewer threads, not threads that came
  // another way.
  Staying = std::make_unique<CfgView>(P, Values, pathsOut(P, View));
  solve();
}

static constexpr Sameness Everywhere{Scope::System, LaneBits};

static Sameness meet(Sameness L, const Sameness &R) {
  L.Over = std::min(L.Over, R.Over);
  L.Bits &= R.Bits;
  return L;
}

/// Lowers \p Of to \p New; whether that leaves fewer threads.
static bool lower(Sameness &Of, const Sameness &New) {
  Sameness Before = Of;
  Of = meet(Of, New);
  return Of.Over < Before.Over || Of.Bits != Before.Bits;
}

Uniformity::~Uniformity() = default;

/// One more than the fewest of the numbers that \p Steps has for \p Parts; 0 if
/// all are 0, or if it is far.
template <class PartsT, class F>
static uint8_t stepsBehind(const PartsT &Parts, F Steps) {
  uint8_t Least = LaneBitCount;
  for (const Term *Part : Parts)
    if (uint8_t Of = Steps(Part))
      Least = std::min(Least, Of);
  return Least < LaneBitCount ? Least + 1 : 0;
}

/// By phi, how many terms behind a shuffle or match it stands.
static llvm::DenseMap<const Term *, uint8_t>
stepsBehindShuffles(const Evaluation &Values) {
  llvm::DenseMap<const Term *, uint8_t> Result;
  for (bool Changed = true; Changed;) {
    Changed = false;
    TermFold<uint8_t> Steps;
    using Parts = TermFold<uint8_t>::Parts;
    auto StepsOf = [&](const Term *T) {
      return Steps.run(
          T, [&](const Term *Now, Parts &Of) -> std::optional<uint8_t> {
            if (isa<PhiTerm>(Now))
              return Result.lookup(Now);
            if (const auto *Made = dyn_cast<ResultTerm>(Now))
              if (const Event *E = Values.operationOf(*Made))
                if (E->isSync(SyncKind::Shuffle) || E->isSync(SyncKind::Match))
                  return 1;
            if (!Of.knowsAll(Now->operands()))
              return std::nullopt;
            return stepsBehind(Now->operands(),
                               [&](const Term *Part) { return *Of.of(Part); });
          });
    };
    for (const Term *Phi : Values.joins().phis()) {
      llvm::SmallVector<const Term *, 4> Joined;
      for (const Incoming &I : Values.incoming(Phi))
        Joined.push_back(I.Reaching.Value);
      uint8_t &Known = Result[Phi], New = stepsBehind(Joined, StepsOf);
      if (New && (!Known || New < Known)) {
        Known = New;
        Changed = true;
      }
    }
  }
  return Result;
}

/// Greatest fixpoint: all phis begin as uniform, so that a loop of uniform
/// steps stays uniform. A phi that becomes divergent counts for later phis in
/// the same iteration, so that consecutive loops take a few iterations, not one
/// each.
void Uniformity::solve() {
  Known.keepAskers(true);
  KnownAcross.keepAskers(true);
  auto Behind = HasExchanges ? stepsBehindShuffles(Values)
                             : llvm::DenseMap<const Term *, uint8_t>();
  for (const Term *Phi : Values.joins().phis()) {
    PhiSameness[Phi] = ReachedTogether[Phi] = Everywhere;
    PhiSameness[Phi].Behind = Behind.lookup(Phi);
    BitsInIteration[Phi] = LaneBits;
    PhiAcross[Phi] = true;
  }
  bool Changed = true;
  while (Changed) {
    Changed = false;
    Known.clear();
    KnownAcross.clear();
    for (const Term *Phi : Values.joins().phis()) {
      Changed |= lower(ReachedTogether[Phi], samenessOfChoice(Phi));
      uint8_t Before = BitsInIteration[Phi];
      Sameness New = computePhi(Phi);
      bool IsLower = BitsInIteration[Phi] != Before;
      if (lower(PhiSameness[Phi], New) || IsLower) {
        Known.forget(Phi);
        Changed = true;
      }
      bool &Across = PhiAcross[Phi];
      if (Across && !joinsSameInEveryWarp(Phi)) {
        Across = false;
        KnownAcross.forget(Phi);
        Changed = true;
      }
    }
  }
  Known.clear();
  Known.keepAskers(false);
  KnownAcross.clear();
  KnownAcross.keepAskers(false);
}

/// Erases from \p Found the branches whose successors all lead to edges that
/// bring one value to \p Phi.
void Uniformity::eraseIndifferent(std::vector<const Node *> &Found,
                                  const Term *Phi, const CfgView &In) const {
  const Node &At = *cast<PhiTerm>(Phi)->node();
  std::map<unsigned, llvm::SmallVector<const Node *, 4>> EdgesOf;
  llvm::ArrayRef<Incoming> Paths = Values.incoming(Phi);
  for (const Incoming &I : Paths)
    EdgesOf[I.Reaching.Value->id()].push_back(I.From);
  if (EdgesOf.size() == Paths.size())
    return;
  llvm::SmallVector<llvm::BitVector, 4> Bringing;
  for (const auto &[Value, Edges] : EdgesOf)
    Bringing.push_back(In.leadingInto(At, Edges));
  llvm::erase_if(Found, [&](const Node *Branch) {
    return llvm::count_if(Bringing, [&](const llvm::BitVector &One) {
             return One.test(Branch->id());
           }) < 2;
  });
}

llvm::ArrayRef<const Node *> Uniformity::choosers(const Term *Phi) const {
  auto [Found, New] = Choosers.try_emplace(Phi);
  if (!New)
    return Found->second;
  const Node *At = cast<PhiTerm>(Phi)->node();
  const CfgView &In = Staying->contains(*At) ? *Staying : View;
  auto [OfNode, First] = NodeChoosers.try_emplace(At);
  if (First)
    OfNode->second = In.edgeSelectorsOf(*At);
  Found->second = OfNode->second;
  if (!Found->second.empty())
    eraseIndifferent(Found->second, Phi, In);
  return Found->second;
}

/// Which threads take the same successor if they reach \p Branch together.
Sameness Uniformity::samenessOfBranch(const Node &Branch) const {
  Scope Over = ofBranch(Branch);
  return Over >= Scope::Warp ? Sameness{Over, LaneBits}
                             : Sameness{Over, samenessOf(Branch.Branch).Bits};
}

/// Which threads reach \p Phi along paths that bring the same variable's value.
Sameness Uniformity::samenessOfChoice(const Term *Phi) const {
  Sameness Result = Everywhere;
  for (const Node *Branch : choosers(Phi))
    Result = meet(Result, samenessOfBranch(*Branch));
  return Result;
}

Sameness Uniformity::computePhi(const Term *Phi) const {
  if (const Term *Only = Values.resolved(Phi); Only != Phi) {
    BitsInIteration[Phi] &= samenessOf(Only).Bits;
    return samenessOf(Only);
  }
  Sameness Result = Everywhere;
  llvm::SmallVector<const Term *, 4> Parts;
  for (const Incoming &I : Values.incoming(Phi))
    if (I.Reaching.Value != Phi) {
      Parts.push_back(I.Reaching.Value);
      Result = meet(Result, samenessOf(I.Reaching.Value));
    }
  Result = meet(Result, ReachedTogether.lookup(Phi));
  if (uint8_t &Bits = BitsInIteration[Phi]; (Bits & Result.Bits) != Bits) {
    Bits &= Result.Bits;
    Known.forget(Phi);
  }
  if (HasExchanges && Result.Over < Scope::Block)
    refine(Phi, Parts, Result);
  return Result;
}

/// The operands of \p T, with those of the event for a warp collective.
llvm::SmallVector<const Term *, 4> Uniformity::partsOf(const Term *T) const {
  llvm::SmallVector<const Term *, 4> Parts(T->operands());
  if (const Event *E = wholeWarpCollective(T)) {
    Parts.push_back(E->Value);
    if (E->Select)
      Parts.push_back(E->Select);
  }
  return Parts;
}

Scope Uniformity::of(const Term *T) const { return samenessOf(T).Over; }

Sameness Uniformity::samenessOf(const Term *T) const {
  using Parts = TermFold<Sameness>::Parts;
  return Known.run(
      T, [&](const Term *Now, Parts &Of) -> std::optional<Sameness> {
        Sameness Result;
        if (isa<PhiTerm>(Now)) {
          auto Found = PhiSameness.find(Now);
          Result = Found == PhiSameness.end() ? Everywhere : Found->second;
        } else {
          auto Made = partsOf(Now);
          if (!Of.knowsAll(Made))
            return std::nullopt;
          Result.Over = compute(Now);
          if (HasExchanges && Result.Over < Scope::Block)
            refine(Now, Made, Result);
        }
        if ((OneWarp && Result.Over == Scope::Warp) ||
            (OneThread && Result.Over < Scope::Block))
          Result.Over = Scope::Block;
        if (OneBlockCluster && Result.Over == Scope::Block)
          Result.Over = Scope::Cluster;
        if (Result.Over >= Scope::Warp)
          Result.Bits = LaneBits;
        return Result;
      });
}

/// Rows of threads are whole warps. Those of unknown length count as that.
bool Uniformity::rowsAreWholeWarps() const {
  uint32_t Row = Arena.launch().Block[0];
  return Row ? Row % LanesPerWarp == 0
             : Arena.assumptions().assume(Assumption::WholeRows);
}

/// threadIdx.y and .z: lanes of a warp agree on them if rows are whole warps,
/// and rows of unknown length count as that.
Scope Uniformity::scopeOfRow(unsigned Axis) const {
  const auto &Block = Arena.launch().Block;
  if (planted(Fault::RowUniform))
    return Scope::Block;
  if (OneWarp)
    return Scope::Thread;
  bool WholePlanes =
      Block[0] && Block[1] && uint64_t(Block[0]) * Block[1] % LanesPerWarp == 0;
  return rowsAreWholeWarps() || (Axis == 2 && WholePlanes) ? Scope::Warp
                                                           : Scope::Thread;
}

/// A result that is uniform whatever went in (a vote), or as uniform as the
/// lane it was taken from (a shuffle). Warps that put in the same get the same.
Scope Uniformity::computeResult(const ResultTerm &T) const {
  Scope Result = std::min(T.uniformAt(), ofOperands(T));
  if (Result == Scope::Warp && isMadeByWholeWarp(T))
    return Scope::Block;
  return Result;
}

Scope Uniformity::ofOperands(const Term &T) const {
  Scope Result = Scope::System;
  for (const Term *Op : T.operands())
    Result = std::min(Result, of(Op));
  return Result;
}

/// One step of `of`: the scopes of all parts are known.
Scope Uniformity::compute(const Term *T) const {
  if (const auto *Read = dyn_cast<LoadTerm>(T))
    return computeLoad(*Read);
  if (const auto *Op = dyn_cast<BinaryTerm>(T))
    return computeBinary(*Op);
  if (const auto *Made = dyn_cast<ResultTerm>(T))
    return computeResult(*Made);
  if (const auto *Sum = dyn_cast<LinearTerm>(T))
    return computeSum(*Sum);
  if (const auto *Self = dyn_cast<IdentityTerm>(T))
    return Self->identity() == IdentityKind::ThreadIdx && Self->axis() > 0
               ? scopeOfRow(Self->axis())
           : isSameInCluster(*Self, Arena.launch()) ? Scope::Cluster
                                                    : Self->uniformAt();
  Scope Result = ofOperands(*T);
  const auto *Made = dyn_cast<OpaqueTerm>(T);
  if (Made && (Made->site() || Made->callContext()) && !Trusted.Unknown)
    return std::min(Result, Made->uniformAt());
  return Result;
}

} // namespace warplint
