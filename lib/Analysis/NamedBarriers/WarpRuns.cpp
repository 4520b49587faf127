//===--- WarpRuns.cpp - Which barriers each warp comes to -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/NamedBarriers/WarpRuns.h"
#include "Analysis/Facts/Reachability.h"
#include "Analysis/Symbolic/TermTraversal.h"
#include "Model/Hardware.h"
#include "Model/Separation.h"
#include <set>

using namespace clang;

namespace warplint {

bool isHardwareBarrier(const Event &E) {
  return E.K == Event::Kind::Sync && E.Op->Scope == Scope::Block &&
         (E.Op->Kind == SyncKind::Barrier ||
          E.Op->Kind == SyncKind::BarrierArrive) &&
         (E.Op->Entry->IdArg >= 0 ||
          (E.Op->Participants == Participation::AllOfScope && !E.Op->Group));
}

namespace {

/// What all warps share.
class Course {
public:
  explicit Course(const KernelFacts &Facts) : Facts(Facts) {
    for (const Term *Phi : Facts.values().joins().phis())
      if (const auto *Join = dyn_cast<PhiTerm>(Phi))
        PhisAt[Join->node()].push_back(Phi);
    for (const Node *N : Facts.cfg().order())
      if (N->Reached && llvm::any_of(N->Events, isHardwareBarrier))
        for (const Node *Branch : Facts.paths().allControls(*N))
          Deciding.insert(Branch);
  }

  const KernelFacts &Facts;
  llvm::DenseMap<const Node *, llvm::SmallVector<const Term *, 4>> PhisAt;
  /// Branches on which it hangs whether a thread comes to a barrier.
  std::set<const Node *> Deciding;

  /// Phis inside \p T, each once.
  llvm::ArrayRef<const Term *> phisIn(const Term *T) {
    auto [Slot, New] = Inside.try_emplace(T);
    if (New) {
      llvm::SmallVector<const Term *, 4> Found;
      walkTerms(T, [&](const Term &Part) {
        if (isa<PhiTerm>(Part))
          Found.push_back(&Part);
        return isa<PhiTerm>(Part) ? Walk::Skip : Walk::Enter;
      });
      Inside[T] = Found;
    }
    return Inside[T];
  }

private:
  llvm::DenseMap<const Term *, llvm::SmallVector<const Term *, 4>> Inside;
};

/// One warp on its way.
class Runner {
public:
  Runner(Course &Of, int64_t Warp, const std::array<int64_t, 3> &BlockDim,
         const GivenValues &Parameters, unsigned &StepsLeft)
      : Of(Of), Facts(Of.Facts), Reach(Facts.get<Reachability>()),
        Now(Parameters), Values(Facts.values(), Now), StepsLeft(StepsLeft) {
    std::vector<ThreadOfBlock> All = threadsOf(BlockDim);
    Lanes.assign(All.begin() + Warp * LanesPerWarp,
                 All.begin() + (Warp + 1) * LanesPerWarp);
  }

  /// Nothing if the warp cannot be followed.
  std::optional<WarpRun> run();

private:
  std::optional<int64_t> valueOf(const Term *T, const ThreadOfBlock &Self);
  std::optional<int64_t> agreed(const Term *T);
  bool passEvent(const Event &E);
  void enter(const Node &N, const Node &From);
  const Node *next(const Node &N);
  const Node *anyWayOn(const Node &N);

