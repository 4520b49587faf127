//===--- HandshakeMessages.cpp - Handshakes in the user's words -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/HandshakeMessages.h"
#include "CudaModel/SuggestedCalls.h"
#include "Diagnostics/Certainties.h"
#include "Diagnostics/Explanation.h"
#include "Diagnostics/HandshakeFixIts.h"
#include "Diagnostics/TargetMessages.h"

using namespace clang;

namespace warplint {

using Kind = memoryorder::HandshakeFault::Kind;

static std::string nameOfObject(const Term *Object) {
  const ValueDecl *D = nullptr;
  while (true) {
    if (const auto *Pointer = dyn_cast<LoadTerm>(Object))
      Object = Pointer->address();
    else if (const auto *Element = dyn_cast<ElementTerm>(Object))
      Object = Element->base();
    else
      break;
  }
  if (const auto *Part = dyn_cast<ExtractTerm>(Object))
    D = Part->field();
  else if (const auto *Member = dyn_cast<FieldTerm>(Object))
    D = Member->field();
  else if (!isa<LocalTerm>(Object))
    D = declarationOf(Object);
  bool Named = D && D->getIdentifier() && !isa<CXXMethodDecl>(D);
  return Named ? "'" + D->getNameAsString() + "'" : "memory";
}

std::string nameOfPlace(const MemoryOperation &Op) {
  // Not the address itself: its root may be a join that Object resolves.
  for (const auto *At = dyn_cast<SubobjectTerm>(Op.address()); At;
       At = dyn_cast<SubobjectTerm>(At->base()))
    if (isa<FieldTerm>(At))
      return nameOfObject(At);
  return nameOfObject(Op.Object);
}

std::string nameOfOperation(const MemoryOperation &Op) {
  if (Op.At->Op)
    return "'" + Op.At->Op->Spelling + "'";
  return (Op.Writes ? "this store to " : "this read of ") + nameOfPlace(Op);
}

//===----------------------------------------------------------------------===//
// What is wrong
//===----------------------------------------------------------------------===//

static std::string others(const memoryorder::HandshakeFault &Fault) {
  return Fault.Of->Answer                    ? "another device"
         : Fault.Of->Needed == Scope::System ? "the host"
         : Fault.Of->Needed >= Scope::Grid   ? "other blocks"
                                             : "other threads of the block";
}

static std::string headline(const memoryorder::HandshakeFault &Fault) {
  const memoryorder::Handshake &H = *Fault.Of;
  std::string Signal = nameOfOperation(Fault.signal()),
              Data = nameOfPlace(*Fault.Data.Write),
              At = nameOfPlace(Fault.signal());
  bool Release = Fault.Side == memoryorder::Direction::Release;
  bool Lock = H.K == memoryorder::Handshake::Kind::Lock;
  switch (Fault.K) {
  case Kind::NoFence:
    if (!Release)
      return Data + " is read after " +
             (Lock ? "the lock " + At + " was taken" : "the flag " + At) +
             ", with no fence between";
    if (Lock)
      return Signal + " gives back the lock " + At +
             " with no fence after the write of " + Data;
    return Signal + " announces " + Data +
           " with no fence between it and the write";
  case Kind::NoBarrier:
    return Signal +
           (Lock ? " gives back a lock while other threads of the "
                 : " announces data that other threads of the ") +
           (Fault.WithinWarp ? "warp" : "block") +
           (Lock ? " may still write " + Data : " may not have written yet");
  case Kind::NarrowFence:
    return "'" + Fault.Fence->Op->Spelling + "' orders " + Data +
           " for threads of the " + nameOf(Fault.Fence->Op->Scope).str() +
           " only, and " + others(Fault) +
           (!Release                            ? " have written it"
            : Fault.Of->Needed == Scope::System ? " reads it"
                                                : " read it");
  case Kind::NarrowAtomic:
    return Signal + " has " + nameOf(Fault.signal().Extent).str() +
           " scope, and " +
           (Release ? "announces " + Data + " to " + others(Fault)
                    : "observes what " + others(Fault) + " announce");
  case Kind::Relaxed:
    return Signal + (Release
                         ? " publishes " + Data +
                               ", but its memory order does not release it"
                         : " observes the announcement of " + Data +
                               ", but its memory order does not acquire it");
  case Kind::PlainRelease:
    return "the lock " + At + " is given back by an ordinary store";
  case Kind::LockStep:
    return "lanes of one warp that wait for the lock " + At +
           " keep the lane that has it in this loop, before " +
           firstWith(GpuFeature::IndependentThreadScheduling).str();
  case Kind::NotGivenBack:
    return "the lock " + At +
           " is taken here and not given back on every path "
           "to the end of the kernel";
  }
  llvm_unreachable("fault without words");
}

static std::string advice(const memoryorder::HandshakeFault &Fault) {
  std::string Fence = "'" + fenceFor(Fault.Of->Needed) + "'";
  bool Release = Fault.Side == memoryorder::Direction::Release;
  bool Lock = Fault.Of->K == memoryorder::Handshake::Kind::Lock;
  switch (Fault.K) {
  case Kind::NoFence:
    if (!Release)
      return "put " + Fence + " between, so that the read cannot come first";
    return "put " + Fence + " between the write and " +
           (Lock ? "the release" : "the announcement") +
           ", in the thread that does the latter; where other threads write, "
           "a barrier before it";
  case Kind::NoBarrier:
    return ("a fence orders a thread's own writes and waits for nobody: put '" +
            (Fault.WithinWarp ? suggested::WarpBarrier
                              : suggested::BlockBarrier) +
            "' between the writes and this")
        .str();
  case Kind::NarrowFence:
    return "use " + Fence;
  case Kind::NarrowAtomic:
    return Fault.Of->Needed == Scope::System ? "use system scope"
           : Fault.Of->Needed >= Scope::Grid ? "use device scope"
                                             : "use block scope";
  case Kind::Relaxed:
    return ("use '" +
            (Fault.Of->K == memoryorder::Handshake::Kind::Ticket
                 ? suggested::AcquireRelease
             : Release ? suggested::Release
                       : suggested::Acquire) +
            "', or a fence " + (Release ? "before" : "after") + " it")
        .str();
  case Kind::PlainRelease:
    return ("use '" + suggested::Exchange + "', after " + Fence +
            ": the compiler may move or merge an ordinary store")
        .str();
  case Kind::LockStep:
    return "give the lock back inside the loop, in the branch that took it";
  case Kind::NotGivenBack:
    return "give the lock back on the other paths too: whoever takes it next "
           "waits forever";
  }
  llvm_unreachable("fault without words");
}

static void addSides(Finding &F, const Explanation &Words,
                     const memoryorder::HandshakeFault &Fault) {
  const memoryorder::Handshake &H = *Fault.Of;
  auto Say = [&](const MemoryOperation &Op, std::string Text) {
    SourceLocation Loc = Words.inUserCode(*Op.At->Owner, Op.At->Site).Loc;
    if (Loc != F.Loc)
      F.Notes.push_back({Loc, std::move(Text), NoteRole::Operation});
  };
  if (Fault.K == Kind::NotGivenBack) {
    Say(*H.Announcement, "it is given back only here");
    return;
  }
  std::string Data = nameOfPlace(*Fault.Data.Write);
  Say(*Fault.Data.Write, Data + " is written here");
  if (H.Answer) {
    Say(*H.Announcement, "it is announced here");
    Say(*H.Answer, "the answer is waited for here, and nothing in this launch "
                   "gives it: another device or the host does");
    return;
  }
  if (!H.Observation) {
    Say(*H.Announcement, "it is announced here, to a loop of the host");
    return;
  }
  if (H.K == memoryorder::Handshake::Kind::Flag) {
    Say(*H.Announcement, "it is announced here");
    Say(*H.Observation, "another thread waits for the announcement or looks "
                        "for it here");
  } else if (H.K == memoryorder::Handshake::Kind::Lock) {
    if (Fault.Side == memoryorder::Direction::Release)
      Say(*H.Observation, "the next thread takes the lock here");
    else
      Say(*H.Observation, "the lock is taken here");
  }
  Say(*Fault.Data.Read, H.K == memoryorder::Handshake::Kind::Ticket
                            ? "the last to arrive reads " + Data + " here"
                            : Data + " is read here");
}

/// A fence that is there, and does not help.
static void addOneSidedFence(Finding &F, const Explanation &Words,
                             const memoryorder::HandshakeFault &Fault) {
  if (!Fault.OneSided || (Fault.K != Kind::NoFence && Fault.K != Kind::Relaxed))
    return;
  const Event &Fence = *Fault.OneSided;
  bool Release = Fault.Side == memoryorder::Direction::Release;
  F.Notes.push_back(
      {Words.inUserCode(*Fence.Owner, Fence.Site).Loc,
       "'" + Fence.Op->Spelling + "' only " +
           (Release ? "acquires here: it does not order what was written before"
                    : "releases here: it does not order what is read behind"),
       NoteRole::Operation});
}

void explainFault(Finding &F, const KernelFacts &Facts,
                  const memoryorder::HandshakeFault &Fault) {
  Explanation Words(Facts);
  bool AtRead =
      Fault.K == Kind::NoFence && Fault.Side == memoryorder::Direction::Acquire;
  const Event &At = Fault.K == Kind::NarrowFence ? *Fault.Fence
                    : AtRead                     ? *Fault.Data.Read->At
                                                 : *Fault.signal().At;
  F.Loc = Words.inUserCode(*At.Owner, At.Site).Loc;
  F.Message = headline(Fault);
  setCertainty(F, Fault, Facts);
  addSides(F, Words, Fault);
  addOneSidedFence(F, Words, Fault);
  addTargets(F, memoryorder::targetsOf(Fault.K, Facts.targets()),
             Facts.targets());
  F.Notes.push_back({F.Loc, advice(Fault), NoteRole::Advice});
  addFence(F, Facts, Fault);
}

} // namespace warplint
