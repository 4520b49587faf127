//===--- BarrierGroups.cpp - Warps that meet at named barriers ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Participation/BarrierGroups.h"
#include "Analysis/Participation/Executions.h"
#include "Analysis/Uniformity/Convergence.h"
#include "CudaModel/Separation.h"
#include <map>
#include <set>

namespace warplint::participation {

namespace {

/// One barrier of the block, by its number.
struct Meeting {
  std::set<int64_t> Counts;
  std::bitset<MaxThreadsPerBlock> Threads;

  /// Exactly as many threads as the count says reach it, in whole warps.
  bool isComplete() const {
    return Counts.size() == 1 && size_t(*Counts.begin()) == Threads.count() &&
           warps().count() * LanesPerWarp == Threads.count();
  }
  WarpSet warps() const {
    WarpSet Result;
    for (size_t Rank = 0; Rank < Threads.size(); ++Rank)
      if (Threads.test(Rank))
        Result.set(Rank / LanesPerWarp);
    return Result;
  }
};

/// A thread at a barrier, with the operands that it has there.
struct Comer {
  int64_t Rank, Id, Count;
};

/// Follows the threads of one block to the barriers.
class Census {
public:
  Census(const KernelFacts &Facts, const std::array<int64_t, 3> &BlockDim)
      : Facts(Facts), BlockDim(BlockDim), Run(Facts.values()) {}

  /// Nothing if that is not known.
  std::optional<std::vector<Comer>> comersTo(const Event &E) const;

private:
  bool changesByIteration(const Term *T) const {
    return T && !inputsOf(T, Facts.values()).Counters.empty();
  }
  bool isSelectedByIteration(const Node &N) const;

  const KernelFacts &Facts;
  std::array<int64_t, 3> BlockDim;
  ThreadValues Run;
};

} // namespace

/// In different iterations of a loop different threads may reach \p N.
bool Census::isSelectedByIteration(const Node &N) const {
  return llvm::any_of(Facts.convergence().controls(N), [&](const Node *Branch) {
    return !Facts.uniformity().isUniformBranch(*Branch, Scope::Block) &&
           (!Branch->Branch || changesByIteration(Branch->Branch));
  });
}

std::optional<std::vector<Comer>> Census::comersTo(const Event &E) const {
  if (E.Op->Predicated || isSelectedByIteration(*E.At) ||
      changesByIteration(E.Id) || changesByIteration(E.Count))
    return std::nullopt;
  Execution By = executionOf(Facts, E, BlockDim);
  if (By.Who == Execution::Kind::Unknown)
    return std::nullopt;
  auto ValueOf = [&](const std::optional<uint64_t> &Immediate, const Term *T,
                     const ThreadOfBlock &Self) -> std::optional<int64_t> {
    if (Immediate)
      return int64_t(*Immediate);
    return T ? Run.run(T, Self) : std::nullopt;
  };
  std::vector<Comer> Result;
  for (const ThreadOfBlock &Self : By.Threads) {
    auto Id = ValueOf(E.Op->IdImmediate, E.Id, Self),
         Count = ValueOf(E.Op->CountImmediate, E.Count, Self);
    if (!Id || !Count || *Id < 0 || *Id >= NamedBarriers)
      return std::nullopt;
    Result.push_back({Self.rank(), *Id, *Count});
  }
  return Result;
}

BarrierGroups::BarrierGroups(const KernelFacts &Facts,
                             const std::array<int64_t, 3> &BlockDim) {
  Census Block(Facts, BlockDim);
  std::map<int64_t, Meeting> Barriers;
  std::vector<std::pair<const Event *, std::vector<Comer>>> Followed;
  for (const Event &E : Facts.cfg().events()) {
    if (!E.isSync() || !isCountedNamedBarrier(*E.Op) ||
        !Facts.paths().contains(*E.At))
      continue;
    auto Comers = Block.comersTo(E);
    if (!Comers) {
      ++Unknown;
      continue;
    }
    for (const Comer &C : *Comers) {
      Barriers[C.Id].Counts.insert(C.Count);
      Barriers[C.Id].Threads.set(C.Rank);
    }
    Followed.push_back({&E, std::move(*Comers)});
  }
  for (const auto &[E, Comers] : Followed) {
    if (Comers.empty() || !llvm::all_of(Comers, [&](const Comer &C) {
          return Barriers[C.Id].isComplete();
        })) {
      ++Unknown;
      continue;
    }
    Known.insert(E);
    for (const Comer &C : Comers)
      Coming[E].set(C.Rank / LanesPerWarp);
  }
  for (const auto &[Id, Here] : Barriers)
    if (Here.isComplete())
      join(Here.warps());
}

void BarrierGroups::join(WarpSet Members) {
  std::vector<WarpSet> Apart;
  for (const WarpSet &Group : Groups)
    if ((Group & Members).any())
      Members |= Group;
    else
      Apart.push_back(Group);
  Apart.push_back(Members);
  Groups = std::move(Apart);
}

} // namespace warplint::participation
