//===--- BarrierPhases.cpp - Parities and the phases they mean ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A wait for a parity ends when the current phase has the other one. Phases
// that are two apart look the same (PTX ISA, "Phase of the mbarrier
// object").
//
//===----------------------------------------------------------------------===//

#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Detectors/Mbarriers/BarrierFaults.h"
#include "Analysis/Detectors/Mbarriers/BarrierObjects.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/Uniformity/Convergence.h"

using namespace clang;

namespace warplint::mbarriers {

namespace {

class PhaseScan {
public:
  explicit PhaseScan(const BarrierObjects &Objects)
      : Objects(Objects), Facts(Objects.facts()) {}

  std::vector<TokenFault> run();

private:
  bool isIterationOfLoop(const BarrierFamily &F, const BarrierOp &Wait,
                         const BarrierOp &Arrival) const;
  bool isByOneThread(const BarrierOp &Arrival) const;
  bool meanOneObject(const BarrierOp &Wait, const BarrierOp &Arrival) const;
  bool isFirstWait(const BarrierFamily &F, const BarrierOp &Wait) const;
  bool isSureAfter(const Event &Access, const Event &Wait) const;
  const Event *readAfter(const BarrierOp &Wait, const AccessPath &Filled) const;
  void findSameParity(const BarrierFamily &F, const BarrierOp &Wait);
  void findRearmed(const BarrierFamily &F, const BarrierOp &Wait);
  void findWrongStart(const BarrierFamily &F, const BarrierOp &Wait);

