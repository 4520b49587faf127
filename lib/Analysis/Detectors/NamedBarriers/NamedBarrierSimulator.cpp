//===--- NamedBarrierSimulator.cpp - Whether barriers add up --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/NamedBarriers/NamedBarrierSimulator.h"
#include "Target/Limits.h"

namespace warplint::namedbarriers {

namespace {

/// For each barrier, how many of its phases are known to be over.
using Knowledge = std::array<unsigned, NamedBarriers>;

struct Barrier {
  unsigned Phase = 0;
  int64_t Arrived = 0; ///< Threads, in the phase in progress.
  const BarrierCommand *First = nullptr;
  int64_t FirstWarp = -1;
  const BarrierCommand *Last = nullptr; ///< Of the phase before.
  int64_t LastWarp = -1;
  std::vector<size_t> Waiting; ///< Warps.
  Knowledge Pending = {};      ///< By those that have come.
};

class NamedBarrierSimulator {
public:
  explicit NamedBarrierSimulator(const std::vector<WarpRun> &Runs)
      : Runs(Runs), Next(Runs.size(), 0), Stuck(Runs.size(), false),
        Known(Runs.size(), Knowledge{}) {}

  std::optional<ProtocolFault> run();

private:
  bool step(size_t Warp);
  void completeIfFull(Barrier &B, int64_t Id);
  int64_t needed(const BarrierCommand &C) const;
  void fault(ProtocolFault::Kind K, const BarrierCommand &C, size_t Warp,
             const Barrier &B);

  const std::vector<WarpRun> &Runs;
  std::vector<size_t> Next;
  std::vector<bool> Stuck;
  std::vector<Knowledge> Known;
  std::array<Barrier, NamedBarriers> Barriers;
  std::optional<ProtocolFault> Found, Formal;
};

} // namespace

/// Two that wait for each other, and are said to execute one instruction (PTX
/// ISA, "bar, barrier": ".aligned").
static bool areApartThoughAligned(const BarrierCommand &A,
                                  const BarrierCommand &B) {
  return A.Waits && B.Waits && A.At != B.At && A.At->Op->Aligned &&
         B.At->Op->Aligned;
}

/// Threads that \p C waits for; warps that have left do not count where it is
/// all of the block.
int64_t NamedBarrierSimulator::needed(const BarrierCommand &C) const {
  if (C.Count)
    return C.Count;
  int64_t Warps = 0;
  for (size_t W = 0; W < Runs.size(); ++W)
    Warps += Next[W] < Runs[W].Commands.size() || Stuck[W];
  return Warps * LanesPerWarp;
}

void NamedBarrierSimulator::fault(ProtocolFault::Kind K,
                                  const BarrierCommand &C, size_t Warp,
                                  const Barrier &B) {
  using Kind = ProtocolFault::Kind;
  ProtocolFault Made{K, C.At};
  Made.Id = C.Id;
  Made.Count = needed(C);
  Made.Arrived = B.Arrived;
  Made.Warp = int64_t(Warp);
  if (K == Kind::CountsDiffer || K == Kind::SeveralPlaces) {
    Made.Other = B.First->At;
    Made.OtherCount = needed(*B.First);
    Made.OtherWarp = B.FirstWarp;
  } else if (K == Kind::NotInTurn && B.Last) {
    Made.Other = B.Last->At;
    Made.OtherWarp = B.LastWarp;
  }
  (K == Kind::SeveralPlaces ? Formal : Found) = Made;
}

void NamedBarrierSimulator::completeIfFull(Barrier &B, int64_t Id) {
  if (!B.First || B.Arrived < needed(*B.First))
    return;
  ++B.Phase;
  B.Pending[Id] = B.Phase;
  for (size_t W : B.Waiting) {
    Stuck[W] = false;
    for (size_t I = 0; I < B.Pending.size(); ++I)
      Known[W][I] = std::max(Known[W][I], B.Pending[I]);
  }
  B.Last = B.First;
  B.LastWarp = B.FirstWarp;
  B.First = nullptr;
  B.Arrived = 0;
  B.Waiting.clear();
  B.Pending = {};
}

/// False if the warp cannot go on.
bool NamedBarrierSimulator::step(size_t Warp) {
  if (Stuck[Warp] || Next[Warp] == Runs[Warp].Commands.size())
    return false;
  const BarrierCommand &C = Runs[Warp].Commands[Next[Warp]];
  Barrier &B = Barriers[C.Id];
  if (Known[Warp][C.Id] < B.Phase) {
    fault(ProtocolFault::Kind::NotInTurn, C, Warp, B);
    return false;
  }
  if (B.First && needed(*B.First) != needed(C)) {
    fault(ProtocolFault::Kind::CountsDiffer, C, Warp, B);
    return false;
  }
  if (B.First && !Formal && areApartThoughAligned(*B.First, C))
    fault(ProtocolFault::Kind::SeveralPlaces, C, Warp, B);
  ++Next[Warp];
  if (!B.First) {
    B.First = &C;
    B.FirstWarp = int64_t(Warp);
  }
  B.Arrived += LanesPerWarp;
  for (size_t I = 0; I < B.Pending.size(); ++I)
    B.Pending[I] = std::max(B.Pending[I], Known[Warp][I]);
  if (C.Waits) {
    Stuck[Warp] = true;
    B.Waiting.push_back(Warp);
  }
  if (B.Arrived > needed(C)) {
    fault(ProtocolFault::Kind::TooMany, C, Warp, B);
    return false;
  }
  completeIfFull(B, C.Id);
  return true;
}

std::optional<ProtocolFault> NamedBarrierSimulator::run() {
  for (bool Goes = true; Goes && !Found;) {
    Goes = false;
    for (size_t Warp = 0; Warp < Runs.size() && !Found; ++Warp)
      while (step(Warp))
        Goes = true;
    // Warps that have left may have been the last ones to wait for.
    for (size_t Id = 0; Id < Barriers.size() && !Found; ++Id) {
      unsigned Before = Barriers[Id].Phase;
      completeIfFull(Barriers[Id], int64_t(Id));
      Goes |= Barriers[Id].Phase != Before;
    }
  }
  if (Found)
    return Found;
  for (const Barrier &B : Barriers)
    if (!B.Waiting.empty()) {
      size_t Warp = B.Waiting.front();
      fault(ProtocolFault::Kind::NeverFull, Runs[Warp].Commands[Next[Warp] - 1],
            Warp, B);
      return Found;
    }
  return Formal;
}

std::optional<ProtocolFault>
simulateBarriers(const std::vector<WarpRun> &Runs) {
  std::optional<ProtocolFault> Found = NamedBarrierSimulator(Runs).run();
  if (!Found || Found->K == ProtocolFault::Kind::SeveralPlaces)
    return Found;
  // Other waits may keep a warp from coming out of turn: what is left is that
  // too few come in all.
  bool OthersOrder = llvm::any_of(Runs, [](const WarpRun &Run) {
    return Run.HearsOtherwise && !Run.Commands.empty();
  });
  if (!OthersOrder)
    return Found;
  int64_t Arrived = 0;
  for (const WarpRun &Run : Runs)
    for (const BarrierCommand &C : Run.Commands)
      if (C.Id == Found->Id)
        Arrived += LanesPerWarp;
  if (Found->K == ProtocolFault::Kind::NeverFull && Arrived < Found->Count)
    return Found;
  return std::nullopt;
}

} // namespace warplint::namedbarriers