  Course &Of;
  const KernelFacts &Facts;
  const Reachability &Reach;
  GivenValues Now;
  ThreadValues Values;
  unsigned &StepsLeft;
  std::vector<ThreadOfBlock> Lanes;
  /// Branches that were passed without knowing which way the warp goes.
  std::set<const Node *> Guessed;
  WarpRun Made;
};

} // namespace

std::optional<int64_t> Runner::valueOf(const Term *T,
                                       const ThreadOfBlock &Self) {
  for (const Term *Phi : Of.phisIn(T))
    if (!Now.count(Phi))
      return std::nullopt;
  return Values.run(T, Self);
}

/// The value that \p T has in all lanes; nothing if it is not known, or if they
/// differ.
std::optional<int64_t> Runner::agreed(const Term *T) {
  std::optional<int64_t> First = valueOf(T, Lanes.front());
  if (Facts.uniformity().isUniform(T, Scope::Warp))
    return First;
  for (const ThreadOfBlock &Self : Lanes)
    if (First && valueOf(T, Self) != First)
      return std::nullopt;
  return First;
}

/// False if the warp cannot be followed past \p E.
bool Runner::passEvent(const Event &E) {
  if (E.K == Event::Kind::Unknown)
    return false;
  if (E.K != Event::Kind::Sync)
    return true;
  if (isHardwareBarrier(E)) {
    if (E.Op->Predicated)
      return false;
    auto Operand = [&](const std::optional<uint64_t> &Immediate,
                       const Term *T) -> std::optional<int64_t> {
      return Immediate ? std::optional<int64_t>(*Immediate)
             : T       ? agreed(T)
                       : std::optional<int64_t>(0);
    };
    auto Id = Operand(E.Op->IdImmediate, E.Id),
         Count = Operand(E.Op->CountImmediate, E.Count);
    if (!Id || !Count || *Id < 0 || *Id >= NamedBarriers || *Count < 0)
      return false;
    Made.Commands.push_back({&E, *Id, *Count, E.Op->Kind == SyncKind::Barrier});
    return true;
  }
  // A lane's value for all: `__shfl_sync(~0u, threadIdx.x / 32, 0)`.
  if (E.Op->Kind == SyncKind::Shuffle && E.Value)
    if (const auto *Call = dyn_cast<Expr>(E.Site))
      if (const Term *Result = Facts.values().valueOf(*E.Owner, Call))
        if (auto Value = agreed(E.Value))
          Now[Result] = *Value;
  Made.HearsOtherwise |=
      maySeparate(*E.Op, Scope::Block) || E.Op->Scope > Scope::Block;
  return true;
}

/// Values of the joins at \p N, coming from \p From.
void Runner::enter(const Node &N, const Node &From) {
  auto Phis = Of.PhisAt.find(&N);
  if (Phis == Of.PhisAt.end())
    return;
  bool IsGuess = !Guessed.empty() &&
                 llvm::any_of(Facts.paths().choosersOf(N),
                              [&](const Node *B) { return Guessed.count(B); });
  std::vector<std::pair<const Term *, std::optional<int64_t>>> New;
  for (const Term *Phi : Phis->second) {
    std::optional<int64_t> Value;
    for (const Incoming &I : Facts.values().joins().incoming(Phi))
      if (I.From == &From && I.Held.Value && !IsGuess)
        Value = agreed(I.Held.Value);
    New.push_back({Phi, Value});
  }
  for (auto &[Phi, Value] : New) {
    if (Value)
      Now[Phi] = *Value;
    else
      Now.erase(Phi);
  }
}

/// A successor from which the warp does not come back to \p N, if there is one.
const Node *Runner::anyWayOn(const Node &N) {
  if (Of.Deciding.count(&N))
    return nullptr;
  Guessed.insert(&N);
  llvm::ArrayRef<ViewNode *> Next = Facts.paths().successors(N);
  for (ViewNode *To : Next)
    if (!Reach.reaches(*To->Of, N))
      return To->Of;
  // Inside a loop around both: the way on is the one that leaves most behind.
  return Next.empty() ? nullptr : Next.back()->Of;
}

const Node *Runner::next(const Node &N) {
  llvm::ArrayRef<ViewNode *> Next = Facts.paths().successors(N);
  if (Next.size() <= 1)
    return Next.empty() ? nullptr : Next.front()->Of;
  std::optional<int64_t> Value = N.Branch ? agreed(N.Branch) : std::nullopt;
  if (!Value || N.successors().size() != 2 ||
      isa_and_nonnull<SwitchStmt>(N.terminator()))
    return anyWayOn(N);
  const Node *To = N.successors()[*Value ? 0 : 1];
  return llvm::any_of(Next, [&](ViewNode *V) { return V->Of == To; }) ? To
                                                                      : nullptr;
}

std::optional<WarpRun> Runner::run() {
  const Node *At = &Facts.cfg().entry();
  while (true) {
    if (StepsLeft == 0)
      return std::nullopt;
    --StepsLeft;
    for (const Event &E : At->Events)
      if (!passEvent(E))
        return std::nullopt;
    if (At == &Facts.cfg().exit())
      return std::move(Made);
    const Node *To = next(*At);
    if (!To)
      return std::nullopt;
    enter(*To, *At);
    At = To;
  }
}

std::optional<std::vector<WarpRun>>
runWarps(const KernelFacts &Facts, const std::array<int64_t, 3> &BlockDim,
         const GivenValues &Parameters, unsigned StepLimit) {
  int64_t Threads = BlockDim[0] * BlockDim[1] * BlockDim[2];
  if (Threads <= 0 || Threads % LanesPerWarp || Threads > MaxThreadsPerBlock)
    return std::nullopt;
  Course Of(Facts);
  std::vector<WarpRun> Runs;
  for (int64_t Warp = 0; Warp < Threads / LanesPerWarp; ++Warp) {
    auto Run = Runner(Of, Warp, BlockDim, Parameters, StepLimit).run();
    if (!Run)
      return std::nullopt;
    Runs.push_back(std::move(*Run));
  }
  return Runs;
}

} // namespace warplint