  const BarrierObjects &Objects;
  const KernelFacts &Facts;
  std::vector<TokenFault> Faults;
};

} // namespace

/// The value is the same in all iterations of all loops.
static bool isFixed(const Term *T) {
  return !anyPartOf(T, [](const Term &Part) {
    return isa<PhiTerm, LoadTerm, OpaqueTerm, ResultTerm, UndefinedTerm>(Part);
  });
}

static bool isFixed(const AccessPath &At) {
  return llvm::all_of(At.Steps,
                      [](const auto &Step) { return isFixed(Step.first); });
}

/// \p Wait comes again in a loop that does more than wait, and so does
/// \p Arrival.
bool PhaseScan::isIterationOfLoop(const BarrierFamily &F, const BarrierOp &Wait,
                                  const BarrierOp &Arrival) const {
  if (!Objects.isInCycle(*Wait.E->At) || !Objects.isInCycle(*Arrival.E->At))
    return false;
  if (Objects.reaches(*Wait.E->At, *Arrival.E->At) &&
      Objects.reaches(*Arrival.E->At, *Wait.E->At))
    return true;
  for (const Event &E : Facts.cfg().events())
    if (E.isSync() && !F.Waits.has(E) && Objects.reaches(*E.At, *Wait.E->At) &&
        Objects.reaches(*Wait.E->At, *E.At))
      return true;
  return false;
}

void PhaseScan::findSameParity(const BarrierFamily &F, const BarrierOp &Wait) {
  const Event &E = *Wait.E;
  if (!E.Value || !isFixed(E.Value) || !Objects.isClosed(F) ||
      F.Arrivals.size() != 1)
    return;
  // One parity for all waits, one object, set up once.
  for (const BarrierOp &Other : F.Waits)
    if (Other.E->Value != E.Value || !Objects.isSameForAll(Wait.At, Other.At) ||
        !isFixed(Other.At))
      return;
  for (const BarrierOp &Init : F.Inits)
    if (Objects.isInCycle(*Init.E->At))
      return;
  const BarrierOp &Arrival = F.Arrivals.front();
  if (isIterationOfLoop(F, Wait, Arrival) && Objects.expectsAllOf(F, Arrival))
    Faults.push_back({TokenFault::Kind::SameParity, Wait.E, Arrival.E});
}

//===----------------------------------------------------------------------===//
// The next phase begins too early
//===----------------------------------------------------------------------===//

bool PhaseScan::isByOneThread(const BarrierOp &Arrival) const {
  const participation::Execution &By = Objects.execution(*Arrival.E);
  // An elected thread, or one whose iteration is a later one.
  return By.Who == participation::Execution::Kind::Unknown ||
         By.Threads.size() == 1;
}

/// \p Arrival, which follows \p Wait, is on the same object: of an array in
/// which loops choose, before they choose again.
bool PhaseScan::meanOneObject(const BarrierOp &Wait,
                              const BarrierOp &Arrival) const {
  if (isFixed(Wait.At) && isFixed(Arrival.At))
    return Objects.isSameForAll(Wait.At, Arrival.At);
  if (!inSameMember(Wait.At, Arrival.At) || Wait.At.Bytes != Arrival.At.Bytes ||
      Wait.At.Steps != Arrival.At.Steps)
    return false;
  CfgView::NodeSet Joins;
  for (const auto &[Index, Size] : Wait.At.Steps) {
    if (!Facts.uniformity().isUniform(Index, Scope::Block))
      return false;
    Joins.insert_range(joinsIn(Index));
  }
  return Wait.E->At == Arrival.E->At
             ? Wait.E < Arrival.E
             : Facts.get<Reachability>().leadsTo(*Wait.E, *Arrival.E, Joins);
}

/// Where one arrival ends a phase, the thread that makes it must know that the
/// others have seen the phase before: otherwise that one ends too, they find
/// its parity again, and wait for ever.
void PhaseScan::findRearmed(const BarrierFamily &F, const BarrierOp &Wait) {
  const Event &Init = *F.Inits.front().E;
  if (!Init.Value->isConstant(1) || !Objects.isForMany(Wait))
    return;
  uint64_t Block = Facts.terms().launch().blockSize();
  bool ManyWarps = Block > uint64_t(LanesPerWarp);
  auto Together =
      Typestate::marking(Facts.paths(), *Wait.E, [&](const Event &E) {
        return maySeparate(E, ManyWarps ? Scope::Block : Scope::Warp) &&
               !F.Waits.has(E);
      });
  for (const BarrierOp &Arrival : F.Arrivals)
    if (Together.before(*Arrival.E) == 1 && isByOneThread(Arrival) &&
        meanOneObject(Wait, Arrival)) {
      Faults.push_back({TokenFault::Kind::Rearmed, Arrival.E, Wait.E});
      return;
    }
}

//===----------------------------------------------------------------------===//
// The first phase is not waited for
//===----------------------------------------------------------------------===//

/// Some path leads from the start of the kernel to \p Wait past no other wait.
bool PhaseScan::isFirstWait(const BarrierFamily &F,
                            const BarrierOp &Wait) const {
  return Typestate::until(Facts.paths(), Facts.cfg().entry(),
                          [&](const Event &E) { return F.Waits.has(E); })
      .reaches(*Wait.E);
}

/// Who has passed \p Wait reaches \p Access before it waits again: all that
/// decides in between are loops around the access.
bool PhaseScan::isSureAfter(const Event &Access, const Event &Wait) const {
  auto Around = Typestate::until(Facts.paths(), Access,
                                 [&](const Event &E) { return &E == &Wait; });
  std::vector<const Node *> Over = Facts.convergence().controls(*Wait.At);
  return llvm::all_of(Facts.convergence().controls(*Access.At),
                      [&](const Node *Branch) {
                        return llvm::is_contained(Over, Branch) ||
                               Around.atEndOf(*Branch) != Typestate::Unreached;
                      });
}

/// A read of \p Filled that follows \p Wait at once; null if something else
/// than copies fills it.
const Event *PhaseScan::readAfter(const BarrierOp &Wait,
                                  const AccessPath &Filled) const {
  auto Behind = Typestate::marking(Facts.paths(), *Wait.E, [](const Event &E) {
    return maySeparate(E, Scope::Block);
  });
  const Event *Found = nullptr;
  for (const Event &E : Facts.cfg().events()) {
    auto At = touchesMemory(E) ? locate(E.Address) : std::nullopt;
    if (!At || !inSameMember(*At, Filled))
      continue;
    if (E.Access != AccessKind::Read)
      return nullptr;
    if (!Found && Behind.before(E) == 1 && isSureAfter(E, *Wait.E))
      Found = &E;
  }
  return Found;
}

/// An object begins in a phase of parity 0; a wait for parity 1 ends at once.
/// Producers use that for slots that are free at first. Who reads what a copy
/// brings needs the phase that the copy ends.
void PhaseScan::findWrongStart(const BarrierFamily &F, const BarrierOp &Wait) {
  ThreadValues Run(Facts.values());
  const Event &E = *Wait.E;
  auto First = E.Value
                   ? Run.run(E.Value, threadsOf(Objects.exampleBlock()).front())
                   : std::nullopt;
  if (!First || (*First & 1) == 0 || !isFirstWait(F, Wait))
    return;
  for (const BarrierOp &Op : F.Others) {
    auto Filled = Op.E->Op->Kind == SyncKind::AsyncCopy ? locate(Op.E->Address)
                                                        : std::nullopt;
    if (!Filled || !isShared(*Filled) || !Objects.isSameForAll(Op.At, Wait.At))
      continue;
    if (const Event *Read = readAfter(Wait, *Filled)) {
      Faults.push_back({TokenFault::Kind::WrongStart, &E, Op.E, Read});
      return;
    }
  }
}

std::vector<TokenFault> PhaseScan::run() {
  for (const BarrierFamily &F : Objects.families())
    for (const BarrierOp &Wait : F.Waits) {
      if (!Wait.E->Op->Parity)
        continue;
      findSameParity(F, Wait);
      if (F.Inits.size() != 1)
        continue;
      const Event &Init = *F.Inits.front().E;
      if (Objects.reaches(*Wait.E->At, *Init.At) || !Init.Value)
        continue;
      findRearmed(F, Wait);
      findWrongStart(F, Wait);
    }
  return std::move(Faults);
}

std::vector<TokenFault> findPhaseFaults(const BarrierObjects &Objects) {
  return PhaseScan(Objects).run();
}

} // namespace warplint::mbarriers
