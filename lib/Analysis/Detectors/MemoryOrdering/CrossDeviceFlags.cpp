//===--- CrossDeviceFlags.cpp - Flags that another device reads -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that waits for a value which no thread of its launch stores waits
// for somebody else. If it stores the same value through another pointer, where
// it reads nothing, the two are the sides of an exchange: the partner waits
// there and answers here. Kernels of one device need not run at once (CUDA
// Programming Guide, "Asynchronous Concurrent Execution"), so the partner is
// the host or another device, and what it is to see needs a fence of the
// system.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/Handshakes.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/Launches/Launches.h"
#include "Analysis/SymbolicExecution/HostArguments.h"
#include "CudaModel/MemorySpace.h"
#include "CudaModel/SyncKindRows.h"

using namespace clang;

namespace warplint::memoryorder {

namespace {

/// What one event does to memory whose pointers the kernel was given.
struct FlagAccess {
  const Event *At = nullptr;
  llvm::SmallVector<const Term *, 2> Roots; ///< Of the address; never empty.
  bool Reads = false, Writes = false;
};

} // namespace

static bool isHandedPointer(const Term *Root) {
  while (const auto *Part = dyn_cast<ExtractTerm>(Root))
    Root = Part->from();
  return isa<ParameterTerm>(Root);
}

/// Nothing if \p E touches no memory. Of loads, stores and atomics that have an
/// access beside their own event, the latter counts.
static std::optional<FlagAccess> touchOf(const Event &E,
                                         const Evaluation &Values) {
  bool IsOperation = E.Op && E.Op->isOf(SyncFamily::Cached, SyncFamily::Atomic);
  if (!E.Address || IsOperation != E.isSync())
    return std::nullopt;
  FlagAccess Made{&E, possibleRoots(E.Address, Values)};
  if (IsOperation) {
    Made.Writes = rowOf(E.Op->Kind).writes();
    Made.Reads = rowOf(E.Op->Kind).reads();
  } else {
    Made.Writes = E.Access != AccessKind::Read;
    Made.Reads = E.Access != AccessKind::Write;
  }
  return Made;
}

static bool meet(const FlagAccess &A, const FlagAccess &B) {
  return llvm::any_of(A.Roots, [&](const Term *Root) {
    return llvm::is_contained(B.Roots, Root);
  });
}

/// Some launch passes one address as both.
static bool mayBePassedAsOne(const Term *A, const Term *B,
                             const KernelFacts &Facts) {
  auto First = argumentSlotOf(A), Second = argumentSlotOf(B);
  if (!First || !Second)
    return false;
  for (const launches::KernelLaunch &Launch :
       Facts.code().launchesOf(Facts.root()))
    for (const launches::LaunchConstraint &Fact : Launch.Facts)
      if (Fact.areSame(*First, *Second))
        return true;
  return false;
}

/// A thread that waits at \p Branch goes on when it reads \p Stored.
bool Handshakes::endsWaitFor(const Node &Branch, const Loop &Waiting,
                             const Operation &Load, const Term *Stored) const {
  const Term *Seen = seenOf(Load, Branch.Branch);
  const auto *Asked = dyn_cast<BinaryTerm>(Branch.Branch);
  if (!Seen || !Stored || !Asked ||
      !BinaryOperator::isEqualityOp(Asked->opcode()))
    return false;
  const Term *Wanted = Asked->lhs() == Seen   ? Asked->rhs()
                       : Asked->rhs() == Seen ? Asked->lhs()
                                              : nullptr;
  unsigned OnEqual = Asked->opcode() == BO_EQ ? 0 : 1;
  return Wanted == Stored && !Waiting.contains(*Branch.successors()[OnEqual]);
}

/// All that the kernel does to memory; nothing if a call is not seen.
static std::optional<std::vector<FlagAccess>>
touchesOf(const KernelFacts &Facts) {
  std::vector<FlagAccess> Found;
  for (const Event &E : Facts.cfg().events()) {
    if (!Facts.paths().contains(*E.At))
      continue;
    if (E.isUnknown())
      return std::nullopt;
    if (auto Made = touchOf(E, Facts.values()))
      Found.push_back(std::move(*Made));
  }
  return Found;
}

/// What is written there is for the partner that is waited for at \p Awaited.
static bool isForPartner(const FlagAccess &T, const Term *Awaited,
                         const KernelFacts &Facts) {
  return T.Writes && !T.Reads && !T.Roots.empty() &&
         llvm::all_of(T.Roots, [&](const Term *Root) {
           return isHandedPointer(Root) &&
                  !mayBePassedAsOne(Root, Awaited, Facts);
         });
}

/// The kernel exchanges flags with what is not of its launch: it waits by a
/// load, and what it stores in return is for the partner.
void Handshakes::findFlagsOfPeers() {
  std::optional<std::vector<FlagAccess>> Touches;
  for (const Operation &Load : Operations) {
    const Node *End = nullptr;
    const Loop *Waiting = Load.Reads && !Load.Writes && Load.isStrong() &&
                                  Load.Space != MemorySpace::Shared &&
                                  isHandedPointer(Load.Object)
                              ? waitingLoop(Load, End)
                              : nullptr;
    if (!Waiting)
      continue;
    if (!Touches && !(Touches = touchesOf(Facts)))
      return;
    const FlagAccess Awaited{Load.At, {Load.Object}, true, false};
    if (llvm::any_of(*Touches, [&](const FlagAccess &T) {
          return T.Writes && meet(T, Awaited);
        }))
      continue;
    auto Answers = [&](const FlagAccess &T) {
      return endsWaitFor(*End, *Waiting, Load, T.At->Value);
    };
    for (const FlagAccess &Flag : *Touches) {
      bool Strong = Flag.At->Volatile || Flag.At->isSync();
      if (!Strong || !isForPartner(Flag, Load.Object, Facts) ||
          !Answers(Flag) || !Reaches.leadsTo(*Flag.At, *Load.At) ||
          llvm::any_of(*Touches, [&](const FlagAccess &T) {
            return T.Reads && meet(T, Flag);
          }))
        continue;
      Handshake Made;
      Made.Announcement = &madeOf(*Flag.At, Flag.Roots.front());
      Made.Answer = &Load;
      Made.Needed = Scope::System;
      for (const FlagAccess &Data : *Touches)
        if (isForPartner(Data, Load.Object, Facts) && meet(Data, Flag) &&
            Data.At->Address != Flag.At->Address && !Answers(Data) &&
            Reaches.leadsTo(*Data.At, *Flag.At))
          Made.Passed.push_back(
              {&madeOf(*Data.At, Data.Roots.front()), nullptr});
      if (!Made.Passed.empty())
        Found.push_back(std::move(Made));
    }
  }
}

/// \p E as an operation: pointers that change from iteration to iteration are
/// no object of their own, so that it may not be among the others.
const MemoryOperation &Handshakes::madeOf(const Event &E, const Term *Object) {
  for (const Operation &Op : Operations)
    if (Op.At == &E)
      return Op;
  Operation Made;
  Made.At = &E;
  Made.Object = Object;
  Made.Writes = true;
  Made.Strength = E.Volatile   ? AccessStrength::Volatile
                  : E.isSync() ? AccessStrength::Device
                               : AccessStrength::Plain;
  OfPartners.push_back(Made);
  return OfPartners.back();
}

} // namespace warplint::memoryorder
