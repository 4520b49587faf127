//===--- CompilerOrder.cpp - What a compiler may not move -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence/CompilerOrder.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/Expr/Worklist.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "CudaModel/SyncKindRows.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <numeric>

using namespace clang;

namespace warplint::dependence {

bool ordersMemory(const SyncOp &Op) {
  // `barrier.cluster.arrive.relaxed`: what it announces is no access.
  if (Op.Order == MemoryOrder::Relaxed)
    return false;
  OrdersMemory Memory = rowOf(Op.Kind).Memory;
  return Memory == OrdersMemory::AsNamed ? Op.Order != MemoryOrder::None
                                         : Memory == OrdersMemory::Always;
}

bool clobbersMemory(const GCCAsmStmt &Asm) {
  for (unsigned I = 0; I < Asm.getNumClobbers(); ++I)
    if (Asm.getClobber(I) == "memory")
      return true;
  return false;
}

/// Compilers move no access across \p E.
static bool isFence(const Event &E) {
  const auto *Asm = dyn_cast<GCCAsmStmt>(E.Site);
  return E.isSync() && ordersMemory(*E.Op) && (!Asm || clobbersMemory(*Asm));
}

//===----------------------------------------------------------------------===//
// Along paths
//===----------------------------------------------------------------------===//

bool onAllPaths(const Event &E, const PathSearch &Search,
                const KernelFacts &Facts) {
  auto FirstOf = [&](const auto &Events) -> std::optional<bool> {
    for (const Event &Each : Events)
      if (std::optional<bool> Known = Search.Decides(Each))
        return Known;
    return std::nullopt;
  };
  Worklist<Node> Work;
  if (Search.Until)
    Work.bar(Search.Until);
  auto Go = [&](const Node &From, llvm::ArrayRef<Event> Left) {
    if (auto Known =
            Search.Backwards ? FirstOf(llvm::reverse(Left)) : FirstOf(Left))
      return *Known;
    auto Next = Search.Backwards ? From.predecessors() : From.successors();
    for (const Node *To : Next)
      if (Facts.paths().contains(*To))
        Work.add(To);
    return !Next.empty() || Search.AtEnd;
  };
  llvm::ArrayRef<Event> All = E.At->Events;
  const size_t Place = &E - All.data();
  bool Holds = Go(*E.At, Search.Backwards ? All.take_front(Place)
                                          : All.drop_front(Place + 1));
  while (const Node *N = Holds ? Work.next() : nullptr)
    Holds = Go(*N, N->Events);
  return Holds;
}

/// On all paths from \p E, forwards or \p Backwards, a fence comes before
/// anything that compilers may move, and before the end. They keep PTX in
/// order, and calls.
static bool meetsFence(const Event &E, bool Backwards,
                       const KernelFacts &Facts) {
  auto Decides = [](const Event &Each) -> std::optional<bool> {
    bool MayMove = Each.isAccess() && !isa<GCCAsmStmt>(Each.Site);
    bool Ends = isFence(Each) || MayMove || Each.isUnknown();
    return Ends ? std::optional(isFence(Each)) : std::nullopt;
  };
  return onAllPaths(E, {Decides, /*AtEnd=*/false, Backwards}, Facts);
}

bool isFenced(const Event &E, const KernelFacts &Facts) {
  const SyncKind Kind = E.Op->Kind;
  const bool Acquires = waitsForObject(Kind) || Kind == SyncKind::AsyncWait ||
                        Kind == SyncKind::AtomicLoad,
             Releases = Kind == SyncKind::AtomicStore ||
                        E.Op->Order == MemoryOrder::Release;
  return (Releases || meetsFence(E, /*Backwards=*/false, Facts)) &&
         (Acquires || meetsFence(E, /*Backwards=*/true, Facts));
}

//===----------------------------------------------------------------------===//
// Two accesses of one thread
//===----------------------------------------------------------------------===//

namespace {
/// Whether a thread's own places at two accesses are one, to a compiler.
enum class OwnPlaces : uint8_t { Apart, One, MayBeOne };
} // namespace

/// The loop counters that \p Sum depends on, and whether on anything else that
/// no compiler knows.
static std::pair<unsigned, bool> unknownsIn(const LinearSum &Sum) {
  llvm::SmallPtrSet<const Term *, 4> Counters;
  bool Others = false;
  for (const Summand &Part : Sum.Parts)
    anyPartOf(Part.Of, [&](const Term &T) {
      if (isa<PhiTerm>(T))
        Counters.insert(&T);
      Others |= isa<LoadTerm, ResultTerm, OpaqueTerm>(T);
      return false;
    });
  return {Counters.size(), Others || llvm::any_of(Sum.Parts, [](auto &Part) {
                             return dependsOnParameter(Part.Of);
                           })};
}

/// In a loop that adds a constant: whether the two are one in some iteration
/// for some lane, where lanes differ. A compiler that unrolls the loop knows
/// the counter of each copy, and not the lane.
static bool meetsForSomeLane(const LinearSum &Apart, uint64_t Bytes,
                             llvm::ArrayRef<ThreadOfBlock> Threads,
                             const KernelFacts &Facts) {
  uint64_t Stride = 0;
  std::vector<std::pair<const Term *, int64_t>> OfLane;
  for (const Summand &Part : Apart.Parts) {
    if (!isa<PhiTerm>(Part.Of)) {
      OfLane.emplace_back(Part.Of, Part.Factor);
      continue;
    }
    const Induction *Of = Facts.values().inductions().find(Part.Of);
    base::Checked Step = Of ? Of->constantStep() : std::nullopt;
    Step *= Part.Factor;
    if (!Step || Of->K != Induction::Kind::Added)
      return false;
    Stride = std::gcd(Stride, base::magnitude(*Step));
    OfLane.emplace_back(Of->First, Part.Factor);
  }
  ThreadValues Values(Facts.values());
  bool Differ = false, Meet = false;
  std::optional<int64_t> One;
  for (const ThreadOfBlock &Self : Threads) {
    base::Checked Distance = Apart.Constant;
    for (auto [Of, Factor] : OfLane)
      Distance += base::Checked(Values.run(Of, Self)) * Factor;
    if (!Distance || !Stride)
      return false;
    uint64_t Rest = base::magnitude(*Distance) % Stride;
    Differ |= *Distance != One.value_or(*Distance);
    Meet |= std::min(Rest, Stride - Rest) < Bytes;
    One = *Distance;
  }
  return Differ && Meet;
}

static OwnPlaces ownPlaces(const Event &First, const Event &Second,
                           llvm::ArrayRef<ThreadOfBlock> Threads,
                           const KernelFacts &Facts) {
  auto One = locate(First.Address), Other = locate(Second.Address);
  if (!One || !Other || One->Root != Other->Root ||
      !mayBeParts(*One, *Other, Facts.context()))
    return OwnPlaces::Apart;
  LinearSum Apart = One->bytes();
  for (const Summand &Part : Other->bytes().Parts)
    Apart.addPart(Part.Of, -base::Checked(Part.Factor));
  Apart.Constant = Apart.Constant - Other->bytes().Constant;
  const uint64_t Bytes = std::max({First.Bytes, Second.Bytes, 1u});
  auto Meet = [&](base::Checked Distance) {
    return Distance && base::magnitude(*Distance) < Bytes;
  };
  if (Apart.Parts.empty())
    return Meet(Apart.Constant) ? OwnPlaces::One : OwnPlaces::Apart;
  auto [Counters, Others] = unknownsIn(Apart);
  if (!Counters && !Others) {
    // What the lane alone decides.
    ThreadValues Values(Facts.values());
    bool AnyMeets = false, AllKnown = true;
    for (const ThreadOfBlock &Self : Threads) {
      base::Checked Distance = Apart.Constant;
      for (const Summand &Part : Apart.Parts)
        Distance += base::Checked(Values.run(Part.Of, Self)) * Part.Factor;
      AllKnown &= bool(Distance);
      AnyMeets |= Meet(Distance);
    }
    if (AnyMeets || AllKnown)
      return AnyMeets ? OwnPlaces::MayBeOne : OwnPlaces::Apart;
  }
  // Loops of constant steps are unrolled: each copy knows its counter.
  if (!Others && Counters < 2)
    return meetsForSomeLane(Apart, Bytes, Threads, Facts) ? OwnPlaces::MayBeOne
                                                          : OwnPlaces::Apart;
  uint64_t Step = 0;
  for (const Summand &Part : Apart.Parts)
    Step = std::gcd(Step, base::magnitude(Part.Factor));
  uint64_t Rest = base::magnitude(Apart.Constant.orElse(0)) % Step;
  return std::min(Rest, Step - Rest) < Bytes ? OwnPlaces::MayBeOne
                                             : OwnPlaces::Apart;
}

bool keepsOrder(const Event &First, const Event &Second, bool NextIteration,
                llvm::ArrayRef<ThreadOfBlock> Threads,
                const KernelFacts &Facts) {
  if (First.Volatile && Second.Volatile)
    return true;
  if (First.Op || Second.Op)
    return false;
  // A barrier that leaves a race is one of some lanes, and parts them from the
  // others.
  auto Decides = [&](const Event &Each) -> std::optional<bool> {
    if (&Each == &Second)
      return false;
    bool Keeps = isFence(Each) && Each.isSync(SyncFamily::Fence);
    return Keeps ? std::optional(true) : std::nullopt;
  };
  if (First.isRead() || onAllPaths(First, {Decides, /*AtEnd=*/true}, Facts))
    return true;
  OwnPlaces Own = ownPlaces(First, Second, Threads, Facts);
  return Second.isRead() ? !NextIteration && Own == OwnPlaces::MayBeOne
                         : Own != OwnPlaces::Apart;
}

} // namespace warplint::dependence
