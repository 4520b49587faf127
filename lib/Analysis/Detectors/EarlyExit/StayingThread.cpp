//===--- StayingThread.cpp - Threads followed past their exits ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/EarlyExit/StayingThread.h"
#include "Analysis/Dataflow/Reachable.h"
#include "Analysis/Participation/Participation.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/Uniformity/Convergence.h"
#include "Support/Checked.h"

using namespace clang;

namespace warplint::earlyexit {

bool isSeenOutside(const Event &E) {
  if (E.isAccess())
    return E.Access != AccessKind::Read &&
           memorySpaceOf(rootOf(E.Address)) != MemorySpace::Shared;
  return E.isUnknown() || E.Op->Kind == SyncKind::AsyncCopy;
}

bool touches(const Event &E, const Term *Root) {
  if (!Root)
    return isSeenOutside(E);
  return E.isAccess() && E.Address && rootOf(E.Address) == Root;
}

std::optional<AccessPath> placeIn(const Term *Root, const Event &E,
                                  const KernelFacts &Facts) {
  AccessPath Whole;
  Whole.Root = Root;
  auto At = locate(E.Address);
  return At ? asPartOf(Whole, *At, Facts.context()) : std::nullopt;
}

/// Part by part: most of what places are made of never changes.
std::optional<int64_t> StayingThread::agreed(const Term *T) {
  if (auto Given = Now.find(T); Given != Now.end())
    return Given->second;
  if (const auto *Sum = dyn_cast<LinearTerm>(T))
    return sumOf(*Sum, [&](const Term *Part) { return agreed(Part); });
  if (dependsOnPhis(T))
    return valueOf(T, Self);
  auto [Known, IsNew] = Fixed.try_emplace(T);
  if (IsNew)
    Known->second = valueOf(T, Self);
  return Known->second;
}

bool StayingThread::pass(const Event &E) {
  if (participation::needsAllThreads(Facts, E)) {
    auto Happens = happens(E);
    Interval += Happens && *Happens;
    return Happens.has_value();
  }
  if (!touches(E, Root))
    return true;
  auto Happens = happens(E);
  if (!Happens || !*Happens)
    return Happens.has_value();
  AccessPath At = Root ? *placeIn(Root, E, Facts) : AccessPath();
  Touch Now{&E, At.Bytes, unsigned(Self.rank()), Interval, LeftBy};
  for (const auto &[Index, Size] : At.Steps) {
    base::Checked Place = Now.Place + base::Checked(agreed(Index)) * Size;
    if (!Place)
      return false;
    Now.Place = *Place;
  }
  const int64_t Grains = Root ? E.Bytes / Grain : 1;
  Now.Place /= Grain;
  for (int64_t I = 0; I < Grains; ++I, ++Now.Place)
    Made.push_back(Now);
  return true;
}

bool StayingThread::goesTo(const Node &From, const Node &To) {
  const Convergence &Together = Facts.convergence();
  size_t Early = Together.earlyExits().size();
  // A loop that threads leave would have gone on once more.
  for (size_t I = Early; I < Exits.size(); ++I)
    if (Exits[I].Branch == &From && Exits[I].At == &To) {
      bool EndsLoop =
          leads(Facts.paths(), From, From) && !leads(Facts.paths(), To, From);
      if (EndsLoop && LeftBy)
        return true;
      LeftBy = LeftBy.value_or(I);
      return false;
    }
  if (!Together.leaves(To))
    return true;
  for (auto [I, Exit] : llvm::enumerate(Exits.take_front(Early)))
    if (!LeftBy &&
        (Exit.At == &To || Facts.get<Reachability>().reaches(To, *Exit.At)))
      LeftBy = I;
  return false;
}

} // namespace warplint::earlyexit
