//===--- StayingThread.h - Threads followed past their exits ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_STAYINGTHREAD_H
#define WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_STAYINGTHREAD_H

#include "Analysis/Simulation/ConcreteExecutor.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/Uniformity/EarlyExit.h"

namespace warplint::earlyexit {

/// \p E may leave something that others than the block see.
bool isSeenOutside(const Event &E);
/// \p E is an access to the object at \p Root, or is seen outside if that is
/// null.
bool touches(const Event &E, const Term *Root);

/// The place of the access \p E in the object at \p Root, with members as
/// bytes; nothing if it is not known.
std::optional<AccessPath> placeIn(const Term *Root, const Event &E,
                                  const KernelFacts &Facts);

/// An access of one thread in one run.
struct Touch {
  const Event *E;
  int64_t Place; ///< In grains from the start of the object.
  unsigned Thread, Interval;
  std::optional<unsigned> LeftBy; ///< An exit that it took before, in truth.
};

/// One thread on its path, on from early exits as if they were not there.
class StayingThread : simulation::ConcreteExecutor {
public:
  StayingThread(simulation::ExecutedKernel &Of, llvm::ArrayRef<EarlyExit> Exits,
                const Term *Root, int64_t Grain, const GivenValues &Given,
                const ThreadOfBlock &Self, uint64_t &Steps,
                std::vector<Touch> &Made)
      : simulation::ConcreteExecutor(Of, Given, Steps), Exits(Exits),
        Root(Root), Grain(Grain), Self(Self), Made(Made) {}

  /// False if it cannot be followed.
  bool run() { return walk(); }
  std::optional<unsigned> leftBy() const { return LeftBy; }

private:
  std::optional<int64_t> agreed(const Term *T) override;
  bool pass(const Event &E) override;
  bool goesTo(const Node &From, const Node &To) override;

  llvm::ArrayRef<EarlyExit> Exits;
  const Term *Root;
  int64_t Grain; ///< In bytes: all accesses to the object are so many.
  ThreadOfBlock Self;
  unsigned Interval = 0;
  std::optional<unsigned> LeftBy;
  std::vector<Touch> &Made;
  /// Of what stays as it is. Looked up.
  llvm::DenseMap<const Term *, std::optional<int64_t>> Fixed;
};

} // namespace warplint::earlyexit

#endif // WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_STAYINGTHREAD_H
