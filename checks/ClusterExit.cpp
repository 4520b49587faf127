//===--- ClusterExit.cpp - warplint-cluster-exit -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block may use the shared memory of another block of its cluster only while
// that block runs: after all have started, and before the other leaves (CUDA
// Programming Guide, "Distributed Shared Memory"). An arrival that tells a peer
// of data must be a release at the scope of the cluster (PTX ISA,
// "mbarrier.arrive": the scope is .cta unless the instruction names another).
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/ClusterLifetime/ClusterFaults.h"
#include "Analysis/Detectors/PipelineProtocols/StageFaults.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "Diagnostics/Explanation.h"
#include "Diagnostics/StageMessages.h"
#include "checks/Check.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace warplint {

namespace {

class ClusterExit : public Check {
public:
  using Check::Check;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;
};

} // namespace

static std::string whatHappens(const participation::PeerOperation &P) {
  switch (P.K) {
  case participation::PeerOperation::Kind::Read:
    return "another block's shared memory is read";
  case participation::PeerOperation::Kind::Write:
    return "another block's shared memory is written";
  case participation::PeerOperation::Kind::Atomic:
    return "another block's shared memory is updated";
  case participation::PeerOperation::Kind::Arrive:
    return "a barrier object of another block is arrived on";
  case participation::PeerOperation::Kind::Copy:
    return "a copy into another block's shared memory is started";
  case participation::PeerOperation::Kind::Multicast:
    return "a copy into several blocks of the cluster is started";
  case participation::PeerOperation::Kind::Allocate:
    return "tensor memory of a pair of blocks is allocated";
  }
  llvm_unreachable("operation without words");
}

static std::string headline(const clusters::ClusterFault &Fault) {
  std::string What = whatHappens(Fault.Operation);
  switch (Fault.K) {
  case clusters::ClusterFault::Kind::PeerMayHaveLeft:
    return What + ", and that block may have left the kernel";
  case clusters::ClusterFault::Kind::SenderMayLeave:
    return What + ", and this block may leave before that has read its memory";
  case clusters::ClusterFault::Kind::PeerNotStarted:
    return What + " before it is known that all blocks of the cluster run";
  case clusters::ClusterFault::Kind::ArrivalTooNarrow:
    return What + " to tell it of data, but the arrival is no release at "
                  "cluster scope";
  }
  llvm_unreachable("fault without words");
}

static std::string advice(const clusters::ClusterFault &Fault) {
  switch (Fault.K) {
  case clusters::ClusterFault::Kind::PeerMayHaveLeft:
    return "let all threads of the cluster meet ('cluster.sync()') between the "
           "last use of another block's memory and the end";
  case clusters::ClusterFault::Kind::SenderMayLeave:
    return "let all threads of the cluster meet ('cluster.sync()') behind the "
           "wait of those that get the copy";
  case clusters::ClusterFault::Kind::PeerNotStarted:
    if (Fault.Operation.K == participation::PeerOperation::Kind::Allocate)
      return "let all threads of the cluster meet ('cluster.sync()') before: "
             "both blocks perform it together";
    return "let all threads of the cluster meet ('cluster.sync()') before the "
           "first use of another block's memory, after its barriers are "
           "initialized";
  case clusters::ClusterFault::Kind::ArrivalTooNarrow:
    return "use the form with '.release.cluster', and wait with "
           "'.acquire.cluster'";
  }
  llvm_unreachable("fault without advice");
}

static void addReasons(Finding &F, const KernelFacts &Facts,
                       const Explanation &Words,
                       const clusters::ClusterFault &Fault) {
  auto At = [&](const Event &E) {
    return Words.inUserCode(*E.Owner, E.Site).Loc;
  };
  if (Fault.Write)
    F.Notes.push_back({At(*Fault.Write), "the peer may not see this write",
                       NoteRole::Operation});
  if (!Fault.isOfLeaving())
    return;
  if (Fault.Arrival)
    F.Notes.push_back({At(*Fault.Arrival),
                       "it comes behind the arrival here, so that the wait "
                       "that belongs to it does not order it",
                       NoteRole::Reason});
  std::string How = Fault.HasBarrier ? " without another barrier of the cluster"
                                     : ", no barrier of the cluster holds it";
  SourceLocation Out = Fault.Return ? Fault.Return->getBeginLoc()
                                    : Facts.root().getBody()->getEndLoc();
  F.Notes.push_back({Out, "a block can leave here" + How, NoteRole::Reason});
}

void ClusterExit::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  Explanation Words(Facts);
  bool Done = false;
  for (const clusters::ClusterFault &Fault :
       Facts.get<clusters::ClusterFaults>().all()) {
    const Event &E = *Fault.Operation.At;
    MessagePlace At = Words.outsideWrappers(E);
    Finding F = makeFinding(At.Loc, headline(Fault));
    addReasons(F, Facts, Words, Fault);
    F.Notes.push_back({At.Loc, advice(Fault), NoteRole::Advice});
    if (Fault.K == clusters::ClusterFault::Kind::SenderMayLeave)
      F.Sure = Certainty::Model;
    Done |= F.Sure != Certainty::Model;
    Out.add(std::move(F));
  }
  // What blocks show each other by barrier objects, where it can be simulated.
  const auto &Stages = Facts.get<pipelines::StageFaults>();
  if (Done || !Stages.fault() || !Stages.fault()->isOfPeer())
    return;
  Finding F = makeFinding(Stages.fault()->At->Site->getBeginLoc(), "");
  explainFault(F, Facts, *Stages.fault(), Stages.blockDim());
  Out.add(std::move(F));
}

std::unique_ptr<Check> makeClusterExit(const CheckInfo &Info) {
  return std::make_unique<ClusterExit>(Info);
}

} // namespace warplint
