//===--- BarrierInit.cpp - warplint-barrier-init -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier object must be initialized once, by one thread, with the number of
// arrivals that its phases will see, and the other threads must be synchronized
// with that thread before they use it (CUDA Programming Guide, "Asynchronous
// Barrier").
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Mbarriers/BarrierFaults.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Diagnostics/Certainties.h"
#include "Diagnostics/Explanation.h"
#include "checks/Check.h"

using namespace clang;

namespace warplint {

namespace {

class BarrierInit : public Check {
public:
  using Check::Check;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;
};

} // namespace

/// "128 of 256 threads", or "1 thread" where the count is all that matters.
static std::string arrivals(const mbarriers::InitFault &Fault) {
  std::string Text = std::to_string(Fault.Arriving) + " of " +
                     std::to_string(Fault.Block) + " threads";
  return Fault.BlockIsKnown ? Text : Text + " in such a block";
}

/// The object that \p Use means: for a copy, the one it completes on.
static const Term *objectOf(const Event &Use) {
  return Use.Op->Kind == SyncKind::AsyncCopy ? Use.Completion : Use.Address;
}

static std::string headline(const mbarriers::InitFault &Fault,
                            const std::string &In) {
  std::string Name = "'" + Fault.At->Op->Spelling + "'" + In;
  std::string Object = objectName(objectOf(*Fault.At));
  switch (Fault.K) {
  case mbarriers::InitFault::Kind::Never:
    return Name + " uses " + Object + ", which is never initialized";
  case mbarriers::InitFault::Kind::Later:
    return Name + " uses " + Object + " before it is initialized";
  case mbarriers::InitFault::Kind::ManyThreads:
    return Name + " initializes " + Object + " in several threads of the block";
  case mbarriers::InitFault::Kind::NotVisible:
    return Name + " may use " + Object +
           " before another thread has initialized it";
  case mbarriers::InitFault::Kind::Again:
    return Name + " waits on " + Object +
           ", which may be initialized again before all threads have left "
           "the wait";
  case mbarriers::InitFault::Kind::Ended:
    return Name + " waits on " + Object +
           ", which may come to its end before all threads have left the wait";
  case mbarriers::InitFault::Kind::NotReleased:
    return Name + " is relaxed and does not publish the initialization of " +
           objectName(Fault.Init->Address) + " to the cluster";
  case mbarriers::InitFault::Kind::TooFew:
    return Name + " waits for more arrivals on " + Object +
           " than the threads that come here can make";
  case mbarriers::InitFault::Kind::TooMany:
    return Name + " is executed by more threads than " + Object + " expects";
  }
  llvm_unreachable("fault without words");
}

static std::string advice(const mbarriers::InitFault &Fault) {
  switch (Fault.K) {
  case mbarriers::InitFault::Kind::Never:
  case mbarriers::InitFault::Kind::Later:
    return "let one thread initialize it and synchronize the block before the "
           "first use";
  case mbarriers::InitFault::Kind::ManyThreads:
    return "let one thread initialize it, for example the first of the block, "
           "and synchronize the block after it";
  case mbarriers::InitFault::Kind::NotVisible:
    return "synchronize the block between the initialization and the first use";
  case mbarriers::InitFault::Kind::NotReleased:
    return "let the thread that initializes execute a fence of cluster scope "
           "for barrier initialization after it, or arrive with release";
  case mbarriers::InitFault::Kind::Again:
    return "synchronize the block between the wait and the initialization";
  case mbarriers::InitFault::Kind::Ended:
    return "synchronize the block between the wait and the end of the object";
  case mbarriers::InitFault::Kind::TooFew:
  case mbarriers::InitFault::Kind::TooMany:
    return "initialize it with the number of threads that arrive in a phase";
  }
  llvm_unreachable("fault without words");
}

void BarrierInit::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  Explanation Words(Facts);
  for (const mbarriers::InitFault &Fault : mbarriers::findInitFaults(Facts)) {
    const Event &E = *Fault.At;
    MessagePlace At = Words.outsideWrappers(E);
    Finding F = makeFinding(At.Loc, headline(Fault, Words.calledIn(At, E)));
    F.Sure = certaintyAt(Facts, {Fault.At, Fault.Init});
    bool Counts = Fault.K == mbarriers::InitFault::Kind::TooFew ||
                  Fault.K == mbarriers::InitFault::Kind::TooMany;
    if (Fault.Init && Fault.Init != Fault.At) {
      std::string Text = Fault.K == mbarriers::InitFault::Kind::Ended
                             ? "it comes to its end here"
                             : "it is initialized here";
      if (Counts)
        Text +=
            ", to expect " + std::to_string(Fault.Expected) +
            (Fault.Expected == 1 ? " arrival" : " arrivals") +
            (Fault.BlockIsKnown ? ""
                                : " in a block of " +
                                      std::to_string(Fault.Block) + " threads");
      F.Notes.push_back(
          {Words.outsideWrappers(*Fault.Init).Loc, Text, NoteRole::Operation});
    }
    if (Counts || Fault.K == mbarriers::InitFault::Kind::ManyThreads) {
      F.Notes.push_back(
          {At.Loc, arrivals(Fault) +
                       (Counts ? " arrive in a phase" : " execute this")});
      setScenario(F, Fault.From, Fault.BlockDim);
    }
    F.Notes.push_back({At.Loc, advice(Fault), NoteRole::Advice});
    Out.add(std::move(F));
  }
}

std::unique_ptr<Check> makeBarrierInit(const CheckInfo &Info) {
  return std::make_unique<BarrierInit>(Info);
}

} // namespace warplint
